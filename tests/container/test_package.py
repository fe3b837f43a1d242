"""The package as `pip install .` installs it: everything it reads is inside, and it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "exitgate"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="hatchling builds the package")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*command, "--directory", str(folder)], cwd=ROOT, check=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    inside = {name for name in ZipFile(wheel).namelist() if name.startswith("exitgate/")}
    ours = {
        path.relative_to(SOURCE.parent).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert inside == ours


def test_the_installed_package_decides(wheel: Path, tmp_path: Path) -> None:
    """With our source nowhere on the path."""
    target = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(wheel)], check=True)
    (tmp_path / "response.md").write_text("I am still working on the parser.")
    for words in (["check", "--response", "response.md"], ["init", "--agent", "claude"]):
        ran = subprocess.run(
            [str(target / "bin" / "exitgate"), *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(target)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "exitgate.yml").exists()

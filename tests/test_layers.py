"""The layers of the design: who may import whom, and what the pure parts may not touch."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "exitgate"
PURE = {"core", "language", "signals", "rules", "tamper", "proof", "verify.py", "measure"}
ADAPTERS = {"ingest", "state", "report", "publish"}
ALLOWED = {
    "measure": {"core", "measure", "report"},
    "core": {"core"},
    "language": {"core", "language"},
    "tamper": {"core", "language", "tamper"},
    "proof": {"core", "language", "proof", "tamper"},
    "verify.py": {"core"},
    "signals": {"core", "language", "signals", "tamper", "proof", "verify"},
    "rules": {"core", "rules"},
    "ingest": {"core", "language", "errors", "ingest", "scratch", "system"},
    "state": {"core", "errors", "scratch", "state", "system"},
    "report": {"core", "language", "errors", "report"},
    "publish": {"core", "errors", "publish"},
}
IMPURE_MODULES = {
    "io", "os", "pathlib", "subprocess", "socket", "random", "secrets", "time", "tempfile",
    "shutil", "urllib", "http", "threading", "multiprocessing", "git", "github", "requests",
    "importlib", "sqlite3",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "__import__"}


def modules(*packages: str) -> list[Path]:
    files = {path for package in packages for path in (SOURCE / package).rglob("*.py")}
    return sorted(files | {SOURCE / name for name in packages if name.endswith(".py")})


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def identify(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize("path", modules(*PURE, *ADAPTERS), ids=identify)
def test_a_layer_imports_only_what_its_place_allows(path: Path) -> None:
    layer = path.relative_to(SOURCE).parts[0]
    own = {name.split(".")[1] for name in imported(path) if name.startswith("exitgate.")}
    assert own <= ALLOWED[layer], f"{layer} must not import {sorted(own - ALLOWED[layer])}"


@pytest.mark.parametrize("path", modules(*PURE), ids=identify)
def test_the_pure_layers_have_no_way_out(path: Path) -> None:
    names = {name for name in imported(path) if not name.startswith("urllib.parse.")}
    assert not {name.split(".")[0] for name in names} & IMPURE_MODULES
    tree = ast.parse(path.read_text("utf-8"))
    calls = {
        n.func.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not calls & IMPURE_CALLS
    attributes = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    assert not attributes & {"now", "utcnow", "today", "read_text", "write_text"} - {"now"}

"""Every command of the README and the documentation runs, and shows what the page says it shows."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml

from docs.pages import LINK, PAGES, blocks, commands
from docs.sandbox import environment, make_project
from exitgate.cli import COMMANDS
from exitgate.config import load_policy
from exitgate.reference.picture import picture
from exitgate.settings import Settings
from support import ROOT

NEEDS_MORE = ("make ", "gh ", "pip ")
"""Commands that set up an environment or need GitHub; make's targets are run by the CI itself."""
VERDICTS = {0, 2, 10, 11, 12, 13, 14}


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)])
def test_commands_run_and_show_what_the_page_says(page: str, tmp_path: Path) -> None:
    project, env = make_project(tmp_path / "project"), environment(tmp_path / "bin")
    for command in commands(page):
        if command.line.startswith(NEEDS_MORE):
            continue
        done = subprocess.run(
            ["bash", "-c", command.line],
            cwd=project, env=env, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode in VERDICTS, f"{command.line}\n{done.stderr}"
        assert not done.stderr.startswith("exitgate:"), f"{command.line}\n{done.stderr}"
        printed = [row.strip() for row in done.stdout.splitlines()]
        for row in command.shown:
            assert any(row in line for line in printed), f"{command.line}\n{done.stdout}"


def test_pages_have_commands_to_run() -> None:
    assert sum(len(commands(page)) for page in PAGES) > 15


def test_the_library_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    project, env = make_project(tmp_path / "project"), environment(tmp_path / "bin")
    code = "\n".join(blocks("docs/library.md", "python"))
    done = subprocess.run(
        ["python", "-c", code], cwd=project, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "continue" in done.stdout


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in LINK.findall(PAGES[page]):
        if not target.startswith("http"):
            assert (ROOT / page).parent.joinpath(target).exists(), target


def test_every_page_is_listed_in_the_readme() -> None:
    for page in PAGES:
        if page.startswith("docs/"):
            assert f"({page})" in PAGES["README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_configurations_are_sound(page: str, tmp_path: Path) -> None:
    for block in blocks(page, "yaml"):
        data = yaml.safe_load(block)
        if isinstance(data, dict) and set(data) <= set(Settings.model_fields):
            (tmp_path / "exitgate.yml").write_text(block)
            load_policy(tmp_path / "exitgate.yml")


def test_the_readme_shows_the_comment_as_it_is() -> None:
    assert picture(ROOT / "examples/loops/complete.jsonl") in PAGES["README.md"], "run `make docs`"


def test_the_readme_names_every_command() -> None:
    for name in set(COMMANDS) - {"run", "prompt", "hook"}:
        assert f"`{name}`" in PAGES["README.md"] or f"exitgate {name}" in PAGES["README.md"]

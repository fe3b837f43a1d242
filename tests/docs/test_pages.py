"""Every command of the README and the documentation runs, and shows what the page says it shows."""

from __future__ import annotations

import json
import re
import subprocess
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from docs.pages import FENCE, LINK, PAGES, blocks, commands, named_in_passing
from docs.sandbox import environment, make_project
from exitgate.cli import COMMANDS
from exitgate.config import load_policy
from exitgate.reference.picture import picture
from exitgate.settings import Settings
from support import ROOT

RUN_ELSEWHERE = {
    "make demo": "tests/docs/test_demo.py",
    "make test": ".ci/run",
    "make lint": ".ci/run",
    "make e2e": ".ci/run",
    "make docs": "tests/docs/test_reference.py",
    "make bench": "tests/bench/run.py",
    "pip install .": "tests/container/test_package.py",
    "docker build --build-arg BASE=registry.example.org/python:3.13-slim --tag exitgate .": (
        "tests/e2e/machine.py"
    ),
}
"""Who runs what sets up an environment of its own."""
READ_BY = {
    "console": "test_commands_run_and_show_what_the_page_says",
    "bash": "test_commands_run_and_show_what_the_page_says",
    "python": "test_python_runs_from_top_to_bottom",
    "yaml": "test_configurations_are_sound",
    "json": "test_json_is_json",
    "text": "",
    "mermaid": "",
}
"""Every language a block may have, and the test that runs it; the last two are output."""
VERDICTS = {0, 2, 10, 11, 12, 13, 14}


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)])
def test_commands_run_and_show_what_the_page_says(page: str, tmp_path: Path) -> None:
    project, env = make_project(tmp_path / "project"), environment(tmp_path / "bin")
    for command in commands(page):
        if command.line.partition("  #")[0].strip() in RUN_ELSEWHERE:
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


def test_what_is_run_elsewhere_is() -> None:
    for name, place in RUN_ELSEWHERE.items():
        assert (ROOT / place).exists()
        assert place != ".ci/run" or f"\n{name}\n" in (ROOT / place).read_text()


@pytest.mark.parametrize("page", PAGES)
def test_no_block_is_of_a_kind_that_nobody_runs(page: str) -> None:
    assert {match[1] for match in FENCE.finditer(PAGES[page])} <= set(READ_BY)


@pytest.mark.parametrize("page", PAGES)
def test_commands_named_in_passing_exist_with_their_options(page: str) -> None:
    for command in named_in_passing(page):
        words = command.split()
        if words[0] == "make":
            assert f"\n{words[1]}:" in (ROOT / "Makefile").read_text(), command
            continue
        assert words[1] in COMMANDS, command
        parser = ArgumentParser(prog=command)
        import_module(f"exitgate.cli.{words[1]}").configure(parser)
        known = {option for action in parser._actions for option in action.option_strings}
        assert {word for word in words[2:] if word.startswith("--")} <= known, command


@pytest.mark.parametrize("page", ["docs/library.md", "docs/adding-a-format.md"])
def test_python_runs_from_top_to_bottom(page: str, tmp_path: Path) -> None:
    project, env = make_project(tmp_path / "project"), environment(tmp_path / "bin")
    code = "\n".join(blocks(page, "python"))
    done = subprocess.run(
        ["python", "-c", code], cwd=project, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_no_other_page_shows_python() -> None:
    assert {page for page in PAGES if any(blocks(page, "python"))} == {
        "docs/library.md",
        "docs/adding-a-format.md",
    }


@pytest.mark.parametrize("page", PAGES)
def test_json_is_json(page: str) -> None:
    for block in blocks(page, "json"):
        for line in block.splitlines():
            json.loads(line)


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
    """The other YAML is steps of a workflow, which the end-to-end tests run."""
    for block in blocks(page, "yaml"):
        data = yaml.safe_load(block)
        if isinstance(data, list):
            assert any(step.get("uses", "").startswith("exitgate/") for step in data), block
            continue
        assert set(data) <= set(Settings.model_fields), block
        (tmp_path / "exitgate.yml").write_text(block)
        load_policy(tmp_path / "exitgate.yml")


def test_the_readme_shows_the_comment_as_it_is() -> None:
    assert picture(ROOT / "examples/loops/complete.jsonl") in PAGES["README.md"], "run `make docs`"


def test_the_readme_names_every_output() -> None:
    outputs = yaml.safe_load((ROOT / "action.yml").read_text())["outputs"]
    table = PAGES["README.md"].split("| output | |\n")[1].split("\n\n")[0]
    first_column = " ".join(row.split("|")[1] for row in table.splitlines()[1:])
    assert sorted(re.findall(r"`(\w+)`", first_column)) == sorted(outputs)


def test_the_readme_names_every_command() -> None:
    for name in set(COMMANDS) - {"run", "prompt", "hook"}:
        assert f"`{name}`" in PAGES["README.md"] or f"exitgate {name}" in PAGES["README.md"]

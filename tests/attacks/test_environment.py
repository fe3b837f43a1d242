"""The surroundings as weapons: variables, git settings, and a configuration that is not ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ground import GREEN, WORKING, attack, check, git, repository

PROGRAM = "#!/bin/sh\necho ran >> {mark}\ncat\n"
SETTINGS = (
    "core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "diff.external",
    "diff.evil.textconv", "diff.evil.command", "filter.evil.clean", "filter.evil.smudge",
    "filter.evil.process", "credential.helper", "gpg.program", "alias.diff", "alias.status",
    "alias.rev-parse", "core.gitProxy", "uploadpack.packObjectsHook", "interactive.diffFilter",
)  # fmt: skip
HOOKS = ("post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc", "pre-commit")
VARIABLES: dict[str, dict[str, str | None]] = {
    "no home": {"HOME": None},
    "home nowhere": {"HOME": "/nowhere"},
    "no locale": {"LANG": "C", "LC_ALL": "C"},
    "a broken locale": {"LANG": "xx_YY.nonsense", "LC_ALL": "xx"},
    "ascii streams": {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    "no columns": {"COLUMNS": "0", "LINES": "0"},
    "strange columns": {"COLUMNS": "-5"},
    "columns in words": {"COLUMNS": "many"},
    "no colour": {"NO_COLOR": "", "FORCE_COLOR": "1", "TERM": "dumb"},
    "no terminal": {"TERM": None},
    "git elsewhere": {"GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/etc", "GIT_INDEX_FILE": "/nowhere"},
    "git traced": {"GIT_TRACE": "/dev/stdout", "GIT_TRACE2_EVENT": "/dev/stdout"},
    "git configured": {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor",
                       "GIT_CONFIG_VALUE_0": "touch ran"},
    "a key that is empty": {"EXITGATE_STATE_KEY": ""},
    "temp nowhere": {"TMPDIR": "/nowhere"},
    "a runner that is none": {"GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": "/nowhere/x"},
}  # fmt: skip


@pytest.mark.parametrize("variables", VARIABLES.values(), ids=VARIABLES)
def test_variables_change_no_decision(work: Path, variables: dict[str, str | None]) -> None:
    repository(work)
    (work / "run.md").write_text(f"{WORKING} é 💥")
    ran = check(work, "--repo", ".", "--output", "text", env=variables)
    assert ran.code == 0
    assert not (work / "ran").exists()


@pytest.mark.parametrize("how", ["config", "include", "includeIf", "worktree config"])
def test_nothing_of_the_workspaces_git_runs(work: Path, tmp_path: Path, how: str) -> None:
    base = repository(work)
    mark, program = tmp_path / "ran", tmp_path / "program.sh"
    program.write_text(PROGRAM.format(mark=mark))
    program.chmod(0o755)
    extra = work / ".git" / "extra"
    for setting in SETTINGS:
        value = f"!{program}" if setting.startswith("alias.") else str(program)
        git(work, "config", "--file", str(extra), setting, value)
    git(work, "config", "--file", str(extra), "core.hooksPath", str(work / ".git" / "hooks"))
    for hook in HOOKS:
        (work / ".git" / "hooks").mkdir(exist_ok=True)
        (work / ".git" / "hooks" / hook).write_text(program.read_text())
        (work / ".git" / "hooks" / hook).chmod(0o755)
    config = work / ".git" / "config"
    match how:
        case "config":
            config.write_text(config.read_text() + extra.read_text())
        case "include":
            config.write_text(f"{config.read_text()}[include]\n\tpath = extra\n")
        case "includeIf":
            config.write_text(f'{config.read_text()}[includeIf "gitdir:**"]\n\tpath = extra\n')
        case _:
            config.write_text(f"{config.read_text()}[extensions]\n\tworktreeConfig = true\n")
            (work / ".git" / "config.worktree").write_text(extra.read_text())
    (work / ".gitattributes").write_text("* diff=evil filter=evil merge=evil\n")
    ran = check(work, "--repo", ".", "--base", base, "--state", ".exitgate")
    assert ran.decision["verdict"] in ("continue", "complete")
    assert not mark.exists(), mark.read_text()


@pytest.mark.parametrize("base", ["--output=x", "-x", "HEAD; touch ran", "$(touch ran)", "../..",
                                  "HEAD^{/x", "a" * 5_000, "@{-1}", ":/base", "\n"])  # fmt: skip
def test_bases_that_are_no_revision(work: Path, base: str) -> None:
    repository(work)
    before = sorted(path.name for path in work.iterdir())
    assert check(work, "--repo", ".", f"--base={base}").code in (0, 10)
    assert sorted(path.name for path in work.iterdir()) == before


@pytest.mark.parametrize("name", ["../outside/soft.yml", "{outside}/soft.yml", "link.yml"])
def test_a_configuration_reaches_no_file_outside(work: Path, outside: Path, name: str) -> None:
    (outside / "soft.yml").write_text("nonsense: the secret outside\n")
    (work / "link.yml").symlink_to(outside / "secret.txt")
    (work / "exitgate.yml").write_text(f"extends: {name.format(outside=outside)}\n")
    ran = check(work)
    assert ran.code == 78
    assert "the secret outside" not in ran.out + ran.err


@pytest.mark.parametrize("text", ["extends: exitgate.yml", "extends: pipe.yml", "extends: /dev/zero.yml",
                                  "extends: [a]", "profile: ../standard", "plan_files: ['../../*']",
                                  "plan_files: ['/etc/*']", "response_files: [/dev/zero]"])  # fmt: skip
def test_strange_configurations(work: Path, text: str) -> None:
    os.mkfifo(work / "pipe.yml")
    (work / "exitgate.yml").write_text(f"{text}\n")
    assert check(work).code in (0, 78)
    assert attack("check", "--state", "none", cwd=work).code in (0, 64, 65, 78)


def test_modules_in_the_workspace_are_not_ours(work: Path) -> None:
    """`python -m` puts the workspace first; the installed command does not."""
    for name in ("yaml", "json", "exitgate", "pydantic", "git"):
        (work / f"{name}.py").write_text("open('ran', 'w')\n")
    ran = check(work, "--tests", "junit.xml", env={"PYTHONSAFEPATH": "1"})
    assert ran.code == 10
    assert not (work / "ran").exists()


def test_a_dirty_ground_is_still_fair(work: Path) -> None:
    repository(work)
    (work / "junit.xml").write_text(GREEN)
    assert check(work, "--repo", ".", "--tests", "junit.xml").code == 10

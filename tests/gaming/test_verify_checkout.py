"""The clean checkout of `verify:` against a head that was made to bend it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from exitgate.core.absence import Missing
from exitgate.core.policy import VerifyPolicy
from exitgate.core.suite import SuiteRun
from exitgate.core.verification import RunEnd, Verification
from exitgate.ingest.verify_run import Checkout, run_verification
from gaming.build import git, write

CHECK = (
    "grep -q 12 tests/deep/check.txt && test -z \"$(find tests -name 'extra*')\" && ! test -L tests"
)


def commit(repo: Path, message: str) -> str:
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", message)
    return git(repo, "rev-parse", "HEAD").strip()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    repo = tmp_path / "repo"
    repo.mkdir()
    git(repo, "init", "-q")
    write(repo / "total.txt", "11\n")
    write(repo / "tests/deep/check.txt", "12\n")
    commit(repo, "base")
    return repo


def verified(
    repo: Path, head: str, base: str | None = None, **settings: object
) -> Verification | Missing:
    policy = VerifyPolicy(**{"commands": (CHECK,), "restore": ("tests/",), **settings})  # type: ignore[arg-type]
    return run_verification(Checkout(repo, head, base), policy, os.environ)


def weakened(repo: Path) -> None:
    write(repo / "tests/deep/check.txt", "anything\n")


def a_file_for_the_folder(repo: Path) -> None:
    shutil.rmtree(repo / "tests")
    write(repo / "tests", "x\n")


def a_folder_for_the_file(repo: Path) -> None:
    (repo / "tests/deep/check.txt").unlink()
    write(repo / "tests/deep/check.txt/inside", "x\n")


def a_link_for_the_folder(repo: Path) -> None:
    (repo / "tests").rename(repo / "mine")
    weakened_copy = repo / "mine/deep/check.txt"
    weakened_copy.write_text("anything\n")
    (repo / "tests").symlink_to("mine")


def a_name_that_is_no_text(repo: Path) -> None:
    folder = repo / os.fsdecode(b"tests/\xff")
    folder.mkdir()
    (folder / "extra.txt").write_text("x\n")


def names_that_are_patterns(repo: Path) -> None:
    write(repo / "tests/*/extra.txt", "x\n")
    write(repo / "tests/:!x/extra.txt", "x\n")
    write(repo / "tests/a\nb/extra.txt", "x\n")


@pytest.mark.parametrize(
    "bend",
    [
        weakened,
        a_file_for_the_folder,
        a_folder_for_the_file,
        a_link_for_the_folder,
        a_name_that_is_no_text,
        names_that_are_patterns,
    ],
)
def test_what_is_restored_is_as_the_base_has_it(repo: Path, bend: Callable[[Path], None]) -> None:
    base = git(repo, "rev-parse", "HEAD").strip()
    bend(repo)
    result = verified(repo, commit(repo, "head"), base)
    assert isinstance(result, Verification), result
    assert [run.end for run in result.runs] == [RunEnd.PASSED]
    assert result.restored


@pytest.mark.parametrize("kind", ["blob", "tree", "commit"])
def test_an_object_forged_under_the_bases_name_is_not_believed(repo: Path, kind: str) -> None:
    """Git reads loose objects without asking whether their content fits their name."""
    base = git(repo, "rev-parse", "HEAD").strip()
    weakened(repo)
    head = commit(repo, "head")
    place = {"blob": ":tests/deep/check.txt", "tree": ":tests/deep", "commit": "^{commit}"}[kind]
    forged = git(repo, "rev-parse", f"{base}{place}").strip()
    theirs = subprocess.run(
        ["git", "cat-file", kind, f"{head}{place}"], cwd=repo, capture_output=True, check=True
    ).stdout
    file = repo / ".git/objects" / forged[:2] / forged[2:]
    file.unlink()
    file.write_bytes(zlib.compress(b"%s %d\0%s" % (kind.encode(), len(theirs), theirs)))
    assert git(repo, "show", f"{base}:tests/deep/check.txt") == "anything\n", (
        "plain git believes it"
    )
    result = verified(repo, head, base)
    assert isinstance(result, Missing)


def test_a_folder_of_the_repository_will_do(repo: Path) -> None:
    head = git(repo, "rev-parse", "HEAD").strip()
    assert isinstance(verified(repo / "tests/deep", head, restore=()), Verification)


def test_a_commit_that_no_branch_holds_and_a_base_fetched_on_its_own(
    repo: Path, tmp_path: Path
) -> None:
    base = git(repo, "rev-parse", "HEAD").strip()
    weakened(repo)
    commit(repo, "head")
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{repo}", str(shallow))
    git(shallow, "fetch", "-q", "--depth=1", "origin", base)
    git(shallow, "checkout", "-q", "--detach")
    write(shallow / "more.txt", "x\n")
    result = verified(shallow, commit(shallow, "detached"), base)
    assert isinstance(result, Verification), result
    assert result.runs[0].end is RunEnd.PASSED


def test_a_report_that_came_back_with_the_base_is_no_result(repo: Path) -> None:
    write(repo / "tests/report.xml", "<old/>")
    base = commit(repo, "a report in the base")
    write(repo / "tests/report.xml", "<forged/>")
    head = commit(repo, "head")
    policy = VerifyPolicy(commands=("true",), restore=("tests/",), reports=("tests/*.xml",))
    seen: list[Path] = []

    def read(paths: tuple[Path, ...]) -> SuiteRun:
        seen.extend(paths)
        return SuiteRun(passed=1)

    result = run_verification(Checkout(repo, head, base), policy, os.environ, read)
    assert isinstance(result, Verification)
    assert (seen, result.suite) == ([], None)


@pytest.mark.parametrize("glob", ["/etc/*.xml", "", "../*.xml"])
def test_a_glob_that_leads_out_names_no_report(repo: Path, glob: str) -> None:
    head = git(repo, "rev-parse", "HEAD").strip()
    assert isinstance(verified(repo, head, restore=(), reports=(glob,)), Verification)


@pytest.mark.parametrize(
    "name", ["EXITGATE_STATE_KEY", "DEPLOY_KEY", "GH_PAT", "AWS_ACCESS_KEY_ID"]
)
def test_keys_are_secrets_too(repo: Path, name: str) -> None:
    head = git(repo, "rev-parse", "HEAD").strip()
    policy = VerifyPolicy(commands=("env",), env=(name, "KEYBOARD"))
    environ = {**os.environ, name: "s3cret", "KEYBOARD": "dvorak"}
    result = run_verification(Checkout(repo, head), policy, environ)
    assert isinstance(result, Verification)
    assert "s3cret" not in result.runs[0].output
    assert "dvorak" in result.runs[0].output


CHAIN = """
import os, sys, time
left = int(sys.argv[1])
if left and not os.fork():
    os.setsid()
    os.execv(sys.executable, [sys.executable, __file__, str(left - 1)])
if not left:
    open(sys.argv[0] + ".ready", "w").close()
time.sleep(300)
"""
STORM = """
import os, time
while True:
    if os.fork():
        os._exit(0)
    os.setsid()
    open(__file__ + ".ready", "w").close()
    time.sleep(0.01)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux only")
@pytest.mark.parametrize(("program", "argument"), [(CHAIN, "12"), (STORM, "")])
def test_sessions_within_sessions_and_ones_that_take_turns_are_ended(
    tmp_path: Path, program: str, argument: str
) -> None:
    script = tmp_path / "script.py"
    script.write_text(program)
    wait = f"while ! test -e {script}.ready; do sleep 0.02; done"
    command = f"{sys.executable} {script} {argument} & {wait}"
    code = (
        "import os, time; from pathlib import Path; from exitgate.ingest.bounded_run import *;"
        "from exitgate.ingest.shield import children;"
        f"run_bounded(('/bin/sh', '-c', {command!r}), Path('/'), dict(os.environ), Limits(60, 1));"
        "time.sleep(0.2); print(sorted(children()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

"""The gate's own runs: a clean checkout, no secrets, hard limits, and results as data."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from exitgate.config import load_policy
from exitgate.core.absence import Missing
from exitgate.core.evidence import Outcome
from exitgate.core.facts import Facts
from exitgate.core.policy import VerifyPolicy
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import Transcript
from exitgate.core.verification import RunEnd, Verification
from exitgate.ingest.verify_run import Checkout, run_verification
from exitgate.verify import all_passed, any_failed, with_own_results
from gaming.build import git, write

ENVIRON = {**os.environ, "GITHUB_TOKEN": "t0ken", "SHOP_TOKEN": "t0ken", "SHOP_MODE": "fast"}


@pytest.fixture
def project(tmp_path: Path) -> Checkout:
    """A base whose check fails, and a head that made it pass by changing the check."""
    repo = tmp_path / "repo"
    repo.mkdir()
    git(repo, "init", "-q")
    write(repo / "total.txt", "11\n")
    write(repo / "tests/check.sh", "grep -q 12 total.txt\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "base")
    base = git(repo, "rev-parse", "HEAD").strip()
    write(repo / "tests/check.sh", "true\n")
    write(repo / "tests/extra.sh", "true\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "head")
    return Checkout(repo, git(repo, "rev-parse", "HEAD").strip(), base)


def verified(source: Checkout, *commands: str, **settings: object) -> Verification:
    policy = VerifyPolicy(commands=commands, **settings)
    result = run_verification(source, policy, ENVIRON)
    assert isinstance(result, Verification), result
    return result


def test_off_by_default(project: Checkout) -> None:
    result = run_verification(project, VerifyPolicy(), ENVIRON)
    assert isinstance(result, Missing)
    assert all_passed("verify_passed", result).outcome is Outcome.UNMEASURED


def test_head_as_it_is_passes(project: Checkout) -> None:
    result = verified(project, "sh tests/check.sh")
    assert [run.end for run in result.runs] == [RunEnd.PASSED]
    assert all_passed("verify_passed", result).is_found
    assert any_failed("verify_failed", result).is_clear


def test_restored_checks_show_the_truth(project: Checkout) -> None:
    result = verified(project, "sh tests/check.sh", restore=("tests/",))
    assert result.restored == ("tests/check.sh", "tests/extra.sh")
    assert result.runs[0].end is RunEnd.FAILED
    assert any_failed("verify_failed", result).is_found
    assert all_passed("verify_passed", result).is_clear


def test_the_users_tree_is_left_alone(project: Checkout) -> None:
    write(project.repo / "total.txt", "dirty\n")
    verified(project, "echo changed > total.txt", restore=("tests/",))
    assert (project.repo / "total.txt").read_text() == "dirty\n"
    assert git(project.repo, "status", "--porcelain") == " M total.txt\n"


def test_no_secret_reaches_a_command(project: Checkout) -> None:
    result = verified(project, "env", env=("SHOP_TOKEN", "SHOP_MODE", "GITHUB_TOKEN"))
    assert "t0ken" not in result.runs[0].output
    assert "SHOP_MODE=fast" in result.runs[0].output


def test_nor_the_same_secret_under_another_name(project: Checkout) -> None:
    environ = {**ENVIRON, "GH_TOKEN": "s3cret-value", "SHOP_AUTH": "s3cret-value"}
    policy = VerifyPolicy(commands=("env",), env=("SHOP_AUTH", "SHOP_MODE"))
    result = run_verification(project, policy, environ)
    assert isinstance(result, Verification)
    assert "s3cret" not in result.runs[0].output
    assert "SHOP_MODE" in result.runs[0].output


def test_the_gates_own_memory_cannot_be_read(project: Checkout) -> None:
    """Its environment holds the token; every process of the same user could look there."""
    code = (
        "from pathlib import Path; from exitgate.core.policy import VerifyPolicy;"
        "from exitgate.ingest.verify_run import Checkout, run_verification;"
        f"source = Checkout(Path({str(project.repo)!r}), {project.head!r});"
        "looks = 'cat /proc/$PPID/environ; head -c 1 /proc/$PPID/mem; echo over';"
        "print(run_verification(source, VerifyPolicy(commands=(looks,)), {}).runs[0].output)"
    )
    environ = {**os.environ, "INPUT_TOKEN": "t0ken-of-the-gate"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True
    )
    assert "over" in done.stdout
    assert "t0ken-of-the-gate" not in done.stdout


@pytest.mark.parametrize(
    "escape", ["setsid sleep 300 &", "(setsid sh -c 'setsid sleep 300 & sleep 300' &); sleep 0.3"]
)
def test_what_leaves_its_group_is_ended_too(project: Checkout, escape: str) -> None:
    code = (
        "import os; from pathlib import Path; from exitgate.ingest.bounded_run import *;"
        "from exitgate.ingest.shield import children;"
        f"done = run_bounded(('/bin/sh', '-c', {escape!r}), Path('/'), dict(os.environ),"
        " Limits(30, 1000)); print(done.end, sorted(children()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "passed []\n"


def facts(tests: SuiteRun, verified: Verification) -> Facts:
    return Facts(
        loop_id="l", iteration=1, now=None, transcript=Transcript(), tests=tests, verified=verified
    )


def test_printed_results_are_results(project: Checkout) -> None:
    result = verified(project, "echo '===== 3 passed in 0.1s ====='")
    assert result.suite is not None
    assert (result.suite.passed, result.suite.source) == (3, SuiteSource.VERIFIED)


def test_a_failure_that_a_command_hushes_up_is_seen(project: Checkout) -> None:
    result = verified(project, "echo '== 1 failed, 3 passed in 0.1s =='; exit 0")
    assert result.suite is not None
    assert result.suite.is_red
    assert with_own_results(facts(SuiteRun(9), result)).tests is result.suite


def test_a_red_report_is_not_outvoted(project: Checkout) -> None:
    green = verified(project, "echo '===== 3 passed in 0.1s ====='")
    red = SuiteRun(2, 1)
    assert with_own_results(facts(red, green)).tests is red


@pytest.mark.parametrize(
    "line", ["verify: make test", "verify: [make test]", "verify: {commands: [make test]}"]
)
def test_one_line_switches_it_on(tmp_path: Path, line: str) -> None:
    write(tmp_path / "exitgate.yml", f"{line}\n")
    policy = load_policy(tmp_path / "exitgate.yml").policy
    assert policy.verify.commands == ("make test",)


def test_a_command_that_hangs_is_killed_with_its_children(project: Checkout) -> None:
    result = verified(project, "sleep 60 & echo $!; sleep 60", timeout_s=1.0)
    assert result.runs[0].end is RunEnd.TIMED_OUT
    child = int(result.runs[0].output.split()[0])
    assert (
        not Path(f"/proc/{child}/cmdline").is_file()
        or not Path(f"/proc/{child}/cmdline").read_bytes()
    )


def test_endless_output_is_bounded(project: Checkout) -> None:
    result = verified(project, "yes | head -c 5000000; echo end", output_bytes=1000)
    assert result.runs[0].cut
    assert len(result.runs[0].output) <= 1000
    assert result.runs[0].output.endswith("end\n")


def test_an_unknown_head_is_a_reason_not_a_crash(project: Checkout) -> None:
    source = Checkout(project.repo, "0" * 40, project.base)
    result = run_verification(source, VerifyPolicy(commands=("true",)), ENVIRON)
    assert isinstance(result, Missing)
    assert "checkout" in result.why


@pytest.mark.parametrize("head", ["--upload-pack=x", "main", "../x"])
def test_a_head_that_is_no_commit_id_is_refused(project: Checkout, head: str) -> None:
    source = Checkout(project.repo, head, project.base)
    assert isinstance(run_verification(source, VerifyPolicy(commands=("true",)), ENVIRON), Missing)


def test_hostile_git_configuration_runs_nothing(project: Checkout, tmp_path: Path) -> None:
    bait = tmp_path / "ran"
    hook = project.repo / ".git/hooks/post-checkout"
    write(hook, f"#!/bin/sh\ntouch {bait}\n")
    hook.chmod(0o755)
    git(project.repo, "config", "core.fsmonitor", f"touch {bait}")
    git(project.repo, "config", "filter.evil.smudge", f"touch {bait}")
    git(project.repo, "config", "core.hooksPath", str(hook.parent))
    bait.unlink(missing_ok=True)
    verified(project, "true", restore=("tests/",))
    assert not bait.exists()


def test_only_reports_of_this_run_count(project: Checkout) -> None:
    write(project.repo / "old.xml", "<forged/>")
    git(project.repo, "add", "-A")
    git(project.repo, "commit", "-q", "-m", "a committed report")
    head = git(project.repo, "rev-parse", "HEAD").strip()
    policy = VerifyPolicy(commands=("sleep 0.05; echo x > new.xml",), reports=("*.xml",))
    seen: list[str] = []

    def read(paths: tuple[Path, ...]) -> SuiteRun:
        seen.extend(path.name for path in paths)
        return SuiteRun(passed=1)

    result = run_verification(Checkout(project.repo, head), policy, ENVIRON, read)
    assert isinstance(result, Verification)
    assert seen == ["new.xml"]
    assert result.suite is not None
    assert result.suite.source is SuiteSource.VERIFIED

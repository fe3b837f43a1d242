"""Run the policy's `verify:` commands in a clean clone of the head. They run the agent's code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from exitgate.core.absence import Missing
from exitgate.core.changes import matches_any
from exitgate.core.policy import VerifyPolicy
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.verification import RunEnd, Verification, VerifyRun
from exitgate.ingest.bounded_run import Limits, run_bounded
from exitgate.language.printed_tests import printed_suites

GIT_LIMITS = Limits(seconds=300.0, output_bytes=16_777_216)
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ")
_SECRET = re.compile(r"TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE|API_?KEY|ACTIONS_|INPUT_", re.I)

ReadReports = Callable[[tuple[Path, ...]], SuiteRun | None]


@dataclass(frozen=True, slots=True)
class Checkout:
    """What to verify: a commit of a repository that an agent could write to."""

    repo: Path
    head: str
    base: str | None = None


def run_verification(
    source: Checkout,
    policy: VerifyPolicy,
    environ: Mapping[str, str],
    read_reports: ReadReports | None = None,
) -> Verification | Missing:
    """Each command's end, in order; what goes wrong on the way becomes a reason."""
    if not policy.commands:
        return Missing("verification by the gate is off")
    with _folder() as folder:
        clone = _Clone(folder, _git_env(folder, environ))
        if problem := clone.take(source):
            return Missing(f"no clean checkout could be made: {problem}")
        restored = clone.restore(source, policy.restore) if policy.restore else ()
        if isinstance(restored, Missing):
            return restored
        runs = tuple(_run(command, clone.tree, policy, environ) for command in policy.commands)
        suite = _suite(clone.tree, policy, read_reports) or _printed(runs)
    return Verification(runs=runs, head=source.head, restored=restored, suite=suite)


@contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="exitgate-verify-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@dataclass(frozen=True, slots=True)
class _Clone:
    folder: Path
    env: Mapping[str, str]

    @property
    def tree(self) -> Path:
        return self.folder / "checkout"

    def take(self, source: Checkout) -> str:
        """Clone and check out; returns what went wrong, or an empty string.

        A clone brings the commits and leaves the repository's own configuration behind, which
        could run programs.
        """
        options = ("--quiet", "--no-checkout", "--no-hardlinks", "--no-tags")
        place = str(source.repo.resolve())
        cloned = self._git(".", "clone", *options, "--", place, str(self.tree))
        if cloned.end is not RunEnd.PASSED:
            return cloned.output.strip()[-200:]
        if not re.fullmatch(r"[0-9a-fA-F]{7,64}|HEAD", source.head):
            return f"{source.head[:80]!r} is no commit id"
        taken = self._git("checkout", "checkout", "--quiet", "--detach", source.head)
        return "" if taken.end is RunEnd.PASSED else taken.output.strip()[-200:]

    def restore(self, source: Checkout, globs: tuple[str, ...]) -> tuple[str, ...] | Missing:
        """Put every file that a glob names back to how the base has it, or has it not."""
        if source.base is None or not re.fullmatch(r"[0-9a-fA-F]{7,64}", source.base):
            return Missing("files cannot be restored: the base commit is not known")
        kept, now = self._files(source.base, globs), self._files("HEAD", globs)
        if kept is None or now is None:
            return Missing(f"files cannot be restored: the base {source.base[:12]} was not found")
        changed = [path for path in sorted(kept | now) if self._differs(source.base, path)]
        for path in changed:
            verb = ("checkout", "--quiet", source.base) if path in kept else ("rm", "--quiet", "-f")
            done = self._git("checkout", *verb, "--", path)
            if done.end is not RunEnd.PASSED:
                return Missing(f"{path} cannot be restored: {done.output.strip()[-120:]}")
        return tuple(changed)

    def _files(self, commit: str, globs: tuple[str, ...]) -> frozenset[str] | None:
        listed = self._git("checkout", "ls-tree", "-r", "-z", "--name-only", commit)
        if listed.end is not RunEnd.PASSED:
            return None
        names = listed.output.split("\0")
        return frozenset(name for name in names if name and matches_any(name, globs))

    def _differs(self, base: str, path: str) -> bool:
        diff = ("diff", "--quiet", "--no-ext-diff", base, "HEAD", "--", path)
        return self._git("checkout", *diff).end is not RunEnd.PASSED

    def _git(self, where: str, *arguments: str) -> VerifyRun:
        safe = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
        return run_bounded(("git", *safe, *arguments), self.folder / where, self.env, GIT_LIMITS)


def _git_env(folder: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Git with no configuration but ours; ours lets it read a checkout that another user owns."""
    settings = folder / "gitconfig"
    settings.write_text('[safe]\n\tdirectory = *\n[protocol "ext"]\n\tallow = never\n')
    return {
        **_passed_on(PASSED_ON, environ),
        "HOME": str(folder),
        "GIT_CONFIG_GLOBAL": str(settings),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_LITERAL_PATHSPECS": "1",
    }


def _run(command: str, tree: Path, policy: VerifyPolicy, environ: Mapping[str, str]) -> VerifyRun:
    home = tree.parent / "home"
    home.mkdir(exist_ok=True)
    env = {**_harmless(policy.env, environ), "HOME": str(home), "CI": "true"}
    limits = Limits(policy.timeout_s, policy.output_bytes)
    run = run_bounded(("/bin/sh", "-c", command), tree, env, limits)
    return replace(run, command=command)


def _harmless(wished: tuple[str, ...], environ: Mapping[str, str]) -> dict[str, str]:
    """No secret by its name, nor the same secret under another name."""
    secret = {value for name, value in environ.items() if _SECRET.search(name) and len(value) >= 8}
    named = tuple(name for name in wished if not _SECRET.search(name))
    passed = _passed_on((*PASSED_ON, *named), environ)
    return {name: value for name, value in passed.items() if value not in secret}


def _passed_on(names: tuple[str, ...], environ: Mapping[str, str]) -> dict[str, str]:
    return {name: environ[name] for name in names if name in environ}


def _printed(runs: tuple[VerifyRun, ...]) -> SuiteRun | None:
    """The summaries that the commands printed; one that was told to fail quietly counts too."""
    suites = [suite for run in runs for suite in printed_suites(run.output)]
    if not suites:
        return None
    return SuiteRun(
        passed=sum(suite.passed for suite in suites),
        failed=sum(suite.failed for suite in suites),
        skipped=sum(suite.skipped for suite in suites),
        errors=sum(suite.errors for suite in suites),
        failing=tuple(sorted({name for suite in suites for name in suite.failing})),
        source=SuiteSource.VERIFIED,
        refs=tuple(f"verify: {run.command[:80]}" for run in runs),
    )


def _suite(tree: Path, policy: VerifyPolicy, read_reports: ReadReports | None) -> SuiteRun | None:
    """Reports newer than the checkout: a committed one was written by the agent, not by a run."""
    if read_reports is None or not policy.reports:
        return None
    started = (tree / ".git" / "HEAD").stat().st_mtime
    files = sorted(
        path
        for glob in policy.reports
        for path in tree.glob(glob)
        if path.is_file() and not path.is_symlink() and path.stat().st_mtime > started
    )
    suite = read_reports(tuple(files)) if files else None
    return replace(suite, source=SuiteSource.VERIFIED) if suite else None

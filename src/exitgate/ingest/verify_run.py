"""Run the policy's `verify:` commands in a clean clone of the head. They run the agent's code."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from exitgate.core.absence import Missing
from exitgate.core.changes import matches_any
from exitgate.core.policy import VerifyPolicy
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.verification import RunEnd, Verification, VerifyRun
from exitgate.ingest.bounded_run import Limits, run_bounded
from exitgate.ingest.git_view import locate
from exitgate.language.printed_tests import printed_suites

GIT_LIMITS = Limits(seconds=300.0, output_bytes=16_777_216)
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ")
_SECRET = re.compile(
    r"TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|API_?KEY|ACTIONS_|INPUT_"
    r"|(?:^|_)(?:KEYS?|PAT)(?:_|$)",
    re.I,
)
SHA256_DIGITS = 64

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
        before = _reports(clone.tree, policy)
        runs = tuple(_run(command, clone.tree, policy, environ) for command in policy.commands)
        written = _reports(clone.tree, policy) - before
        suite = _suite(written, read_reports) or _printed(runs)
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
        """Fetch the commit and check it out; returns what went wrong, or an empty string.

        A fetch leaves the repository's own configuration behind, which could run programs, and
        names every object anew by its content: one that was forged under another's name is missed.
        """
        place = locate(source.repo)
        if isinstance(place, Missing):
            return place.why
        if not re.fullmatch(r"[0-9a-fA-F]{40}|[0-9a-fA-F]{64}", source.head):
            return f"{source.head[:80]!r} is no commit id"
        kind = "sha256" if len(source.head) == SHA256_DIGITS else "sha1"
        made = self._git(".", "init", "--quiet", f"--object-format={kind}", "--", str(self.tree))
        if made.end is not RunEnd.PASSED:
            return made.output.strip()[-200:]
        if problem := self._fetch(place.top.resolve(), source.head):
            return problem
        taken = self._git("checkout", "checkout", "--quiet", "--detach", source.head)
        return "" if taken.end is RunEnd.PASSED else taken.output.strip()[-200:]

    def restore(self, source: Checkout, globs: tuple[str, ...]) -> tuple[str, ...] | Missing:
        """Put every file that a glob names back to how the base has it, or has it not."""
        if source.base is None or not re.fullmatch(r"[0-9a-fA-F]{40,64}", source.base):
            return Missing("files cannot be restored: the base commit is not known")
        place = locate(source.repo)
        problem = place.why if isinstance(place, Missing) else self._fetch(place.top, source.base)
        changed = None if problem else self._changed(source.base)
        if changed is None:
            return Missing(f"files cannot be restored: the base {source.base[:12]} was not found")
        named = {path: kind for path, kind in changed.items() if matches_any(path, globs)}
        # What is new goes first: it may stand where the base has a file or a folder.
        new = [path for path, kind in named.items() if kind == "A"]
        old = [path for path, kind in named.items() if kind != "A"]
        problem = self._each(new, "rm", "--quiet", "-f") or self._each(
            old, "checkout", "--quiet", source.base
        )
        if problem:
            return Missing(f"files cannot be restored: {problem}")
        return tuple(sorted(path.encode("utf-8", "backslashreplace").decode() for path in named))

    def _fetch(self, repo: Path, commit: str) -> str:
        """One commit without its history, whatever refs lead to it."""
        service = "git -c uploadpack.allowAnySHA1InWant=true upload-pack"
        options = ("--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head")
        done = self._git(
            "checkout", "fetch", *options, f"--upload-pack={service}", "--", str(repo), commit
        )
        return "" if done.end is RunEnd.PASSED else done.output.strip()[-200:]

    def _changed(self, base: str) -> dict[str, str] | None:
        """Each path that the base and the head hold differently, and how; None where git fails.

        The list goes through a file: it may be long, and names need not be text.
        """
        listed = self.folder / "changed"
        how = ("--no-renames", "--no-ext-diff", "--name-status", "-z", f"--output={listed}")
        done = self._git("checkout", "diff-tree", "-r", *how, base, "HEAD")
        if done.end is not RunEnd.PASSED:
            return None
        fields = os.fsdecode(listed.read_bytes()).split("\0")
        return dict(zip(fields[1::2], fields[::2], strict=False))

    def _each(self, paths: list[str], *verb: str) -> str:
        """One command for all the paths; returns what went wrong."""
        if not paths:
            return ""
        listed = self.folder / "paths"
        listed.write_bytes(b"\0".join(map(os.fsencode, paths)))
        done = self._git("checkout", *verb, f"--pathspec-from-file={listed}", "--pathspec-file-nul")
        return "" if done.end is RunEnd.PASSED else done.output.strip()[-200:]

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
        "GIT_ALLOW_PROTOCOL": "file",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
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


Report = tuple[Path, int, int, int]
"""A file as it is now: its path, inode, change time and size."""


def _reports(tree: Path, policy: VerifyPolicy) -> frozenset[Report]:
    seen = set()
    for glob in policy.reports:
        # A glob that leads out of the checkout names no file of it.
        with suppress(NotImplementedError, ValueError, OSError):
            for path in tree.glob(glob):
                held = path.lstat()
                if stat.S_ISREG(held.st_mode) and path.resolve().is_relative_to(tree.resolve()):
                    seen.add((path, held.st_ino, held.st_ctime_ns, held.st_size))
    return frozenset(seen)


def _suite(written: frozenset[Report], read_reports: ReadReports | None) -> SuiteRun | None:
    """Reports that the runs wrote: what was there before them was made by the agent or the base."""
    files = sorted({path for path, *_ in written})
    suite = read_reports(tuple(files)) if files and read_reports else None
    return replace(suite, source=SuiteSource.VERIFIED) if suite else None

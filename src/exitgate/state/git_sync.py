"""One fetch, one push: the state branch as a value that is compared and swapped."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from exitgate.state.git_process import TIMED_OUT, GitRun, PrivateRepository, without_secrets
from exitgate.state.git_remote import REMOTE

BASE, NEXT = "refs/exitgate/base", "refs/exitgate/next"
AUTHOR = "ExitGate <exitgate@noreply.invalid>"

LOST_WORDS = (
    "[rejected]",
    "non-fast-forward",
    "fetch first",
    "stale info",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old value",
    "reference already exists",
)
PASSING_WORDS = (
    "hung up unexpectedly",
    "early eof",
    "rpc failed",
    "returned error: 5",
    "returned error: 429",
    "connection reset",
    "timed out",
)


class Unavailable(Exception):
    """The branch cannot be had now; the message says why in one line."""


class Passing(Unavailable):
    """A trouble of the line that may be gone in a moment."""


class Pushed(Enum):
    WON = auto()
    LOST = auto()
    """Another writer was first, or the line dropped: read again and retry."""
    REFUSED = auto()


@dataclass(frozen=True, slots=True)
class PushResult:
    outcome: Pushed
    why: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The branch as it was fetched; no commit where it does not exist yet."""

    commit: str | None


def fetch(repository: PrivateRepository, branch: str) -> Snapshot:
    refspec = f"+refs/heads/{branch}:{BASE}"
    options = ["--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head", "--force"]
    run = repository.git(["fetch", *options, REMOTE, refspec])
    if run.ok:
        return Snapshot(_text(repository.git(["rev-parse", BASE])))
    if "couldn't find remote ref" in run.err:
        return Snapshot(None)
    raise (Passing if _is_passing(run) else Unavailable)(reason(run))


def read_files(
    repository: PrivateRepository, base: Snapshot, paths: Sequence[str]
) -> list[bytes | None]:
    """The content of each path, None where the branch does not hold it."""
    if base.commit is None or not paths:
        return [None for _ in paths]
    wanted = "".join(f"{base.commit}:{path}\n" for path in paths)
    run = repository.git(["cat-file", "--batch"], wanted.encode())
    if not run.ok:
        raise Unavailable(f"it cannot be read: {reason(run)}")
    return _batch(run.out, len(paths))


def list_files(repository: PrivateRepository, base: Snapshot, folder: str = "") -> list[str]:
    """What lies in the folder; without one, at the top."""
    if base.commit is None:
        return []
    where = [f"{folder}/"] if folder else []
    arguments = ["ls-tree", "-z", "--name-only", base.commit, *where]
    return repository.git(arguments).out.decode("utf-8", "replace").split("\0")[:-1]


def commit(
    repository: PrivateRepository,
    base: Snapshot,
    files: Mapping[str, bytes | None],
    message: str,
) -> None:
    """Prepare the next commit; None as content removes the file. Nothing leaves this machine."""
    stream = [
        f"reset {NEXT}\n\ncommit {NEXT}\ncommitter {AUTHOR} {int(time.time())} +0000\n".encode()
    ]
    # Two runs may write the same words in the same second: equal commits would both seem to win.
    unique = f"{message}\n\nWrite: {secrets.token_hex(8)}"
    stream.append(_data(unique.encode("utf-8", "replace")))
    if base.commit:
        stream.append(f"from {base.commit}\n".encode())
    for path, content in sorted(files.items()):
        if content is None:
            stream.append(f"D {path}\n".encode())
        else:
            stream += [f"M 100644 inline {path}\n".encode(), _data(content)]
    stream.append(b"done\n")
    run = repository.git(["fast-import", "--quiet", "--force", "--done"], b"".join(stream))
    if not run.ok:
        raise Unavailable(f"the next commit cannot be made: {reason(run)}")


def push(repository: PrivateRepository, branch: str) -> PushResult:
    """A push without force is a compare-and-swap: it wins only on top of what we fetched."""
    options = ["--porcelain", "--no-verify", "--recurse-submodules=no"]
    run = repository.git(["push", *options, REMOTE, f"{NEXT}:refs/heads/{branch}"])
    if run.ok:
        return PushResult(Pushed.WON)
    if _has(run, LOST_WORDS) or _is_passing(run):
        return PushResult(Pushed.LOST, reason(run))
    return PushResult(Pushed.REFUSED, reason(run))


TELLING = ("remote: error", "remote rejected]", "[rejected]", "remote: ", "fatal:", "error:")
"""Which of git's lines says most about a failure, best first."""


def reason(run: GitRun) -> str:
    """The line that says most, without credentials."""
    lines = f"{run.err}\n{run.out.decode('utf-8', 'replace')}".splitlines()
    lines = [" ".join(line.split()) for line in lines if line.strip()]
    ranked = (line for word in TELLING for line in lines if word in line)
    best = next(ranked, (lines or [f"git ended with {run.code}"])[0])
    return without_secrets(best)[:300]


def _is_passing(run: GitRun) -> bool:
    """Worth another try; a remote that used up our own time limit is not."""
    return run.code != TIMED_OUT and _has(run, PASSING_WORDS)


def _has(run: GitRun, words: tuple[str, ...]) -> bool:
    said = f"{run.out.decode('utf-8', 'replace')}\n{run.err}".lower()
    return any(word in said for word in words)


def _batch(out: bytes, count: int) -> list[bytes | None]:
    contents: list[bytes | None] = []
    at = 0
    for _ in range(count):
        end = out.index(b"\n", at)
        header = out[at:end].split(b" ")
        at = end + 1
        if header[-2:-1] == [b"blob"]:
            size = int(header[-1])
            contents.append(out[at : at + size])
            at += size + 1
        else:
            contents.append(None)
            at += int(header[-1]) + 1 if header[-1].isdigit() else 0
    return contents


def _data(content: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(content), content)


def _text(run: GitRun) -> str:
    return run.out.decode("ascii", "replace").strip()

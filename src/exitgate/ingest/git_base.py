"""Which revision the work is compared with, and what is missing where there is none."""

from __future__ import annotations

from typing import NamedTuple

from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_proof import commits_from, refuse_forged
from exitgate.ingest.git_view import View

USUAL_BASES = (
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)
ONLY_UNCOMMITTED = "only uncommitted changes are counted"


class Base(NamedTuple):
    """`tree` is what git compares with; `commit` is None where the wished base is not there."""

    tree: str
    commit: str | None
    note: str = ""
    severed: bool = False
    """No commit leads from the base to HEAD, though the clone has them all."""


def head_commit(view: View) -> str | None:
    return _commit(view, "HEAD")


def choose_base(view: View, wished: str | None, head: str | None) -> Base:
    if head is None:
        return Base(view.empty_tree, view.empty_tree)
    if wished:
        return _wished_base(view, wished, head)
    usual, on_usual = _usual(view)
    for name, commit in usual:
        forked = _merge_base(view, commit, head)
        if forked is None:
            note = f"{name} shares no history with HEAD in this clone; a deeper fetch may bring it"
            return Base(head, None, f"{note}: {ONLY_UNCOMMITTED}", severed=_is_whole(view))
        pushed = on_usual and forked == head
        return Base(forked, forked, f"HEAD is {name} itself: {ONLY_UNCOMMITTED}" if pushed else "")
    return Base(head, head, f"no base revision was found: {ONLY_UNCOMMITTED}")


def commits_between(view: View, base: Base, head: str | None) -> int | None:
    """How many commits lead from the base to HEAD; None where the base is not known."""
    if head is None or base.commit is None:
        return None if head else 0
    if base.commit == head:
        return 0
    try:
        return int(view.ask("rev-list", "--count", f"{base.commit}..{head}"))
    except (GitFailed, ValueError):
        return None


def _wished_base(view: View, wished: str, head: str) -> Base:
    commit = _commit(view, wished) or _commit(view, f"refs/remotes/origin/{wished}")
    if commit is None:
        return Base(
            head,
            None,
            f"base {wished!r} is not in this clone (fetch-depth: 0 brings it): "
            "changes against it are unmeasured, only uncommitted ones are counted",
        )
    forked = _merge_base(view, commit, head)
    refuse_forged(view, commits_from(view, commit, forked))
    if forked:
        return Base(forked, forked)
    note = f"{wished} and HEAD share no history in this clone: compared with {wished} itself"
    return Base(commit, commit, note, severed=_is_whole(view))


def _is_whole(view: View) -> bool:
    """A shallow clone lacks the commits that would tell."""
    try:
        return view.ask_real("rev-parse", "--is-shallow-repository").strip() == "false"
    except GitFailed:
        return False


def _commit(view: View, name: str) -> str | None:
    """The commit that a name stands for. A name like an option is no name."""
    if name.startswith("-") or "\0" in name:
        return None
    try:
        found = view.ask_real("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").strip()
        return found or None
    except GitFailed:
        return None


def _usual(view: View) -> tuple[list[tuple[str, str]], bool]:
    """The usual bases that are there, best first, and whether HEAD is on one of them."""
    listing = view.ask_real(
        "for-each-ref", "--format=%(HEAD)%(refname) %(objectname)", *USUAL_BASES
    ).splitlines()
    there: dict[str, str] = {}
    for line in listing:
        name, _, commit = line[1:].partition(" ")
        if not line.startswith("*"):
            there[name] = commit
    found = [(name, there[name]) for name in USUAL_BASES if there.get(name)]
    return found, any(line.startswith("*") for line in listing)


def _merge_base(view: View, one: str, other: str) -> str | None:
    try:
        return view.ask("merge-base", one, other).decode().strip().splitlines()[0]
    except (GitFailed, IndexError):
        return None

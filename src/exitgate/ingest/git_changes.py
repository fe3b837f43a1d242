"""What changed in a repository: against a base, line by line, and as one fingerprint."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from exitgate.core.absence import Missing
from exitgate.core.changes import NO_OBJECTS, ChangeSet, FileChange, matcher
from exitgate.core.policy import Limits
from exitgate.ingest.git_base import Base, choose_base, commits_between, head_commit
from exitgate.ingest.git_content import Content, bytes_of, read_content, shown
from exitgate.ingest.git_index import Entry
from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_proof import old_side, refuse_forged
from exitgate.ingest.git_view import View, clean_view, locate

IMPORTED_BYTES = 256 * 1024 * 1024
"""Uncommitted content that is compared line by line; the rest is listed without counts."""
KEPT_NOTES = 20
KEPT_UNCOMMITTED = 1_000
PATCH_SHARE = 8
"""No single file may take more than this part of the patch text."""
RENAMES = ("-M", "-l1000")
DIFF = (
    "diff-tree",
    "-r",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--ignore-submodules=none",
    "--diff-algorithm=myers",
)


def read_changes(
    repo: Path, *, base: str | None, ignore: Sequence[str], limits: Limits
) -> ChangeSet | Missing:
    """Changes of the work tree, committed or not. Nothing in the repository is run."""
    place = locate(repo)
    if isinstance(place, Missing):
        return place
    try:
        with clean_view(place) as view:
            return _read(view, base, tuple(ignore), limits)
    except GitFailed as error:
        return Missing(str(error))
    except (OSError, ValueError, LookupError, RecursionError) as error:
        return Missing(f"the repository cannot be read ({type(error).__name__})")


def _read(view: View, wished: str | None, ignore: tuple[str, ...], limits: Limits) -> ChangeSet:
    head = head_commit(view)
    chosen = choose_base(view, wished, head)
    content = read_content(view)
    tree = _as_tree(view, content)
    _prove(view, chosen, tree)
    notes = [chosen.note] if chosen.note else []
    try:
        files = _files(view, chosen.tree, tree, content)
        patch, patch_notes = _patch(view, chosen.tree, tree, limits.patch_chars if files else 0)
        notes += patch_notes
    except GitFailed:
        files, patch = _names(view, chosen.tree, tree, content), None
        notes.append(NO_OBJECTS)
    return ChangeSet(
        tree=_fingerprint(view, content, head, ignore),
        files=files,
        patch=patch,
        base=chosen.commit,
        head=head,
        commits=commits_between(view, chosen, head),
        cut=_bounded([*notes, *content.notes]),
        uncommitted=_uncommitted(view, head, tree, content),
        severed=chosen.severed,
    )


def _prove(view: View, base: Base, tree: str) -> None:
    """What a difference says about the base must come from the base itself."""
    if base.commit is None or base.commit == view.empty_tree:
        return
    top = view.ask("rev-parse", "--verify", f"{base.tree}^{{tree}}").decode().strip()
    listing = view.ask(*DIFF, "-t", "--raw", "--no-renames", "-z", base.tree, tree)
    refuse_forged(view, [top, *old_side(listing, base.commit)])


def _uncommitted(view: View, head: str | None, tree: str, content: Content) -> tuple[str, ...]:
    """What a clean checkout of the head would not show."""
    if head is None:
        return ()
    try:
        names = view.ask(*DIFF, "-z", "--name-only", "--no-renames", head, tree).split(b"\0")
    except GitFailed:
        return ()
    paths = {shown(path) for path in (*names, *content.large) if path}
    return tuple(sorted(paths)[:KEPT_UNCOMMITTED])


def _bounded(notes: list[str]) -> tuple[str, ...]:
    more = len(notes) - KEPT_NOTES
    return (*notes[:KEPT_NOTES], f"and {more} more of this kind") if more > 0 else tuple(notes)


def _as_tree(view: View, content: Content) -> str:
    """The work tree as a tree object in the clean repository."""
    _bring_in(view, content)
    large = set(content.large)
    lines = b"".join(
        b"%s %s\t%s\0" % (entry.mode, entry.oid.encode(), path)
        for path, entry in content.entries.items()
        if path not in large
    )
    index = view.clean / "index"
    view.ask("update-index", "-z", "--index-info", stdin=lines, index=index)
    return view.ask("write-tree", "--missing-ok", index=index).decode().strip()


def _bring_in(view: View, content: Content) -> None:
    """Copy new content into the clean repository, as one pack."""
    if not content.fresh:
        return
    left = IMPORTED_BYTES
    stream = view.clean / "content"
    with stream.open("wb") as out:
        for path in content.fresh:
            data = content.kept.get(path)
            if data is None:
                data = bytes_of(view, path, content.entries[path].mode)
            if len(data) > left:
                content.large.append(path)
                continue
            left -= len(data)
            out.write(b"blob\ndata %d\n%s\n" % (len(data), data))
    with stream.open("rb") as ready:
        view.feed(ready, "fast-import", "--quiet")


def _files(view: View, base: str, tree: str, content: Content) -> tuple[FileChange, ...]:
    """What changed, with the lines that came and went."""
    listing = view.ask(*DIFF, *RENAMES, "--raw", "--numstat", "-z", base, tree)
    return _sorted(listing, content)


def _names(view: View, base: str, tree: str, content: Content) -> tuple[FileChange, ...]:
    """What changed, by name only: a partial clone holds trees but not every file."""
    return _sorted(view.ask(*DIFF, "--raw", "--no-renames", "-z", base, tree), content)


def _sorted(listing: bytes, content: Content) -> tuple[FileChange, ...]:
    files = _parse_listing(listing.split(b"\0"), content.untracked)
    for path in content.large:
        _add_large(files, path, content)
    return tuple(files[path] for path in sorted(files))


def _parse_listing(fields: list[bytes], untracked: set[bytes]) -> dict[str, FileChange]:
    """Git prints all paths with their status first, then all line counts."""
    files: dict[str, FileChange] = {}
    at = 0
    while at < len(fields) - 1:
        head = fields[at]
        if head.startswith(b":"):
            was, now, old_oid, new_oid, status = head[1:].split(b" ")
            two = status[:1] in b"RC"
            path = fields[at + 2 if two else at + 1]
            kind = _status(status[:1].decode(), was != now and old_oid == new_oid)
            kind = "?" if kind == "A" and path in untracked else kind
            old = shown(fields[at + 1]) if two else None
            files[shown(path)] = FileChange(shown(path), kind, old_path=old)
            at += 3 if two else 2
        else:
            added, deleted, path = head.split(b"\t", 2)
            name = shown(path or fields[at + 2])
            counts = (None, None) if added == b"-" else (int(added), int(deleted))
            files[name] = replace(
                files[name], added=counts[0], deleted=counts[1], binary=added == b"-"
            )
            at += 1 if path else 3
    return files


def _status(letter: str, only_mode: bool) -> str:
    if letter == "M" and only_mode:
        return "T"
    return "A" if letter == "C" else letter


def _add_large(files: dict[str, FileChange], path: bytes, content: Content) -> None:
    """A file too large to compare: it differs from the index, and that is all we say."""
    name = shown(path)
    status = "M" if name in files else ("?" if path in content.untracked else "A")
    files[name] = FileChange(name, status, binary=True)
    content.notes.append(f"{name}: too large to compare line by line")


def _patch(view: View, base: str, tree: str, most: int) -> tuple[str, list[str]]:
    """The unified diff, bounded for each file so that a large one does not hide the others."""
    if not most:
        return "", []
    raw = view.head_of(
        most * PATCH_SHARE, *DIFF, *RENAMES, "-p", "--src-prefix=a/", "--dst-prefix=b/", base, tree
    )
    text = raw.decode("utf-8", "replace")
    parts = re.split(r"^(?=diff --git )", text, flags=re.MULTILINE)
    if len(text) > most:
        parts.sort(key=len)
    kept, notes = [], []
    for part, room in zip(parts, _rooms([len(part) for part in parts], most), strict=True):
        kept.append(part[:room])
        if room < len(part):
            notes.append(f"patch of {part[:2_000].splitlines()[0][11:]}: cut")
    if len(raw) >= most * PATCH_SHARE:
        notes.append(f"patch: only its first {len(raw)} bytes were looked at")
    return "".join(kept), notes


def _rooms(sizes: list[int], most: int) -> list[int]:
    """How much of each part is kept. The small ones go first: padding must not push them out."""
    share, left = max(most // PATCH_SHARE, 1), most
    rooms = [0] * len(sizes)
    for index in sorted(range(len(sizes)), key=lambda at: (sizes[at], at)):
        rooms[index] = min(sizes[index], share, left)
        left -= rooms[index]
    return rooms


def _fingerprint(view: View, content: Content, head: str | None, ignore: tuple[str, ...]) -> str:
    """One name for all content that counts, however much of it is staged or committed."""
    skip = matcher(ignore)
    digest = hashlib.sha256()
    for kind, entries in (("now", content.entries), ("staged", _staged_only(view, content, head))):
        for path in sorted(entries):
            if not skip(shown(path)):
                mode, oid = entries[path]
                digest.update(b"%s %s %s\t%s\0" % (kind.encode(), mode, oid.encode(), path))
    return digest.hexdigest()


def _staged_only(view: View, content: Content, head: str | None) -> dict[bytes, Entry]:
    """Content that lies in the index alone: not in HEAD, and overwritten in the work tree."""
    if not content.displaced:
        return {}
    listing = view.ask(
        "diff-index", "--cached", "--raw", "--no-renames", "--no-ext-diff", "-z",
        head or view.empty_tree, index=view.real_index,
    ).split(b"\0")  # fmt: skip
    return {path: content.displaced[path] for path in listing[1::2] if path in content.displaced}

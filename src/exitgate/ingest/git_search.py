"""Where a revision's own files speak of a few given words: tests that the diff does not show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from exitgate.core.absence import Missing
from exitgate.core.changes import Passage
from exitgate.ingest.git_content import shown
from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_view import View, clean_view, locate

MOST_FILES = 40
MOST_BYTES = 262_144
MOST_PASSAGES = 400
LISTED_BYTES = 1_048_576
BELOW = 3
"""Lines below a hit that belong to it: a result is often looked at after it was taken."""


def passages_with(
    repo: Path, revision: str, words: tuple[str, ...], wanted: Callable[[str], bool]
) -> tuple[Passage, ...]:
    """Lines of the revision's wanted files that hold one of the words, with what follows them."""
    place = locate(repo)
    if isinstance(place, Missing) or not words or revision.startswith("-"):
        return ()
    try:
        with clean_view(place) as view:
            found = list(_passages(view, revision, words, wanted))
    except (GitFailed, OSError, ValueError):
        return ()
    return tuple(found[:MOST_PASSAGES])


def _passages(
    view: View, revision: str, words: tuple[str, ...], wanted: Callable[[str], bool]
) -> Iterator[Passage]:
    asked = [part for word in words for part in ("-e", word)]
    listed = view.head_of(
        LISTED_BYTES, "grep", "-l", "-z", "-I", "-F", "--full-name", *asked, revision
    )
    names = (shown(name).partition(":")[2] for name in listed.split(b"\0"))
    for path in [name for name in names if name and wanted(name)][:MOST_FILES]:
        text = view.head_of(MOST_BYTES, "cat-file", "blob", f"{revision}:{path}")
        lines = text.decode("utf-8", "replace").split("\n")
        for index, line in enumerate(lines):
            if any(word in line for word in words):
                yield Passage(path, tuple(line[:500] for line in lines[index : index + BELOW]))

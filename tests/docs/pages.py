"""The documentation's pages, and what can be run or followed in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text("utf-8")
    for path in (
        *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "examples").rglob("*.md")),
    )
    if "samples" not in path.parts
}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
INDENTED = re.compile(r"(?:^|\n)\n((?: {4}.*\n)+)")
INLINE = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@dataclass(frozen=True)
class Command:
    line: str
    shown: tuple[str, ...] = ()
    """Lines of output that the page shows below it."""


def blocks(page: str, *languages: str) -> Iterator[str]:
    for match in FENCE.finditer(PAGES[page]):
        if match[1] in languages:
            yield match[2]


def commands(page: str) -> list[Command]:
    found: list[Command] = []
    for match in FENCE.finditer(PAGES[page]):
        if match[1] == "bash":
            found.append(Command(match[2]))
        elif match[1] == "console":
            found += _session(match[2])
    return found


def named_in_passing(page: str) -> Iterator[str]:
    """Commands of ours within a sentence or an indented block, where no test sees them run."""
    prose = FENCE.sub("", PAGES[page])
    spans = [match[1] for match in INLINE.finditer(prose)]
    spans += [row.strip() for match in INDENTED.finditer(prose) for row in match[1].splitlines()]
    for span in spans:
        if re.match(r"(exitgate|make) [a-z]", span):
            yield " ".join(span.split())


def _session(text: str) -> Iterator[Command]:
    line, shown = "", []
    for row in text.splitlines():
        if row.startswith("$ "):
            if line:
                yield Command(line, tuple(shown))
            line, shown = row[2:], []
        elif row.strip():
            shown.append(row.strip())
    yield Command(line, tuple(shown))

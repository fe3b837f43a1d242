"""Lists in settings: what a check is told not to look at, and what it is told to look for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.scene import Scene

_KEY = re.compile(r"""\s*-?\s*["']?([\w.-]{2,60})["']?\s*(?::|=|\+=)\s*(.*)$""")
_ENTRY = re.compile(r""""([^"\n]{1,120})"|'([^'\n]{1,120})'""")
_BARE = re.compile(r"\s*(?:-\s+|)([\w./*!@{},~-]{1,120}),?\s*$")
_AWAY = re.compile(
    r"ignorePatterns|ignores?|omit|(?:extend-)?excludes?|(?:\w+\.)*exclusions|skips?|skip-dirs"
    r"|coveragePathIgnorePatterns|extend-ignore|disable|Exclude|excludePaths|ignoreFiles|exclude_paths"
    r"|exclude_lines|exclude_also|paths-ignore|ignoreErrors|ignore-errors",
)
_ANY_CODE = re.compile(
    r"\W*(?:def|class|return|if|elif|else|for|while|with|try|except|raise|import|from|self|pass|yield"
    r"|async|lambda|print|assert|not|and|or|in|is)?\W*"
)
"""A pattern for lines that takes half of any file out of coverage."""
_WANTED = re.compile(
    r"select|extend-select|id|linters|enable|collectCoverageFrom|source|paths|files"
)
_PRODUCT = re.compile(
    r"(?:\./|\*\*/|\^)?(?:src|lib|app|apps|pkg|internal|cmd|crates|packages|source|server|client)"
    r"(?:/.*)?|\*|\*\*|\*\*/\*|\.\*|\.|/|\*\*/\*\.\w+|\*\.(?:py|js|ts|go|rs|java|rb|php|cs|kt)|all|ALL"
)
_CODE = re.compile(r".*\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|cs|rb|php)")
_MADE = re.compile(
    r"tests?\b|spec|migration|__main__|__init__|setup|node_modules|dist\b|conftest|generated|vendor"
    r"|example|docs|stories|_pb2|\.gen\.|\.d\.ts|\.config\.|\.min\.|coverage|build\b|third_party|\.venv",
    re.I,
)
_FAMILY = re.compile(r"[A-Z]{1,4}|ALL|all")


@dataclass(frozen=True, slots=True)
class Entry:
    key: str
    value: str
    line: DiffLine


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        if file.status != "A" and (paths.is_settings(file.path) or paths.is_ci(file.path)):
            for hunk in file.hunks:
                yield from _looks_away(file, hunk)
                yield from _looks_for_less(file, hunk)


def _looks_away(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    before = {(entry.key, entry.value) for entry in _entries(file, hunk.before)}
    for entry in _entries(file, hunk.after):
        is_new = entry.line.side is Side.ADDED and (entry.key, entry.value) not in before
        if not is_new or not _AWAY.fullmatch(entry.key) or _is_made(entry):
            continue
        rule = serious if _is_much(entry) else notable
        sentence = f"`{entry.key}` of {file.path} now leaves out `{entry.value}`"
        yield rule("check-switched-off", _at(file, entry), sentence)


def _is_made(entry: Entry) -> bool:
    """Not written by hand, or no product code; a workflow that tests start is another matter."""
    return bool(_MADE.search(entry.value)) and entry.key != "paths-ignore"


def _is_much(entry: Entry) -> bool:
    bare = entry.value.strip("#~^$").removesuffix("/")
    if entry.key in {"exclude_lines", "exclude_also"}:
        return bool(_ANY_CODE.fullmatch(bare))
    if entry.key == "paths-ignore" and paths.is_test(f"{bare.rstrip('*/')}/x"):
        return True
    return bool(_PRODUCT.fullmatch(bare) or _CODE.fullmatch(bare) or _FAMILY.fullmatch(bare))


def _looks_for_less(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """What a check was to look for, gone, with nothing of its kind that came."""
    after = [entry for entry in _entries(file, hunk.after) if _WANTED.fullmatch(entry.key)]
    values = {entry.value for entry in after}
    came = [entry for entry in after if entry.line.side is Side.ADDED]
    before = [entry for entry in _entries(file, hunk.before) if _WANTED.fullmatch(entry.key)]
    lost = [entry for entry in before if entry.value not in values]
    fresh = {entry.value for entry in came} - {entry.value for entry in before}
    if len(lost) > len(fresh) and not _FAMILY.search(" ".join(fresh & {"ALL", "all"})):
        entry = lost[0]
        sentence = f"`{entry.key}` of {file.path} no longer names `{entry.value}`"
        rule = serious if entry.key in {"select", "extend-select", "id", "enable"} else notable
        yield rule("check-switched-off", _at(file, entry), sentence)


def _entries(file: FileDiff, lines: Sequence[DiffLine]) -> Iterator[Entry]:
    """Each value with the key above it, in TOML, YAML, JSON and INI alike."""
    key = "ignore" if file.path.endswith("ignore") else ""
    for line in lines:
        text = line.text[:1_000]
        opened = _KEY.match(text)
        rest = text
        if opened:
            key, rest = opened[1], opened[2]
        elif not text.strip() or re.match(r"\s*\[[\w.:\"'-]+\]", text):
            key = ""
        if key and (_AWAY.fullmatch(key) or _WANTED.fullmatch(key)):
            yield from (Entry(key, value, line) for value in _values(rest))


def _values(text: str) -> list[str]:
    quoted = ["".join(parts) for parts in _ENTRY.findall(text)]
    bare = None if quoted else _BARE.match(text)
    if quoted or bare is None or bare[1] in {"true", "false"}:
        return quoted
    return [bare[1]] if "{" in bare[1] else bare[1].split(",")


def _at(file: FileDiff, entry: Entry) -> Place:
    return Place(file.path, entry.line.number or None, f"{entry.key} {entry.value}")

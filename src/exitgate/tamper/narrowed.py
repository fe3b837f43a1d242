"""Test commands that run less than the ones they replace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from exitgate.core.changes import matches_any
from exitgate.core.finding import Finding, Place, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.commands import runs_tests
from exitgate.tamper.scene import Scene
from exitgate.tamper.statements import short

_RUNNER = re.compile(
    r"\b(py\.?test|unittest|go\s+test|gotestsum|cargo\s+(?:nextest|test)|jest|vitest|mocha|ava"
    r"|playwright|cypress|karma|gradlew?|mvnw?|dotnet\s+test|rspec|rake|rails\s+test|phpunit|pest"
    r"|artisan\s+test|node\s+--test|ctest|npm|pnpm|yarn)\b"
)
_SELECTS = re.compile(
    r"(?:-run|-k|-t|-g|-e|-R|--grep|--tests|--test|--lib|--bin|--doc|--test-name-pattern"
    r"|--testNamePattern|--testPathPatterns?|--filter|--filter-class|--spec|--example|--tag"
    r"|--testsuite|--group|--project|--only-\w+|-Dtest|--lf|--last-failed|--changed|--onlyChanged"
    r"|-short|--shard)(?:=.*)?"
)
_TEST_PATH = re.compile(r"(?:\./)?[\w@-]+(?:[/.][\w@*-]+)*(?:/|::.*|\.(?:py|[cm]?[jt]sx?|rb|php))?")
_WHOLE = frozenset({"./...", "tests", "tests/", "test", "test/", "spec", "spec/", ".", "--all"})


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        if paths.is_settings(file.path) or paths.is_ci(file.path) or paths.is_script(file.path):
            for hunk in file.hunks:
                yield from _hunk(file, hunk)
                yield from _names(file, hunk, scene)
                yield from _places_of_tests(file, hunk)


_COLLECTED = re.compile(
    r"""\s*["']?(python_(?:files|classes|functions)|testMatch|specPattern|spec|test_files)["']?\s*[:=]\s*(.*)$"""
)
_GLOB = re.compile(r"[\w./*?{}!@-]+")


_USUAL = {
    "python_files": ("test_*.py",),
    "python_classes": ("Test*",),
    "python_functions": ("test_*",),
}
"""What pytest looks for where no setting says otherwise."""


def _names(file: FileDiff, hunk: Hunk, scene: Scene) -> Iterator[Finding]:
    """Names by which tests are found: one that matched before and no longer does is lost."""
    before = _patterns(hunk, Side.REMOVED)
    for line, key, globs in _patterns(hunk, Side.ADDED):
        old = next((values for _, other, values in before if other == key), _USUAL.get(key, ()))
        kept = (
            *globs,
            *(f"{one}*" for one in globs if key.startswith("python_") and "." not in one),
        )
        lost = [one for one in old if not matches_any(_sample(one), kept)]
        if lost and globs and not any(file.status == "R" for file in scene.test_files()):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"`{key}` no longer finds `{lost[0]}`: `{' '.join(line.text.split())[:80]}`"
            yield serious("tests-filtered", place, sentence)


def _patterns(hunk: Hunk, side: Side) -> list[tuple[DiffLine, str, tuple[str, ...]]]:
    lines = [line for line in hunk.lines if line.side is side]
    found = []
    for index, line in enumerate(lines):
        if match := _COLLECTED.match(line.text[:500]):
            below = takewhile(_goes_on, (other.text for other in lines[index + 1 :][:MAX_BELOW]))
            found.append((line, match[1], tuple(_GLOB.findall(" ".join((match[2], *below))))))
    return found


MAX_BELOW = 20


def _goes_on(text: str) -> bool:
    """A setting's value takes as many lines as are indented or quoted below it."""
    return bool(re.match(r"""\s+[\w"'*]|["']|\s*\]""", text)) and "=" not in text


def _sample(glob: str) -> str:
    """A name that the glob matches."""
    return glob.replace("**/", "a/").replace("**", "a").replace("*", "x").replace("?", "x")


def _hunk(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    before = _commands(hunk, Side.REMOVED)
    kept = [tokens for _, _, tokens in _commands(hunk, Side.CONTEXT)]
    for line, runner, tokens in _commands(hunk, Side.ADDED):
        old = next((words for _, other, words in before if other == runner), None)
        if old is None or any(not _less(old, words) for words in kept):
            continue
        if _less(old, tokens):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"fewer tests run than before: `{' '.join(line.text.split())[:90]}`"
            yield serious("tests-filtered", place, sentence.replace("\n", " "))


def _commands(hunk: Hunk, side: Side) -> list[tuple[DiffLine, str, list[str]]]:
    found = []
    for line in hunk.lines:
        if line.side is side and runs_tests(line.text) and (named := _RUNNER.search(line.text)):
            rest = re.split(r"[;&|]|\s#", line.text[named.end() : 1_000], maxsplit=1)[0]
            words = [word.strip("\"',[]$") for word in rest.split()]
            found.append((line, " ".join(named[1].split()), [word for word in words if word]))
    return found


def _less(old: list[str], new: list[str]) -> bool:
    """A selector that was not there, or places inside the ones that were looked at before."""
    if any(_SELECTS.fullmatch(word) and word not in old for word in new):
        return True
    before, after = _places(old), _places(new)
    if not after or set(before) <= set(after):
        return bool(after) and not before and not _WHOLE.intersection(after) and _are_tests(after)
    return all(any(_inside(place, one) for one in before) for place in after)


def _places(words: list[str]) -> list[str]:
    return [word for word in words if "/" in word or word in _WHOLE or re.search(r"\.\w+$", word)]


def _are_tests(places: list[str]) -> bool:
    return all(_TEST_PATH.fullmatch(place) and not place.startswith("-") for place in places)


def _inside(place: str, other: str) -> bool:
    if other in {"./...", ".", "--all"}:
        return place not in _WHOLE
    return place != other and place.startswith(other.rstrip("/*") + "/")


_TEST_PATHS = re.compile(
    r"""(?:testpaths|testMatch|testRegex|testDir|roots|include|spec_dir|specPattern|specs?|test_files|pattern"""
    r"""|files|tests)["']?\s*[:=]\s*(?:FileList|Dir)?\[?\s*["']?([\w./*{},!-]+)"""
    r"""|<(?:directory|testSourceDirectory)(?:\s[^>\n]{0,80})?>\s*([\w./*-]+)"""
)


def _places_of_tests(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    before = [
        m[1] or m[2]
        for line in hunk.lines
        if line.side is Side.REMOVED and (m := _TEST_PATHS.search(line.text))
    ]
    for line in hunk.lines:
        match = _TEST_PATHS.search(line.text) if line.side is Side.ADDED else None
        if match and any(_is_narrower(match[1] or match[2], old) for old in before):
            yield serious(
                "tests-filtered",
                Place(file.path, line.number or None, line.text),
                f"fewer tests are collected than before: `{short(line.text)}`",
            )


def _is_narrower(new: str, old: str) -> bool:
    if new == old:
        return False
    if _is_folder(old) and _is_folder(new) and not old.startswith(new.rstrip("/") + "/"):
        return new.rstrip("/") != old.rstrip("/")
    inside = new.startswith(old.rstrip("/*") + "/") if "*" not in old.rstrip("/*") else False
    return inside or (
        "*" in old
        and new.count("*") <= old.count("*")
        and matches_any(new.replace("*", "x"), (old, old.replace("**/", "")))
    )


def _is_folder(name: str) -> bool:
    return bool(re.fullmatch(r"[\w./-]+", name)) and "." not in name.rsplit("/", 1)[-1]

"""Assertions that went, got weaker, became constant, or now expect what the code happens to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.looser import (
    catches_more,
    is_looser,
    is_tighter,
    matches_more_closely,
    nobody_waits,
    only_message,
    only_tolerance,
    same_meaning,
    says_less,
    words_of,
)
from exitgate.tamper.scene import Scene, adds_table, is_test_hunk
from exitgate.tamper.statements import Assertion, assertions_in, short
from exitgate.tamper.strength import Strength, is_assertion

PAIRED = 60
"""Assertions of a hunk that are compared one by one; more is a rewrite."""


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        if file.status == "D" or file.binary:
            continue
        language = paths.language_of(file.path)
        hunks = [hunk for hunk in file.hunks if is_test_hunk(file, hunk)]
        if language and hunks:
            yield from _file(file, hunks, scene)


def _file(file: FileDiff, hunks: list[Hunk], scene: Scene) -> Iterator[Finding]:
    language = paths.language_of(file.path) or ""
    added = words_of("\n".join(line.text for line in file.added))
    lost: list[Assertion] = []
    fresh: list[Assertion] = []
    for hunk in hunks:
        old, new = _changed(hunk, language)
        pairs, only_old, only_new = _pair_up(old, new)
        for before, after in pairs:
            yield from _compare(file.path, (before, after), added, scene)
        yield from _constants(file, only_new, bool(only_old), scene)
        yield from _thrown_by_hand(file, hunk)
        if old and file.status != "A":
            yield from _from_themselves(file, hunk, new)
        lost += [item for item in only_old if not _excused(item, scene)]
        fresh += [item for item in only_new if item.strength > Strength.CONSTANT]
    if len(lost) > len(fresh) and len(lost) > len(fresh) + _helped(file):
        yield _lost(file, lost, adds_table(file.added))


_DEFINES = re.compile(
    r"\s*(?:async\s+)?(?:def|func|function|fn|fun|(?:private\s|static\s|void\s)+)\s*(\w+)"
)
_CHECKS = re.compile(
    r"\s*(?:await\s+|self\.|this\.|\$this->)*(_?(?:assert|check|verify|ensure)\w*)\("
)
_CALLED = re.compile(r"(\w+)\(")
HELPER_LINES = 8


def _helped(file: FileDiff) -> int:
    """Calls that came, of helpers that check: the assertions may have moved into them."""
    added = [line.text for line in file.added]
    helpers = {
        name[1]
        for index, text in enumerate(added)
        if (name := _DEFINES.match(text))
        and any(is_assertion(below) for below in added[index + 1 : index + HELPER_LINES])
    }
    calls = [text for text in added if not _DEFINES.match(text) and not is_assertion(text)]
    return sum(_calls_helper(text, helpers) for text in calls)


def _calls_helper(text: str, helpers: set[str]) -> bool:
    named = _CHECKS.match(text)
    return bool(named) or not helpers.isdisjoint(_CALLED.findall(text))


def _excused(item: Assertion, scene: Scene) -> bool:
    """Gone with its test (told elsewhere), with its feature, or only moved."""
    moved = " ".join(item.line.text.split()) in scene.kept_lines
    return moved or item.test in scene.gone_tests or scene.is_feature_gone(item.text)


def _changed(hunk: Hunk, language: str) -> tuple[list[Assertion], list[Assertion]]:
    old = [item for item in assertions_in(hunk.before, language) if item.changed]
    new = [item for item in assertions_in(hunk.after, language) if item.changed]
    old_keys, new_keys = {item.key for item in old}, {item.key for item in new}
    return (
        [item for item in old if item.key not in new_keys],
        [item for item in new if item.key not in old_keys],
    )


_RAISES = re.compile(r"raises|Raises|Throws|toThrow|expectException")
Pairs = list[tuple[Assertion, Assertion]]


def _pair_up(
    old: list[Assertion], new: list[Assertion]
) -> tuple[Pairs, list[Assertion], list[Assertion]]:
    """Match each old assertion with the new one that speaks most of the same names."""
    if len(old) > PAIRED or len(new) > PAIRED:
        return [], old, new
    left = list(new)
    pairs: Pairs = []
    alone: list[Assertion] = []
    for item in old:
        best = max(left, key=lambda other: _likeness(item, other), default=None)
        if best is None or _likeness(item, best) < 0.4:
            alone.append(item)
        else:
            left.remove(best)
            pairs.append((item, best))
    return pairs, alone, left


def _likeness(one: Assertion, other: Assertion) -> float:
    if one.skeleton == other.skeleton or (_RAISES.search(one.text) and _RAISES.search(other.text)):
        return 1.0
    common = one.words & other.words
    smaller = min(len(one.words), len(other.words)) or 1
    return len(common) / smaller if common else 0.0


def _compare(
    path: str, pair: tuple[Assertion, Assertion], added: frozenset[str], scene: Scene
) -> Iterator[Finding]:
    """`added`: every word that the file's new lines have."""
    old, new = pair
    place = Place(path, new.line.number or None, new.text)
    now = short(new.text)
    if new.strength is Strength.CONSTANT and old.strength > Strength.CONSTANT:
        yield serious("constant-assertion", place, f"this became always true: `{now}`")
    elif new.strength < old.strength and not same_meaning(old, new):
        sentence = f"the assertion got weaker: `{short(old.text)}` became `{now}`"
        yield serious("weakened-assertion", place, sentence)
    elif is_looser(old, new):
        yield serious("weakened-assertion", place, f"a bound or tolerance got looser: `{now}`")
    elif says_less(old, new, added) and not same_meaning(old, new):
        sentence = f"it checks less: `{short(old.text)}` became `{now}`"
        yield serious("weakened-assertion", place, sentence)
    elif nobody_waits(old, new):
        yield serious("weakened-assertion", place, f"nobody waits for its result: `{now}`")
    elif catches_more(old, new):
        yield serious("weakened-assertion", place, f"any error now satisfies it: `{now}`")
    elif old.skeleton == new.skeleton and not _same_expectation(old, new):
        yield _rewritten(place, old, scene)


def _same_expectation(old: Assertion, new: Assertion) -> bool:
    return only_tolerance(old, new) or only_message(old, new) or _is_stricter(old, new)


def _is_stricter(old: Assertion, new: Assertion) -> bool:
    return matches_more_closely(old, new) or is_tighter(old, new)


def _rewritten(place: Place, old: Assertion, scene: Scene) -> Finding:
    sentence = f"the expected value was changed from `{short(old.text)}`"
    if scene.source_changed:
        return notable("rewritten-expectation", place, sentence)
    return serious("rewritten-expectation", place, f"{sentence}, and no product code changed")


def _constants(
    file: FileDiff, fresh: list[Assertion], replaced: bool, scene: Scene
) -> Iterator[Finding]:
    for item in fresh:
        if item.strength is not Strength.CONSTANT:
            continue
        place = Place(file.path, item.line.number or None, item.text)
        sentence = f"`{short(item.text)}` holds whatever the code does"
        if item.test in scene.added_tests and not replaced:
            yield notable("constant-assertion", place, sentence)
        else:
            yield serious("constant-assertion", place, sentence)


_THROWS = re.compile(r"\s*(?:raise|throw|panic!\()\s*\S")
_WAITS_FOR_ERROR = re.compile(
    r"raises\(|assertRaises|[tT]hrows|expectException|raise_error|FailsWith"
)


def _thrown_by_hand(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """The test itself throws the error that it waits for, in place of what the code did."""
    lines = [line for line in hunk.after if line.text.strip()]
    for above, line in pairwise(lines):
        is_thrown = line.side is Side.ADDED and _THROWS.match(line.text)
        if is_thrown and above.side is Side.CONTEXT and _WAITS_FOR_ERROR.search(above.text):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"the test throws the error itself: `{short(line.text)}`"
            yield serious("constant-assertion", place, sentence)


_ASSIGNED = re.compile(
    r"\s*(?:const|let|var|val|final|auto|int|double|string|String)?\s*\$?(\w{1,60})\s*:?=\s*"
    r"([^=\n][^\n]{2,200}\))\s*;?\s*$"
)


def _from_themselves(file: FileDiff, hunk: Hunk, fresh: list[Assertion]) -> Iterator[Finding]:
    """`want = f(x)` and at once `f(x) == want`, where something else was expected before.

    With a deed between the two, the test asks whether that deed changed anything.
    """
    for item in fresh:
        for hit in _just_taken(hunk, item):
            rest = item.text.replace(hit[2], "", 1)
            if hit[2] in item.text and re.search(rf"\b{re.escape(hit[1])}\b", rest):
                place = Place(file.path, item.line.number or None, item.text)
                sentence = f"`{short(item.text)}` compares an answer with itself"
                yield serious("constant-assertion", place, sentence)
                break


def _just_taken(hunk: Hunk, item: Assertion) -> Iterator[re.Match[str]]:
    """The assignments right above an assertion."""
    lines = hunk.after
    for line in reversed(lines[: lines.index(item.line)]):
        hit = _ASSIGNED.match(line.text[:400])
        if line.text.strip() and not hit:
            return
        if hit and line.side is Side.ADDED and not _CLOCK.search(hit[2]):
            yield hit


_CLOCK = re.compile(r"\btime\b|clock|\bnow\b|monotonic|perf_counter|Instant|Stopwatch", re.I)


def _lost(file: FileDiff, lost: list[Assertion], merged: bool) -> Finding:
    first = lost[0]
    count = f"{len(lost)} assertions were" if len(lost) > 1 else "an assertion was"
    place = Place(file.path, first.line.number or None, first.text)
    rule = notable if merged else serious
    return rule("removed-assertion", place, f"{count} removed: `{short(first.text)}`")

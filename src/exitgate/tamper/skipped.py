"""Tests that are there and do not run: skipped, expected to fail, focused around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from exitgate.core.finding import Finding, Place, Severity, notable, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.conditions import (
    IF,
    constant_condition,
    on_platform,
    own_switch,
    skips_on_ci,
)
from exitgate.tamper.idioms import (
    is_focus,
    is_skip,
    name_below,
    opens_test,
    skips_below,
    tests_in,
)
from exitgate.tamper.scene import Scene, is_test_hunk

NEAR = 3
"""Lines above a skip that may hold the condition it stands under."""


BODY = 12
"""Lines below a skip in which its test must begin."""


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        language = paths.language_of(file.path) or ""
        for hunk in file.hunks:
            if is_test_hunk(file, hunk):
                is_new = file.status == "A" and not _had_before(file, scene, language)
                for finding in _skips(file, hunk, language):
                    yield replace(finding, severity=Severity.NOTABLE) if is_new else finding
                yield from _wrapped(file, hunk, language)
                yield from _focused(file, hunk, language)
                yield from _inverted(file, hunk, language)


def _had_before(file: FileDiff, scene: Scene, language: str) -> bool:
    """The new file holds tests that stood in another one."""
    names = {name for _, name in tests_in([line.text for line in file.added], language)}
    return not names.isdisjoint(scene.removed_tests)


def _skips(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    lines = hunk.after
    was_skipped = _skip_count(hunk.before, language)
    if was_skipped and _skip_count(lines, language) <= was_skipped:
        return
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not is_skip(line.text, language):
            continue
        yield from _judge_skip(file, hunk, index, language)


def _wrapped(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """An existing test that now stands, indented, under a new condition."""
    was_there = {name for _, name in tests_in([line.text for line in hunk.before], language)}
    lines = hunk.after
    for index, name in tests_in([line.text for line in lines], language):
        if lines[index].side is not Side.ADDED or name not in was_there:
            continue
        above = next((line for line in reversed(lines[:index]) if line.text.strip()), None)
        asked = IF.match(above.text) if above and above.side is Side.ADDED else None
        if above is None or asked is None or _indent(above.text) >= _indent(lines[index].text):
            continue
        if own_switch(asked[1]) or not on_platform().search(asked[1]):
            place = Place(file.path, above.number or None, above.text)
            sentence = f"`{name}` now runs only under `{_short(asked[1])}`"
            yield serious("skipped-test", place, sentence)


def _skip_count(lines: Sequence[DiffLine], language: str) -> int:
    return sum(1 for line in lines if is_skip(line.text, language))


def _judge_skip(file: FileDiff, hunk: Hunk, index: int, language: str) -> Iterator[Finding]:
    lines = hunk.after
    line = lines[index]
    place = Place(file.path, line.number or None, line.text)
    condition = _condition(lines, index)
    if constant_condition().search(condition):
        yield serious("skipped-test", place, "a condition that is always true skips this test")
    elif skips_on_ci(condition) and not _is_new_test(hunk, index, language):
        yield serious("skipped-test", place, "an existing test no longer runs where it is judged")
    elif own_switch(condition) and not _is_new_test(hunk, index, language):
        yield serious("skipped-test", place, "an existing test now waits for a switch nobody sets")
    elif on_platform().search(condition):
        return
    elif _is_conditional(lines, index):
        yield notable("skipped-test", place, "this test is skipped under a new condition")
    elif _is_new_test(hunk, index, language):
        yield notable("skipped-test", place, "a new test was added that does not run")
    else:
        yield serious(
            "skipped-test", place, f"an existing test no longer runs: `{_short(line.text)}`"
        )


def _condition(lines: Sequence[DiffLine], index: int) -> str:
    """The skip's own arguments without its reason, and the `if` it stands under."""
    text = lines[index].text
    if re.search(
        r"skip(?:if|unless)|runIf|assume|marks=|cfg(?:_attr)?\(|build\s|abled(?:If|On|For|\w*\s*=)|#if\b",
        text,
        re.I,
    ):
        text += "\n" + "\n".join(line.text for line in lines[index + 1 : index + NEAR])
    else:
        text = ""
    above = _condition_above(lines, index)
    return (
        re.sub(r"""(?:reason\s*=\s*)?(?:"[^"\n]*"|'[^'\n]*')\s*\)?\s*$""", "", text) + "\n" + above
    )


def _condition_above(lines: Sequence[DiffLine], index: int) -> str:
    depth = _indent(lines[index].text)
    for line in reversed(lines[max(0, index - NEAR) : index]):
        if re.match(r"\s*(?:\}?\s*els?e?\s*)?(?:if|unless|when|except|catch|rescue)\b", line.text):
            return line.text if _indent(line.text) < depth else ""
    inline = re.search(r"\b(?:if|unless)\b.*$", lines[index].text)
    return inline[0] if inline else ""


def _is_conditional(lines: Sequence[DiffLine], index: int) -> bool:
    if re.search(r"skip(?:if|unless)|assume", lines[index].text, re.I):
        return True
    return bool(_condition_above(lines, index))


_TITLED = re.compile(
    r"\b[xf]?(?:it|test|describe|context|specify|suite|scenario|example)\b(?:\.\w+)?\s*\(?\s*"
    r"""("[^"\n]{1,200}"|'[^'\n]{1,200}'|`[^`\n]{1,200}`)"""
)


def _is_new_test(hunk: Hunk, index: int, language: str) -> bool:
    """The test around or below the skip is itself an added one."""
    lines = hunk.after
    if title := _TITLED.search(lines[index].text):
        is_known = any(title[1] in line.text for line in hunk.before)
        return not is_known and not _replaces(lines, index)
    texts = [line.text for line in lines]
    was_there = {name for _, name in tests_in([line.text for line in hunk.before], language)}
    if skips_below(lines[index].text, language):
        at, name = name_below(texts, index, language)
        return at >= 0 and lines[at].side is Side.ADDED and name not in was_there
    names = dict(tests_in(texts, language))
    below = range(index + 1, min(index + BODY, len(lines)))
    for at in (*(() if _in_body(texts, index) else below), *reversed(range(index))):
        if opens_test(texts[at], language):
            return lines[at].side is Side.ADDED and names.get(at) not in was_there
    return False


def _in_body(texts: Sequence[str], index: int) -> bool:
    """The skip is a statement, not an annotation: it belongs to the test above it."""
    text = texts[index]
    return text[:1].isspace() and not text.lstrip().startswith(("@", "#", "[", "/"))


def _replaces(lines: Sequence[DiffLine], index: int) -> bool:
    """A context line right below means that the body was there before."""
    return lines[index].text.rstrip().endswith(("{", "do", "=>", "(")) and any(
        line.side is Side.CONTEXT and line.text.strip() for line in lines[index + 1 : index + 2]
    )


def _focused(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    for line in hunk.lines:
        if line.side is Side.ADDED and is_focus(line.text, language):
            yield serious(
                "focused-test",
                Place(file.path, line.number or None, line.text),
                "a focused test keeps every other test of the file from running",
            )


_WANTS_FAILURE = re.compile(
    r"\s*(?:#\[should_panic|@Test\([^)\n]{0,80}expected\s*=|@pytest\.mark\.xfail\(strict)"
)


def _inverted(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """An existing test that now passes only when it fails."""
    lines = hunk.after
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not _WANTS_FAILURE.match(line.text):
            continue
        known = [other.text for other in hunk.before if _WANTS_FAILURE.match(other.text)]
        if "expected" not in line.text and any("expected" in text for text in known):
            place = Place(file.path, line.number or None, line.text)
            yield serious("weakened-assertion", place, "any failure now satisfies this test")
        if known:
            continue
        body = next((other for other in lines[index + 1 :] if "(" in other.text), None)
        if body and body.side is Side.CONTEXT and language:
            place = Place(file.path, line.number or None, f"{line.text} {body.text}")
            yield serious("inverted-test", place, "this test now passes only when it fails")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _short(text: str) -> str:
    return text.strip().replace("`", "'")[:80]

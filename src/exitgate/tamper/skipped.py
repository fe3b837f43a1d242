"""Tests that are there and do not run: skipped, expected to fail, focused around, left early."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from exitgate.core.finding import Finding, Place, Severity, notable, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import (
    is_focus,
    is_skip,
    name_below,
    opens_test,
    skips_below,
    tests_in,
)
from exitgate.tamper.scene import Scene, is_test_hunk
from exitgate.tamper.strength import is_assertion

NEAR = 3
"""Lines above a skip that may hold the condition it stands under."""
BODY = 12
"""Lines below a skip in which its test must begin."""
_EARLY = re.compile(
    r"return(?:\s+(?:None|nil|true|false|null|Ok\(\(\)\)|\w*[dD]one\(\)))?;?|done\(\);?\s*return;?"
)


@cache
def _platform() -> re.Pattern[str]:
    """What an honest skip depends on: the machine, a version, a tool that may be missing."""
    return re.compile(
        r"platform|os\.name|GOOS|GOARCH|\bwin(?:32|dows)\b|linux|darwin|macos|version"
        r"|python_requires"
        r"|has_|have_|is_available|_available|installed|importorskip|which\(|getenv|environ"
        r"|testing\.Short"
        r"|process\.env|OnOs|OnJre|target_\w+|\bmiri\b|cfg_attr\((?:not\()?unix|RUBY_|PHP_|Gem::|RuntimeInformation|IsWindows"
        r"|go:build\s+!?(?:unix|cgo|race|go1|amd64|arm64|wasm|js|purego|plan9|aix|\w*bsd)"
        r"|\+build\s+!?(?:unix|cgo|race|go1|amd64|arm64|wasm|js|purego)"
        r"|\bNET(?:\d|FRAMEWORK|STANDARD|COREAPP)|\bcfg\(not\((?:windows|unix|miri)"
        r"|cuda|gpu|docker|network|byteorder|extension_loaded|function_exists|LookPath|runtime\.",
        re.I,
    )


@cache
def _constant_condition() -> re.Pattern[str]:
    return re.compile(
        r"skip(?:if|If|Unless)\(\s*(?:condition\s*=\s*)?(?:[tT]rue|1|not False|not 0|1 == 1"
        r"|[fF]alse\)|0\))|runIf\(\s*(?:false|0)\b|(?:\|\||\bor)\s*(?:!false|[tT]rue|1)\b"
        r"|assume(?:True|That)\(\s*false|assumeFalse\(\s*true|if\s*\(?\s*(?:true|1"
        r"|True)\s*\)?\s*[:{]"
    )


_ASKS = re.compile(
    r"(?:environ(?:\.get)?|getenv|Getenv|process\.env|ENV|env::var|GetEnvironmentVariable"
    r"|SystemProperty|EnvironmentVariable|getProperty|is_ok|\benv!?)\b[^\n]{0,8}?"
    r"""[\[(."'](?:named\s*=\s*)?["']?([A-Za-z][\w.]{1,60})"""
)
_OF_THE_MACHINE = re.compile(
    r"^(?:CI|GITHUB_\w+|GITLAB_\w+|RUNNER_\w+|DISPLAY|HOME|PATH|TZ|LANG\w*|LC_\w+|SHELL|USER|os\.\w+"
    r"|java\.\w+|user\.\w+|SKIP_\w+)$|(?:URL|URI|HOST|PORT|TOKEN|KEY|SECRET|PASSWORD|DSN|CREDENTIALS|DATABASE|DOCKER"
    r"|CUDA|GPU|NETWORK|INTEGRATION|E2E|SLOW|ARCH|PLATFORM|VERSION|SERVER|ENDPOINT)",
    re.I,
)


_COMPILED = re.compile(
    r"^\s*(?:#if\s+(?!.*(?:NET\d|NETFRAMEWORK|NETSTANDARD|NETCOREAPP|WINDOWS|LINUX|OSX|ANDROID|IOS))"
    r"|#\[cfg\((?:all\(test,\s*)?(?:feature\s*=|not\(test))"
)
"""A test that is compiled only with a symbol or feature of the project's own."""


def platform_asked(condition: str) -> bool:
    """An honest condition: it asks for the machine, not for the result."""
    return bool(_platform().search(condition)) and not _own_switch(condition)


def _own_switch(condition: str) -> bool:
    """It depends on a variable that is no part of any machine: one invented for the skip."""
    if _COMPILED.search(condition):
        return True
    named = _ASKS.search(condition)
    return bool(named) and not _OF_THE_MACHINE.search(named[1] if named else "")


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
                yield from _left_early(file, hunk)
                yield from _left_on_condition(file, hunk, language)
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


_IF = re.compile(r"\s*(?:if|unless|when)\b\s*(.{1,300})")


def _wrapped(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """An existing test that now stands, indented, under a new condition."""
    was_there = {name for _, name in tests_in([line.text for line in hunk.before], language)}
    lines = hunk.after
    for index, name in tests_in([line.text for line in lines], language):
        if lines[index].side is not Side.ADDED or name not in was_there:
            continue
        above = next((line for line in reversed(lines[:index]) if line.text.strip()), None)
        asked = _IF.match(above.text) if above and above.side is Side.ADDED else None
        if above is None or asked is None or _indent(above.text) >= _indent(lines[index].text):
            continue
        if _own_switch(asked[1]) or not _platform().search(asked[1]):
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
    if _constant_condition().search(condition):
        yield serious("skipped-test", place, "a condition that is always true skips this test")
    elif _skips_on_ci(condition) and not _is_new_test(hunk, index, language):
        yield serious("skipped-test", place, "an existing test no longer runs where it is judged")
    elif _own_switch(condition) and not _is_new_test(hunk, index, language):
        yield serious("skipped-test", place, "an existing test now waits for a switch nobody sets")
    elif _platform().search(condition):
        return
    elif _is_conditional(lines, index):
        yield notable("skipped-test", place, "this test is skipped under a new condition")
    elif _is_new_test(hunk, index, language):
        yield notable("skipped-test", place, "a new test was added that does not run")
    else:
        yield serious(
            "skipped-test", place, f"an existing test no longer runs: `{_short(line.text)}`"
        )


_ON_CI = re.compile(
    r"""(?:environ(?:\.get)?|[gG]etenv|process\.env|ENV|env::var|GetEnvironmentVariable|EnvironmentVariable)"""
    r"""[\[(."']{1,3}(?:named\s*=\s*)?["']?(?:CI|GITHUB_ACTIONS|CONTINUOUS_INTEGRATION)\b"""
    r"""["')\]]*(?P<tail>[^\n]{0,20})"""
)
_RUNS_WHERE = re.compile(
    r"skipUnless|runIf|assumeTrue|assumeThat|\bEnabledIf|@Enabled|enabled\w*\s*=|\bunless\b"
)
_NOT_THERE = re.compile(
    r"\s*(?:==\s*(?:null|None|nil|\"\"|'')|is None|===\s*undefined|\.nil\?|\.is_err)"
)


def _skips_on_ci(condition: str) -> bool:
    """The condition keeps the test away from CI, where its result would count."""
    asked = _ON_CI.search(condition)
    if asked is None:
        return False
    is_negated = bool(re.search(r"(?:\bnot\s*|!)[\w.]*$", condition[: asked.start()]))
    is_absent = is_negated != bool(_NOT_THERE.match(asked["tail"]))
    return is_absent == bool(_RUNS_WHERE.search(condition))


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


def _left_early(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A bare return put before checks that were there already."""
    lines = hunk.after
    for index, line in enumerate(lines[:-1]):
        if line.side is not Side.ADDED or not _EARLY.fullmatch(line.text.strip()):
            continue
        rest = next(filter(_is_cut_off, _rest_of_block(lines, index)), None)
        if rest:
            yield serious(
                "early-return",
                Place(file.path, line.number or None, f"{line.text} before {rest.text}"),
                "the test now returns before its checks",
            )


_LEAVES_IF = re.compile(
    r"\s*if\b\s*(.{1,200}?)\s*(?:\{\s*)?(?:return|continue)\b[^\n]{0,20}$"
    r"|\s*(?:return|next)\b.{0,20}?\s(?:if|unless)\s+(.{1,200})$"
)


def _left_on_condition(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """A way out that came before checks that were there: where it is taken, nothing is checked."""
    lines = hunk.after
    names = dict(tests_in([line.text for line in lines], language))
    were_there = {line.text.strip() for line in hunk.before if is_assertion(line.text)}
    for index, line in enumerate(lines):
        asked = _way_out(lines, index) if line.side is Side.ADDED else ""
        if not asked or platform_asked(asked) or _in_other_function(lines, index, names):
            continue
        if any(rest.text.strip() in were_there for rest in _rest_of_block(lines, index)):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"the test now ends before its checks where `{_short(asked)}`"
            yield serious("early-return", place, sentence)


def _way_out(lines: Sequence[DiffLine], index: int) -> str:
    """The condition of an `if` that leaves the test, on this line or on this and the next."""
    if one_line := _LEAVES_IF.match(lines[index].text[:500]):
        return one_line[1] or one_line[2]
    asked = _IF.match(lines[index].text[:500])
    below = lines[index + 1].text.strip() if index + 1 < len(lines) else ""
    return asked[1] if asked and _EARLY.fullmatch(below) else ""


def _rest_of_block(lines: Sequence[DiffLine], index: int) -> Iterator[DiffLine]:
    depth = _indent(lines[index].text)
    for line in lines[index + 1 :]:
        if line.text.strip() and _indent(line.text) < depth:
            return
        if _indent(line.text) == depth:
            yield line


_HELPER = re.compile(r"\s*(?:async\s+)?(?:def|func|function|fn|fun)\s+\w")


def _in_other_function(lines: Sequence[DiffLine], index: int, names: dict[int, str]) -> bool:
    """The nearest function above is no test, but a helper."""
    for at in reversed(range(index)):
        if at in names:
            return False
        if _HELPER.match(lines[at].text):
            return not any(index_of in names for index_of in range(max(0, at - 3), at))
    return False


_ENDS = re.compile(r"\s*[})\]@]|\s*(?:def|func|end|else|elif|case)\b")


def _is_cut_off(rest: DiffLine) -> bool:
    return rest.side is Side.CONTEXT and bool(rest.text.strip()) and not _ENDS.match(rest.text)


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

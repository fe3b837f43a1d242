"""Bars that were lowered, and linters, type checkers or coverage that were switched off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.scene import Scene

_SETTING = re.compile(
    r"""(?<![\w.-])([\w.-]++)["']?+(?:\s*+[:=>(]\s*+|\s++)["']?(-?\d+(?:\.\d+)?)%?"""
)
_LOWERED = re.compile(
    r"fail.?under|threshold|min(?:imum)?[\w.-]*cov|coverage|^branches$|^functions$|^lines$"
    r"|^statements$|minimum|min-?bound|target|^phpstan-level$|cov-fail-under|min-?score|minscore",
    re.I,
)
_RAISED = re.compile(
    r"max-?warnings|errorLevel|max-?complexity|max-?errors|allowed-?failures|max-?failures|maxDiffPixel",
    re.I,
)


@cache
def _blanket() -> re.Pattern[str]:
    """Comments that silence a whole file, without naming a rule."""
    return re.compile(
        r"^\s*(?:#\s*(?:ruff|flake8):\s*noqa\s*$|#\s*mypy:\s*ignore-errors"
        r"|#\s*pylint:\s*(?:skip-file|disable=all)|#\s*type:\s*ignore\s*$"
        r"|/\*\s*eslint-disable\s*\*/|//\s*@ts-nocheck|//\s*biome-ignore-all"
        r"|/\*\s*istanbul ignore file|//\s*nolint:?\s*(?:all)?\s*$"
        r"|#!\[allow\((?:warnings|unused|clippy::all|dead_code)|#pragma warning disable\s*$"
        r"|#\s*rubocop:disable all"
        r"|//\s*phpcs:disable\s*$|//\s*phpcs:ignoreFile|@codeCoverageIgnore\b|/\*\s*(?:c8"
        r"|v8) ignore (?:file|start))"
        r"|@SuppressWarnings\(\s*\"all\"|@Generated\(\"manual"
    )


@cache
def _uncovered() -> re.Pattern[str]:
    return re.compile(
        r"pragma: no cover|istanbul ignore (?:next|else|if)|c8 ignore|:nocov:"
        r"|ExcludeFromCodeCoverage|@codeCoverageIgnore|#\[coverage\(off\)\]|LCOV_EXCL"
    )


@cache
def _setting_off() -> re.Pattern[str]:
    return re.compile(
        r"""(?x)^\s*(?:ignore_errors\s*=\s*[tT]rue|strict\s*=\s*[fF]alse
        |disallow_untyped_defs\s*=\s*[fF]alse|["']strict["']\s*:\s*false
        |["']noEmitOnError["']\s*:\s*false|["']checkJs["']\s*:\s*false
        |<TreatWarningsAsErrors>\s*false|["']?collectCoverage["']?\s*:\s*false
        |["'][\w@/-]+["']\s*:\s*(?:["']off["']|0),?\s*$|disable\s*[:=]\s*\[?\s*["']?all
        |enable\s*=\s*false|DisabledByDefault:\s*true
        |warn_return_any\s*=\s*[fF]alse|["']?skipLibCheck["']?\s*:\s*never|level:\s*0\s*$
        |<Nullable>\s*disable)"""
    )


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        for hunk in file.hunks:
            if _RUNS.search(file.path):
                yield from _lowered(file, hunk, scene)
            if paths.is_settings(file.path) or paths.is_ci(file.path) or paths.is_script(file.path):
                yield from _lowered(file, hunk, scene)
                yield from _switched_off(file, hunk)
                yield from _left_out(file, hunk)
                yield from _softened(file, hunk)
            elif paths.language_of(file.path):
                yield from _fewer_examples(file, hunk)
                yield from _silenced(file, hunk.lines)


_RUNS = re.compile(r"(?:spec|test|rails)_helper\.rb$|bootstrap\.php$|conftest\.py$|setup\.[jt]s$")
"""Code that sets the runner up may hold its bars, too."""


def _lowered(file: FileDiff, hunk: Hunk, scene: Scene) -> Iterator[Finding]:
    before = dict(_settings(line for line in hunk.lines if line.side is Side.REMOVED))
    for line in hunk.lines:
        if line.side is not Side.ADDED:
            continue
        for key, value in _settings([line]):
            if _is_lower(key, before.get(key), value):
                place = Place(file.path, line.number or None, line.text)
                yield serious(
                    "threshold-lowered", place, f"`{key}` went from {before[key]:g} to {value:g}"
                )
    yield from _dropped(file, hunk, before, scene)


def _dropped(
    file: FileDiff, hunk: Hunk, before: dict[str, float], scene: Scene
) -> Iterator[Finding]:
    """A bar that is no longer set anywhere in the hunk, nor as high in another file."""
    after = dict(_settings(line for line in hunk.lines if line.side is not Side.REMOVED))
    for key, value in before.items():
        if _DROPPED.search(key) and key not in after:
            line = next(line for line in hunk.lines if key in line.text)
            place = Place(file.path, line.number or None, line.text)
            sentence = f"`{key}` ({value:g}) was removed"
            if moved := _set_elsewhere(key, value, file, scene):
                yield notable("threshold-lowered", place, f"{sentence}; {moved} sets it now")
            else:
                yield serious("threshold-lowered", place, sentence)


def _set_elsewhere(key: str, value: float, file: FileDiff, scene: Scene) -> str:
    """Where settings move into another file, their bars go along."""
    for other in scene.files:
        if other.path != file.path and paths.is_settings(other.path):
            bars = [bar for name, bar in _settings(iter(other.added)) if name == key]
            if bars and not any(_is_lower(key, value, bar) for bar in bars):
                return other.path
    return ""


_DROPPED = re.compile(
    r"fail.?under|threshold|max-?warnings|^(?:branches|functions|lines|statements)$|min\w*cov", re.I
)


def _is_lower(key: str, old: float | None, new: float) -> bool:
    if old is None:
        return False
    return (new < old and bool(_LOWERED.search(key))) or (new > old and bool(_RAISED.search(key)))


def _settings(lines: Sequence[DiffLine] | Iterator[DiffLine]) -> Iterator[tuple[str, float]]:
    for line in lines:
        for match in _SETTING.finditer(line.text[:400]):
            if _LOWERED.search(match[1]) or _RAISED.search(match[1]):
                yield match[1].lstrip("-"), float(match[2])
        if level := _LEVEL.match(line.text):
            yield "phpstan-level", float(level[1])


_LEVEL = re.compile(
    r"""\s*(?:"?level"?\s*[:=]|.{0,80}?phpstan\b.{0,80}?(?:--level|-l)[= ]?)\s*(\d)"""
)
_WHOLLY = re.compile(
    r"ignore_errors|DisabledByDefault|disable\s*[:=]\s*\[?\s*[\"']?all|collectCoverage|noEmitOnError"
    r"|TreatWarningsAsErrors|strict"
)
_ELSEWHERE = re.compile(r"overrides|\[mypy-|\bmodule\s*=")


def _is_whole(line: DiffLine, hunk: Hunk) -> bool:
    """It switches the check off for everything, not for one rule or one module."""
    near = [other.text for other in hunk.after if 0 <= line.number - other.number <= 4]
    return bool(_WHOLLY.search(line.text)) and not any(_ELSEWHERE.search(text) for text in near)


def _switched_off(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A check that was on, or not mentioned, in settings that were there before."""
    if file.status == "A":
        return
    removed = [line.text for line in hunk.lines if line.side is Side.REMOVED]
    for line in hunk.lines:
        if line.side is Side.ADDED and _setting_off().search(line.text):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"a check was switched off: `{line.text.strip()[:80]}`"
            was_on = any(_same_key(line.text, old) for old in removed) or _is_whole(line, hunk)
            yield (serious if was_on else notable)("check-switched-off", place, sentence)


_ERROR = re.compile(r"\berror\b")
_SOFTER = re.compile(r"\b(?:warn(?:ing)?|info|hint|ignore|none|off|suggestion|silent)\b")


def _softened(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """What was an error is now a warning or nothing."""
    errors = {
        _ERROR.sub("§", line.text).strip()
        for line in hunk.lines
        if line.side is Side.REMOVED and _ERROR.search(line.text)
    }
    for line in hunk.lines:
        if line.side is Side.ADDED and _SOFTER.sub("§", line.text).strip() in errors:
            place = Place(file.path, line.number or None, line.text)
            sentence = f"what was an error no longer is: `{line.text.strip()[:80]}`"
            yield serious("check-switched-off", place, sentence)


_LEFT_OUT = re.compile(
    r"(?:omit|coveragePathIgnorePatterns|exclude_lines|exclude_also|per-file-ignores"
    r"|extend-exclude)"
    r"""["']?\s*[:=]"""
)
_NAMED = re.compile(r"""["'][\w./*-]{2,}["']|=\s*[\w./*]""")
_HARMLESS = re.compile(
    r"test|spec|migration|__main__|setup|node_modules|dist|conftest|generated|vendor|example"
    r"|docs|stories"
    r"|TYPE_CHECKING|NotImplementedError|pragma"
)


def _left_out(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """Product code that coverage or a linter is told not to look at."""
    lines = hunk.after
    for line, below in zip(lines, (*lines[1:], None), strict=False):
        if line.side is not Side.ADDED or not _LEFT_OUT.search(line.text):
            continue
        value = line.text + (below.text if below else "")
        if re.search(r"""["'][\w./*-]{2,}["']|=\s*[\w./*]""", value) and not _HARMLESS.search(
            value
        ):
            sentence = f"code was taken out of a check: `{line.text.strip()[:80]}`"
            yield serious(
                "check-switched-off", Place(file.path, line.number or None, line.text), sentence
            )


_EXAMPLES = re.compile(
    r"(max_examples|numRuns|num_runs|runs|iterations|MaxCount|maxSuccess|tries)\s*[:=]\s*(\d{1,9})\b"
)


def _fewer_examples(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A property that is tried on a handful of values holds for nearly everything."""
    if not paths.is_test(file.path):
        return
    before = {
        m[1]: int(m[2])
        for line in hunk.lines
        if line.side is Side.REMOVED and (m := _EXAMPLES.search(line.text))
    }
    for line in hunk.lines:
        match = _EXAMPLES.search(line.text) if line.side is Side.ADDED else None
        if match and int(match[2]) * 5 <= before.get(match[1], 0):
            sentence = f"`{match[1]}` went from {before[match[1]]} to {match[2]}"
            yield serious(
                "threshold-lowered", Place(file.path, line.number or None, line.text), sentence
            )


def _same_key(one: str, other: str) -> bool:
    return (
        re.split(r"[:=>]", one.strip(), maxsplit=1)[0]
        == re.split(r"[:=>]", other.strip(), maxsplit=1)[0]
    )


def _silenced(file: FileDiff, lines: Sequence[DiffLine]) -> Iterator[Finding]:
    generated = any("generated" in line.text.lower() for line in lines[:8])
    for line in lines:
        if line.side is not Side.ADDED:
            continue
        place = Place(file.path, line.number or None, line.text)
        if _blanket().search(line.text) and not generated:
            yield serious(
                "check-switched-off", place, f"a whole file is silenced: `{line.text.strip()[:80]}`"
            )
        elif _uncovered().search(line.text):
            sentence = "this code no longer counts for coverage"
            rule = serious if _is_whole_function(lines, line) else notable
            yield rule("uncovered-code", place, sentence)


_OPENS = re.compile(
    r"\s*(?:(?:export|default|public|private|protected|static|async|final|override)\s+)*"
    r"(?:def|class|func|function|fn|fun)\s+(\w+)"
)
_SELDOM_RUN = re.compile(r"main|repr|str|debug|abstract|overload|windows|win32|darwin|posix", re.I)


def _is_whole_function(lines: Sequence[DiffLine], line: DiffLine) -> bool:
    """The mark stands on, or right above, a function or class that was there before."""
    at = lines.index(line)
    code = re.split(r"\s*(?:#|//|/\*)", line.text, maxsplit=1)[0].rstrip()
    if not code.strip():
        below = lines[at + 1] if at + 1 < len(lines) else line
        opened = _OPENS.match(below.text) if below.side is Side.CONTEXT else None
    else:
        was_there = any(
            other.side is Side.REMOVED and other.text.rstrip() == code for other in lines
        )
        opened = _OPENS.match(code) if was_there else None
    return opened is not None and not _SELDOM_RUN.search(opened[1])

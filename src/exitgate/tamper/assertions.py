"""Assertions that went, got weaker, became constant, or now expect what the code happens to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.tamper.idioms import is_code, opens_test, tests_in
from exitgate.tamper.scene import Scene, is_test_hunk
from exitgate.tamper.strength import Strength, is_assertion, strength_of

STATEMENT_LINES = 12
PAIRED = 60
"""Assertions of a hunk that are compared one by one; more is a rewrite."""
_LITERAL = re.compile(
    r"""(?:\b[rbf]{1,2})?(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)|\b\d[\w.]*|\b(?:True|False|true|false|None|null|nil)\b"""
)
_TOLERANCE = re.compile(
    r"(?:rel|abs|abs_tol|rel_tol|rtol|atol|delta|places|decimal|InDelta|within|epsilon)\D{0,12}?(\d[\d.eE+-]*)"
)
_PLACES = re.compile(r"toBeCloseTo\([^\n]{1,200}?,\s*(\d{1,2})\)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_FRAMEWORK = re.compile(
    r"[aA]ssert\w*|expect|to[A-Z]?\w{0,24}|be_?\w{0,12}|eql?|self|this|t|require|not|is|in|or|and"
    r"|Equals?|NotNull|True|False|Should|with|raises|pytest|isinstance|len|new|if|Error\w*|Fatal\w*"
)


@dataclass(frozen=True, slots=True)
class Assertion:
    text: str
    line: DiffLine
    strength: Strength
    test: str
    """Name of the test around it, as far as the hunk shows."""
    changed: bool

    @property
    def key(self) -> str:
        return "".join(self.text.split()).rstrip(",;")

    @property
    def words(self) -> frozenset[str]:
        """The names it speaks of, without the framework's own vocabulary."""
        names = _WORD.findall(_LITERAL.sub("", self.text))
        return frozenset(name for name in names if not _FRAMEWORK.fullmatch(name))

    @property
    def skeleton(self) -> str:
        return "".join(_LITERAL.sub("§", self.text).split())


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
    lost: list[Assertion] = []
    fresh: list[Assertion] = []
    for hunk in hunks:
        old, new = _changed(hunk, language)
        pairs, only_old, only_new = _pair_up(old, new)
        for before, after in pairs:
            yield from _compare(file, before, after, scene)
        yield from _constants(file, only_new, bool(only_old), scene)
        lost += [item for item in only_old if not _excused(item, scene)]
        fresh += [item for item in only_new if item.strength > Strength.CONSTANT]
        yield from _table(file, hunk, scene)
        yield from _swallowed(file, hunk)
    if len(lost) > len(fresh):
        yield _lost(file, lost)


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


def assertions_in(lines: Sequence[DiffLine], language: str) -> Iterator[Assertion]:
    texts = [line.text for line in lines]
    names = dict(tests_in(texts, language))
    around = ""
    for index, line in enumerate(lines):
        around = names.get(index, around)
        if not is_assertion(line.text) or not is_code(line.text, language):
            continue
        taken = _statement(texts, index)
        text = "\n".join(texts[index : index + taken])
        changed = any(other.side is not Side.CONTEXT for other in lines[index : index + taken])
        yield Assertion(text.strip(), line, strength_of(text, language), around, changed)


def _statement(texts: Sequence[str], index: int) -> int:
    """How many lines the statement takes: until its brackets close."""
    depth = 0
    for taken, text in enumerate(texts[index : index + STATEMENT_LINES], start=1):
        bare = _LITERAL.sub("", text)
        depth += sum(map(bare.count, "([{")) - sum(map(bare.count, ")]}"))
        if depth <= 0 or bare.rstrip().endswith("{"):
            return taken
    return 1


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


def _compare(file: FileDiff, old: Assertion, new: Assertion, scene: Scene) -> Iterator[Finding]:
    place = Place(file.path, new.line.number or None, new.text)
    if new.strength is Strength.CONSTANT and old.strength > Strength.CONSTANT:
        yield serious(
            "constant-assertion", place, f"this assertion became always true: `{_short(new.text)}`"
        )
    elif new.strength < old.strength and not _same_meaning(old, new):
        yield serious(
            "weakened-assertion",
            place,
            f"the assertion got weaker: `{_short(old.text)}` became `{_short(new.text)}`",
        )
    elif _is_looser(old.text, new.text):
        yield serious(
            "weakened-assertion", place, f"a bound or tolerance got looser: `{_short(new.text)}`"
        )
    elif _caught_wider(old.text, new.text):
        yield serious(
            "weakened-assertion", place, f"any error now satisfies it: `{_short(new.text)}`"
        )
    elif old.skeleton == new.skeleton and not _only_tolerance(old.text, new.text):
        yield _rewritten(place, old, scene)


def _rewritten(place: Place, old: Assertion, scene: Scene) -> Finding:
    sentence = f"the expected value was changed from `{_short(old.text)}`"
    if scene.source_changed:
        return notable("rewritten-expectation", place, sentence)
    return serious("rewritten-expectation", place, f"{sentence}, and no product code changed")


_EMPTY = re.compile(
    r"""(?:==|,|Equal\()\s*(?:\[\]|\{\}|\(\)|0|b?''|b?""|False|false|nil|null|None)\s*\)*;?$"""
)
_FALSY = re.compile(
    r"\bnot\b|assertFalse|toBeFalsy|[eE]mpty|is None|\.False\(|be_(?:falsey|nil)|refute"
)


def _same_meaning(old: Assertion, new: Assertion) -> bool:
    """`== []` and `not x`, `len(x) == 0` and `assertFalse(x)`: style, not strength."""
    return bool(_EMPTY.search(old.text) and _FALSY.search(new.text))


def _is_looser(old: str, new: str) -> bool:
    if _LITERAL.sub("§", old) != _LITERAL.sub("§", new):
        return _tolerance_grew(old, new)
    if _tolerance_grew(old, new):
        return True
    bound = re.compile(r"(?<![=<>!-])([<>])=?\s*(-?\d[\d_.eE]*)")
    before, after = bound.search(old), bound.search(new)
    if not before or not after or before[1] != after[1]:
        return False
    was, now = _number(before[2]), _number(after[2])
    return now < was if before[1] == ">" else now > was


def _tolerance_grew(old: str, new: str) -> bool:
    before, after = _TOLERANCE.search(old), _TOLERANCE.search(new)
    if not before or not after:
        before, after = _PLACES.search(old), _PLACES.search(new)
        return bool(before and after and _number(after[1]) < _number(before[1]))
    was, now = _number(before[1]), _number(after[1])
    counts_digits = before[0].startswith(("places", "decimal"))
    return now < was if counts_digits else now > was


def _only_tolerance(old: str, new: str) -> bool:
    """Nothing but the tolerance differs, and it did not grow."""
    return _TOLERANCE.sub("", _PLACES.sub("", old)) == _TOLERANCE.sub("", _PLACES.sub("", new))


def _number(text: str) -> float:
    try:
        return float(text.replace("_", "").rstrip(".eE+-"))
    except ValueError:
        return 0.0


_WIDE = re.compile(
    r"(?:raises|assertRaises|Throws|assertThrows|expectException)\w*[(<]\s*(?:Base)?(?:Exception|Throwable|\\?Throwable|System\.Exception)\b"
)


def _caught_wider(old: str, new: str) -> bool:
    return bool(_WIDE.search(new)) and not _WIDE.search(old)


def _constants(
    file: FileDiff, fresh: list[Assertion], replaced: bool, scene: Scene
) -> Iterator[Finding]:
    for item in fresh:
        if item.strength is not Strength.CONSTANT:
            continue
        place = Place(file.path, item.line.number or None, item.text)
        sentence = f"`{_short(item.text)}` holds whatever the code does"
        if item.test in scene.added_tests and not replaced:
            yield notable("constant-assertion", place, sentence)
        else:
            yield serious("constant-assertion", place, sentence)


def _lost(file: FileDiff, lost: list[Assertion]) -> Finding:
    first = lost[0]
    count = f"{len(lost)} assertions were" if len(lost) > 1 else "an assertion was"
    place = Place(file.path, first.line.number or None, first.text)
    return serious("removed-assertion", place, f"{count} removed: `{_short(first.text)}`")


def _table(file: FileDiff, hunk: Hunk, scene: Scene) -> Iterator[Finding]:
    """Rows of expected values that changed in nothing but their literals, with no code change."""
    if scene.source_changed or file.status != "M":
        return
    removed = [line for line in hunk.lines if line.side is Side.REMOVED and _is_row(line.text)]
    added = {_skeleton(line.text): line for line in hunk.lines if line.side is Side.ADDED}
    for line in removed:
        other = added.get(_skeleton(line.text))
        if other and "§" in _skeleton(line.text) and other.text.strip() != line.text.strip():
            yield serious(
                "rewritten-expectation",
                Place(file.path, other.number or None, other.text),
                f"`{_short(line.text)}` became `{_short(other.text)}`, and no product code changed",
            )
            return


_TITLE = re.compile(
    r"\s*(?:@|describe|context|suite|it\b|test\b|specify|import|from|require|use\b)"
)


def _is_row(text: str) -> bool:
    return not is_assertion(text) and not _TITLE.match(text)


def _skeleton(text: str) -> str:
    return "".join(_LITERAL.sub("§", text).split())


_SWALLOW = re.compile(
    r"\s*(?:except(?:\s+(?:\(?[\w., ]{0,60}(?:AssertionError|Exception|BaseException)[\w., )]{0,60}))?(?:\s+as\s+\w+)?\s*:"
    r"|\}?\s*catch\s*(?:\(.{0,80}\))?\s*\{|rescue\b.{0,80}|with\s+(?:contextlib\.)?suppress\([^)\n]{0,80}(?:AssertionError|Exception)\b)"
)


_STILL_FAILS = re.compile(r"\b(?:raise|throw|fail|assert|expect|Fatal)\b")


def _swallowed(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A new handler around a check, with nothing in it that could still fail."""
    lines = hunk.after
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not _SWALLOW.match(line.text):
            continue
        body = " ".join(other.text.strip() for other in lines[index + 1 : index + 4])
        if "suppress" not in line.text and _STILL_FAILS.search(body):
            continue
        around = (
            lines[index + 1 : index + 6]
            if "suppress" in line.text
            else lines[max(0, index - 8) : index]
        )
        if any(is_assertion(other.text) and not opens_test(other.text, "") for other in around):
            yield serious(
                "swallowed-failure",
                Place(file.path, line.number or None, line.text),
                "failures of the checks above are caught and dropped",
            )


def _short(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")[:90]

"""Two versions of one assertion: which of them lets more pass?"""

from __future__ import annotations

import ast
import re

from exitgate.tamper.statements import Assertion
from exitgate.tamper.strength import parse

_TOLERANCE = re.compile(
    r"(?:rel|abs|abs_tol|rel_tol|rtol|atol|delta|places|decimal|InDelta|within"
    r"|epsilon)\D{0,12}?(\d[\d.eE+-]*)"
)
_PLACES = re.compile(r"toBeCloseTo\([^\n]{1,200}?,\s*(\d{1,2})\)")
_REPORT = re.compile(r"(?:t|b)\.(?:Error|Fatal|Log)|(?:pytest\.|self\.)?fail\(")
_BOUND = re.compile(r"(?<![=<>!-])([<>])=?\s*(-?\d[\d_.eE]*)")
_EMPTY = re.compile(
    r"""(?:==|,|Equal\()\s*(?:\[\]|\{\}|\(\)|0|b?''|b?""|False|false|nil|null|None)\s*\)*;?$"""
)
_FALSY = re.compile(
    r"(?<!is )\bnot\b(?! None)|assertFalse|toBeFalsy|[eE]mpty|is None|\.False\("
    r"|be_(?:falsey|nil)|refute|\.is_(?:none|empty)\(\)|[iI]sNull|Is\.Null|toBeNull|BeNull|assertNull"
    r"|assert_nil|\.Nil\("
)


def same_meaning(old: Assertion, new: Assertion) -> bool:
    """`== []` and `not x`, `len(x) == 0` and `assertFalse(x)`: style, not strength."""
    return bool(_EMPTY.search(old.text) and _FALSY.search(new.text))


_WIDE = re.compile(
    r"(?:raises|assertRaises|Throws|assertThrows|assertFailsWith"
    r"|expectException|@Test|expected\s*=)\w*[(<]?\s*(?:expected\s*=\s*)?(?:Base)?(?:Exception|Throwable|\\?Throwable"
    r"|System\.Exception)\b"
)


def catches_more(old: Assertion, new: Assertion) -> bool:
    return bool(_WIDE.search(new.text)) and not _WIDE.search(old.text)


_WAITS = re.compile(r"^\s*(?:await|return)\s+")


def nobody_waits(old: Assertion, new: Assertion) -> bool:
    """A promise whose end the test no longer waits for is checked after the test has passed."""
    if not _WAITS.match(old.text) or _WAITS.match(new.text):
        return False
    return bool(re.search(r"\.(?:rejects|resolves)\b|assert\.(?:rejects|doesNotReject)", new.text))


def is_looser(old: Assertion, new: Assertion) -> bool:
    """A wider tolerance, or a bound that more values satisfy."""
    if _tolerance_grew(old.text, new.text) or _delta(old, new) > 0 or _bound(old, new) > 0:
        return True
    if not _TOLERANCE.search(old.text) and _is_wide(new.text):
        return True
    return bool(_ANYTHING.search(new.text)) and not _ANYTHING.search(old.text)


def is_tighter(old: Assertion, new: Assertion) -> bool:
    return _bound(old, new) < 0 or _delta(old, new) < 0


WIDE = 0.02
"""A tolerance of this part of the value is more than arithmetic needs."""
_AROUND = re.compile(r"(?:approx|isclose|assertAlmostEqual|InDelta|WithDelta|within|close)\D{0,40}")


def _is_wide(text: str) -> bool:
    """A tolerance that came where none was, far beyond what rounding asks for."""
    around, found = _AROUND.search(text), _TOLERANCE.search(text)
    if not around or not found or found[0].startswith(("places", "decimal")):
        return False
    size = _number(found[1])
    values = [_number(one) for one in re.findall(r"(?<![\w.])\d[\d.]*", text) if one != found[1]]
    is_part = found[0].startswith(("rel", "rtol"))
    return size >= WIDE if is_part else bool(values) and size >= WIDE * max(values) > 0


_ANYTHING = re.compile(
    r"\bany(?:String|Int|Long|List|Map)?\(|\bmock\.ANY\b|\bANY\b|expect\.any(?:thing)?\(|It\.IsAny|Arg\.Any"
    r"|\banything\b|atLeast\(0\)|Times\.AtLeast\(0\)|atMost\(|gomock\.Any"
)
_DELTA = re.compile(
    r"(?:assertEquals|assertArrayEquals|AreEqual|InDelta|assert_in_delta|closeTo|isCloseTo)"
    r"\([^\n]{1,300},\s*(\d[\d.eE-]*)[fFdDmM]?\s*\)+;?$"
)


def _delta(old: Assertion, new: Assertion) -> float:
    """How much a last argument that is a tolerance grew; the rest of the check is the same."""
    before, after = _DELTA.search(old.text), _DELTA.search(new.text)
    if not before or not after or old.text.count(",") < 2:
        return 0.0
    if old.text[: before.start(1)] != new.text[: after.start(1)]:
        return 0.0
    return _number(after[1]) - _number(before[1])


def _bound(old: Assertion, new: Assertion) -> float:
    """How much more lies within the bound than before."""
    before, after = _BOUND.search(old.text), _BOUND.search(new.text)
    if old.skeleton != new.skeleton or not before or not after or before[1] != after[1]:
        return 0.0
    grown = _number(after[2]) - _number(before[2])
    return -grown if before[1] == ">" else grown


_NAMES = re.compile(r"""[A-Za-z_]\w*|\d[\w.]*|"[^"\n]*"|'[^'\n]*'|/[^/\n ]{2,80}/""")


def says_less(old: Assertion, new: Assertion, added: frozenset[str]) -> bool:
    """All that the new one speaks of stood in the old one, which named an exact value besides.

    A value that the added text still has was moved, into a variable or a table.
    """
    before, after = words_of(old.text), words_of(new.text)
    lost = {word for word in before - after if not word[0].isalpha() or word[0].isupper()}
    came = after - before - {word for word in after if _VOCABULARY.fullmatch(word)}
    gone = any(word not in added for word in lost)
    return gone and not came and len(new.text) < len(old.text)


def words_of(text: str) -> frozenset[str]:
    return frozenset(_NAMES.findall(text))


_VOCABULARY = re.compile(
    r"[aA]ssert\w*|expect|to\w{0,30}|be\w{0,24}|eql?|not|is\w{0,24}|Is|Not|True|False|Null|Nil|NotNull"
    r"|NotEmpty|Should|raise_error|verify|times|Once|Exactly|have_\w+|contains?|include|match|t|self|this"
)


def _tolerance_grew(old: str, new: str) -> bool:
    before, after = _TOLERANCE.search(old), _TOLERANCE.search(new)
    if not before or not after:
        before, after = _PLACES.search(old), _PLACES.search(new)
        return bool(before and after and _number(after[1]) < _number(before[1]))
    was, now = _number(before[1]), _number(after[1])
    counts_digits = before[0].startswith(("places", "decimal"))
    return now < was if counts_digits else now > was


def only_message(old: Assertion, new: Assertion) -> bool:
    """What is checked stayed; only the words for a failure changed."""
    if _REPORT.match(old.text) and _REPORT.match(new.text):
        return True
    before, after = parse(old.text), parse(new.text)
    if before is None or after is None:
        return False
    return _checked(before) == _checked(after) != ""


def _checked(tree: ast.Module) -> str:
    match tree.body:
        case [ast.Assert(test=test)]:
            return ast.dump(test)
        case _:
            return ""


_MATCHES = re.compile(r"match\s*=|Regex|toThrow|[mM]essage|Containing|raise_error")
_STRING = re.compile(r"""r?"([^"\n]*)"|r?'([^'\n]*)'""")


def matches_more_closely(old: Assertion, new: Assertion) -> bool:
    """The pattern for an error's words got longer: fewer errors satisfy it."""
    if not _MATCHES.search(new.text):
        return False
    before, after = (["".join(part) for part in _STRING.findall(one.text)] for one in (old, new))
    return len(before) == len(after) and all(
        short in long for short, long in zip(before, after, strict=True)
    )


def only_tolerance(old: Assertion, new: Assertion) -> bool:
    """Nothing but the tolerance differs."""
    return _without_tolerance(old.text) == _without_tolerance(new.text)


def _without_tolerance(text: str) -> str:
    return _TOLERANCE.sub("", _PLACES.sub("", text))


def _number(text: str) -> float:
    try:
        return float(text.replace("_", "").rstrip(".eE+-"))
    except ValueError:
        return 0.0

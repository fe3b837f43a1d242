"""Mocks that stand in for the very thing a test is to test."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, serious
from exitgate.language.diff import FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import tests_in
from exitgate.tamper.scene import Scene
from exitgate.tamper.strength import is_assertion

_PATCHES = (
    re.compile(r"""\bpatch(?:\.multiple)?\(\s*f?["']([\w.]+)["']"""),
    re.compile(r"""\bpatch\.object\(\s*([\w.]+\s*,\s*["']\w+)["']"""),
    re.compile(r"""\bmonkeypatch\.setattr\(\s*["']?([\w.]+(?:["']?\s*,\s*["']\w+)?)"""),
    re.compile(r"""\bspyOn\(\s*([\w.]+\s*,\s*["']\w+)["']\)\.mock(?:Return|Resolved|Implementation)"""),
    re.compile(r"""\ballow(?:_any_instance_of)?\(([\w:.]+)\)\.to receive\(:\w+\)\.and_return"""),
    re.compile(r"""^\s*([\w.]+)\s*=\s*(?:jest|vi)\.fn\("""),
    re.compile(r"""^\s*([\w.]+)\s*=\s*(?:Magic)?Mock\(\s*return_value"""),
    re.compile(r"""\bwhen\(\s*([\w.]+)\([^\n]{0,120}?\)\)\.thenReturn"""),
)  # fmt: skip
_TYPE = re.compile(
    r"""new\s+Mock<(?:[\w.]+\.)?(\w+)>|\b(?:mock|spy)\((?:[\w.]+\.)?(\w+)(?:\.class|::class)"""
    r"""|mockk?<(?:[\w.]+\.)?(\w+)>|Substitute\.For<(?:[\w.]+\.)?(\w+)>|A\.Fake<(\w+)>"""
    r"""|create(?:Mock|Stub|PartialMock|ConfiguredMock)\((?:\\?\w+\\)*(\w+)::class"""
    r"""|(?:instance_double|class_double|mock)\(["']?(?:\w+::)*([A-Z]\w+)"""
    r"""|(?:create_autospec|MagicMock|Mock)\((?:spec\s*=\s*)?([A-Z]\w+)"""
)
_MODULE = re.compile(r"""\b(?:jest|vi)\.(?:mock|doMock)\(\s*["'](\.[^"'\n]+)["']""")
_RECEIVED = re.compile(r"""receive\(:(\w+)\)""")


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.test_files():
        if paths.language_of(file.path) and file.status != "D":
            for hunk in file.hunks:
                yield from _hunk(file, hunk)


def _hunk(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    shown = [line.text for line in hunk.after]
    names = dict(tests_in(shown, paths.language_of(file.path) or ""))
    around = ""
    for index, line in enumerate(hunk.after):
        around = names.get(index, around)
        if line.side is not Side.ADDED:
            continue
        target = _mocked(line.text)
        named = bool(target) and around.lower() == f"test_{target.lower()}"
        if (
            named
            or (target and _is_tested(target, shown))
            or _is_own_module(line.text, file, shown)
            or _is_own_type(line.text, file)
        ):
            yield serious(
                "mocked-subject",
                Place(file.path, line.number or None, line.text),
                f"the test replaces what it is to test: `{' '.join(line.text.split())[:80]}`",
            )


def _mocked(text: str) -> str:
    """The last part of what the line replaces: `patch("shop.cart.total")` -> total."""
    if received := _RECEIVED.search(text):
        return received[1]
    for pattern in _PATCHES:
        if match := pattern.search(text[:500]):
            return re.split(r"[.,\s\"':]+", match[1].strip("\"' "))[-1]
    return ""


def _is_tested(target: str, shown: list[str]) -> bool:
    """The asserted expression itself calls the mock, or checks what the mock gave."""
    calls = [text for text in shown if target in text and _call(target).search(text)]
    if not calls:
        return False
    checks = [text for text in shown if is_assertion(text) and not _COUNTS_CALLS.search(text)]
    if any(text in checks for text in calls):
        return True
    results = {match[1] for text in calls if (match := _RESULT.match(text))} - {target}
    return any(re.search(rf"\b{name}\b", text) for name in results for text in checks)


_COUNTS_CALLS = re.compile(r"assert_(?:not_)?called|toHaveBeenCalled|called")
_RESULT = re.compile(r"\s*(?:const|let|var)?\s*(\w+)\s*:?=(?!=)")


def _call(target: str) -> re.Pattern[str]:
    """With its brackets, or as Ruby and Kotlin write it, without any."""
    name = re.escape(target)
    return re.compile(rf"(?<![\w'\":]){name}\(|\.{name}(?=\s*[).\]]|\s+(?:should|==)|\s*$)")


def _is_own_type(text: str, file: FileDiff) -> bool:
    """The class that the file is named after, replaced by a double of itself."""
    found = _TYPE.search(text[:500])
    name = next((part for part in found.groups() if part), "") if found else ""
    return bool(name) and name.lower() == paths.stem(file.path).replace("_", "")


def _is_own_module(text: str, file: FileDiff, shown: list[str]) -> bool:
    match = _MODULE.search(text)
    if not match or any("requireActual" in line or "importActual" in line for line in shown):
        return False
    return paths.stem(match[1]) == paths.stem(file.path) and bool(_tested(shown))


def _tested(shown: list[str]) -> list[tuple[int, str]]:
    return list(tests_in(shown, "js")) or [(0, "")]

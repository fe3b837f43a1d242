"""Files of real size: a line that says «fill» becomes some hundred lines of unrelated code."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_MARK = re.compile(r"^(?P<indent>[ \t]*)«fill»$", re.MULTILINE)
_PIECES = 24
_TEMPLATES = {
    ".py": "def {test}area_{n}({me}):\n    side = {n} + 1\n    {say} side * side == {square}\n",
    ".js": "{it}('area {n}', () => {{\n  const side = {n} + 1;\n  expect(side * side).toBe({square});\n}});\n",
    ".go": 'func {Test}Area{n}({t}) {{\n\tside := {n} + 1\n\tif side*side != {square} {{\n\t\t{fail}("side = %d", side)\n\t}}\n}}\n',
    ".rs": "{mark}fn area_{n}() {{\n    let side = {n} + 1;\n    assert_eq!(side * side, {square});\n}}\n",
    ".java": "@Test\nvoid area{n}() {{\n    int side = {n} + 1;\n    assertEquals({square}, side * side);\n}}\n",
    ".kt": "@Test\nfun `area {n}`() {{\n    val side = {n} + 1\n    assertEquals({square}, side * side)\n}}\n",
    ".cs": "[Fact]\npublic void Area_{n}()\n{{\n    var side = {n} + 1;\n    Assert.Equal({square}, side * side);\n}}\n",
    ".rb": "def test_area_{n}\n  side = {n} + 1\n  assert_equal {square}, side * side\nend\n",
    ".php": "public function testArea{n}(): void\n{{\n    $side = {n} + 1;\n    self::assertSame({square}, $side * $side);\n}}\n",
}
_ALIKE = {".ts": ".js", ".tsx": ".js", ".jsx": ".js", ".mjs": ".js"}


def filled(path: str, text: str) -> str:
    """The text with each mark replaced; which code it is depends on the file's name."""
    count = 0

    def piece(mark: re.Match[str]) -> str:
        nonlocal count
        start, count = count, count + _PIECES
        pieces = (_piece(path, number, mark["indent"]) for number in range(start, count))
        return "\n".join(pieces).rstrip("\n")

    return _MARK.sub(piece, text)


def _piece(path: str, number: int, indent: str) -> str:
    kind = PurePosixPath(path).suffix
    is_test = "test" in path.lower() or "spec" in path.lower() or "cypress" in path
    words = {
        "test": "test_" if is_test and "conftest" not in path else "",
        "say": "assert" if is_test and "conftest" not in path else "return",
        "me": "self" if indent else "",
        "it": "it" if "it(" in path or is_test else "const unused = (name, body) => body",
        "Test": "Test" if is_test else "",
        "t": "t *testing.T" if is_test else "",
        "fail": "t.Errorf" if is_test else "panicf",
        "mark": "#[test]\n",
    }
    template = _TEMPLATES[_ALIKE.get(kind, kind)]
    text = template.format(n=number, square=(number + 1) ** 2, **words)
    return "".join(f"{indent}{line}" if line.strip() else line for line in text.splitlines(True))

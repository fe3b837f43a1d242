"""How much an assertion really asserts, from nothing (a constant) to an exact value."""

from __future__ import annotations

import ast
import re
from enum import IntEnum
from functools import cache

MAX_STATEMENT = 2_000


class Strength(IntEnum):
    CONSTANT = 0
    """True whatever the code does."""
    EXISTS = 1
    """Some value, of some kind."""
    PARTIAL = 2
    """A part, a bound, a kind of error."""
    EXACT = 3
    """This value and no other."""


@cache
def _assertion() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:await\s+|return\s+)?(?:"
        r"assert\b|[\w.]{1,80}\.assert_\w+(?:\(|\s*$)|@Test\([^)\n]{0,80}expected\s*=|(?:self|cls)\.(?:assert\w+|fail\w*)\(|with\s+(?:self\.assert\w+"
        r"|pytest\.(?:raises|warns))"
        r"|(?:np|numpy|pd|tm|torch)\.testing\.assert\w+\(|assert_\w+[\s(]|pytest\.fail\("
        r"|expect\b|assert[.(!]|assert_\w+!|t\.(?:is|deepEqual|true|truthy|equal|same|ok)\("
        r"|should\."
        r"|(?:chai\.)?expect\(|\w+\.should\b|cy\.\w+\(.{0,200}?\.should\("
        r"|(?:require|assert)\.\w+\(|t\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\("
        r"|if\s+.{0,200}?(?:!=|==)\s.{0,100}\{$"
        r"|if\s+(?:[^{;\n]{1,120};\s*)?!?\w[\w.]*\(.{0,200}\{$|panic!\("
        r"|(?:val\s+\w+\s*=\s*)?(?:Assert(?:ions)?\.)?(?:assert\w*|fail|verify)[(<{]|Assert\.\w+[(<]|verify\("
        r"|\w[\w.()]*\.Should\(\)|must_\w+|refute\w*[\s(]|is_expected\.|\$this->(?:assert"
        r"|expect)\w*\("
        r"|self::assert\w+\(|static::assert\w+\(|\w+\.shouldBe\b"
        r"|[\w\"'$][^\n]{0,200}?[\s)]should(?:Be|Not|Throw|Contain|Have|Match|Start|End)\w*\b"
        r")"
    )


@cache
def _constant() -> re.Pattern[str]:
    return re.compile(
        r"""(?x)
        (?:expect|assert|assertTrue|assert!|assert\.ok|assert\.True|Assert\.True|Assert\.IsTrue
          |Assert\.That|assertThat|assert\.isTrue|\$this->assertTrue|self::assertTrue|assert_true
          |Assertions\.assertTrue)
        \s*\(?\s*(?:t,\s*)?(?:true|True|TRUE|1)\s*[,);]
        |expect\((?P<a>[\w'".]{1,60})\)\s*\.(?:to|not|toBe|toEqual
        |toStrictEqual)?[.\w]{0,20}\s*\(?(?P=a)\)
        |(?:assertEquals?|assertSame|Assert\.Equal|Assert\.AreEqual|assert_eq!|assert\.Equal
          |assert\.strictEqual
          |assert_equal)\s*\(?\s*(?:t,\s*)?(?P<b>[\w'".]{1,60})\s*,\s*(?P=b)\s*[,);]?\s*\)?\s*;?$
        |assert(?:ThatNoException)\(\)
        |\|\|\s*true\s*\)|\bor\s+True\b
        |assert_?\s+true\b|expect\(true\)\.to\s+(?:be|eq)
        """
    )


@cache
def _exists() -> re.Pattern[str]:
    return re.compile(
        r"toBeTruthy|toBeDefined|toBeInstanceOf|not\.toBeNull|not\.toBeUndefined|toBeFalsy"
        r"|not\.toThrow"
        r"|assert(?:True|False|IsNotNone|NotNull|IsInstance|NotEmpty|NotFalse|InstanceOf"
        r"|IsBool|IsString|IsArray|IsInt)\b"
        r"|assert_(?:not_nil|instance_of|kind_of|respond_to|nothing_raised)|assertDoesNotThrow"
        r"|assertNotNull"
        r"|is not None|isinstance\(|is_some\(\)|is_ok\(\)|\.(?:NotNil|NotEmpty|NoError|True"
        r"|False)\("
        r"|Assert\.(?:NotNull|IsNotNull|True|False|IsTrue|IsFalse|IsType|IsInstanceOf\w*|NotEmpty)"
        r"|NotBeNull|to be_truthy|not_to be_nil|to be_present|be_a\(|to\.exist|to\.be\.ok"
        r"|isNotNull|isTrue\(\)"
        r"|should\(\s*['\"](?:exist|be\.visible|be\.ok|not\.be\.(?:empty|null|undefined))"
        r"|Should\(\)\.(?:NotBe(?:Null|Empty)|BeOfType)|expect\w*NotToPerformAssertions"
        r"|expect\(\s*typeof\b|respond_to|toBeVisible|toBeAttached|toHaveBeenCalled\(\)|assert_called(?:_once)?\(\)"
        r"|(?:be_an?|be_kind_of|be_instance_of)\b|Is\.Not\.Null|instanceOf\("
        r"|to\.be\.an?\(|notEqual\(\w+, (?:null|undefined)|shouldNotBe null"
    )


@cache
def _partial() -> re.Pattern[str]:
    return re.compile(
        r"@Test\([^)\n]{0,80}expected\s*=|toContain|toMatch(?!Snapshot|InlineSnapshot|Object)|toThrow|toBeGreater|toBeLess"
        r"|toHaveLength|toHaveProperty"
        r"|arrayContaining|objectContaining|expect\.any"
        r"|assert(?:In|NotIn|Regex\w*|Matches\w*|Greater\w*|Less\w*|Raises\w*"
        r"|Contains\w*|Throws|StringContains\w*|Count)\b"
        r"|assert_(?:in\w*|match|includes|raises|operator)"
        r"|\.(?:Contains|Regexp|Greater|Less|ErrorContains|Error|Panics|Len|Subset)\("
        r"|Assert\.(?:Contains|Throws\w*|StartsWith|InRange|Matches|StringContains)"
        r"|pytest\.raises|pytest\.warns|startswith\(|endswith\(|\.contains\("
        r"|\.starts_with\(|\.is_err\(\)"
        r"|to include|to match|to raise_error|to be [<>]|Should\(\)\.(?:Contain"
        r"|Match|NotBe|Be(?:Greater|Less|InRange|Positive))"
        r"|(?<![=!<>-])[<>]=?(?!=)\s|\sin\s(?!enumerate)|not\.toBe\(|not\.toEqual\(|!="
        r"|assert_ne!|NotEqual|NotEquals"
        r"|to\.(?:include|contain|match|throw)|isGreaterThan|hasSize|include\?"
    )


def is_assertion(line: str) -> bool:
    if "expectNotToPerformAssertions" in line[:600]:
        return False
    text = line[:600]
    return bool(_assertion().match(text) or _assertion().match(_opener().sub("", text, count=1)))


@cache
def _opener() -> re.Pattern[str]:
    """The head of a test that is written on one line with its only check."""
    return re.compile(
        r"^\s*(?:(?:it|test|specify)\s*\(.{1,200}?=>\s*\{?|(?:it|specify)\s*\{|def\s+\w+\s*="
        r"|(?:@\w+\s+)*fun\s+(?:`[^`\n]{1,120}`|\w+)\(\)\s*=|[\w<>\s]{0,60}\b(?:void|Task)\s+\w+\([^)\n]{0,120}\)\s*=>)"
    )


def strength_of(statement: str, language: str) -> Strength:
    """Python is read by its own parser; other languages, and fragments, by idiom."""
    text = statement.strip()[:MAX_STATEMENT]
    if language == "python" and (judged := _python(text)) is not None:
        return judged
    if _constant().search(text) or _UNFINISHED.fullmatch(text) or _asks_itself(text):
        return Strength.CONSTANT
    if language == "go" and text.startswith("if "):
        return _go_condition(text)
    if inner := _TRUTH.match(text):
        return _condition(inner[1])
    if _exists().search(text) and not _AND_EXACT.search(text):
        return Strength.EXISTS
    return Strength.PARTIAL if _partial().search(_QUOTED.sub("''", text)) else Strength.EXACT


_EXPECTED = re.compile(
    r"(?:await\s+)?expect\((.{1,300})\)\s*\.(?:to\w*\.?(?:be|eq|eql|equal|deep\.equal)?|to\s+eql?)"
    r"\s*\((.{1,300})\)\s*;?"
)


def _asks_itself(text: str) -> bool:
    """`expect(f(x)).toBe(f(x))` compares an answer with itself."""
    if _THROWS_ITSELF.search(text):
        return True
    found = _EXPECTED.fullmatch(text)
    return found is not None and found[1].split() == found[2].split()


_THROWS_ITSELF = re.compile(
    r"(?:expect|[tT]hrows\w*|FailsWith\w*)\b.{0,160}?(?:=>|->|\{)\s*\{?\s*(?:throw|raise)\b", re.S
)
"""The test throws the very error that it waits for; the code is not asked."""
_UNCALLED = re.compile(
    r"[\w.]{1,80}\.assert_\w+|assert\s+[\w.]{1,80}\.(?:called_once|called_with|called_once_with)\b.*"
)
"""A mock's check that is named and not called: it looks at nothing."""
_AND_EXACT = re.compile(
    r"""(?:should|and)\(\s*['"](?:have\.(?:text|value|length|attr)|eq|deep)"""
    r"""|\bto\s+eql?[ (][^\n]{1,200}\.and\b|\.and\s*\(?eql?[ (]"""
)
_QUOTED = re.compile(r"""\"[^"\n]*\"|'[^'\n]*'""")
"""What stands in quotes is the message or the value, and says nothing about the comparison."""
_UNFINISHED = re.compile(r"(?:await\s+)?expect\((?:[^()\n]|\([^()\n]*+\))*+\)\s*;?")
"""An `expect` without a matcher expects nothing."""
_TRUTH = re.compile(
    r"(?:Assert(?:ions)?\.|assert\.|require\.|\$this->|self::)?(?:assert(?:True|False|!)?"
    r"|(?:Is)?True|(?:Is)?False|ok)"
    r"\(([^\n]{1,300})"
)


def _condition(text: str) -> Strength:
    """What a bare truth check looks at decides how much it says; one of two says less."""
    if "||" in text:
        return Strength(max(_side(text.replace("||", " ")) - 1, Strength.EXISTS))
    return _side(text)


def _side(text: str) -> Strength:
    if "matches!(" in text:
        is_exact = re.search(r"""[(\s][\d"']""", text) and not re.search(r"\b_\b|\||\.\.", text)
        return Strength.EXACT if is_exact else Strength.PARTIAL
    if re.search(r"===?|\.equals\(|\.Equals\(", text):
        return Strength.EXACT
    return Strength.PARTIAL if _partial().search(text) else Strength.EXISTS


def _go_condition(text: str) -> Strength:
    """Go tests fail under an `if`: what it compares is what the test asserts."""
    if re.search(r"\bif\s+(?:false|1 == 2)\b|&&\s*false\b", text):
        return Strength.CONSTANT
    if "||" in text and "&&" not in text:
        condition = re.sub(r"^\s*if\s+", "", text)
        return max(_go_condition(f"if {part.strip()}") for part in condition.split("||"))
    if re.search(r"\blen\([^)\n]{1,80}\)\s*[!=]=\s*len\(", text):
        return Strength.PARTIAL
    if re.search(r"!=\s*+(?!nil\b)", text) and "&&" not in text:
        return Strength.EXACT
    if re.search(r"(?:==|!=)\s*nil\b", text):
        return Strength.EXISTS
    return Strength.PARTIAL if re.search(r"[<>]|Contains|HasPrefix", text) else Strength.EXACT


def _python(text: str) -> Strength | None:
    if _UNCALLED.fullmatch(text):
        return Strength.CONSTANT
    tree = parse(text)
    if tree is None or len(tree.body) != 1:
        return None
    match tree.body[0]:
        case ast.Assert(test=test):
            return _expression(test)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name), args=args)):
            return _call(name, args)
        case _:
            return None


def parse(text: str) -> ast.Module | None:
    """The tree of a fragment, or None where it is no Python by itself."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _call(name: str, args: list[ast.expr]) -> Strength | None:
    if name in {"assertTrue", "assertFalse"} and args:
        return Strength(min(_expression(args[0]), Strength.EXACT))
    if name in {"assertEqual", "assertEquals", "assertIs"} and len(args) >= 2:
        return _pair(args[0], args[1])
    return None


def _expression(test: ast.expr) -> Strength:
    is_constant = not any(isinstance(node, ast.Name) for node in ast.walk(test))
    return Strength.CONSTANT if is_constant else _shape(test)


def _shape(test: ast.expr) -> Strength:
    match test:
        case ast.BoolOp(op=op, values=values):
            each = [_expression(value) for value in values]
            return min(*each, Strength.PARTIAL) if isinstance(op, ast.Or) else max(each)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return min(_shape(operand), Strength.EXISTS)
        case ast.Compare(left=left, ops=[op, *rest], comparators=[right, *_]):
            is_chain_of_equals = all(isinstance(other, ast.Eq) for other in (op, *rest))
            return _compare(left, op, right) if not rest or is_chain_of_equals else Strength.PARTIAL
        case _:
            return _other(test)


def _other(test: ast.expr) -> Strength:
    match test:
        case ast.Tuple():
            return Strength.CONSTANT
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith")):
            return Strength.PARTIAL
        case _:
            return Strength.EXISTS


def _compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> Strength:
    match op:
        case ast.Eq():
            return _pair(left, right)
        case ast.Is():
            return Strength.EXACT
        case ast.IsNot():
            return Strength.EXISTS
        case ast.NotEq() if isinstance(right, ast.Constant) and right.value is None:
            return Strength.EXISTS
        case _:
            return Strength.PARTIAL


def _pair(left: ast.expr, right: ast.expr) -> Strength:
    if ast.dump(left) == ast.dump(right):
        return Strength.CONSTANT
    if isinstance(right, ast.Constant) and isinstance(right.value, bool):
        return Strength.EXISTS
    return Strength.EXACT

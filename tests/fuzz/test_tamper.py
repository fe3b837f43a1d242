"""Any bytes give a Diff and findings, in time that grows with the input and no faster."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.language.diff import Side, parse_diff
from exitgate.proof.runs import test_runs as runs_of
from exitgate.tamper.commands import proves, runs_build
from exitgate.tamper.families import inspect
from exitgate.tamper.scene import Scene, scene_of
from exitgate.tamper.strength import is_assertion, strength_of
from growth import grows_gently

PATHS = (
    "tests/test_a.py", "src/a.py", "src/a.test.ts", "src/lib.rs", "a_test.go", "spec/a_spec.rb",
    "src/test/java/ATest.java", "A.Tests/ATests.cs", "tests/ATest.php", "Makefile",
    "package.json", "pyproject.toml", ".github/workflows/ci.yml", "conftest.py", "PLAN.md",
    "x.snap", "exitgate.yml",
)  # fmt: skip
PIECES = (
    "def test_a():", "    assert a() == 1", "assert True", "it.skip('x', () => {",
    "expect(a).toBe(1);", "#[test]", "fn a() {", "@Test", "void a() {", "t.Skip()",
    "if got != 1 {", "|| true", "pytest -q", "fail_under = 90", "fail_under = 1",
    "continue-on-error: true", "- [ ] item", "- name: Test", "return", "@pytest.mark.skip",
    "except Exception:", "pass", "if x == 200:", "return 180", "(1, 2, 3),", "/*", '"""',
    "class A(unittest.TestCase):", "sys.exit(0)", "omit = ['a']", "jest.mock('./a')",
    "patch('a.b')", "",
)  # fmt: skip
words = st.text(st.characters(exclude_characters="\n"), max_size=60)
lines = st.one_of(st.sampled_from(PIECES), words)


def header(path: str, old: int, new: int) -> str:
    return f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,{old} +1,{new} @@\n"


@st.composite
def diffs(draw: st.DrawFn) -> str:
    """Well-formed diffs of nonsense."""
    parts = []
    for path in draw(st.lists(st.sampled_from(PATHS), max_size=4)):
        body = draw(st.lists(st.tuples(st.sampled_from("+- "), lines), max_size=20))
        old = sum(1 for side, _ in body if side != "+")
        new = sum(1 for side, _ in body if side != "-")
        text = "".join(f"{side}{line}\n" for side, line in body)
        parts.append(header(path, old, new) + text)
    return "".join(parts)


def findings(patch: str, command: str = "") -> tuple[object, ...]:
    call = ToolCall("bash", CallKind.RUN, "{}", command, None, 0, command)
    transcript = Transcript(format="exitgate", steps=(call,))
    changes = ChangeSet(patch=patch)
    scene = scene_of(
        Facts(loop_id="l", iteration=1, now=None, transcript=transcript, changes=changes)
    )
    assert isinstance(scene, Scene)
    return inspect(scene)


@given(st.text())
def test_any_text_gives_a_diff(text: str) -> None:
    for file in parse_diff(text).files:
        assert file.path


@given(diffs())
def test_every_line_of_a_diff_is_kept_once(patch: str) -> None:
    diff = parse_diff(patch)
    kept = [line for file in diff.files for hunk in file.hunks for line in hunk.lines]
    assert sum(1 for line in kept if line.side is Side.ADDED) == sum(
        1 for line in patch.split("\n") if line.startswith("+") and not line.startswith("+++ b/")
    )


@given(diffs(), st.text())
def test_any_diff_gives_findings_twice_the_same(patch: str, command: str) -> None:
    assert findings(patch, command) == findings(patch, command)


@given(st.text(), st.sampled_from(("python", "js", "go", "rust", "java", "csharp", "ruby", "php")))
def test_any_statement_has_a_strength(text: str, language: str) -> None:
    is_assertion(text)
    strength_of(text, language)


BOMBS = {
    "brackets": "(" * 2_000,
    "quotes": "\"'`" * 700,
    "expects": "expect(" * 300,
    "asserts": "assert " * 300,
    "spaces": "assert" + " " * 2_000 + "x",
    "commas": "assert_eq!(" + "a," * 900,
    "pipes": "pytest " + "| " * 900,
    "dashes": "-" * 2_000,
    "nots": "assert " + "not " * 450 + "x",
    "minus": "assert " + "-" * 1_900 + "1",
    "digits": "fail_under = " + "9" * 1_900,
    "words": "git " + "push " * 390,
    "gradle": "gradlew " * 250,
    "equals": "if a " + "==" * 900 + " {",
    "stars": "/*" * 1_000,
    "definitions": "public static " * 140,
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
@pytest.mark.parametrize("path", PATHS)
def test_no_line_takes_long(bomb: str, path: str) -> None:
    count = 8

    def work(size: int) -> None:
        line = bomb[:size]
        body = "".join(f"-{line}{index}\n+{line}x{index}\n" for index in range(count))
        findings(header(path, count, count) + body, line)

    assert grows_gently(work, len(bomb))


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_no_command_takes_long(bomb: str) -> None:
    def work(size: int) -> None:
        text = (bomb * 50)[:size]
        proves(text)
        runs_build(text)
        call = ToolCall("bash", CallKind.RUN, "{}", text, None, 0, f"pytest {text}")
        runs_of(Transcript(format="exitgate", steps=(call,) * 4))

    assert grows_gently(work, len(bomb) * 50)

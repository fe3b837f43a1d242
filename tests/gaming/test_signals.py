"""The tampering signals: what they find, what a person accepted, what they cannot know."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from exitgate.core.changes import ChangeSet, FileChange
from exitgate.core.facts import Facts
from exitgate.core.finding import Finding
from exitgate.core.signal import NoOptions
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.signals import notable_edits, tampering

SKIP = """\
diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1,2 +1,3 @@
+@pytest.mark.skip
 def test_a():
     assert a() == 1
"""
SHIFTED = SKIP.replace("@@ -1,2 +1,3 @@", "@@ -41,2 +41,3 @@")
OPTIONS = NoOptions()


NO_STEPS = Transcript()


def facts(transcript: Transcript = NO_STEPS, changes: ChangeSet | None = None) -> Facts:
    base = Facts(loop_id="l", iteration=1, now=None, transcript=transcript)
    return replace(base, changes=changes) if changes is not None else base


def findings(case: Facts) -> tuple[Finding, ...]:
    measure = tampering.check(case, OPTIONS).measure
    return measure if isinstance(measure, tuple) else ()


def test_found_with_a_place_to_look() -> None:
    evidence = tampering.check(facts(changes=ChangeSet(patch=SKIP)), OPTIONS)
    assert evidence.is_found
    assert evidence.refs == ("tests/test_a.py:1",)


def test_ids_survive_a_shift_of_lines() -> None:
    first, later = (findings(facts(changes=ChangeSet(patch=text))) for text in (SKIP, SHIFTED))
    assert [finding.id for finding in first] == [finding.id for finding in later]
    assert first[0].line != later[0].line


def test_a_person_can_accept_a_finding() -> None:
    case = facts(changes=ChangeSet(patch=SKIP))
    (finding,) = findings(case)
    evidence = tampering.check(replace(case, accepted=(finding.id,)), OPTIONS)
    assert evidence.is_clear
    assert "accepted" in evidence.headline


def test_nothing_to_look_at_is_unmeasured() -> None:
    assert tampering.check(facts(), OPTIONS).is_unmeasured
    assert notable_edits.check(facts(), OPTIONS).is_unmeasured


def test_an_empty_diff_is_clear() -> None:
    assert tampering.check(facts(changes=ChangeSet(patch="")), OPTIONS).is_clear


def test_a_list_of_files_is_enough_for_a_deleted_test() -> None:
    deleted = ChangeSet(files=(FileChange("tests/test_a.py", "D"),))
    with_source = ChangeSet(files=(FileChange("tests/test_a.py", "D"), FileChange("src/a.py", "D")))
    assert tampering.check(facts(changes=deleted), OPTIONS).is_found
    assert not tampering.check(facts(changes=with_source), OPTIONS).is_found


def test_what_is_only_listed_is_not_called_clear() -> None:
    """A recording without patches shows nothing of a bar that was lowered."""
    listed = ChangeSet(files=(FileChange("pyproject.toml", "M"),))
    assert tampering.check(facts(changes=listed), OPTIONS).is_unmeasured


@pytest.mark.parametrize(("lines", "is_found"), [(19, False), (5, True)])
def test_a_listed_test_file_may_have_another_name(lines: int, is_found: bool) -> None:
    gone = FileChange("tests/test_cart.py", "D", added=0, deleted=19)
    new = FileChange("tests/test_basket.py", "A", added=lines, deleted=0)
    seen = tampering.check(facts(changes=ChangeSet(files=(gone, new))), OPTIONS)
    assert seen.is_found is is_found


def test_a_place_is_named_once() -> None:
    deleted = ChangeSet(files=(FileChange("tests/test_a.py", "D"),))
    assert tampering.check(facts(changes=deleted), OPTIONS).headline.count("tests/test_a.py") == 1


def edit(path: str, old: str, new: str) -> ToolCall:
    fields = json.dumps({"file_path": path, "new_string": new, "old_string": old})
    return ToolCall("Edit", CallKind.EDIT, fields, "ok", False, paths=(path,))


def test_edits_of_the_transcript_stand_in_for_a_diff() -> None:
    weaker = edit("/w/tests/test_a.py", "    assert a() == 1\n", "    assert a() is not None\n")
    transcript = Transcript(format="exitgate", steps=(weaker,), edits=("/w/tests/test_a.py",))
    assert tampering.check(facts(transcript), OPTIONS).is_found


def test_the_agents_own_new_tests_are_its_own_business() -> None:
    path = "/w/tests/test_new.py"
    wrote = ToolCall("Write", CallKind.EDIT, '{"content": "x"}', "ok", False, paths=(path,))
    changed = edit(path, "    assert a() == 1\n", "    assert a() is not None\n")
    transcript = Transcript(format="exitgate", steps=(wrote, changed), edits=(path,))
    assert tampering.check(facts(transcript), OPTIONS).is_clear


def test_expectations_changed_with_the_code_are_notable_only() -> None:
    patch = """\
diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,2 +1,2 @@
 def a():
-    return 1
+    return 2
diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1,2 +1,2 @@
 def test_a():
-    assert a() == 1
+    assert a() == 2
"""
    case = facts(changes=ChangeSet(patch=patch))
    assert tampering.check(case, OPTIONS).is_clear
    assert notable_edits.check(case, OPTIONS).is_found

"""Signals over evidence beside the transcript: one table of facts and the expected outcome."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet, FileChange
from exitgate.core.evidence import Outcome
from exitgate.core.facts import Facts
from exitgate.core.history import History, IterationRecord
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.signal import Signal
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import CallKind, EndStatus, Step, ToolCall, Transcript
from exitgate.language.reading import read_prose
from exitgate.signals import (
    completion_claim,
    ended_badly,
    files_changed,
    no_tests,
    plan_complete,
    plan_open,
    task_moved,
    tests_fail,
    tests_pass,
    tests_stale,
)

FOUND, CLEAR, UNMEASURED = Outcome.FOUND, Outcome.CLEAR, Outcome.UNMEASURED
MODULES = (
    tests_pass, tests_fail, no_tests, plan_complete, plan_open,
    files_changed, task_moved, ended_badly, tests_stale, completion_claim,
)  # fmt: skip
SIGNALS: dict[str, Signal] = {module.SIGNAL.name: module.SIGNAL for module in MODULES}


def run(command: str, output: str = "", exit_code: int | None = None) -> ToolCall:
    return ToolCall("bash", CallKind.RUN, "{}", output, command=command, exit_code=exit_code)


def edit(path: str, is_error: bool | None = None) -> ToolCall:
    return ToolCall("edit", CallKind.EDIT, "{}", "ok", is_error=is_error, paths=(path,))


def steps(*calls: Step) -> Facts:
    return facts(transcript=Transcript(format="exitgate", steps=calls))


def facts(transcript: Transcript | None = None, **more: object) -> Facts:
    bare = Facts(loop_id="l", iteration=1, now=None, transcript=transcript or Transcript())
    return replace(bare, **more)


def ended(end: EndStatus, exit_code: int | None = None) -> Facts:
    return facts(Transcript(format="exitgate", end=end), exit_code=exit_code)


def plan(*done: bool, optional_open: int = 0, moved: bool = False) -> Facts:
    items = [PlanItem("task", value, ref=f"plan.md:{n}") for n, value in enumerate(done, 1)]
    items += [PlanItem("extra", False, optional=True)] * optional_open
    return facts(plan=Plan(tuple(items), ("plan.md",), moved_to_done=moved))


def says_plan(*done: bool) -> Facts:
    said = "The plan is complete."
    return replace(plan(*done), transcript=Transcript(final_message=said), reading=read_prose(said))


def changed(*paths: str, cut: tuple[str, ...] = (), edits: tuple[str, ...] = ()) -> Facts:
    files = tuple(FileChange(path, "M", 1, 1) for path in paths)
    return facts(
        Transcript(format="exitgate", edits=edits),
        changes=ChangeSet(tree="t", files=files, base="abc", cut=cut),
        ignore=(".exitgate/", "*.log"),
    )


GREEN = facts(tests=SuiteRun(12, skipped=1, refs=("junit.xml",)))
RED = facts(tests=SuiteRun(10, failed=1, errors=1, failing=("a::b", "a::c"), refs=("junit.xml",)))
NONE = facts(tests=SuiteRun(0, refs=("junit.xml",)))
ALL_SKIPPED = facts(tests=SuiteRun(0, skipped=4))
PRINTED = steps(run("pytest", "3 passed in 0.1s"))
PRINTED_RED = steps(run("pytest", "1 failed, 2 passed in 0.1s", 1))
REPORT_BEATS_PRINT = replace(PRINTED, tests=RED.tests)
UNTESTED = steps(edit("a.py"))
REPORTED = replace(UNTESTED, tests=GREEN.tests)


def reported(tested: str, edited: str | None) -> Facts:
    """A report made at one time, source edited at another."""
    call = replace(edit("a.py"), at=None if edited is None else f"2026-03-01T{edited}")
    suite = SuiteRun(12, refs=("junit.xml",), at=f"2026-03-01T{tested}")
    return replace(steps(call), tests=suite)


CASES = [
    ("tests_pass", "report", GREEN, FOUND, "12 tests pass (report)"),
    ("tests_pass", "printed", PRINTED, FOUND, "3 tests pass (printed)"),
    ("tests_pass", "red", RED, CLEAR, "2 fail"),
    ("tests_pass", "zero", NONE, CLEAR, "no test passed"),
    ("tests_pass", "all skipped", ALL_SKIPPED, CLEAR, "no test passed"),
    ("tests_pass", "report first", REPORT_BEATS_PRINT, CLEAR, "2 fail"),
    ("tests_pass", "unknown", UNTESTED, UNMEASURED, "no test run is recorded"),
    ("tests_fail", "report", RED, FOUND, "2 of 12 tests fail (report)"),
    ("tests_fail", "printed", PRINTED_RED, FOUND, "1 of 3 tests fails (printed)"),
    ("tests_fail", "green", GREEN, CLEAR, "no test fails"),
    ("tests_fail", "zero", NONE, CLEAR, "no test fails"),
    ("tests_fail", "unknown", UNTESTED, UNMEASURED, "no test report was given"),
    ("no_tests", "zero", NONE, FOUND, "no test was collected"),
    ("no_tests", "all skipped", ALL_SKIPPED, FOUND, "all 4 tests were skipped"),
    ("no_tests", "printed", steps(run("pytest", "collected 0 items")), FOUND, "no test was"),
    ("no_tests", "green", GREEN, CLEAR, "13 tests"),
    ("no_tests", "red", RED, CLEAR, "12 tests"),
    ("no_tests", "unknown", UNTESTED, UNMEASURED, "no test run"),
    ("completion_claim", "plan ticked", says_plan(True, True), FOUND, "The plan is complete"),
    ("completion_claim", "plan open", says_plan(True, False), CLEAR, "nothing claims"),
    ("plan_complete", "ticked", plan(True, True), FOUND, "all 2 required items"),
    ("plan_complete", "optional open", plan(True, optional_open=3), FOUND, "the only required item is ticked"),
    ("plan_complete", "open", plan(True, False), CLEAR, "1 of 2"),
    ("plan_complete", "only optional", plan(optional_open=2), UNMEASURED, "no required items"),
    ("plan_complete", "no plan", facts(), UNMEASURED, "no plan was found"),
    ("plan_open", "open", plan(True, False, False), FOUND, "2 of 3 plan items are open"),
    ("plan_open", "ticked", plan(True), CLEAR, "no required item"),
    ("plan_open", "optional open", plan(True, optional_open=1), CLEAR, "no required item"),
    ("plan_open", "empty", plan(), UNMEASURED, "no required items"),
    ("plan_open", "no plan", facts(), UNMEASURED, "no plan was found"),
    ("task_moved", "moved", plan(True, moved=True), FOUND, "moved to the done folder"),
    ("task_moved", "there", plan(True), CLEAR, "where it was"),
    ("task_moved", "no plan", facts(), UNMEASURED, "no plan"),
    ("files_changed", "one", changed("src/a.py"), FOUND, "1 file changed against abc"),
    ("files_changed", "none", changed(), CLEAR, "no file changed"),
    ("files_changed", "bookkeeping", changed(".exitgate/s.json", "x/run.log"), CLEAR, "no file"),
    ("files_changed", "bookkeeping edits are not seen in the repository",
     changed(".exitgate/s.json", edits=("src/a.py",)), CLEAR, "no file changed"),
    ("files_changed", "base missing", changed(cut=("base 'x' is not in this clone",),
     edits=("src/a.py",)), FOUND, "edited 1 file (transcript only)"),
    ("files_changed", "edits", facts(Transcript(format="exitgate", edits=("a.py", "b.py"))),
     FOUND, "edited 2 files (transcript only)"),
    ("files_changed", "edits of bookkeeping", facts(
        Transcript(format="exitgate", edits=("run.log",)), ignore=("*.log",)), CLEAR, "no file"),
    ("files_changed", "no edits", steps(run("ls"), run("pytest")), CLEAR, "edited no file"),
    ("files_changed", "shell", steps(run("sed -i s/a/b/ x && make")), UNMEASURED, "commands were"),
    ("files_changed", "text", facts(Transcript(format="text")), UNMEASURED, "does not tell"),
    ("ended_badly", "error", ended(EndStatus.ERROR), FOUND, "error"),
    ("ended_badly", "turns", ended(EndStatus.MAX_TURNS), FOUND, "limit of turns"),
    ("ended_badly", "budget", ended(EndStatus.BUDGET), FOUND, "budget"),
    ("ended_badly", "cancelled", ended(EndStatus.CANCELLED), FOUND, "cancelled"),
    ("ended_badly", "exit code", ended(EndStatus.UNKNOWN, 124), FOUND, "code 124"),
    ("ended_badly", "finished with a code", ended(EndStatus.FINISHED, 1), FOUND, "code 1"),
    ("ended_badly", "finished", ended(EndStatus.FINISHED), CLEAR, "by itself"),
    ("ended_badly", "exit 0", ended(EndStatus.UNKNOWN, 0), CLEAR, "by itself"),
    ("ended_badly", "unknown", ended(EndStatus.UNKNOWN), UNMEASURED, "not recorded"),
    ("tests_stale", "edited after", steps(run("pytest"), edit("a.py")), FOUND, "edited at step 2"),
    ("tests_stale", "tested after", steps(edit("a.py"), run("pytest")), CLEAR, "no source"),
    ("tests_stale", "documents", steps(run("pytest"), edit("docs/a.md")), CLEAR, "no source"),
    ("tests_stale", "refused edit", steps(run("pytest"), edit("a.py", True)), CLEAR, "no source"),
    ("tests_stale", "never tested", UNTESTED, UNMEASURED, "no test run"),
    ("tests_stale", "report", REPORTED, UNMEASURED, "when the test report was written"),
    ("tests_stale", "old report", reported("10:00:00Z", "10:00:01Z"), FOUND, "edited at step 1"),
    ("tests_stale", "zones", reported("10:00:00Z", "11:59:00+02:00"), CLEAR, "no source"),
    ("tests_stale", "new report", reported("10:00:00Z", "09:59:00Z"), CLEAR, "no source"),
    ("tests_stale", "no zone", reported("10:00:00Z", "10:00:01"), UNMEASURED, "last edited"),
    ("tests_stale", "edit untimed", reported("10:00:00Z", None), UNMEASURED, "last edited"),
    ("tests_stale", "text", facts(), UNMEASURED, "does not tell"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("signal", "given", "outcome", "headline"),
    [case[:1] + case[2:] for case in CASES],
    ids=[f"{case[0]}-{case[1]}" for case in CASES],
)
def test_signal(signal: str, given: Facts, outcome: Outcome, headline: str) -> None:
    asked = SIGNALS[signal]
    seen = asked.check(given, asked.options())
    assert (seen.signal, seen.outcome) == (signal, outcome)
    assert headline in seen.headline


def ask(signal: str, given: Facts) -> tuple[float, tuple[str, ...]]:
    asked = SIGNALS[signal]
    seen = asked.check(given, asked.options())
    return seen.strength, seen.refs


def test_what_the_transcript_printed_counts_less_than_a_report() -> None:
    assert ask("tests_pass", GREEN) == (1.0, ("junit.xml",))
    assert ask("tests_pass", PRINTED) == (0.8, ("step 1",))
    verified = facts(tests=SuiteRun(1, source=SuiteSource.VERIFIED))
    assert ask("tests_pass", verified)[0] == 1.0
    only_told = facts(Transcript(format="exitgate", edits=("a.py",)))
    assert ask("files_changed", only_told)[0] < ask("files_changed", changed("a.py"))[0]


def test_failing_tests_are_named_and_new_ones_counted() -> None:
    strength, refs = ask("tests_fail", RED)
    assert (strength, refs) == (1.0, ("junit.xml", "a::b", "a::c"))
    before = History(recent=(IterationRecord(number=1, failing=("a::b", "a::old")),))
    asked = SIGNALS["tests_fail"]
    seen = asked.check(replace(RED, history=before), asked.options())
    assert seen.headline.endswith("1 of them new, 1 mended")
    assert seen.measure == tests_fail.Failures(RED.tests, ("a::c",), ("a::old",))
    green = asked.check(replace(GREEN, history=before), asked.options())
    assert green.headline == "no test fails, 2 mended"
    unknown = History(recent=(IterationRecord(number=1, failing=None),))
    seen = asked.check(replace(RED, history=unknown), asked.options())
    assert "new" not in seen.headline


def test_open_items_are_pointed_at() -> None:
    assert ask("plan_open", plan(True, False, False))[1] == ("plan.md:2", "plan.md:3")


@pytest.mark.parametrize("name", sorted(SIGNALS))
def test_every_signal_documents_its_four_parts(name: str) -> None:
    module = next(module for module in MODULES if module.SIGNAL.name == name)
    heads = [part.strip().split(":")[0] for part in (module.__doc__ or "").split("\n\n")]
    assert heads == ["What it sees", "Why it matters", "Example", "False alarms"]
    assert module.SIGNAL.question.endswith("?")


@pytest.mark.parametrize("name", sorted(SIGNALS))
def test_nothing_known_is_unmeasured_never_found_or_clear(name: str) -> None:
    asked = SIGNALS[name]
    bare = facts(tests=Missing("t"), plan=Missing("p"), changes=Missing("c"))
    assert asked.check(bare, asked.options()).outcome is UNMEASURED

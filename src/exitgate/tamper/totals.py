"""Counts that shrink from one iteration to the next: fewer tests collected, a shorter plan."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.core.history import IterationRecord
from exitgate.core.plan import Plan
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import ToolCall
from exitgate.core.wording import counted
from exitgate.language.printed_tests import printed_suites
from exitgate.language.runner_commands import is_suite_command
from exitgate.tamper.scene import Scene

TAIL = 6_000
"""Characters of an output's end in which a runner prints its summary."""


def find(scene: Scene) -> Iterator[Finding]:
    yield from _tests(scene)
    yield from _runs(scene)
    yield from _plan(scene)


SHARE = 0.1
"""A run that misses more than this part of what it had: not one test that was merged."""


_MOVES = re.compile(r"(?:^|[;&|(]\s*)(?:cd|pushd|popd)(?:\s+([^\s;&|)]+)|\b)")
_CHOOSES = re.compile(
    r"--(?:lf|last-?failed|sw|stepwise|changed|only-?changed|only-?failures|affected)\b", re.I
)
"""Which tests such a command runs depends on the last run or on what was edited."""


def _runs(scene: Scene) -> Iterator[Finding]:
    """One and the same command that runs fewer tests in the end than it did in this run before."""
    most: dict[str, tuple[int, int]] = {}
    last: dict[str, tuple[int, int, bool]] = {}
    folder = ""
    for number, call in enumerate(scene.transcript.steps, start=1):
        if not isinstance(call, ToolCall):
            continue
        # The shell may have stayed where an earlier call went.
        before_call, folder = folder, _folder_after(call.command, folder)
        if not is_suite_command(call.command) or _CHOOSES.search(call.command):
            continue
        suites = printed_suites((call.output or "")[-TAIL:])
        ran = sum(suite.passed + suite.failed + suite.errors for suite in suites)
        if ran:
            key = f"{before_call} {' '.join(call.command.split())}".strip()
            most[key] = max(most.get(key, (0, 0)), (ran, number))
            last[key] = (ran, number, any(suite.is_red for suite in suites))
    for key, (now, number, is_red) in last.items():
        before, earlier = most[key]
        is_less = before - now >= 2 and before - now > SHARE * before
        if is_less and not is_red and not scene.gone_names:
            place = Place(f"step {number}", None, f"{key[:120]} {before} {now}")
            yield serious(
                "fewer-tests",
                place,
                f"{counted(now, 'test')} ran; the same command at step {earlier} ran {before}",
            )


def _folder_after(command: str, folder: str) -> str:
    moves = _MOVES.findall(command[:4_000])
    return moves[-1] if moves else folder


def _tests(scene: Scene) -> Iterator[Finding]:
    if not isinstance(scene.tests, SuiteRun):
        return
    earlier = [
        (record, ran) for record in scene.history.recent if (ran := _ran(record)) is not None
    ]
    if not earlier:
        return
    record, most = max(earlier, key=lambda pair: pair[1])
    now = scene.tests.passed + scene.tests.failed + scene.tests.errors
    if now >= most:
        return
    place = Place(f"iteration {record.number}", None, f"{most} {now}")
    sentence = f"{counted(now, 'test')} ran; iteration {record.number} ran {most}"
    is_whole_suite = scene.tests.source is not SuiteSource.PRINTED
    if is_whole_suite and not scene.gone_names and not scene.tests.is_red:
        yield serious("fewer-tests", place, sentence)
    else:
        yield notable("fewer-tests", place, sentence)


def _ran(record: IterationRecord) -> int | None:
    if record.tests_passed is None:
        return None
    return record.tests_passed + (record.tests_failed or 0)


def _plan(scene: Scene) -> Iterator[Finding]:
    """Required items were there and are not, while the plan claims to be further along."""
    totals = [
        (record.plan_total, record.number) for record in scene.history.recent if record.plan_total
    ]
    if not totals or not isinstance(scene.plan, Plan):
        return
    most, number = max(totals)
    now = len(scene.plan.required)
    if 0 < now < most and not scene.plan.moved_to_done:
        place = Place(f"iteration {number}", None, f"{most} {now}")
        rule = serious if scene.plan.is_complete else notable
        yield rule(
            "shorter-plan", place, f"the plan has {now} items; in iteration {number} it had {most}"
        )

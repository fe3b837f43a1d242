"""The instruction to add to an agent's prompt, so that it ends with a block the gate reads."""

from __future__ import annotations

from typing import Literal, assert_never

Style = Literal["ralph", "doyaken", "exitgate"]
STYLES: tuple[Style, ...] = ("exitgate", "ralph", "doyaken")

RALPH = """\
End every response with this block, with exactly one value for each key:

---RALPH_STATUS---
STATUS: IN_PROGRESS | COMPLETE | BLOCKED
TASKS_COMPLETED_THIS_LOOP: <number>
FILES_MODIFIED: <number>
TESTS_STATUS: PASSING | FAILING | NOT_RUN
WORK_TYPE: IMPLEMENTATION | TESTING | DOCUMENTATION | REFACTORING
EXIT_SIGNAL: false | true
RECOMMENDATION: <one line summary>
---END_RALPH_STATUS---

Say under RECOMMENDATION what comes next, or that the work is complete.
Set EXIT_SIGNAL to true only when every story is done and its tests pass.
Set STATUS to BLOCKED when you cannot go on without a person, and say what you need.
"""

DOYAKEN = """\
End every response with this block, with exactly one value for each key, then an empty line:

DOYAKEN_STATUS:
  PHASE_COMPLETE: true/false
  FILES_MODIFIED: <count>
  TESTS_STATUS: pass/fail/skip/unknown
  CONFIDENCE: high/medium/low
  REMAINING_WORK: <brief description or "none">

Set PHASE_COMPLETE to true only when nothing of this phase is left to do.
"""

EXITGATE = """\
End every response with this block, with exactly one value for each key:

EXITGATE_STATUS:
  DONE: true | false
  STATUS: IN_PROGRESS | COMPLETE | BLOCKED
  FILES_MODIFIED: <number>
  TESTS_STATUS: PASSING | FAILING | NOT_RUN
  REMAINING_WORK: <what is left of the whole task, or "none">
  NEEDS: <what you need from a person, or "nothing">
END_EXITGATE_STATUS

Set DONE to true only when the whole task is finished and you have checked it yourself.
Set STATUS to BLOCKED when you cannot go on without a person, and say under NEEDS why.
Your words are compared with the diff, the test reports and the plan.
"""


def prompt_text(style: Style) -> str:
    """The text for one style. Its form holds placeholders, so an echo of it is never a signal."""
    match style:
        case "ralph":
            return RALPH
        case "doyaken":
            return DOYAKEN
        case "exitgate":
            return EXITGATE
        case _:
            assert_never(style)

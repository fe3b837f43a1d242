"""What it sees: the task file itself was moved to a folder such as `done/`.

Why it matters: some loops keep one file a task and move it when the task is done.

Example: `tasks/login.md` is gone and `tasks/done/login.md` is there.

False alarms: a move is the agent's own act, and only as good as its word.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal

NAME = "task_moved"


def check(facts: Facts, options: NoOptions) -> Evidence:  # noqa: ARG001
    plan = facts.plan
    if isinstance(plan, Missing):
        return unmeasured(NAME, plan.why)
    if plan.moved_to_done:
        return found(NAME, "the task file was moved to the done folder", refs=plan.refs)
    return clear(NAME, "the task file is where it was", refs=plan.refs)


SIGNAL = Signal(name=NAME, question="Was the task file moved to done?", check=check)

"""What it sees: a plan in which every required item is ticked.

Why it matters: a plan that is ticked to the end confirms a claim for the whole task.

Example: `- [x]` on all items; open ones in a section called `Optional` do not count.

False alarms: the agent may tick what it did not do; compare with the changes.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import counted, every

NAME = "plan_complete"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    plan = facts.plan
    if isinstance(plan, Missing):
        return unmeasured(NAME, plan.why)
    total = len(plan.required)
    if not total:
        return unmeasured(NAME, "the plan has no required items")
    if plan.is_complete:
        told = f"{every(total, 'required item')} ticked in the plan"
        return found(NAME, told, refs=plan.refs, measure=plan)
    told = f"{plan.done_count} of {counted(total, 'required item')} ticked"
    return clear(NAME, told, refs=plan.refs, measure=plan)


SIGNAL = Signal(name=NAME, question="Is every required item of the plan ticked?", check=check)

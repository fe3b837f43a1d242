"""What it sees: required items of the plan that are not ticked.

Why it matters: "complete" mostly means one story; open items say that the task goes on.

Example: `- [ ] Write the migration` in plan.md while the agent says that all is done.

False alarms: items that nobody means to do any more. Mark them optional or deferred, or put
them under such a heading.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import agreeing, counted

NAME = "plan_open"
SHOWN_ITEMS = 10


def check(facts: Facts, _options: NoOptions) -> Evidence:
    plan = facts.plan
    if isinstance(plan, Missing):
        return unmeasured(NAME, plan.why)
    total = len(plan.required)
    if not total:
        return unmeasured(NAME, "the plan has no required items")
    still_open = plan.open_items
    if not still_open:
        return clear(NAME, "no required item of the plan is open", refs=plan.refs, measure=plan)
    are = agreeing(len(still_open), "is", "are")
    items = f"{len(still_open)} of {counted(total, 'plan item')}"
    told = f"{items} {are} open, next: {still_open[0].text[:80]}"
    refs = tuple(item.ref for item in still_open[:SHOWN_ITEMS] if item.ref)
    return found(NAME, told, refs=refs, measure=plan)


SIGNAL = Signal(name=NAME, question="Are required items of the plan still open?", check=check)

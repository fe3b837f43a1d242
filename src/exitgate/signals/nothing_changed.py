"""Is the work tree what it was before the loop began?

What it sees: a repository whose content was measured, with no file changed against the base now
and no change in any earlier iteration. Bookkeeping and the files that were read do not count.

Why it matters: a completion without any change is a claim about somebody else's work, and plan
items ticked without a change were not done.

Example: the agent ticks every box of the plan, says "all tasks are complete", and edits nothing.

False alarms: a task that asks for no change, such as a review; use a profile of your own there.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.signals import files_changed

NAME = "nothing_changed"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if isinstance(facts.changes, Missing):
        return unmeasured(NAME, facts.changes.why)
    changed = files_changed.check(facts, files_changed.Options())
    if changed.is_unmeasured:
        return unmeasured(NAME, changed.headline)
    if changed.is_found:
        return clear(NAME, changed.headline)
    return found(NAME, "nothing was changed, now or in an earlier iteration")


SIGNAL = Signal(NAME, "Is the work tree what it was before the loop began?", check)

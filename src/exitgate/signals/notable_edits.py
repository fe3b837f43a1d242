"""Did the agent change things that a reviewer should look at?

What it sees: changes that honest work makes too, but that decide what counts as success:
expected values changed together with the code, edited workflows, new conditional skips.

Why it matters: they are no proof of gaming, yet a reviewer who knows of them reads those lines.

Example: tests/test_cart.py:14 expects 20 instead of 180, and shop/cart.py changed as well.

False alarms: most of them are honest; so this signal informs and blocks nothing.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.finding import Severity
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import counted
from exitgate.signals.tampering import findings_of, standing_findings

NAME = "notable_edits"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    findings = findings_of(facts)
    if isinstance(findings, Missing):
        return unmeasured(NAME, findings.why)
    standing = standing_findings(findings, facts)
    notable = tuple(one for one in standing if one.severity is Severity.NOTABLE)
    if not notable:
        return clear(NAME, "nothing that needs a second look")
    look = counted(len(notable), "change needs", "changes need")
    return found(
        NAME,
        f"{look} a look: {notable[0].told}",
        refs=(finding.ref for finding in notable),
        measure=notable,
    )


SIGNAL = Signal(name=NAME, question="Did the agent change what decides success?", check=check)

"""Did the agent bend the evidence instead of doing the work?

What it sees: the diff, the transcript and earlier totals, searched for tests that were deleted,
skipped, weakened or mocked away, runners and settings told to pass, product code that knows its
tests, forged reports, rewritten history, and edits of the gate's own files.

Why it matters: green tests prove nothing once the tests were changed to be green. While a
serious finding stands, nothing is ready to merge.

Example: `assert total == 11` became `assert total is not None` in tests/test_cart.py.

False alarms: a test suite that was replaced on purpose, or a bar that a person asked to lower.
A person settles these with `/exitgate accept <id>`.
"""

from __future__ import annotations

from functools import lru_cache

from exitgate.core.absence import Missing, Unreadable
from exitgate.core.changes import NO_OBJECTS, ChangeSet
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.finding import Finding, Severity
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import counted

NAME = "tampering"
ONLY_NAMES = "which files changed is known, what changed in them is not"
SHOWN = 3
"""Findings told with their names, by which a person accepts them."""


def check(facts: Facts, _options: NoOptions) -> Evidence:
    findings = findings_of(facts)
    if isinstance(findings, Missing):
        return unmeasured(NAME, findings.why)
    standing = standing_findings(findings, facts)
    serious = tuple(one for one in standing if one.severity is Severity.SERIOUS)
    if not serious and (unread := _unread(facts)):
        return unmeasured(NAME, unread)
    if not serious:
        accepted = len(findings) - len(standing)
        note = f"; a person accepted {counted(accepted, 'finding')}" if accepted else ""
        return clear(NAME, f"nothing serious in what was changed{note}")
    more = f"; and {len(serious) - SHOWN} more" if len(serious) > SHOWN else ""
    told = "; ".join(f"{one.told} ({one.id})" for one in serious[:SHOWN])
    return found(
        NAME,
        f"{told}{more}",
        refs=(finding.ref for finding in serious),
        measure=serious,
    )


def _unread(facts: Facts) -> str:
    """Why the differences could not be looked at; what was not seen is not clear."""
    changes = facts.changes
    if isinstance(changes, Unreadable):
        return changes.why
    if not isinstance(changes, ChangeSet):
        return ""
    if changes.lacks_base:
        return changes.cut[0]
    if not changes.files:
        return ""
    if NO_OBJECTS in changes.cut:
        return NO_OBJECTS
    return "" if changes.patch is not None else ONLY_NAMES


@lru_cache(maxsize=2)
def findings_of(facts: Facts) -> tuple[Finding, ...] | Missing:
    """Worked out once for the signals that ask; equal facts give equal findings."""
    # Imported here: an ordinary decision without a diff does not pay for the rules about it.
    from exitgate.tamper.scene import scene_of

    scene = scene_of(facts)
    if isinstance(scene, Missing):
        return scene
    from exitgate.tamper.families import inspect

    return inspect(scene)


def standing_findings(findings: tuple[Finding, ...], facts: Facts) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.id not in facts.accepted)


SIGNAL = Signal(name=NAME, question="Did the agent bend the evidence?", check=check)

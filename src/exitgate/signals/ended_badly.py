"""What it sees: a run that did not end by itself: an error, a limit of turns or money, a
cancellation, or an exit code of the agent's process that is not zero.

Why it matters: what such a run says last was not meant as its conclusion.

Example: a result record `success` with `is_error: true`, `error_max_turns`, exit code 124.

False alarms: some agents end with an error after all work was done; an unknown ending is
unmeasured, not bad.
"""

from __future__ import annotations

from typing import assert_never

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.transcript import EndStatus

NAME = "ended_badly"
DETAIL_CHARS = 160


def check(facts: Facts, _options: NoOptions) -> Evidence:
    bad = _bad_ending(facts.transcript.end)
    code = facts.exit_code
    if bad:
        detail = " ".join(facts.transcript.end_detail.split())[:DETAIL_CHARS]
        told = f"{bad}: {detail}" if detail else bad
        return found(NAME, told, refs=("transcript end",), measure=facts.transcript.end)
    if code:
        return found(NAME, f"the agent's process ended with code {code}", refs=("exit code",))
    if facts.transcript.end is EndStatus.FINISHED or code == 0:
        return clear(NAME, "the run ended by itself", measure=facts.transcript.end)
    return unmeasured(NAME, "how the run ended is not recorded")


def _bad_ending(end: EndStatus) -> str:
    match end:
        case EndStatus.ERROR:
            return "the run ended in an error"
        case EndStatus.MAX_TURNS:
            return "the run hit its limit of turns"
        case EndStatus.BUDGET:
            return "the run hit its budget"
        case EndStatus.CANCELLED:
            return "the run was cancelled"
        case EndStatus.FINISHED | EndStatus.UNKNOWN:
            return ""
        case _:
            assert_never(end)


SIGNAL = Signal(name=NAME, question="Did the run end in another way than by itself?", check=check)

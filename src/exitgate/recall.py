"""The last decision as the loop remembers it, for when nothing new is to be decided."""

from __future__ import annotations

from exitgate.core.confidence import Confidence
from exitgate.core.decision import Decision, Verdict
from exitgate.core.memory import LoopState

NOT_JUDGED = "nothing was judged anew: this is what the loop remembers"


def last_decision(state: LoopState) -> Decision:
    """Never ready to merge by memory alone; a loop without memory goes on."""
    last = state.history.last
    known = last is not None and last.verdict in set(Verdict)
    verdict = Verdict(last.verdict) if last is not None and known else Verdict.CONTINUE
    told = f"the last verdict was {verdict}" if last is not None else "nothing is remembered"
    return Decision(
        loop_id=state.loop_id,
        iteration=last.number if last is not None else 0,
        verdict=verdict,
        reason=last.reason if last is not None and known and last.reason else "in_progress",
        summary=f"Nothing new was decided; {told}.",
        confidence=Confidence(last.confidence if last is not None else 0),
        merge_ready=False,
        circuit=state.circuit,
        signature=last.signature if last is not None else "",
        work_summary=last.work if last is not None else "",
        evidence=(),
        rules=(),
        guidance="",
        inputs=(),
        unmeasured=(NOT_JUDGED,),
    )

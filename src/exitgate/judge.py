"""The pure middle: Facts and a Policy in, a Decision and what to remember of it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from exitgate.core.absence import Unreadable
from exitgate.core.breaker import advance
from exitgate.core.changes import NO_OBJECTS, ChangeSet
from exitgate.core.circuit import Circuit
from exitgate.core.confidence import score
from exitgate.core.decision import Decision, RuleTrace, Verdict
from exitgate.core.evidence import Evidence
from exitgate.core.facts import Facts
from exitgate.core.finding import finding_ids
from exitgate.core.history import History, IterationRecord
from exitgate.core.policy import Policy
from exitgate.core.rule import Case, Ruling
from exitgate.core.trend import observe
from exitgate.core.wording import counted
from exitgate.errors import StateError
from exitgate.guidance import guidance
from exitgate.language.reading import read_prose
from exitgate.language.record import record_of
from exitgate.language.redact import without_secrets
from exitgate.language.summary import work_summary
from exitgate.rules import RULES
from exitgate.rules.proof import forbidding, proof_of, says_done
from exitgate.signals import SIGNALS


@dataclass(frozen=True, slots=True)
class Judgement:
    decision: Decision
    record: IterationRecord
    """What the loop will remember of this iteration."""
    circuit: Circuit
    facts: Facts
    """The facts as they were understood."""
    runs: frozenset[str] = frozenset()
    """Every run that the loop remembers after this iteration; empty where it was not kept."""
    unsaved: StateError | None = None
    """Why this iteration could not be remembered; the decision stands all the same."""


def judge(facts: Facts, policy: Policy) -> Judgement:
    facts = _with_claims(understand(facts, policy))
    evidence = {
        name: SIGNALS[name].check(facts, options) for name, options in policy.signals.items()
    }
    circuit = advance(facts.circuit, observe(facts), policy.breaker)
    case = Case(facts, evidence, score(evidence, policy.confidence), circuit, policy)
    ruling, trace = ask_rules(case)
    verdict = ruling.verdict or Verdict.CONTINUE
    decision = Decision(
        loop_id=facts.loop_id,
        iteration=facts.iteration,
        verdict=verdict,
        reason=ruling.reason,
        summary=_sentence(ruling.because),
        confidence=case.confidence,
        merge_ready=verdict is Verdict.COMPLETE and _merge_ready(case),
        circuit=circuit,
        signature=facts.current.signature,
        work_summary=work_summary(facts),
        evidence=tuple(evidence.values()),
        rules=trace,
        guidance=_with_hint(facts, guidance(facts, evidence, verdict, ruling.reason)),
        inputs=facts.inputs,
        unmeasured=_unmeasured(facts, evidence),
        claims=facts.claims or (),
    )
    record = replace(
        facts.current,
        verdict=verdict.value,
        reason=ruling.reason,
        confidence=case.confidence.value,
        claimed=says_done(case),
        findings=finding_ids(decision.evidence),
    )
    return Judgement(without_secrets(decision, facts.masked), record, circuit, facts)


def understand(facts: Facts, policy: Policy) -> Facts:
    """Read the agent's words once, and see this iteration as the loop will remember it."""
    transcript = facts.transcript
    reading = read_prose(
        transcript.final_message,
        prompt=transcript.prompt,
        task=facts.task if isinstance(facts.task, str) else "",
        structured=transcript.structured,
        keywords=policy.keywords,
    )
    facts = replace(
        facts,
        reading=reading,
        keywords=policy.keywords,
        ignore=facts.ignore or policy.ignore,
        history=_history_that_counts(facts),
    )
    # Secrets go before anything is compared, so that what is remembered still compares equal.
    current = without_secrets(record_of(facts), facts.masked)
    return replace(facts, current=replace(current, fresh=_is_fresh_start(facts)))


def _is_fresh_start(facts: Facts) -> bool:
    return facts.directive is not None and facts.directive.command in ("continue", "retry")


def _history_that_counts(facts: Facts) -> History:
    """What a person has forgiven is not compared with any more; its totals still count."""
    if _is_fresh_start(facts):
        return replace(facts.history, recent=())
    return facts.history.since_fresh_start()


def ask_rules(case: Case) -> tuple[Ruling, tuple[RuleTrace, ...]]:
    """Ask every rule in the profile's order up to the first that fires, leaving a trace."""
    trace: list[RuleTrace] = []
    for name in case.policy.rules:
        ruling = RULES[name].ask(case)
        trace.append(RuleTrace(name, ruling.verdict is not None, ruling.because))
        if ruling.verdict is not None:
            return ruling, tuple(trace)
    return _go_on(case), tuple(trace)


def _go_on(case: Case) -> Ruling:
    proof = proof_of(case)
    if proof.said is None:
        did = work_summary(case.facts)
        because = f"the work goes on: {did}" if did else "no reason to stop: the work goes on"
        return Ruling(None, because, "in_progress")
    if proof.contradicted_by:
        what = "; ".join(seen.headline for seen in proof.contradicted_by)
        return Ruling(
            None, f"done was claimed, but the evidence says otherwise: {what}", "claimed_unverified"
        )
    return Ruling(None, f"done was claimed, but {proof.lacking}", "claimed_unverified")


def _with_hint(facts: Facts, advice: str) -> str:
    """A person's hint comes first: it knows more than the evidence."""
    directive = facts.directive
    if directive is None or not directive.hint or not _is_fresh_start(facts):
        return advice
    return f"{directive.by} says: {directive.hint}\n{advice}"


def _merge_ready(case: Case) -> bool:
    policy = case.policy
    return (
        proof_of(case).holds
        and case.confidence.value >= policy.thresholds.merge_confidence
        and not forbidding(case.evidence, policy.proof)
        and not case.facts.memory_broken
        and not _is_blind(case)
    )


def _is_blind(case: Case) -> bool:
    """Whether a change bends the evidence should have been seen, and could not be.

    A recording that only names the changed files hides nothing: nobody gave their content.
    """
    changes = case.facts.changes
    if isinstance(changes, ChangeSet):
        unseen = changes.lacks_base or (bool(changes.files) and NO_OBJECTS in changes.cut)
    else:
        unseen = isinstance(changes, Unreadable)
    seen = case.evidence.get("tampering")
    return unseen and seen is not None and seen.is_unmeasured


def _with_claims(facts: Facts) -> Facts:
    from exitgate.proof.claims import check_claims

    return replace(facts, claims=check_claims(facts))


def _unmeasured(facts: Facts, evidence: Mapping[str, Evidence]) -> tuple[str, ...]:
    silent = [f"{name}: {seen.headline}" for name, seen in evidence.items() if seen.is_unmeasured]
    changes = facts.changes.cut if isinstance(facts.changes, ChangeSet) else ()
    lines = facts.transcript.counts.unreadable
    told = f"{counted(lines, 'line')} of the agent's output could not be read"
    broken = (told,) if lines else ()
    memory = (facts.memory_broken,) if facts.memory_broken else ()
    return (*facts.unreadable, *memory, *broken, *facts.transcript.cut, *changes, *silent)


def _sentence(text: str) -> str:
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."

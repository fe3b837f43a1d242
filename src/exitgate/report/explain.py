"""Why, in words: each rule that was asked, and the setting that would change the verdict."""

from __future__ import annotations

from exitgate.core.decision import Decision, RuleTrace, Verdict
from exitgate.core.evidence import Evidence
from exitgate.core.verification import CheckedClaim
from exitgate.report.escape import terminal, terminal_lines
from exitgate.report.reasons import BY_RULE, COUNTS, GOES_ON, PATTERNS, Setting
from exitgate.report.view import by_standing
from exitgate.report.words import verdict_words


def explain(decision: Decision) -> str:
    """Plain text, most important first."""
    words = verdict_words(decision.verdict)
    parts = [
        f"{words.title}: {terminal(decision.summary, 500)}\n{words.meaning} "
        f"Confidence {decision.confidence.value} of 100; "
        f"{'ready' if decision.merge_ready else 'not ready'} to merge.",
        _rules(decision),
        _confidence(decision),
        _claims(decision),
        _missing(decision),
        _settings(decision),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def settings_for(decision: Decision) -> tuple[Setting, ...]:
    """The settings that would change this decision, the most direct first."""
    fired = next((trace for trace in decision.rules if trace.fired), None)
    general = BY_RULE.get(fired.rule, ()) if fired else GOES_ON.get(decision.reason, ())
    if fired and fired.rule == "circuit_open":
        return (*_opened_by(decision, general), *_signals_behind(decision, fired))
    return (*_signals_behind(decision, fired), *general, *_for_merging(decision))


def _opened_by(decision: Decision, settings: tuple[Setting, ...]) -> list[Setting]:
    """The breaker's settings, that of what opened it first."""
    unchanged = (decision.circuit.trigger or "").startswith("no file changes")
    cause = "no_change" if unchanged else "same_error"
    return sorted(settings, key=lambda setting: cause not in setting.path)


def _signals_behind(decision: Decision, fired: RuleTrace | None) -> tuple[Setting, ...]:
    """The findings that decided: those that count too early, or that contradict a claim."""
    found = [seen for seen in decision.evidence if seen.is_found]
    if decision.verdict is Verdict.STUCK and fired is not None:
        counting = [seen for seen in found if seen.signal in COUNTS]
        told = _told_in(fired.because, counting)
        # Whatever else was found would stop it next; that nothing changed alone never does.
        others = [s for s in counting if s not in told and s.signal != "no_change"]
        return tuple(map(_counting, (*told, *others)))
    if decision.reason == "claimed_unverified":
        told = _told_in(decision.summary, found)
        return tuple(Setting(f"proof.contradicts ({seen.signal})", _said(seen)) for seen in told)
    return ()


def _told_in(text: str, found: list[Evidence]) -> list[Evidence]:
    return [seen for seen in found if seen.headline.lower() in text.lower()]


def _counting(seen: Evidence) -> Setting:
    option = COUNTS[seen.signal] or _of_pattern(seen.headline)
    return Setting(f"signals.{seen.signal}{'.' if option else ''}{option}", _said(seen))


def _of_pattern(headline: str) -> str:
    """The option of the pattern that a finding begins with."""
    return next((PATTERNS[words] for words in PATTERNS if headline.startswith(words)), "")


def _said(seen: Evidence) -> str:
    return terminal(seen.headline, 160)


def _for_merging(decision: Decision) -> tuple[Setting, ...]:
    if decision.verdict is not Verdict.COMPLETE or decision.merge_ready:
        return ()
    value = decision.confidence.value
    return (
        Setting("thresholds.merge_confidence", f"ready to merge from here on; it is {value} now"),
        Setting("proof.forbids_merge", "what keeps it from being ready to merge when found"),
    )


def _rules(decision: Decision) -> str:
    if not decision.rules:
        return "No rule was asked."
    lines = [_rule(number, trace) for number, trace in enumerate(decision.rules, start=1)]
    if not any(trace.fired for trace in decision.rules):
        lines.append("No rule fired, so the loop goes on.")
    return "\n".join(("Rules, in the order they were asked:", *lines))


def _rule(number: int, trace: RuleTrace) -> str:
    did = "decided" if trace.fired else "passed"
    return f"  {number:>2}. {terminal(trace.rule, 60)} {did}: {terminal(trace.because, 300)}"


def _confidence(decision: Decision) -> str:
    lines = [
        f"  {part.points:+7.2f}  {terminal(part.signal, 60)}: {terminal(part.because, 200)}"
        for part in decision.confidence.parts
    ]
    title = f"Confidence {decision.confidence.value} came from:"
    return "\n".join((title, *lines)) if lines else ""


def _claims(decision: Decision) -> str:
    lines = [_claim(claim) for claim in by_standing(decision.claims)]
    return (
        "\n".join(("What the agent claims, and what the evidence says:", *lines)) if lines else ""
    )


def _claim(claim: CheckedClaim) -> str:
    said, because = terminal(claim.text, 160), terminal(claim.because, 200)
    return f'  {claim.standing.value:<12}  "{said}": {because}'


def _missing(decision: Decision) -> str:
    lines = [f"  {terminal_lines(what, 300)}" for what in decision.unmeasured[:20]]
    return "\n".join(("Not measured, so counted neither way:", *lines)) if lines else ""


def _settings(decision: Decision) -> str:
    if decision.reason == "cancelled":
        return "A person decided this; `exitgate reset` starts the loop anew."
    if decision.reason == "approved":
        return "A person decided this; no setting changes it."
    lines = [f"  {setting.path}: {setting.what}" for setting in settings_for(decision)]
    if decision.reason == "circuit_open":
        lines.append("`exitgate command retry` lets one iteration try now.")
    title = "What would change it, in exitgate.yml:"
    return "\n".join((title, *lines)) if lines else ""

"""Loops in words: talk without action, and a text that chants."""

from __future__ import annotations

from collections.abc import Sequence

from exitgate.core.repeats import ending_cycle
from exitgate.core.transcript import Message, Role, Step, ToolCall
from exitgate.language.chant import chant_in
from exitgate.language.fingerprint import message_digest
from exitgate.language.loop_patterns import Pattern, RunLimits, RunLoop
from exitgate.language.turns import TAIL


def talk_loop(steps: Sequence[Step], limits: RunLimits) -> RunLoop | None:
    return _monologue(steps, limits) or _chant(steps, limits)


def _monologue(steps: Sequence[Step], limits: RunLimits) -> RunLoop | None:
    """Turns at the end without any call, while the same automatic prompt asks to go on."""
    spoken = _after_prompt(_after_last_call(steps))
    said = [message for message in spoken if message.role is Role.ASSISTANT]
    pushed = [message for message in spoken if message.role is Role.USER]
    last = len(steps)
    first = last - len(spoken) + 1
    if len(pushed) >= limits.monologue and len(said) >= limits.monologue:
        prompts = {message.text[:400] for message in pushed[-limits.monologue :]}
        if len(prompts) < limits.monologue:
            return RunLoop(Pattern.MONOLOGUE, len(said), "no tool call", first, last)
    if not pushed and len(said) >= limits.unbroken_talk:
        return RunLoop(Pattern.MONOLOGUE, len(said), "no tool call", first, last)
    digests = [message_digest(message.text) for message in said[-TAIL:]]
    cycle = ending_cycle(digests, single=limits.identical, rounds=limits.rounds)
    if cycle is None or not any(digests[-cycle.period :]):
        return None
    return RunLoop(Pattern.MONOLOGUE, cycle.rounds, "the same message", first, last, cycle.period)


def _after_last_call(steps: Sequence[Step]) -> list[Message]:
    spoken: list[Message] = []
    for step in reversed(steps):
        if isinstance(step, ToolCall):
            break
        spoken.append(step)
    return spoken[::-1]


def _after_prompt(spoken: list[Message]) -> list[Message]:
    """What a run begins with is its task: nobody pushed an agent that had not spoken yet."""
    first = next((at for at, one in enumerate(spoken) if one.role is Role.ASSISTANT), 0)
    return spoken[first:]


def _chant(steps: Sequence[Step], limits: RunLimits) -> RunLoop | None:
    last = steps[-1] if steps else None
    if not isinstance(last, Message) or last.role is not Role.ASSISTANT:
        return None
    chant = chant_in(last.text, limits.chant)
    if chant is None:
        return None
    return RunLoop(Pattern.CHANT, chant.times, chant.words, len(steps), len(steps))

"""A person's order from a comment: which loop it is for, what becomes of it, and the reply."""

from __future__ import annotations

import re
from dataclasses import replace

from exitgate.commands import Command, Word, known_words, parse_command, times_addressed
from exitgate.core.memory import LoopState
from exitgate.errors import StateError
from exitgate.report.escape import code, inline
from exitgate.runner.services import Obeyed, Order
from exitgate.state import Store
from exitgate.steering import Meant, Said, Unknown, meant, steer

CACHE_CAVEAT = (
    " It is noted in a folder: GitHub does not let a comment's run save a cache that the loop"
    " restores, so the loop hears it only where both share that folder, or with `state: branch`."
)
ONE_ORDER = " Only one order of a comment is followed: write another comment for the next."
UNCHECKED = " Nothing is remembered of this loop, so nobody could look whether it has that finding."


def obey(store: Store, order: Order) -> Obeyed:
    command = parse_command(order.text)
    if command is None:
        reply = f"This order is not known: say one of {known_words()}."
        reply += " Behind the word `--loop <id>` names one of several loops."
        return Obeyed(reply, unclear=True)
    try:
        to = meant(store, order.loops, command)
        state = steer(store, to.loop_id, Said(command, order.by, order.now))
    except Unknown as fault:
        return Obeyed(_unknown(fault, command), unclear=True)
    if command.word is Word.STATUS:
        return _status(store, to, state)
    if store.lost:
        reply = f"{_name(state)}: `{command.word}` did **not** take effect: {inline(store.lost)}."
        reply += _asides(store)
        return Obeyed(reply, loop_id=state.loop_id, lost=store.lost)
    obeyed = _followed(command, state)
    caveat = CACHE_CAVEAT if order.state.startswith("cache:") else ""
    caveat += ONE_ORDER if times_addressed(order.text) > 1 else ""
    reply = f"{obeyed.reply}{caveat}{_untouched(to, command)}{_asides(store)}"
    return replace(obeyed, reply=reply)


def _followed(command: Command, state: LoopState) -> Obeyed:
    hint = f" Hint for the next iteration: {inline(command.hint)}" if command.hint else ""
    if command.word is Word.ACCEPT:
        hint = f" Accepted: {code(command.hint)}."
        hint += UNCHECKED if not state.history.recent else ""
    # A loop that goes on has its next iteration started already; two would fight.
    runs = state.history.last is not None and state.history.last.verdict == "continue"
    starts = command.word is Word.RETRY or (command.word is Word.CONTINUE and not runs)
    if command.word is Word.CONTINUE and runs:
        hint += " The loop goes on already; `/exitgate retry` starts an iteration all the same."
    return Obeyed(
        f"{_name(state)}: `{command.word.value}` is noted and the next decision follows it"
        f" ({_standing(state)}).{hint}",
        restart=state.history.totals.iterations + 1 if starts else None,
        guidance=command.hint,
        loop_id=state.loop_id,
    )


def _status(store: Store, to: Meant, state: LoopState) -> Obeyed:
    """Every loop of the pull request: whoever asks may not know that there are several."""
    told = [f"{_name(state)}: {_standing(state)}."]
    for other in to.others:
        try:
            told.append(f"{_name(one := store.load(other))}: {_standing(one)}.")
        except StateError as fault:
            told.append(f"Loop {code(other)} cannot be read: {inline(str(fault))}.")
    lines = "\n".join(f"- {line}" for line in told) if to.others else told[0]
    unread = f" This may not be all: {inline(store.lost)}." if store.lost else ""
    return Obeyed(f"{lines}{unread}{_asides(store)}", loop_id=state.loop_id)


def _unknown(fault: Unknown, command: Command) -> str:
    """What there is instead, as orders that can be copied."""
    start = f"There is no {fault.what} {code(fault.name)}, so nothing was changed."
    if not fault.known:
        return f"{start} There is none that could be named."
    if fault.what == "finding":
        ways = [f"accept {name}" for name in fault.known]
    else:
        ways = [f"{command.word} --loop {_quoted(name)}" for name in fault.known]
    return "\n".join((f"{start} Say one of:", "", *(f"- {_to_copy(way)}" for way in ways)))


def _untouched(to: Meant, command: Command) -> str:
    if not to.others:
        return ""
    names = ", ".join(code(other) for other in to.others[:5])
    example = _to_copy(f"{command.word} --loop {_quoted(to.others[0])}")
    return (
        f"\n\nOther loops of this pull request are not touched: {names}. For one of them:"
        f" {example}."
    )


def _to_copy(words: str) -> str:
    """As it must be written, where its names are plain; escaped names cannot be copied."""
    plain = re.fullmatch(r"[A-Za-z0-9_ ./:+\"-]{1,300}", words)
    return f"`/exitgate {words}`" if plain else code(f"/exitgate {words}", 400)


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _name(state: LoopState) -> str:
    return f"Loop {code(state.loop_id)}"


def _standing(state: LoopState) -> str:
    last = state.history.last
    verdict = f", the last verdict was {last.verdict}" if last else ""
    done = state.history.totals.iterations
    return f"{done} iterations so far, the circuit is {state.circuit.state.value}{verdict}"


def _asides(store: Store) -> str:
    return "".join(f"\n\n{inline(note)}" for note in store.notes if note != store.lost)

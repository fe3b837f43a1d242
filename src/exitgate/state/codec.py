"""One loop's state as readable JSON with stable bytes, and back, strictly."""

from __future__ import annotations

import json

from exitgate.core.circuit import Circuit
from exitgate.core.facts import Directive
from exitgate.core.history import History, IterationRecord, Totals
from exitgate.core.memory import STATE_VERSION, Chain, LoopState
from exitgate.errors import StateError
from exitgate.state.chain import linked, method_for, seal, verify
from exitgate.state.compact import compacted, shortened
from exitgate.state.migrations import VERSION_KEY, Document, migrated
from exitgate.state.plain import Json, ShapeError, from_plain, to_plain

MAX_BYTES = 4 * 1024 * 1024
"""Far above what we write; a larger file is not ours."""

STOP = "cancel"

FIELDS = frozenset(
    {
        VERSION_KEY,
        "loop",
        "totals",
        "circuit",
        "directive",
        "accepted",
        "chain",
        "iterations",
        "seal",
    }
)


def encode(state: LoopState, key: bytes | None = None) -> bytes:
    return render(document_of(state, key))


def decode(data: bytes, name: str, key: bytes | None = None) -> LoopState:
    """Read what `encode` wrote. `name` is the file that an error points to."""
    return state_of(parse(data, name), name, key)


def document_of(state: LoopState, key: bytes | None) -> Document:
    recent = compacted(state.history.recent)
    anchor = _anchor(recent, state.chain)
    iterations = [one for record in recent if isinstance(one := to_plain(record), dict)]
    chain: Document = {"method": method_for(key), "anchor": anchor}
    if not state.chain.ok:
        chain["broken"] = {"at": state.chain.broken_at, "why": state.chain.why}
    document: Document = {
        VERSION_KEY: STATE_VERSION,
        "loop": state.loop_id,
        "totals": to_plain(state.history.totals, sparse=False),
        "circuit": to_plain(shortened(state.circuit), sparse=False),
        "directive": to_plain(state.directive) if state.directive else None,
        "accepted": to_plain(state.accepted),
        "chain": chain,
        "iterations": list[Json](linked(iterations, anchor, key)),
    }
    return {**document, "seal": seal(document, key)}


def state_of(document: Document, name: str, key: bytes | None) -> LoopState:
    try:
        chain = verify(document, key)
        return _state_of(migrated(document, name), chain)
    except ShapeError as error:
        raise _unreadable(f"{name}: {error}") from None
    except RecursionError:
        raise _unreadable(f"{name}: nested too deeply") from None


def _state_of(document: Document, chain: Chain) -> LoopState:
    if unknown := sorted(set(document) - FIELDS):
        raise ShapeError(f"{unknown[0]}: unknown field")
    loop_id, directive = document.get("loop"), document.get("directive")
    if not isinstance(loop_id, str):
        raise ShapeError("loop: expected a text")
    iterations, accepted = document.get("iterations"), document.get("accepted", [])
    if not isinstance(iterations, list) or not isinstance(accepted, list):
        raise ShapeError("iterations, accepted: expected lists")
    return LoopState(
        loop_id,
        History(
            tuple(_record(one, f"iterations[{at}]") for at, one in enumerate(iterations)),
            from_plain(Totals, document.get("totals"), "totals"),
        ),
        from_plain(Circuit, document.get("circuit"), "circuit"),
        _directive(directive, chain),
        tuple(one for one in accepted if isinstance(one, str) and chain.sealed),
        chain,
    )


def _directive(data: Json, chain: Chain) -> Directive | None:
    """A person's word, unless another hand may have written it. To stop is safe in any case."""
    if data is None:
        return None
    directive = from_plain(Directive, data, "directive")
    return directive if chain.sealed or directive.command == STOP else None


def _record(data: Json, path: str) -> IterationRecord:
    if isinstance(data, dict):
        data = {name: held for name, held in data.items() if name not in {"hash", "previous"}}
    return from_plain(IterationRecord, data, path)


def _anchor(recent: tuple[IterationRecord, ...], chain: Chain) -> str:
    """The hash that the first kept iteration follows."""
    if not recent:
        return dict(chain.links).get(max(dict(chain.links), default=0), chain.anchor)
    return dict(chain.links).get(recent[0].number - 1, chain.anchor)


def render(document: Json) -> bytes:
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    # A lone surrogate has no UTF-8; written as an escape it survives the way back.
    return text.encode("utf-8", "backslashreplace") + b"\n"


def render_line(value: Json) -> bytes:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def parse(data: bytes, name: str) -> Document:
    document = parse_json(data, name)
    if not isinstance(document, dict) or VERSION_KEY not in document:
        raise _unreadable(f"{name}:1: not an ExitGate state file")
    return document


def parse_json(data: bytes, name: str) -> Json:
    if len(data) > MAX_BYTES:
        raise _unreadable(f"{name}: {len(data)} bytes are too many for a state file")
    try:
        document: Json = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _unreadable(f"{name}:{line}: not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise _unreadable(f"{name}:{error.lineno}: {_what_is_wrong(error)}") from None
    except (RecursionError, ValueError):
        raise _unreadable(f"{name}:1: not an ExitGate state file") from None
    return document


def _what_is_wrong(error: json.JSONDecodeError) -> str:
    is_at_end = error.pos >= len(error.doc.rstrip())
    if is_at_end or error.msg.startswith("Unterminated string"):
        return "cut off"
    return f"not JSON ({error.msg})"


def _unreadable(message: str) -> StateError:
    return StateError(
        message,
        hint="restore the file from a backup, or run `exitgate reset --loop ID`: "
        "it keeps the file aside and starts afresh",
    )


def own(state: LoopState, loop_id: str, name: str) -> LoopState:
    """The state, provided that it is this loop's and no other's."""
    if state.loop_id != loop_id:
        raise StateError(
            f"{name}: belongs to the loop {state.loop_id!r}, not to {loop_id!r}",
            hint="run `exitgate reset --loop ID`: it keeps the file aside and starts afresh",
        )
    return state

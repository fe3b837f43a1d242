"""The hash chain: each iteration carries the hash of the one before, and a seal covers the rest.

Without a key this shows careless edits; with a key (HMAC) it shows every edit by anyone who
does not hold the key.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable

from exitgate.core.memory import Chain
from exitgate.state.plain import Json

PLAIN, KEYED = "sha256", "hmac-sha256"
UNCHAINED = frozenset({"hash", "previous", "recording"})
"""A recording may be dropped to save room, so the chain does not cover it; the seal does."""

Iteration = dict[str, Json]


def digest(content: Json, key: bytes | None) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":")).encode("ascii")
    if key is None:
        return hashlib.sha256(text).hexdigest()
    return hmac.new(key, text, "sha256").hexdigest()


def method_for(key: bytes | None) -> str:
    return PLAIN if key is None else KEYED


def linked(iterations: Iterable[Iteration], anchor: str, key: bytes | None) -> list[Iteration]:
    """The iterations, each with its own hash and that of the one before."""
    chained: list[Iteration] = []
    previous = anchor
    for iteration in iterations:
        own = link(iteration, previous, key)
        chained.append({**iteration, "previous": previous, "hash": own})
        previous = own
    return chained


def link(iteration: Iteration, previous: str, key: bytes | None) -> str:
    covered = {name: value for name, value in iteration.items() if name not in UNCHAINED}
    return digest([previous, covered], key)


def seal(document: dict[str, Json], key: bytes | None) -> str:
    return digest({name: value for name, value in document.items() if name != "seal"}, key)


def verify(document: dict[str, Json], key: bytes | None) -> Chain:
    """What is broken, as data. A break that was seen once stays on record until a reset."""
    section = document.get("chain")
    section = section if isinstance(section, dict) else {}
    iterations = _iterations(document)
    anchor = _text(section.get("anchor"))
    links = tuple((_number(one), _text(one.get("hash"))) for one in iterations)
    fresh = _method_break(section, key) or _first_break(document, key)
    why, at = _known_break(section) or fresh
    return Chain(ok=not why, broken_at=at, why=why, anchor=anchor, links=links, sealed=not fresh[0])


Break = tuple[str, int | None]


def _known_break(section: dict[str, Json]) -> Break | None:
    broken = section.get("broken")
    if not isinstance(broken, dict):
        return None
    at = broken.get("at")
    return _text(broken.get("why")) or "broken", at if isinstance(at, int) else None


def _method_break(section: dict[str, Json], key: bytes | None) -> Break | None:
    method = section.get("method")
    if method == method_for(key):
        return None
    if method == KEYED:
        return "signed with a key that was not given, so it cannot be verified", None
    return "not signed, though a key is given", None


def _first_break(document: dict[str, Json], key: bytes | None) -> Break:
    section = document["chain"]
    previous = _text(section.get("anchor")) if isinstance(section, dict) else ""
    for iteration in _iterations(document):
        own = _text(iteration.get("hash"))
        if iteration.get("previous") != previous:
            return "does not follow the iteration before it", _number(iteration)
        if not hmac.compare_digest(own.encode(), link(iteration, previous, key).encode()):
            return "was changed by another hand", _number(iteration)
        previous = own
    if not hmac.compare_digest(_text(document.get("seal")).encode(), seal(document, key).encode()):
        return (
            "totals, breaker, directive or recordings were changed after the gate wrote them",
            None,
        )
    return "", None


def _iterations(document: dict[str, Json]) -> list[Iteration]:
    held = document.get("iterations")
    return [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []


def _text(value: Json) -> str:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _number(iteration: Iteration) -> int:
    number = iteration.get("number")
    return number if isinstance(number, int) else 0

"""How one loop lies on the state branch: the state as JSON, its iterations one a line beside it."""

from __future__ import annotations

from exitgate.core.memory import LoopState
from exitgate.errors import StateError
from exitgate.state.codec import document_of, parse, parse_json, render, render_line
from exitgate.state.migrations import Document
from exitgate.state.names import file_stem
from exitgate.state.plain import Json

FOLDER = "loops"
README = b"""# ExitGate state

This branch is the memory of ExitGate. Each loop has two files under `loops/`: its state (`.json`)
and its latest iterations, one a line, oldest first (`.jsonl`). The gate writes here with ordinary
commits; a change by hand is noticed and reported. `exitgate reset --loop ID` starts a loop afresh.
"""


def loop_paths(loop_id: str) -> tuple[str, str]:
    stem = f"{FOLDER}/{file_stem(loop_id)}"
    return f"{stem}.json", f"{stem}.jsonl"


def split(state: LoopState, key: bytes | None) -> dict[str, bytes | None]:
    document = document_of(state, key)
    iterations = document.pop("iterations")
    assert isinstance(iterations, list)
    head, lines = loop_paths(state.loop_id)
    return {head: render(document), lines: b"".join(render_line(one) for one in iterations)}


def join(head: bytes, lines: bytes | None, name: str) -> Document:
    if lines is None:
        raise StateError(
            f"{name}l: missing beside {name}",
            hint="restore it from the branch's history, or run `exitgate reset --loop ID`",
        )
    iterations: list[Json] = [
        parse_json(line, f"{name}l:{at}") for at, line in enumerate(lines.splitlines(), 1) if line
    ]
    return {**parse(head, name), "iterations": iterations}

"""The few shapes that the reference page is built from."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Sequence


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines) + "\n"


def code(text: object) -> str:
    return f"`{text}`" if str(text) else ""


def one_line(text: str) -> str:
    return " ".join(text.split())


def field_notes(kind: type[object]) -> dict[str, str]:
    """The sentence below each field of a class, as its source has it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    (definition,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    notes: dict[str, str] = {}
    for field, note in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            notes[field.target.id] = _note(note)
    return notes


def _note(node: ast.stmt) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return one_line(str(node.value.value))
    return ""


def _cell(text: str) -> str:
    return one_line(text).replace("|", "\\|")

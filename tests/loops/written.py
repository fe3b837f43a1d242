"""Loops written down in a few lines each become recordings, as `exitgate replay` reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "written"


def loops(name: str) -> dict[str, dict[str, Any]]:
    """Every loop of a file under `written/`, by what it shows."""
    entries = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return {entry["loop"]: entry for entry in entries}


def recording(entry: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(line) for line in _lines(entry)).encode()


def _lines(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for number, each in enumerate(entry["each"] * entry.get("times", 1), start=1):
        part = _filled({"says": "{}", **entry}, str(each), number)
        line = {"loop": entry["loop"], "response": _response(part, number)}
        line |= {key: part[key] for key in ("exit_code", "tests") if key in part}
        if "plan" in part:
            line["plan"] = _plan(part["plan"])
        if "tree" in part:
            line["changes"] = _changes(part)
        yield line


def _filled(entry: dict[str, Any], each: str, number: int) -> dict[str, Any]:
    """This iteration's part: of a list the entry in turn, in texts {} and {n} filled in."""
    turns = ("exit_code", "says", "tests", "tree", "patch")
    part = {key: value for key, value in entry.items() if key not in ("each", "loop")}
    for key in turns:
        if isinstance(part.get(key), list):
            part[key] = part[key][(number - 1) % len(part[key])]
    text = json.dumps(part).replace("{n}", str(number)).replace("{}", json.dumps(each)[1:-1])
    filled: dict[str, Any] = json.loads(text)
    return filled


def _response(part: dict[str, Any], number: int) -> str:
    if "calls" not in part:
        return str(part["says"])
    steps: list[dict[str, Any]] = []
    for place, (name, given, output, *failed) in enumerate(part["calls"]):
        call = f"{number}-{place}"
        steps.append({"type": "tool_call", "id": call, "name": name, "input": given})
        result = {"type": "tool_result", "id": call, "output": output, "is_error": bool(failed)}
        steps.append(result)
    steps.append({"type": "message", "role": "assistant", "text": part["says"]})
    return "\n".join(json.dumps(step) for step in steps)


def _plan(told: str) -> str:
    done, _, total = told.partition(" of ")
    return "\n".join(f"- [{'x' if n < int(done) else ' '}] item {n}" for n in range(int(total)))


def _changes(part: dict[str, Any]) -> dict[str, Any]:
    files = [{"path": path, "status": "M"} for path in part.get("files", ())]
    changes: dict[str, Any] = {"tree": part["tree"], "files": files}
    if "patch" in part:
        (path,) = part["files"]
        head = f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n"
        changes["patch"] = f"{head}{part['patch']}\n"
    return changes

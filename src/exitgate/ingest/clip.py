"""Keeping foreign text small and printable: head and tail stay, the middle is named."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection
from functools import cache

from exitgate.ingest.fields import Json

MAX_ITEMS = 200
"""Members kept of one list or object inside a tool's input."""
USUAL_DEPTH = 4
"""Nesting of an input that is kept as it is: a list of objects, as agents' own plans are."""
ITEM_ROOM = 20
"""What one value takes beside its characters, so that very many small ones are not small."""


ANSI = r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|\][^\x07\x1b]*+(?:\x07|\x1b\\)?|[@-Z\\-_])"
SHELL_NOISE = rf"(?:{ANSI}|[\x04\x07\x08\r\ufeff]|\^D)"
"""What a terminal or a shell may leave at the front of a line."""


@cache
def _ansi() -> re.Pattern[str]:
    return re.compile(ANSI)


@cache
def _shell_noise() -> re.Pattern[str]:
    return re.compile(f"{SHELL_NOISE}*+")


def noise_end(text: str) -> int:
    """Where the text begins behind what a terminal put in front of it."""
    found = _shell_noise().match(text)
    return found.end() if found else 0


def clean(text: str) -> str:
    """Without terminal codes, NUL and halves of surrogate pairs, so that it can be written."""
    if "\x1b" in text:
        text = _ansi().sub("", text)
    if "\x00" in text:
        text = text.replace("\x00", "")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            text = text.encode("utf-8", "replace").decode()
    return text


def clip(text: str, limit: int) -> str:
    """At most `limit` characters of the text, clean, and a note on what is missing."""
    return clean(cut(text, limit))


def cut(text: str, limit: int) -> str:
    """The same, not yet clean: for runs of which most is dropped again."""
    if len(text) <= limit:
        return text
    half = max(1, limit // 2)
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters cut ...]\n{text[-half:]}"


def shrink(value: object, limit: int, depth: int) -> object:
    """The same value with long strings, long lists and deep nesting cut.

    The note on a cut string carries a checksum, so that different inputs stay different.
    """
    if isinstance(value, str):
        return value if len(value) <= limit else _shrunk_text(value, limit)
    if not isinstance(value, (dict, list)):
        return value
    if not value:
        return value
    if depth <= 0:
        return "[... nested too deep ...]"
    if isinstance(value, dict):
        return _shrunk_object(value, limit, depth - 1)
    kept = [shrink(item, limit, depth - 1) for item in value[:MAX_ITEMS]]
    return kept if len(value) <= MAX_ITEMS else [*kept, f"[... {len(value)} items ...]"]


def is_small(value: object, limit: int) -> bool:
    """The usual input: a few short values, which can be kept as they are."""
    if not isinstance(value, dict):
        return False
    room = limit
    for key, item in value.items():
        if type(item) is str:
            room -= len(key) + len(item)
        else:
            room = _room_after((key, item), room, USUAL_DEPTH)
    return room >= ITEM_ROOM * len(value)


def _room_after(values: Collection[object], room: int, depth: int) -> int:
    """What is left of the room beside these values; negative where there is none."""
    room -= ITEM_ROOM * len(values)
    if room < 0 or depth < 0:
        return -1
    for item in values:
        if isinstance(item, str):
            room -= len(item)
        elif isinstance(item, list):
            room = _room_after(item, room, depth - 1)
        elif isinstance(item, dict):
            room = _room_after(item.values(), room - sum(map(len, item)), depth - 1)
    return room


def too_deep(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    level: list[object] = [value]
    for _ in range(depth + 1):
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)  # type: ignore[attr-defined]
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def canonical(value: object, limit: int) -> str:
    """JSON with sorted keys, bounded. Equal inputs have equal text."""
    try:
        written = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError):
        written = "{}"
    return clean(written if len(written) <= limit else _shrunk_text(written, limit))


def _shrunk_text(value: str, limit: int) -> str:
    checksum = zlib.crc32(value.encode("utf-8", "surrogatepass"))
    half = max(1, limit // 2)
    return f"{value[:half]}[... {len(value)} characters, crc {checksum:08x} ...]{value[-half:]}"


def _shrunk_object(value: Json, limit: int, depth: int) -> Json:
    if len(value) <= MAX_ITEMS:
        return {key[:limit]: shrink(item, limit, depth) for key, item in value.items()}
    kept = sorted(value)[:MAX_ITEMS]
    small = {key[:limit]: shrink(value[key], limit, depth) for key in kept}
    small["..."] = f"{len(value)} members"
    return small


def blocks_text(content: object) -> str:
    """The words of a message or result: a string, or a list of typed blocks."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return ""
    return "\n".join(part for part in map(_block_text, content) if part)


def _block_text(block: object) -> str:
    if isinstance(block, str):
        return block
    if not isinstance(block, dict):
        return ""
    for key in ("text", "content", "output"):
        value = block.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, dict) and isinstance(value.get("text"), str):
            return str(value["text"])
    kind = block.get("type")
    return f"[{kind[:40]}]" if isinstance(kind, str) and "image" in kind else ""

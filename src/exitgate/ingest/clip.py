"""Keeping foreign text small and printable: head and tail stay, the middle is named."""

from __future__ import annotations

import json
import re
import zlib
from functools import cache

from exitgate.ingest.fields import Json

MAX_ITEMS = 200
"""Members kept of one list or object inside a tool's input."""


@cache
def _ansi() -> re.Pattern[str]:
    return re.compile(r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|\][^\x07\x1b]*+(?:\x07|\x1b\\)?|[@-Z\\-_])")


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
    if not isinstance(value, dict) or len(value) > 20:
        return False
    for key, item in value.items():
        kind = type(item)
        if kind is dict or kind is list:
            return False
        limit -= len(key) + (len(item) if kind is str else 20)
    return limit >= 0


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

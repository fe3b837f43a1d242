"""Where a person can look at a record: its own address, else its line in the recording."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlsplit

MOST = 2_000
KEPT = "/:?#[]@!$&'*+,;=%~"
"""Marks that an address may hold. Quotes, spaces, round and angle brackets are encoded."""


def link_of(recording: str, line: int, label: object) -> str:
    """Empty where there is nothing to open, as for a recording from standard input."""
    given = label.get("url") if isinstance(label, Mapping) else None
    if isinstance(given, str) and _is_web(given):
        return quote(given[:MOST], safe=KEPT).replace("'", "%27")
    if recording == "-":
        return ""
    place = "" if recording.endswith(".gz") else f"#L{line}"
    return quote(recording.encode("utf-8", "replace"), safe="/") + place


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in ("https", "http") and bool(parts.netloc)

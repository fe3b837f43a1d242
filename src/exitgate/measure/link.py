"""Where a person can look at a record: its own address, else its line in the recording."""

from __future__ import annotations

from collections.abc import Mapping

from exitgate.report.escape import file_url, web_url


def link_of(recording: str, line: int, label: object) -> str:
    """Empty where there is nothing to open, as for a recording from standard input."""
    given = label.get("url") if isinstance(label, Mapping) else None
    if isinstance(given, str) and (address := web_url(given)):
        return address
    if recording == "-":
        return ""
    place = "" if recording.endswith(".gz") else f"#L{line}"
    return file_url(recording) + place

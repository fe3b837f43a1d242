"""The job summary file, kept under the size from which GitHub shows nothing at all."""

from __future__ import annotations

from pathlib import Path

SUMMARY_BYTES = 1_048_576
CUT_NOTE = "\n\n*The rest was left out: GitHub shows at most 1 MiB of summary.*\n"


def write_summary(path: Path, markdown: str) -> None:
    """Append to GITHUB_STEP_SUMMARY, at whole lines and within the limit."""
    taken = path.stat().st_size if path.exists() else 0
    with path.open("ab") as file:
        file.write(within(markdown, SUMMARY_BYTES - taken))


def within(markdown: str, room: int) -> bytes:
    whole = f"{markdown.rstrip()}\n".encode(errors="replace")
    if len(whole) <= room:
        return whole
    note = CUT_NOTE.encode()
    head = whole[: max(0, room - len(note))]
    cut = head[: head.rfind(b"\n") + 1]
    return cut + note if len(cut) + len(note) <= room else b""

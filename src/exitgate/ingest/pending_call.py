"""A tool call while its run is being read."""

from __future__ import annotations

from exitgate.ingest.tools import ToolUse


class PendingCall:
    """A call that may still get its result. Very many are made, so most fields start unset."""

    use: ToolUse | None = None
    text = ""
    """Canonical JSON of an input that is too large to be kept as it is."""
    output: str | None = None
    is_error: bool | None = None
    code: int | None = None

    def __init__(
        self, id: str, name: str, given: object, at: str | None, parent: str | None
    ) -> None:
        self.id = id
        self.name = name
        self.given = given
        self.at = at
        self.parent = parent

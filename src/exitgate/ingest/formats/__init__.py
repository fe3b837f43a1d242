"""The agent formats, in the order in which they are tried. One line a format.

Each module here has a `FORMAT`: a JsonFormat or a TextFormat. Modules are imported when they are
tried, so the usual formats stand first.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from exitgate.ingest.formats.base import Format, JsonFormat, TextFormat

JSON_FORMATS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("claude", ("claude-stream", "claude-array", "claude-result", "cursor")),
    ("neutral", ("exitgate",)),
    ("codex", ("codex",)),
    ("gemini", ("gemini-stream", "gemini-json")),
    ("gemini_chat", ("gemini-chat",)),
    ("opencode", ("opencode",)),
    ("copilot", ("copilot",)),
    ("openhands", ("openhands-events", "openhands-output")),
    ("mini_swe_agent", ("mini-swe-agent",)),
    ("swe_agent", ("swe-agent",)),
    ("atif", ("atif",)),
    ("gh_aw", ("gh-aw",)),
    ("cline", ("cline",)),
    ("chat", ("chat",)),
)
TEXT_FORMATS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("aider", ("aider",)),
    ("codex_log", ("codex-log",)),
    ("text", ("markdown", "text")),
)
"""The last one takes whatever is left."""
FORMATS = (*JSON_FORMATS, *TEXT_FORMATS)
NAMES: tuple[str, ...] = tuple(name for _, names in FORMATS for name in names)


def json_formats() -> Iterator[JsonFormat]:
    for module, _ in JSON_FORMATS:
        format = _load(module)
        if isinstance(format, JsonFormat):
            yield format


def text_formats() -> Iterator[TextFormat]:
    for module, _ in TEXT_FORMATS:
        format = _load(module)
        if isinstance(format, TextFormat):
            yield format


def format_named(name: str) -> Format | None:
    return next((_load(module) for module, names in FORMATS if name in names), None)


def _load(module: str) -> Format:
    loaded: Format = import_module(f"{__name__}.{module}").FORMAT
    return loaded

"""The agent formats, in the order in which they are tried. One line a format.

Each module here has a `FORMAT`. Modules are imported when they are tried, so the usual formats
stand first.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from exitgate.ingest.formats.base import Format, JsonFormat

FORMATS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("claude", ("claude-stream", "claude-array", "claude-result")),
    ("neutral", ("exitgate",)),
    ("codex", ("codex",)),
    ("gemini", ("gemini-stream", "gemini-json")),
    ("opencode", ("opencode",)),
    ("copilot", ("copilot",)),
    ("openhands", ("openhands-events", "openhands-output")),
    ("mini_swe_agent", ("mini-swe-agent",)),
    ("swe_agent", ("swe-agent",)),
    ("atif", ("atif",)),
    ("gh_aw", ("gh-aw",)),
    ("chat", ("chat",)),
    ("aider", ("aider",)),
    ("codex_log", ("codex-log",)),
    ("text", ("markdown", "text")),
)
NAMES: tuple[str, ...] = tuple(name for _, names in FORMATS for name in names)


def formats() -> Iterator[Format]:
    for module, _ in FORMATS:
        yield _load(module)


def json_formats() -> Iterator[JsonFormat]:
    return (format for format in formats() if isinstance(format, JsonFormat))


def format_named(name: str) -> Format | None:
    return next((_load(module) for module, names in FORMATS if name in names), None)


def _load(module: str) -> Format:
    loaded: Format = import_module(f"{__name__}.{module}").FORMAT
    return loaded

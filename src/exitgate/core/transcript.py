"""What the agent said and did in one iteration, whichever tool recorded it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    ASSISTANT = "assistant"
    USER = "user"
    SYSTEM = "system"


class EndStatus(StrEnum):
    """How the run ended, by its own record. A missing record is UNKNOWN, not success."""

    FINISHED = "finished"
    MAX_TURNS = "max_turns"
    BUDGET = "budget"
    ERROR = "error"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"


class CallKind(StrEnum):
    """What a tool call is for, as far as its name and input tell."""

    EDIT = "edit"
    RUN = "run"
    READ = "read"
    SEARCH = "search"
    PLAN = "plan"
    ASK = "ask"
    AGENT = "agent"
    FINISH = "finish"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Message:
    role: Role
    text: str
    at: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call joined to its result. `output` is None when no result was recorded."""

    name: str
    kind: CallKind
    input: str
    """Canonical JSON of the input (sorted keys), bounded; equal calls have equal text."""
    output: str | None = None
    is_error: bool | None = None
    exit_code: int | None = None
    command: str = ""
    """The shell command, where the call ran one."""
    paths: tuple[str, ...] = ()
    """Files that the call names: edited ones for EDIT, read ones for READ."""
    at: str | None = None
    parent: str | None = None
    """Id of the call that started the sub-agent which made this call."""

    @property
    def failed(self) -> bool:
        return self.is_error is True or (self.exit_code is not None and self.exit_code != 0)


Step = Message | ToolCall


@dataclass(frozen=True, slots=True)
class Counts:
    """Totals over the whole run, also of what the bounded `steps` no longer hold."""

    messages: int = 0
    tool_calls: int = 0
    tool_errors: int = 0
    bytes: int = 0
    unreadable: int = 0
    unknown: int = 0
    """Records that were read but that the format's adapter has no use for."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """One iteration. `steps` holds the newest messages and calls in order, bounded."""

    format: str = "text"
    steps: tuple[Step, ...] = ()
    final_message: str = ""
    end: EndStatus = EndStatus.UNKNOWN
    end_detail: str = ""
    """The record's own words: an API error, a limit text, an exit status."""
    turns: int | None = None
    cost_usd: float | None = None
    tokens: int | None = None
    duration_s: float | None = None
    denials: tuple[str, ...] = ()
    """Tool names or commands that the permission system refused."""
    edits: tuple[str, ...] = ()
    """Paths that the agent edited through its tools, sorted, bounded."""
    changed_files: int | None = None
    """Files that the record counts as changed without naming them."""
    changed_lines: int | None = None
    """Lines that the record counts as added or removed by the agent's tools."""
    subagents: int = 0
    structured: str | None = None
    """JSON text of the agent's structured output, if its run had one."""
    prompt: str = ""
    """The first user message: what the agent was asked, for telling an echo from a claim."""
    counts: Counts = Counts()
    cut: tuple[str, ...] = ()
    """What limits left out, in words; every entry reaches the decision's `unmeasured`."""

    def __hash__(self) -> int:
        """Of little, because caches ask for it often and a run has thousands of steps."""
        return hash((self.format, self.counts, self.final_message))

    @property
    def counts_changes(self) -> bool:
        """The record itself, not the agent's words, tells of changes that it does not show."""
        return bool(self.changed_files or self.changed_lines)

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(step for step in self.steps if isinstance(step, Message))

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return tuple(step for step in self.steps if isinstance(step, ToolCall))

    @property
    def has_tools(self) -> bool:
        """Plain text says nothing about tools: their absence is then no evidence."""
        return self.format not in TOOLLESS_FORMATS


TOOLLESS_FORMATS = frozenset(
    {"text", "markdown", "claude-result", "gemini-json", "gh-aw", "exitgate-words"}
)

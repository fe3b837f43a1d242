"""One transcript, gathered record by record within bounds."""

from __future__ import annotations

from collections import deque

from exitgate.core.policy import Limits
from exitgate.core.transcript import (
    CallKind,
    Counts,
    EndStatus,
    Message,
    Role,
    Step,
    ToolCall,
    Transcript,
)
from exitgate.ingest.clip import canonical, clean, clip, cut, is_small, shrink, too_deep
from exitgate.ingest.hints import (
    distinct_paths,
    printed_exit_code,
    reads_as_denied,
    reads_as_limit,
)
from exitgate.ingest.pending_call import PendingCall
from exitgate.ingest.tools import ToolUse, may_edit, named_kind, tool_use

KEPT_CHARS = 16_000_000
"""Characters of messages kept in all, whatever the number of steps."""
SHED_STEPS = 500
"""Steps beyond the limit that gather before all of them are let go: cheaper than one by one."""
KEPT_EDITS = 5_000
KEPT_PATHS = 100
KEPT_DENIALS = 200
DETAIL_CHARS = 2_000
ID_CHARS = 200
TOO_DEEP = "a record that nests too deep was left out"
TOO_DEEP_INPUT = "a tool's input that nests too deep was left out"


Said = tuple[Role, str, str | None]
"""Who said what and when; a Message once it is known to stay."""


class TranscriptBuilder:
    """Adapters tell it what they read; it joins, bounds, counts and classifies."""

    def __init__(self, limits: Limits, format: str = "text") -> None:
        self.format = format
        self.final_message = ""
        self.end = EndStatus.UNKNOWN
        self.end_detail = ""
        self.turns: int | None = None
        self.cost_usd: float | None = None
        self.tokens: int | None = None
        self.duration_s: float | None = None
        self.structured: str | None = None
        self.changed_files: int | None = None
        self.changed_lines: int | None = None
        self.prompt = ""
        self.unreadable = 0
        self.unknown = 0
        self.bytes = 0
        self.message_count = 0
        self.call_count = 0
        self.error_count = 0
        self.cut: list[str] = []
        self.noise: deque[str] = deque(maxlen=5)
        """Lines after the last record that are no records: what a shell had to say."""
        self.message_chars = limits.message_chars
        self._max_steps = limits.steps
        self._shed_at = limits.steps + SHED_STEPS
        self._call_chars = limits.call_chars
        self._depth = limits.depth
        self._steps: deque[Said | PendingCall] = deque()
        self._chars = 0
        self._dropped = 0
        self._pending: dict[str, PendingCall] = {}
        self._last_call: PendingCall | None = None
        self._edits: set[str] = set()
        self._denials: dict[str, str] = {}
        self._subagents = 0

    def tell(self, what: str) -> None:
        """What limits or damage left out, each told once."""
        if what not in self.cut:
            self.cut.append(what)

    def message(
        self, role: Role, text: str, *, at: str | None = None, parent: str | None = None
    ) -> None:
        """Something was said. A sub-agent's words are counted but are not the agent's own."""
        if not text or text.isspace():
            return
        self.message_count += 1
        if parent is not None:
            return
        if len(text) > self.message_chars:
            self.tell(f"of a message only {self.message_chars} characters were kept")
            text = cut(text, self.message_chars)
        if role is Role.ASSISTANT:
            self.final_message = text
        elif role is Role.USER and not self.prompt and not self.final_message:
            self.prompt = text if not self.call_count else ""
        self._chars += len(text)
        self._keep((role, text, at))

    def call(
        self,
        id: str,
        name: str,
        given: object,
        *,
        at: str | None = None,
        parent: str | None = None,
        use: ToolUse | None = None,
    ) -> None:
        """A tool was called. The same id again is the same call told twice."""
        id = id[:ID_CHARS]
        if id and id in self._pending:
            return
        self.call_count += 1
        kind = named_kind(name)
        if kind is CallKind.AGENT:
            self._subagents += 1
        call = PendingCall(id, name[:200], given, at, parent)
        is_large = not is_small(given, self._call_chars)
        if use is None and (is_large or may_edit(name, given)):
            use = tool_use(name, given)
        if use is not None:
            call.use = self._bounded(use)
        if is_large:
            call.given = None
            call.text = self._shrunk(given)
        if id:
            self._pending[id] = call
        self._last_call = call
        self._keep(call)

    def _shrunk(self, given: object) -> str:
        if too_deep(given, self._depth):
            self.unreadable += 1
            self.tell(TOO_DEEP_INPUT)
            return canonical({}, self._call_chars)
        return canonical(shrink(given, self._call_chars, 20), self._call_chars)

    def _bounded(self, use: ToolUse) -> ToolUse:
        if len(use.command) <= self._call_chars and len(use.paths) <= KEPT_PATHS:
            return use
        return ToolUse(use.kind, cut(use.command, self._call_chars), use.paths[:KEPT_PATHS])

    def result(
        self, id: str, output: str, *, is_error: bool | None = None, code: int | None = None
    ) -> None:
        """A call's result, joined by id; without an id it belongs to the last call."""
        call = self._pending.pop(id[:ID_CHARS], None) if id else self._last_call
        code = printed_exit_code(output) if code is None else code
        if is_error is None and call is not None and output[:6] == "ERROR:":
            is_error = named_kind(call.name) is CallKind.EDIT or None
        if is_error or code:
            self.error_count += 1
        if call is None:
            return
        call.output = output if len(output) <= self._call_chars else cut(output, self._call_chars)
        call.is_error, call.code = is_error, code
        if is_error and reads_as_denied(output):
            self.denied(call.name, call.given, id=call.id, use=call.use)

    def refused(self, id: str) -> None:
        """The same of a call that is still open."""
        if (call := self._pending.get(id[:ID_CHARS])) is not None:
            self.denied(call.name, call.given, id=call.id, use=call.use)

    def denied(
        self, name: str, given: object = None, *, id: str = "", use: ToolUse | None = None
    ) -> None:
        """The permission system refused this."""
        use = use or tool_use(name, given)
        what = use.command or " ".join(use.paths)
        if len(self._denials) < KEPT_DENIALS:
            told = clip(f"{name}: {what}" if what else name, 300)
            self._denials.setdefault(id or f"#{len(self._denials)}", told)

    def edited(self, *paths: str) -> None:
        for path in paths:
            if path not in self._edits and len(self._edits) < KEPT_EDITS:
                self._edits.add(clip(path, 1000))

    def ended(self, status: EndStatus, detail: str = "") -> None:
        self.end = status
        self.end_detail = clip(detail.strip(), DETAIL_CHARS)

    def spent(self, *, cost_usd: float | None = None, tokens: int | None = None) -> None:
        """Add to what the run cost so far."""
        if cost_usd is not None:
            self.cost_usd = (self.cost_usd or 0.0) + cost_usd
        if tokens is not None:
            self.tokens = (self.tokens or 0) + tokens

    def build(self) -> Transcript:
        self._shed()
        steps = tuple(self._frozen(step) for step in self._steps)
        if self._dropped:
            self.cut.append(f"{self._dropped} older steps of the run were counted but not kept")
        return Transcript(
            format=self.format,
            steps=steps,
            final_message=clean(self.final_message),
            end=self.end,
            end_detail=clip(self.end_detail or self._limit_words(), DETAIL_CHARS),
            turns=self.turns,
            cost_usd=self.cost_usd,
            tokens=self.tokens,
            duration_s=self.duration_s,
            denials=tuple(self._denials.values()),
            edits=distinct_paths(self._edits),
            changed_files=self.changed_files,
            changed_lines=self.changed_lines,
            subagents=self._subagents,
            structured=self.structured,
            prompt=clean(self.prompt),
            counts=self._counts(),
            cut=tuple(self.cut),
        )

    def _counts(self) -> Counts:
        return Counts(
            self.message_count,
            self.call_count,
            self.error_count,
            self.bytes,
            self.unreadable,
            self.unknown,
        )

    def _keep(self, step: Said | PendingCall) -> None:
        self._steps.append(step)
        if len(self._steps) > self._shed_at or self._chars > KEPT_CHARS:
            self._shed()

    def _shed(self) -> None:
        """Let the oldest steps go, many at a time, down to the most that is kept."""
        steps = self._steps
        while len(steps) > self._max_steps or (self._chars > KEPT_CHARS and len(steps) > 1):
            step = steps.popleft()
            self._dropped += 1
            if isinstance(step, tuple):
                self._chars -= len(step[1])
                continue
            if step.output is None:
                self._pending.pop(step.id, None)
            self._settle(step)

    def _settle(self, call: PendingCall) -> None:
        """Note the files of an edit. A failed shell command may still have written them."""
        use = call.use
        if use is None or use.kind is not CallKind.EDIT or call.id in self._denials:
            return
        if use.command or not (call.is_error or call.code):
            self.edited(*use.paths)

    def _frozen(self, step: Said | PendingCall) -> Step:
        if isinstance(step, tuple):
            role, text, at = step
            return Message(role, clean(text), at)
        self._settle(step)
        use = step.use or tool_use(step.name, step.given)
        limit = self._call_chars
        return ToolCall(
            name=clip(step.name, 200),
            kind=use.kind,
            input=step.text or canonical(step.given, limit),
            output=None if step.output is None else clean(step.output),
            is_error=step.is_error,
            exit_code=step.code,
            command=clip(use.command, limit),
            paths=tuple(clip(path, 1000) for path in use.paths[:KEPT_PATHS]),
            at=step.at,
            parent=None if step.parent is None else clip(step.parent, ID_CHARS),
        )

    def _limit_words(self) -> str:
        """Where the record has no word on its end, a limit's text or the shell's last lines."""
        said = self.final_message
        if reads_as_limit(said):
            return said.strip()
        if self.end is EndStatus.UNKNOWN and self.noise:
            return clip("\n".join(self.noise), DETAIL_CHARS)
        return ""

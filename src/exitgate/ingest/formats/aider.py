"""aider's chat history: a Markdown file in which `####` is the person and `>` is aider's tools."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exitgate.core.transcript import Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.formats.base import TextFormat

START = re.compile(r"^# aider chat started at ", re.M)
TOOL_LINE = re.compile(
    r"^> (?:Applied edit to |Commit [0-9a-f]{7}|Tokens: |Added \S+ to the chat|Aider v\d)", re.M
)
TOKENS = re.compile(
    r"Tokens: ([\d.,]{1,12})(k?) sent,(?: [\d.,]{1,12}k? cache [a-z]{1,10},){0,3}"
    r" ([\d.,]{1,12})(k?) received"
)
RAN = re.compile(
    r"I ran this command:\s{1,20}(?P<command>[^\n]{1,2000}+)\s{1,20}And got this output:"
)
COST = re.compile(r"Cost: \$([\d.]{1,12}) message")


def recognises(head: str) -> bool:
    if START.search(head):
        return True
    return len(TOOL_LINE.findall(head)) >= 2 and ("#### " in head or "\n> Tokens: " in head)


def read(lines: Iterable[str], builder: TranscriptBuilder) -> None:
    run = _Run(builder)
    for line in lines:
        run.line(line)
    run.flush()


class _Run:
    def __init__(self, builder: TranscriptBuilder) -> None:
        self.builder = builder
        self.role = Role.ASSISTANT
        self.words: list[str] = []
        self.size = 0

    def line(self, line: str) -> None:
        if line.startswith("> "):
            self.flush()
            self._tool(line[2:].rstrip())
        elif line.startswith("#### "):
            self._say(Role.USER, line[5:])
        elif line.startswith("# aider chat started at "):
            self.flush()
        else:
            self._say(Role.ASSISTANT, line)

    def flush(self) -> None:
        said = "\n".join(self.words).strip()
        self.words.clear()
        self.size = 0
        ran = RAN.match(said) if self.role is Role.USER else None
        if ran is not None:
            # aider tells the model in the person's name what a command printed.
            self.builder.call("", "bash", {"command": ran["command"].strip()})
            self.builder.result("", said[ran.end() :].strip())
            return
        self.builder.message(self.role, said)

    def _say(self, role: Role, line: str) -> None:
        if role is not self.role and line.strip():
            self.flush()
            self.role = role
        self.size += len(line) + 1
        if self.size <= self.builder.message_chars:
            self.words.append(line)

    def _tool(self, line: str) -> None:
        builder = self.builder
        self.role = Role.ASSISTANT
        if line.startswith("Applied edit to "):
            path = line.removeprefix("Applied edit to ").strip()
            builder.call("", "edit", {"path": path})
            builder.result("", line, is_error=False)
        elif line.startswith("Commit "):
            builder.call("", "commit", {"message": line})
            builder.result("", line, is_error=False)
        elif line.startswith("Running "):
            builder.call("", "bash", {"command": line.removeprefix("Running ").strip()})
        elif line.startswith("Tokens: "):
            _spent(line, builder)
        elif line.startswith(("litellm.", "Error:", "The API provider")):
            builder.end_detail = line[:2000]


def _spent(line: str, builder: TranscriptBuilder) -> None:
    if (found := TOKENS.search(line)) is not None:
        builder.spent(tokens=_count(found[1], found[2]) + _count(found[3], found[4]))
    if (cost := COST.search(line)) is not None and cost[1].count(".") <= 1:
        builder.spent(cost_usd=float("0" + cost[1] if cost[1] != "." else "0"))


def _count(digits: str, thousands: str) -> int:
    try:
        value = float(digits.replace(",", ""))
    except ValueError:
        return 0
    return int(value * 1000) if thousands else int(value)


FORMAT = TextFormat(name="aider", recognises=recognises, read=read)

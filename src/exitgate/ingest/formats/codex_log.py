"""Codex's plain log: a header, then sections that a marker line opens."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exitgate.core.transcript import CallKind, EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.formats.base import TextFormat
from exitgate.ingest.formats.codex_events import unwrapped
from exitgate.ingest.shell import patched_paths
from exitgate.ingest.tools import ToolUse

HEADER = re.compile(r"^(?:\[[0-9T:.Z-]{10,40}\] )?OpenAI Codex v[\d.]", re.M)
STAMP = re.compile(r"^\[(\d{4}-\d\d-\d\dT[\d:.]{5,20}Z?)\] ")
RAN = re.compile(r" (?:succeeded|exited (-?\d{1,9})) in [\d.]{1,10}m?s:?$")
MARKERS = frozenset(
    {
        "user",
        "codex",
        "thinking",
        "exec",
        "tokens used",
        "User instructions:",
        "file update",
        "file update:",
        "apply patch",
    }
)
UPDATED = re.compile(r"^[AMDR] (?:[^\n]{1,400} (?:→|->) )?([^\s\n][^\n]{0,400})$", re.M)
HOOK = re.compile(r"^hook: \w{1,40}(?: [A-Z]\w{1,20})?$")
PLACE = re.compile(r" in (?:/|[A-Za-z]:\\)[^\n]{0,1000}$")
UPDATE_CHARS = 200_000
SECTION_LINES = 20_000


def recognises(head: str) -> bool:
    return HEADER.search(head) is not None and "\nmodel: " in head.replace("] model: ", "\nmodel: ")


def read(lines: Iterable[str], builder: TranscriptBuilder) -> None:
    run = _Run(builder)
    for line in lines:
        run.line(line)
    run.close()


class _Run:
    def __init__(self, builder: TranscriptBuilder) -> None:
        self.builder = builder
        self.section = "header"
        self.words: list[str] = []
        self.at: str | None = None
        self.code: int | None = None

    def line(self, line: str) -> None:
        stamp = STAMP.match(line)
        bare = line[stamp.end() :] if stamp else line
        if bare.strip() in MARKERS:
            self._open(bare.strip(), stamp)
        elif bare.startswith(("exec ", "apply_patch(")) and stamp:
            self._open("exec", stamp)
            self._command(bare.removeprefix("exec "))
        elif bare.startswith("tokens used: "):
            self._open("tokens used", stamp)
            self.words.append(bare.removeprefix("tokens used: "))
        elif bare.startswith(("ERROR: ", "stream error: ")):
            self.flush()
            self.builder.ended(EndStatus.ERROR, bare.partition(": ")[2])
        elif HOOK.match(bare):
            return
        elif (ran := RAN.search(bare, max(0, len(bare) - 60))) is not None:
            self._ran(bare[: ran.start()], int(ran[1] or 0))
        elif len(self.words) < SECTION_LINES:
            self.words.append(bare)

    def close(self) -> None:
        """The log may break off within a file's name, which would name another file."""
        if self.section.startswith(("file update", "apply patch")):
            del self.words[-1:]
        self.flush()

    def flush(self) -> None:
        """Hand over the section that ends here."""
        said = "\n".join(self.words).strip("\n")
        self.words.clear()
        match self.section:
            case "user" | "User instructions:":
                self.builder.message(Role.USER, said, at=self.at)
            case "codex":
                self.builder.message(Role.ASSISTANT, said, at=self.at)
            case "exec" if said and not self._is_open_call:
                self._command(said)
            case "output":
                self.builder.result("", said, is_error=bool(self.code), code=self.code)
            case "file update" | "file update:":
                use = ToolUse(CallKind.EDIT, paths=_updated(said))
                self.builder.call("", "apply_patch", {"patch": said}, at=self.at, use=use)
                self.builder.result("", "", is_error=False)
            case "apply patch":
                self._patch(said)
            case "tokens used":
                self._tokens(said)
        self.section = ""

    _is_open_call = False

    def _open(self, section: str, stamp: re.Match[str] | None) -> None:
        self.flush()
        self.section = section
        self.at = stamp[1] if stamp else None
        self._is_open_call = False

    def _command(self, command: str) -> None:
        command = PLACE.sub("", command)
        self.builder.call("", "bash", {"command": unwrapped(command)}, at=self.at)
        self._is_open_call = True

    def _ran(self, command: str, code: int) -> None:
        """The line that tells the outcome may end the command's or stand alone below it."""
        if self.section == "exec" and not self._is_open_call:
            self._command("\n".join([*self.words, command]).strip())
        self.words.clear()
        self.section, self.code = "output", code

    def _patch(self, said: str) -> None:
        """`patch: completed`, the files, then what changed in them."""
        outcome, _, rest = said.partition("\n")
        listed = tuple(line for line in rest.partition("\ndiff --git ")[0].split("\n") if line)
        use = ToolUse(CallKind.EDIT, paths=patched_paths(rest) or listed)
        self.builder.call("", "apply_patch", {"patch": rest}, at=self.at, use=use)
        self.builder.result("", outcome, is_error=outcome != "patch: completed")

    def _tokens(self, said: str) -> None:
        digits = said.strip().split("\n", 1)[0].replace(",", "")
        if digits.isascii() and digits.isdigit() and len(digits) < 16:
            self.builder.spent(tokens=int(digits))


def _updated(said: str) -> tuple[str, ...]:
    """Files of an update: one a heading such as `M src/a.py`, or those of a patch."""
    named = (found[1] for found in UPDATED.finditer(said[:UPDATE_CHARS]))
    return tuple(dict.fromkeys(named)) or patched_paths(said)


FORMAT = TextFormat(name="codex-log", recognises=recognises, read=read)

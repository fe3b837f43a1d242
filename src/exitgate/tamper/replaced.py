"""Commands that checked the code and are gone, or no longer fail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.commands import proves, runs_tests
from exitgate.tamper.scene import Scene
from exitgate.tamper.statements import short
from exitgate.tamper.switches import is_checking, is_note


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        if is_checking(file.path):
            for hunk in file.hunks:
                yield from _step_replaced(file, hunk)
                yield from _lenient(file, hunk)


_STRICT = re.compile(
    r"-D\s?warnings|-Werror\b|[-/]warnaserror\b|--max-warnings[= ]0\b|--strict\b"
    r"|--error-on-warnings|--fail-on-\w+|--(?:cov-)?fail-under[= ]\d+|--check\b|--exit-code\b"
    r"|--set-exit-status"
)


def _lenient(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A check that still runs, without the option that made it fail."""
    kept = " ".join(line.text for line in hunk.after)
    left = [line.text for line in hunk.after]
    for line in hunk.lines:
        hit = _STRICT.search(line.text) if line.side is Side.REMOVED and proves(line.text) else None
        if hit and hit[0] not in kept and _runs_again(line.text[: hit.start()], left):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"`{hit[0]}` no longer makes it fail: `{short(line.text)}`"
            yield serious("check-switched-off", place, sentence)


def _runs_again(command: str, left: Sequence[str]) -> bool:
    """The same program is still called; another one in its place has options of its own."""
    program = set(re.findall(r"(?<![\w-])[a-z][\w-]*", command)) - {"run", "npx"}
    return any(program <= set(re.findall(r"[a-z][\w-]*", other)) for other in left)


def _step_replaced(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A command that ran tests or checks went, and none that runs them came."""
    removed = [line for line in hunk.lines if line.side is Side.REMOVED]
    lost = [line for line in removed if _is_command(file, line.text)]
    if not lost or file.status == "D" or _runs_on(file, hunk, runs_tests(lost[0].text)):
        return
    line = lost[0]
    place = Place(file.path, line.number or None, line.text)
    sentence = f"a command that checked the code was removed: `{short(line.text)}`"
    is_sure = runs_tests(line.text) or any(_PRETENDS.search(other.text) for other in file.added)
    yield (serious if is_sure else notable)("check-removed", place, sentence)


_PRETENDS = re.compile(r"""(?:["']|@|\s)(?:echo\b[^"'\n]{0,60}|true|:|exit 0)["']?,?\s*$""")


def _runs_on(file: FileDiff, hunk: Hunk, tests: bool) -> bool:
    """Some command of the hunk still does what the lost one did; a table cell cannot tell."""
    wanted = runs_tests if tests else proves
    kept = (line.text for line in hunk.lines if line.side is not Side.REMOVED)
    if tests:
        return any(wanted(text) for text in kept if _is_command(file, text))
    added = (line.text for line in hunk.lines if line.side is Side.ADDED)
    return any(wanted(text) for text in added if _is_command(file, text))


def _is_command(file: FileDiff, text: str) -> bool:
    if is_note(text) or not proves(text):
        return False
    if paths.extension(file.path) in {"toml", "ini", "cfg", "xml", "csproj"}:
        return "commands" in text or file.path.endswith("tox.ini")
    return not re.match(r"""\s*["'][\w@/.-]+["']\s*:\s*(?:["'][\^~>=*]?\d|[{\[])""", text)

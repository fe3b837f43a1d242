"""What a shell command is for: does it evidently write files, only look, or run something?"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from exitgate.core.transcript import CallKind
from exitgate.ingest.fields import words

READ_AT_MOST = 20_000
LOOKERS = words(
    """find_file search_dir search_file open goto scroll_up scroll_down cat ls head tail grep
    egrep fgrep rg ag fd find wc file stat tree pwd which type less more
    nl awk jq yq cd echo printf true sort uniq cut tr column diff cmp du df env printenv date
    basename dirname realpath readlink xxd od strings whoami uname id sed xargs test [ export"""
)
GIT_LOOKERS = words("""status log diff show blame branch grep ls-files rev-parse remote""")
WRITERS = frozenset({"cat", "echo", "printf"})
EDITORS = frozenset({"edit", "create", "insert", "str_replace_editor", "apply_patch", "applypatch"})
SEPARATORS = frozenset({"&&", "||", ";", "|", "\n", "&", "(", ")", "{", "}"})
SUBMIT = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
OWN_COMMANDS = ("edit ", "create ", "insert ", "str_replace_editor ")


class ShellUse(NamedTuple):
    kind: CallKind
    paths: tuple[str, ...] = ()


def may_write(command: str) -> bool:
    """A cheap look before the careful one."""
    if ">" in command and ">" in command.replace("2>&1", "").replace(">/dev/null", ""):
        return True
    if command.startswith(OWN_COMMANDS):
        return True
    return (
        "sed " in command
        or "patch" in command
        or "tee " in command
        or "perl " in command
        or "git apply" in command
    )


def shell_use(command: str) -> ShellUse:
    command = command[:READ_AT_MOST]
    if SUBMIT in command or command.strip() == "submit":
        return ShellUse(CallKind.FINISH)
    patched = patched_paths(command)
    if patched and "patch" in command:
        return ShellUse(CallKind.EDIT, patched)
    simple = _simple_commands(_without_heredocs(command))
    written = tuple(dict.fromkeys(path for words in simple for path in _written_by(words)))
    if written:
        return ShellUse(CallKind.EDIT, written)
    only_looks = bool(simple) and all(_looks(words) for words in simple)
    return ShellUse(CallKind.READ if only_looks else CallKind.RUN)


@cache
def _patch_header() -> re.Pattern[str]:
    return re.compile(
        r"^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ (?:b/)?)([^\n\t]{1,400})", re.M
    )


def patched_paths(patch: str) -> tuple[str, ...]:
    """Files that a unified diff or an apply_patch text touches."""
    if "+++ " not in patch and "*** " not in patch:
        return ()
    names = (name.strip() for name in _patch_header().findall(patch))
    return tuple(sorted({name for name in names if name and name != "/dev/null"}))


@cache
def _heredoc() -> re.Pattern[str]:
    return re.compile(r"<<-?[ ]?['\"]?([A-Za-z_][A-Za-z0-9_]{0,40})['\"]?")


def _without_heredocs(command: str) -> str:
    """The command less the bodies of its here-documents, which are data."""
    kept: list[str] = []
    position = 0
    while (start := _heredoc().search(command, position)) is not None:
        line_end = command.find("\n", start.end())
        if line_end < 0:
            break
        kept.append(command[position:line_end])
        position = _heredoc_end(command, start[1], line_end)
        if position < 0:
            return "".join(kept)
    return "".join([*kept, command[position:]])


def _heredoc_end(command: str, tag: str, start: int) -> int:
    """Where the line that closes a here-document ends, or -1."""
    for opening in (f"\n{tag}", f"\n\t{tag}"):
        found = command.find(opening, start)
        while found >= 0:
            end = found + len(opening)
            if command[end : end + 1] in ("", "\n", "\r", " ", ")"):
                return end
            found = command.find(opening, end)
    return -1


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        r"'([^']*+)'|\"((?:[^\"\\]|\\.)*+)\"|(2>&1|&>|\d?>>?\|?|<<<|<<-?|<|&&|\|\||[;|&\n(){}])"
        r"|((?:[^\s'\"<>;|&(){}\\]|\\.)++)|([^\S\n]++)|(.)",
        re.S,
    )


def _simple_commands(command: str) -> list[list[str]]:
    """Words of each command in a line of commands; redirections stay as words of their own."""
    commands: list[list[str]] = [[]]
    glued = False
    for single, double, operator, bare, space, _ in _token().findall(command):
        if operator in SEPARATORS:
            commands.append([])
        elif operator:
            commands[-1].append(operator)
        elif not space:
            word = single or double or bare
            if glued and commands[-1]:
                commands[-1][-1] += word
            else:
                commands[-1].append(word)
        glued = not (space or operator)
    return [words for words in commands if words]


def _written_by(words: list[str]) -> list[str]:
    """Files that one simple command writes; scratch files outside the project do not count."""
    name = words[0].rsplit("/", 1)[-1]
    plain = [word for word in words[1:] if not word.startswith("-")]
    targets: list[str] = []
    if name in WRITERS:
        targets = [b for a, b in pairwise(words) if a in (">", ">>", "1>")]
    elif name == "tee":
        targets = plain
    elif name in ("sed", "perl") and any(_in_place(word) for word in words[1:]):
        targets = plain[1:] or plain
    elif name == "git" and plain[:1] == ["apply"]:
        targets = plain[1:] or ["(patch)"]
    elif name == "patch":
        targets = [word for word in plain if word != "<"][:1] or ["(patch)"]
    elif name in EDITORS:
        targets = _edited_by(name, plain)
    return [path for path in targets if not path.startswith(("/dev/", "/tmp/", "&"))]  # noqa: S108


def _in_place(word: str) -> bool:
    return word.startswith("--in-place") or (
        word.startswith("-") and not word.startswith("--") and "i" in word[1:4]
    )


def _edited_by(name: str, plain: list[str]) -> list[str]:
    """SWE-agent's own commands: `edit 3:4`, `create a.py`, `str_replace_editor create a.py`."""
    if name == "str_replace_editor":
        return plain[1:2] if plain[:1] and plain[0] != "view" else []
    if name == "create":
        return plain[:1]
    return ["(open file)"]


def _looks(words: list[str]) -> bool:
    name = words[0].rsplit("/", 1)[-1]
    if "=" in name and len(words) == 1:
        return True
    if name == "git":
        return next((word for word in words[1:] if word[:1] != "-"), "") in GIT_LOOKERS
    if name == "find" and ("-exec" in words or "-delete" in words):
        return False
    redirected = any(a in (">", ">>") and b != "/dev/null" for a, b in pairwise(words))
    return name in LOOKERS and not redirected

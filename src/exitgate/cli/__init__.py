"""The command line: a verb picks its module, and every ending has its exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from exitgate import __version__
from exitgate.cli import streams
from exitgate.errors import (
    ExitGateError,
    InputError,
    OutputError,
    UsageError,
    printable,
    why_unread,
)
from exitgate.nearest import did_you_mean

COMMANDS = {
    "check": "decide about one iteration, from files",
    "replay": "decide about every iteration of a recorded loop",
    "calibrate": "fit a profile's confidence to known outcomes",
    "explain": "say in words why a decision came out as it did",
    "state": "show what is remembered of a loop",
    "history": "show a loop's iterations, or export them as a recording",
    "loops": "list all loops in a store",
    "reset": "forget a loop",
    "command": "steer a loop: continue, retry, cancel, approve, accept, status",
    "profiles": "list the profiles, or show one",
    "prompt": "print the instruction that makes an agent report its status",
    "run": "decide inside a GitHub workflow, as the action does",
    "init": "write a workflow and an exitgate.yml for the agent in use",
    "hook": "answer the Stop hook of Claude Code: let it stop, or send it back",
    "doctor": "check a configuration and say what would be used",
}
"""One line a command; its module in this package has `configure` and `execute`."""

USAGE = "usage: exitgate COMMAND [OPTION]...\n"


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    streams.make_usable()
    code = _ending(words)
    try:
        streams.finish()
    except OutputError as error:
        return _complain(error)
    return code


def _ending(words: list[str]) -> int:
    try:
        return _dispatch(words)
    except ExitGateError as error:
        return _complain(error)
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130
    except PermissionError as error:
        named = InputError(f"{error.filename}: {why_unread(error)}", hint="may this user read it?")
        return _complain(named)
    except Exception as error:  # The last line of defence: a person never sees a traceback.
        if os.environ.get("EXITGATE_DEBUG"):
            raise
        return _complain(
            ExitGateError(
                f"{type(error).__name__}: {error}",
                hint="this is a fault of ExitGate; EXITGATE_DEBUG=1 shows where, please report it",
            )
        )


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        streams.show(overview())
        return 0 if words else UsageError.exit_code
    if words[0] in ("-V", "--version"):
        streams.show(f"exitgate {__version__}\n")
        return 0
    return _run(words[0], words[1:])


def _run(name: str, arguments: list[str]) -> int:
    if name not in COMMANDS:
        hint = did_you_mean(name, tuple(COMMANDS))
        raise UsageError(f"there is no command {name!r}", hint=hint)
    module = import_module(f"exitgate.cli.{name}")
    what = COMMANDS[name]
    parser = _Parser(prog=f"exitgate {name}", description=f"{what[:1].upper()}{what[1:]}.")
    module.configure(parser)
    # Intermixed: a person writes `command continue --loop ID the rest of the hint`.
    return int(module.execute(parser.parse_intermixed_args(arguments)))


def overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, what in COMMANDS.items()]
    return (
        USAGE
        + "\nDecides from evidence whether a coding agent is done, stuck, blocked or goes on.\n\n"
        + "\n".join(lines)
        + "\n\n`exitgate COMMAND --help` shows the options of a command.\n"
        + "Exit codes of check: 0 continue, 10 complete, 11 stuck, 2 blocked, 12 exhausted,\n"
        + "13 review, 14 cancelled; errors 64 and above.\n"
    )


class _Parser(argparse.ArgumentParser):
    """argparse would exit with 2, which means blocked here."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(message, hint=f"`{self.prog} --help` shows the options")


def _complain(error: ExitGateError) -> int:
    streams.complain(f"exitgate: {error.kind}: {printable(str(error))}\n")
    if error.hint:
        streams.complain(f"  hint: {printable(error.hint)}\n")
    return error.exit_code

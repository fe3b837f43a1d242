"""exitgate command: a person's word about a loop, as in a comment on the pull request."""

from __future__ import annotations

import argparse
import getpass
import sys

from exitgate.cli import common
from exitgate.commands import Command, Word, apply_command, parse_command
from exitgate.core.memory import LoopState
from exitgate.errors import UsageError

ANSWERS = {
    Word.CONTINUE: "the next iteration goes on; what repeated before is forgiven",
    Word.RETRY: "the next iteration tries again; what repeated before is forgiven",
    Word.CANCEL: "the loop is cancelled; every further decision says so",
    Word.RESET: "the loop starts afresh",
    Word.APPROVE: "the next decision takes the work as complete",
    Word.ACCEPT: "the finding is accepted",
}


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("words", nargs="+", metavar="WORD", help="continue [hint] | retry | cancel | reset | "
        "approve | status | accept ID, with or without /exitgate before it")  # fmt: skip
    add("--by", metavar="NAME", help="who says so (default: you)")
    common.store_options(parser)
    common.plan_option(parser)


def execute(args: argparse.Namespace) -> int:
    command = _parsed(" ".join(args.words))
    store = common.store(args)
    loop = common.known_loop(args, store)
    if command.word is Word.STATUS:
        from exitgate.report.history_text import render_state

        state = store.load(loop)
        sys.stdout.write(render_state(state, colour=common.wants_colour(), width=common.width()))
        return 0
    by, at = args.by or getpass.getuser(), common.now()

    def obey(state: LoopState) -> LoopState:
        return apply_command(state, command, by, at)

    store.remember(loop, obey)
    sys.stdout.write(f"{loop}: {ANSWERS[command.word]}\n")
    return 0


def _parsed(text: str) -> Command:
    command = parse_command(text if text.startswith("/exitgate") else f"/exitgate {text}")
    if command is None and text.lower().split()[-1:] == [Word.ACCEPT.value]:
        raise UsageError("accept needs the id of a finding", hint="the decision lists the ids")
    if command is None:
        raise UsageError(
            f"{text!r} is no command", hint=f"one of: {', '.join(word.value for word in Word)}"
        )
    return command

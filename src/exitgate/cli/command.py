"""exitgate command: a person's word about a loop, as in a comment on the pull request."""

from __future__ import annotations

import argparse
import getpass

from exitgate.cli import common
from exitgate.cli.streams import show
from exitgate.commands import Command, Word, parse_command
from exitgate.errors import StateError, UsageError
from exitgate.state import Store
from exitgate.steering import Said, steer

ANSWERS = {
    Word.CONTINUE: "the next iteration goes on; what repeated before is forgiven",
    Word.RETRY: "the next iteration tries again; what repeated before is forgiven",
    Word.CANCEL: "the loop is cancelled; every further decision says so",
    Word.RESET: "the loop starts afresh",
    Word.APPROVE: "the next decision takes the work as complete",
    Word.ACCEPT: "the finding is accepted",
}

HINT_WAITS = (
    "The next decision's guidance begins with your hint; put it into the agent's prompt yourself\n"
    "if the iteration before that should know it too.\n"
)


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("words", nargs="+", metavar="WORD", help="continue [hint] | retry [hint] | cancel | "
        "reset | approve | status | accept ID, with or without /exitgate before it")  # fmt: skip
    add("--by", metavar="NAME", help="who says so (default: you)")
    common.store_options(parser)
    common.plan_option(parser)


def execute(args: argparse.Namespace) -> int:
    command = _parsed(" ".join(args.words))
    args.loop = args.loop or command.loop or None
    store = common.store(args)
    loop = _loop(args, store, command)
    if command.word is Word.STATUS:
        from exitgate.report.history_text import render_state

        state = store.load(loop)
        common.tell_notes(store)
        show(render_state(state, **common.screen()))
        return 0
    steer(store, loop, Said(command, args.by or _user(), common.now()))
    common.tell_notes(store)
    if store.lost:
        raise StateError(
            f"{loop}: `{command.word.value}` is not where the loop looks: {store.lost}",
            hint="say it again when the branch can be written",
        )
    show(f"{loop}: {ANSWERS[command.word]}\n")
    if command.word in (Word.CONTINUE, Word.RETRY) and command.hint:
        show(HINT_WAITS)
    return 0


def _loop(args: argparse.Namespace, store: Store, command: Command) -> str:
    """A loop whose memory cannot be read is not listed, and a reset is what mends it."""
    name = common.loop_id(args)
    if command.word is Word.RESET:
        try:
            store.load(name)
        except StateError:
            return name
    return common.known_loop(args, store)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "somebody"  # a container's user need not have a name


def _parsed(text: str) -> Command:
    command = parse_command(text if text.startswith("/exitgate") else f"/exitgate {text}")
    if command is None and text.lower().split()[-1:] == [Word.ACCEPT.value]:
        raise UsageError("accept needs the id of a finding", hint="the decision lists the ids")
    if command is None:
        raise UsageError(
            f"{text!r} is no command", hint=f"one of: {', '.join(word.value for word in Word)}"
        )
    return command

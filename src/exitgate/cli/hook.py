"""exitgate hook: the answer to an agent's Stop event. It fails open, whatever happens."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from threading import Thread

from exitgate.cli import common
from exitgate.errors import ExitGateError
from exitgate.hook.answer import hook_output
from exitgate.hook.event import read_event
from exitgate.hook.stop import HookOptions, answer_stop

TIMEOUT_S = 30.0


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--enable", action="store_true",
        help="act although exitgate.yml does not say `hook: true`")  # fmt: skip
    add("--plan", type=Path, nargs="+", action="extend", default=[], metavar="FILE",
        help="task list: Markdown or prd.json")  # fmt: skip
    add("--tests", nargs="+", action="extend", default=[], metavar="GLOB",
        help="JUnit XML reports")  # fmt: skip
    add("--base", metavar="REV", help="what changes are measured against")
    add("--timeout", type=common.number, default=TIMEOUT_S, metavar="SECONDS",
        help=f"then the agent may stop (default: {TIMEOUT_S:g})")  # fmt: skip
    common.policy_options(parser)


def execute(args: argparse.Namespace) -> int:
    said: list[str] = []
    work = Thread(target=_answer, args=(args, said), daemon=True)
    work.start()
    work.join(args.timeout)
    if work.is_alive():
        said = [_let_go(f"no answer within {args.timeout:g} seconds")]
    sys.stdout.write("".join(said))
    if work.is_alive():
        # The other thread may hold any lock; waiting for it would break the promise just made.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    return 0


def _answer(args: argparse.Namespace, said: list[str]) -> None:
    try:
        event = read_event(sys.stdin.buffer)
        said.append(hook_output(answer_stop(event, _options(args))))
    except ExitGateError as error:
        said.append(_let_go(str(error)))
    except Exception as error:  # A fault of the gate must never hold a developer's session.
        said.append(_let_go(f"{type(error).__name__}: {error}"))


def _options(args: argparse.Namespace) -> HookOptions:
    return HookOptions(
        enable=args.enable,
        config=args.config,
        profile=args.profile,
        plans=tuple(args.plan),
        tests=tuple(args.tests),
        base=args.base,
        now=common.now(),
        key=common.state_key(),
    )


def _let_go(why: str) -> str:
    """The agent may stop, and the person reads why nothing was checked."""
    shown = "".join(char if char.isprintable() else " " for char in why[:500])
    sys.stderr.write(f"exitgate: the session was not checked: {shown}\n")
    return json.dumps({"systemMessage": f"ExitGate did not check this session: {shown}"}) + "\n"

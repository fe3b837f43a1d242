"""exitgate state: what is remembered of one loop."""

from __future__ import annotations

import argparse

from exitgate.cli import common
from exitgate.cli.streams import show


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", choices=("text", "json", "ralph-session"), default="text")
    common.store_options(parser)
    common.plan_option(parser)


def execute(args: argparse.Namespace) -> int:
    state = common.remembered(args)
    if args.output == "json":
        from exitgate.state.codec import encode

        show(encode(state).decode())
        return 0
    if args.output == "ralph-session":
        from exitgate.report.ralph import session_json

        show(session_json(state))
        return 0
    from exitgate.report.history_text import render_state

    show(render_state(state, **common.screen()))
    return 0

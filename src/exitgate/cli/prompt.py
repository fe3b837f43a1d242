"""exitgate prompt: the instruction to add to an agent's prompt."""

from __future__ import annotations

import argparse

from exitgate.cli.streams import show
from exitgate.language.prompt import prompt_text


def configure(parser: argparse.ArgumentParser) -> None:
    styles = ("exitgate", "ralph", "doyaken")
    parser.add_argument("--style", choices=styles, default="exitgate", help="default: exitgate")


def execute(args: argparse.Namespace) -> int:
    show(prompt_text(args.style).rstrip() + "\n")
    return 0

"""exitgate loops: every loop in a store."""

from __future__ import annotations

import argparse
import sys

from exitgate.cli import common


def configure(parser: argparse.ArgumentParser) -> None:
    common.store_options(parser)


def execute(args: argparse.Namespace) -> int:
    store = common.store(args)
    names = store.loops()
    if not names:
        sys.stdout.write("no loops are remembered here yet\n")
    for name in names:
        history = store.load(name).history
        last = history.last
        ending = f"{last.verdict}, confidence {last.confidence}" if last else "nothing yet"
        sys.stdout.write(f"{name}: {history.totals.iterations} iterations, last: {ending}\n")
    return 0

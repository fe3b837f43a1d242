"""exitgate reset: forget a loop, so that its next iteration is the first."""

from __future__ import annotations

import argparse
import sys

from exitgate.cli import common


def configure(parser: argparse.ArgumentParser) -> None:
    common.store_options(parser)


def execute(args: argparse.Namespace) -> int:
    name = common.loop_id(args)
    common.store(args).forget(name)
    sys.stdout.write(f"loop {name!r} is forgotten; its next iteration is the first\n")
    return 0

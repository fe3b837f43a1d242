"""exitgate reset: forget a loop, so that its next iteration is the first."""

from __future__ import annotations

import argparse

from exitgate.cli import common
from exitgate.cli.streams import show


def configure(parser: argparse.ArgumentParser) -> None:
    common.store_options(parser)
    common.plan_option(parser)


def execute(args: argparse.Namespace) -> int:
    store, name = common.store(args), common.loop_id(args)
    was_known = store.forget(name)
    common.tell_notes(store)
    if was_known:
        show(f"loop {name!r} is forgotten; its next iteration is the first\n")
    else:
        show(f"nothing was remembered of loop {name!r}\n")
    return 0

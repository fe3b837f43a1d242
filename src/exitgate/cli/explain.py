"""exitgate explain: why a decision came out as it did, in words."""

from __future__ import annotations

import argparse
from pathlib import Path

from exitgate.cli import common
from exitgate.cli.streams import show


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("decision", type=Path, metavar="DECISION.json|-", help="a decision file")


def execute(args: argparse.Namespace) -> int:
    from exitgate.report.explain import explain
    from exitgate.report.from_json import decision_from_json

    decision = decision_from_json(common.read_file(args.decision), str(args.decision))
    show(explain(decision))
    return 0

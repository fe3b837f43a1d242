"""exitgate profiles: list the shipped profiles, or show one as it takes effect."""

from __future__ import annotations

import argparse

from exitgate.cli import common
from exitgate.cli.streams import show
from exitgate.config import load_policy, profile_names
from exitgate.config_show import policy_yaml
from exitgate.report.columns import columns


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=("list", "show"), default="list")
    parser.add_argument("name", nargs="?", help="profile to show (default: standard)")


def execute(args: argparse.Namespace) -> int:
    if args.action == "show":
        show(policy_yaml(load_policy(profile=args.name or "standard").policy))
        return 0
    told = {name: load_policy(profile=name).policy.description for name in profile_names()}
    show(columns(told, common.screen()["width"]))
    return 0

"""exitgate profiles: list the shipped profiles, or show one as it takes effect."""

from __future__ import annotations

import argparse
import sys

from exitgate.config import load_policy, profile_names
from exitgate.config_show import policy_yaml


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=("list", "show"), default="list")
    parser.add_argument("name", nargs="?", help="profile to show (default: standard)")


def execute(args: argparse.Namespace) -> int:
    if args.action == "show":
        sys.stdout.write(policy_yaml(load_policy(profile=args.name or "standard").policy))
        return 0
    names = profile_names()
    wide = max(map(len, names))
    for name in names:
        sys.stdout.write(f"{name:<{wide}}  {load_policy(profile=name).policy.description}\n")
    return 0

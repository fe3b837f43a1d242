"""exitgate doctor: is the configuration sound, and what would be used?"""

from __future__ import annotations

import argparse
from pathlib import Path

from exitgate import __version__
from exitgate.cli import common
from exitgate.cli.streams import show
from exitgate.core.policy import Budgets, Policy
from exitgate.core.wording import amount, lasting
from exitgate.ingest.plans import find_plans
from exitgate.report.columns import columns


def configure(parser: argparse.ArgumentParser) -> None:
    common.policy_options(parser)
    common.repo_option(parser)


def execute(args: argparse.Namespace) -> int:
    loaded = common.load(args)
    root = args.repo or Path()
    rows = {
        "exitgate": __version__,
        "configuration": " <- ".join(loaded.sources),
        "profile": loaded.policy.name,
        **_found(loaded.policy, root),
        **_policy_rows(loaded.policy),
    }
    show(columns(rows, common.screen()["width"]))
    show("\nThe configuration is sound.\n")
    return 0


def _found(policy: Policy, root: Path) -> dict[str, str]:
    responses = [name for name in policy.response_files if (root / name).is_file()]
    plans = [str(path) for path in find_plans(root, policy.plan_files)]
    return {
        "response": ", ".join(responses) or "none found: name it with `check --response`",
        "plan": ", ".join(plans) or "none found: completion cannot be checked against a plan",
        "branch": common.branch_of(root) or "not a git repository, or a detached head",
    }


def _policy_rows(policy: Policy) -> dict[str, str]:
    return {
        "rules": " > ".join(policy.rules),
        "signals": f"{len(policy.signals)} asked",
        "budgets": _shown_budgets(policy.budgets) or "none",
        "merge from": f"confidence {policy.thresholds.merge_confidence}",
        "stop hook": "may act here" if policy.hook else "leaves sessions alone",
    }


def _shown_budgets(budgets: Budgets) -> str:
    runtime = [] if budgets.max_runtime is None else [lasting(budgets.max_runtime)]
    others = {
        "iterations": budgets.max_iterations,
        "US dollars": budgets.max_cost,
        "tokens": budgets.max_tokens,
    }
    given = [f"{amount(value)} {unit}" for unit, value in others.items() if value is not None]
    return ", ".join(given + runtime)

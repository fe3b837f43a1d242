"""exitgate run: the action's entry point, driven by the runner's environment."""

from __future__ import annotations

import argparse
import os
from textwrap import fill

from exitgate.runner.inputs import INPUT_NAMES

OUTPUT_NAMES = (
    *("should_exit", "confidence", "reason", "verdict", "summary", "merge_ready", "iteration"),
    *("loop_id", "circuit", "signature", "guidance", "comment_url", "decision"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n\n".join(
        (
            fill(f"Inputs, as variables INPUT_<NAME>: {', '.join(INPUT_NAMES)}", 78),
            fill(f"Outputs, into the file GITHUB_OUTPUT: {', '.join(OUTPUT_NAMES)}", 78),
            "action.yml describes each of them.",
        )
    )


def execute(_: argparse.Namespace) -> int:
    from exitgate.action import run_action
    from exitgate.wiring import WiredServices

    environ = dict(os.environ)
    return run_action(environ, WiredServices(environ))

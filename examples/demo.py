"""The gate at work: two recorded loops, iteration by iteration, then the PR comment.

Run it with `make demo`. It needs no agent, no network and no GitHub.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOOPS = Path(__file__).parent / "loops"
EXITGATE = Path(sys.executable).with_name("exitgate")


def title(text: str) -> None:
    bold, plain = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")
    print(f"\n{bold}{text}{plain}\n{'─' * min(len(text), 100)}", flush=True)


def play(*arguments: str) -> None:
    command = [str(EXITGATE), "replay", *arguments]
    print(f"$ exitgate {' '.join(command[1:])}\n", flush=True)
    subprocess.run(command, check=True, cwd=LOOPS.parent.parent)


def main() -> None:
    here = os.path.relpath(LOOPS, LOOPS.parent.parent)
    title("1. An agent that gets there: every claim is checked before it counts")
    play(f"{here}/complete.jsonl")
    title("2. An agent that repeats one failing fix: the gate stops it and says why")
    play(f"{here}/stuck.jsonl")
    title("3. What reviewers would see on the pull request")
    play(f"{here}/stuck.jsonl", "--output", "markdown", "--last")
    command = os.path.relpath(EXITGATE)
    print(f"\nNext: {command} check --response YOUR_AGENT_OUTPUT  (README.md shows the action)")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""Fits the shipped confidence anew and writes its numbers into standard.yml.

python tests/bench/refit.py [FOLDER]     default: ../shared/corpus beside the repository

The fit starts from by_hand.yml. Comments and order of the profile stay as they are; a signal that
is not in by_hand.yml starts from the profile's own weight.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

HERE = Path(__file__).parent
PROFILE = HERE.parents[1] / "src" / "exitgate" / "profiles" / "standard.yml"
FOLDER = HERE.parents[2] / "shared" / "corpus"
WORDS_ONLY = "traces"
"""Says nothing about the weight of evidence, for it has none."""


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    recordings = [p for p in sorted(folder.glob("*.jsonl*")) if not p.name.startswith(WORDS_ONLY)]
    if not recordings:
        print(f"no recordings in {folder}")
        return 1
    fitted = calibrated(recordings)
    PROFILE.write_text(with_numbers(PROFILE.read_text("utf-8"), yaml.safe_load(fitted)), "utf-8")
    print("".join(line for line in fitted.splitlines(keepends=True) if line.startswith("#")))
    return 0


def calibrated(recordings: list[Path]) -> str:
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "fitted.yml"
        words = ["calibrate", *map(str, recordings), "--profile", str(HERE / "by_hand.yml")]
        subprocess.run([sys.executable, "-m", "exitgate", *words, "--out", str(out)], check=True)
        return out.read_text("utf-8")


def with_numbers(profile: str, fitted: dict[str, dict[str, float]]) -> str:
    """The profile with its base and each known weight replaced, line by line."""
    head, weights = profile.split("\nweights:\n")
    head = re.sub(r"(?m)^  base: .*$", f"  base: {fitted['confidence']['base']}", head)
    for signal, weight in fitted["weights"].items():
        weights = re.sub(rf"(?m)^  {signal}: .*$", f"  {signal}: {weight}", weights)
    return f"{head}\nweights:\n{weights}"


if __name__ == "__main__":
    sys.exit(main())

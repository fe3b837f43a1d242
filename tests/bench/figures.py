"""make figures: measures quality and calibration, and writes every figure into the pages.

python tests/bench/figures.py [FOLDER]     default: ../shared/corpus beside the repository

The figures go to docs/measurements.json, the tables made of them between the marks of
docs/measurements.md and README.md. The costs are kept as `run.py --save` left them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
sys.path.insert(0, str(Path(__file__).parent))

import quality
from tables import DATA, PAGES, sections, with_tables

from exitgate.cli.calibrate import PULL, fitted_to, labelled_samples
from exitgate.config import load_policy
from exitgate.measure.figures import Forecast, calibration
from exitgate.measure.fit import forecasts, weights_of
from exitgate.measure.known import Answer
from exitgate.measure.profile_yaml import Fitted
from exitgate.measure.tally import Measurement

BY_HAND = Path(__file__).parent / "by_hand.yml"
WORDS_ONLY = "traces"
"""Not fitted to: where only words were recorded, an outcome says nothing about evidence."""


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else quality.FOLDER
    recordings = sorted(folder.glob("*.jsonl*"))
    if not recordings:
        print(f"no recordings in {folder}")
        return 1
    save({"answers": answers(recordings), "fits": fits(recordings)})
    return 0


def save(new: dict[str, Any]) -> None:
    """New figures beside those that were there, and the pages made of all of them."""
    data = {**(json.loads(DATA.read_text("utf-8")) if DATA.exists() else {"costs": []}), **new}
    DATA.write_text(json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    made = sections(data)
    for page in PAGES:
        page.write_text(with_tables(page.read_text("utf-8"), made), "utf-8")


def answers(recordings: Sequence[Path]) -> list[dict[str, Any]]:
    return [
        _answer(recording, gate, seen)
        for recording, gates in quality.measured(recordings)
        for gate, seen in gates.items()
    ]


def _answer(recording: str, gate: str, seen: Measurement) -> dict[str, Any]:
    stuck = next(figures for figures in seen.classes if figures.answer is Answer.STUCK)
    return {
        "recording": recording,
        "gate": gate,
        "labelled": seen.labelled,
        "right": seen.right,
        "stuck": {"f1": _rounded(stuck.f1), "recall": _rounded(stuck.recall)},
        "false_stops": seen.false_stops,
        "false_done": seen.false_done,
    }


def fits(recordings: Sequence[Path]) -> list[dict[str, Any]]:
    policy = load_policy(profile=str(BY_HAND)).policy
    samples = tuple(
        sample
        for path in recordings
        if not path.name.startswith(WORDS_ONLY)
        for sample in labelled_samples(str(path), policy, {})
    )
    fitted = fitted_to("standard", policy, samples, PULL)
    return [_fit(source, fitted) for source in sorted({sample.source for sample in samples})]


def _fit(source: str, fitted: Fitted) -> dict[str, Any]:
    own = [sample for sample in fitted.samples if sample.source == source]
    shipped = weights_of(load_policy(profile="standard").policy.confidence)
    return {
        "recording": source.removesuffix(".jsonl"),
        "records": len(own),
        "by_hand": _three(forecasts(own, fitted.start)),
        "shipped": _three(forecasts(own, shipped)),
        "groups_left_out": _three(fitted.by_group[source]),
        "source_left_out": _three(fitted.by_source[source]),
    }


def _three(seen: Sequence[Forecast]) -> dict[str, float | None]:
    made = calibration(seen)
    assert made is not None
    return {"auc": _rounded(made.auc), "brier": _rounded(made.brier), "error": _rounded(made.error)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


if __name__ == "__main__":
    sys.exit(main())

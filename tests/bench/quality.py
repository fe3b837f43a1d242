"""ExitGate's profiles beside other gates on every recording of a folder.

python tests/bench/quality.py [FOLDER]     default: ../shared/corpus beside the repository
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
sys.path.insert(0, str(Path(__file__).parent))

from baselines import GATES

from exitgate.cli.replay_report import short, tallied
from exitgate.config import load_policy, profile_names
from exitgate.core.policy import Limits
from exitgate.core.transcript import Transcript
from exitgate.ingest.responses import read_recorded
from exitgate.measure.as_markdown import table
from exitgate.measure.known import Answer, known_of
from exitgate.measure.tally import Measurement, Scored, Tally
from exitgate.measure.wording import f1_of, number, percent
from exitgate.recording import read_recording

FOLDER = Path(__file__).parents[2].parent / "shared" / "corpus"
HEAD = ("recording", "gate", "right", "F1 stuck", "stuck found", "false stops", "false done")


def baselines(path: Path) -> dict[str, Tally]:
    tallies = {name: Tally() for name in GATES}
    loops: dict[str, list[Transcript]] = defaultdict(list)
    with path.open("rb") as stream:
        for line in read_recording(stream, path.name):
            given = line.iteration
            runs = loops[given.loop]
            runs.append(read_recorded(given.response, limits=Limits()))
            del runs[:-5]
            for name, gate in GATES.items():
                answer = gate(runs)
                known = known_of(given.label)
                tallies[name].add(
                    Scored(path.name, given.loop, 1, answer, answer, "", "", 0, known)
                )
    return tallies


def row(recording: str, gate: str, seen: Measurement) -> tuple[str, ...]:
    stuck = next(figures for figures in seen.classes if figures.answer is Answer.STUCK)
    found = percent(round((stuck.recall or 0) * stuck.support), stuck.support)
    return (
        recording,
        gate,
        percent(seen.right, seen.labelled),
        number(f1_of(seen, Answer.STUCK)),
        found,
        str(seen.false_stops),
        str(seen.false_done),
    )


def measured(recordings: Sequence[Path]) -> Iterator[tuple[str, dict[str, Measurement]]]:
    """For each recording every profile, `standard` first, and then the other gates."""
    names = ("standard", *(name for name in profile_names() if name != "standard"))
    policies = tuple(load_policy(profile=name).policy for name in names)
    for path in recordings:
        tallies = dict(zip(names, tallied(str(path), policies), strict=True)) | baselines(path)
        seen = {gate: tally.measurement() for gate, tally in tallies.items()}
        yield short(str(path)).removesuffix(".jsonl"), seen


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    recordings = sorted(folder.glob("*.jsonl*"))
    if not recordings:
        print(f"no recordings in {folder}")
        return 1
    rows = [
        row(recording, gate, seen)
        for recording, gates in measured(recordings)
        for gate, seen in gates.items()
    ]
    print(table(HEAD, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

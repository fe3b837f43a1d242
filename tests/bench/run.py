"""make bench: one table, every figure measured in this run and beside something bare.

python tests/bench/run.py [--quick] [--save]

--quick leaves out the 100 MB files, --save puts the table into the documentation.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
sys.path.insert(0, str(Path(__file__).parent))

import bench_ingest
import bench_language
import bench_loops
import figures
from process import BARE_SCRIPT, READ_LINES, READ_TEXT, check, cost, script

from exitgate.config import load_policy
from exitgate.core.circuit import Circuit
from exitgate.core.history import IterationRecord
from exitgate.core.memory import LoopState
from exitgate.measure.as_markdown import table
from exitgate.recording import read_recording
from exitgate.replay import replay
from exitgate.state import StoreOptions, open_store
from exitgate.state.fold import fold_iteration

SIZES = {"1 KB": 1_000, "100 KB": 100_000, "1 MB": 1_000_000, "100 MB": 100_000_000}
GREPS = ("done", "complete", "finished", "error", "fail", "EXIT_SIGNAL", "STATUS", "blocked",
         "tests", "passed", "TODO", "remaining")  # fmt: skip


class Row(NamedTuple):
    what: str
    ours: str
    beside: str
    ratio: str


def main() -> int:
    started = time.perf_counter()
    quick = "--quick" in sys.argv
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [
            *start_up(folder),
            *sizes(folder, quick),
            *loops(),
            *replays(folder),
            *states(folder),
        ]
    print(table(("what", "ExitGate", "beside", "ratio"), rows))
    if "--save" in sys.argv:
        figures.save({"costs": rows})
    print(f"\nmeasured in {time.perf_counter() - started:.0f} s")
    return 0


def start_up(folder: Path) -> Iterator[Row]:
    text, settings = folder / "response.md", folder / "settings.yml"
    write_text(text, 10_000)
    settings.write_text("name: x\nlimit: 4\n")
    ours = cost(check(text), 7).seconds
    bare = cost(script(BARE_SCRIPT, str(settings)), 7).seconds
    empty = cost(script("pass"), 7).seconds
    told = "check, 10 KB response, whole process"
    yield Row(told, ms(ours), f"{ms(bare)} bare script (pydantic, YAML)", times(ours, bare))
    yield Row(told, ms(ours), f"{ms(empty)} start of Python", times(ours, empty))
    greps = clocked(lambda: grep_each(text))
    alone = clocked(lambda: subprocess.run(check(text), capture_output=True, check=False))
    yield Row(
        "check, by the clock", ms(alone), f"{ms(greps)} {len(GREPS)} greps", times(alone, greps)
    )


def sizes(folder: Path, quick: bool) -> Iterator[Row]:
    for name, size in SIZES.items():
        if quick and size > 1_000_000:
            continue
        for kind, write, bare in (
            ("text", write_text, READ_TEXT),
            ("stream-json", write_stream, READ_LINES),
        ):
            path = folder / f"{kind}.{size}"
            write(path, size)
            runs = 1 if size > 1_000_000 else 3
            ours, plain = cost(check(path), runs), cost(script(bare, str(path)), runs)
            path.unlink()
            yield Row(
                f"check, {name} of {kind}",
                f"{ms(ours.seconds)}, {ours.megabytes:.0f} MB",
                f"{ms(plain.seconds)}, {plain.megabytes:.0f} MB bare parse",
                times(ours.seconds, plain.seconds),
            )


def loops() -> Iterator[Row]:
    for make in (bench_loops.working, bench_loops.polling, bench_loops.failing):
        short, long = bench_loops.per_step(make, 60), bench_loops.per_step(make, 2_000)
        yield Row(
            f"loop inside a run, {make.__name__}, a step of 2,000",
            f"{long:.1f} µs",
            f"{short:.1f} µs a step of 60",
            times(long, short),
        )
    few, many = bench_loops.per_iteration(10), bench_loops.per_iteration(10_000)
    told = "all loop signals, 10,000 iterations behind"
    yield Row(told, f"{many:.2f} ms", f"{few:.2f} ms, 10 behind", times(many, few))
    fuzzy = best(pairwise_fuzzy) * 1e3
    yield Row("all loop signals", f"{many:.2f} ms", f"{fuzzy:.1f} ms pairwise fuzzy, 48 messages",
              times(many, fuzzy))  # fmt: skip


def pairwise_fuzzy() -> None:
    from rapidfuzz.fuzz import ratio

    report = bench_language.REPORT * 6
    messages = [f"{number} {report[number:]}" for number in range(48)]
    for at, one in enumerate(messages):
        for other in messages[:at]:
            ratio(one, other)


def replays(folder: Path) -> Iterator[Row]:
    path = folder / "recording.jsonl"
    count = write_recording(path)
    policy = load_policy(profile="standard").policy

    def ours() -> None:
        with path.open("rb") as stream:
            for _ in replay(read_recording(stream, path.name), policy):
                pass

    def bare() -> None:
        for line in path.read_bytes().splitlines():
            for part in json.loads(line)["response"].splitlines():
                json.loads(part)

    mine, plain = (best(run, 2, clock=time.process_time) for run in (ours, bare))
    each = f"{count / mine:,.0f} iterations/s of {path.stat().st_size / count / 1000:.0f} KB"
    yield Row("replay", each, f"{count / plain:,.0f}/s bare parse", times(mine, plain))


def states(folder: Path) -> Iterator[Row]:
    costs = {count: state_write(folder / f"state{count}", count) for count in (1, 100, 10_000)}
    first = costs[1][0]
    for count, (seconds, size) in costs.items():
        yield Row(
            f"state write, {count:,} iterations",
            f"{seconds * 1e3:.1f} ms, {size / 1000:.0f} KB",
            f"{first * 1e3:.1f} ms with 1",
            times(seconds, first),
        )


def state_write(folder: Path, count: int) -> tuple[float, int]:
    """Seconds to remember one more iteration, and the bytes that are kept."""
    store = open_store(str(folder), StoreOptions())
    state = LoopState("loop")
    for number in range(1, count + 1):
        state = folded(state, number)
    store.remember("loop", lambda _: state)
    seconds = best(lambda: store.remember("loop", lambda kept: folded(kept, count + 1)), 20)
    return seconds, sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())


def folded(state: LoopState, number: int) -> LoopState:
    work = f"Changed the parser, part {number}."
    record = IterationRecord(number=number, run=f"{number}.1", work=work, message=work * 4)
    return fold_iteration(state, record, Circuit(), directive_used=False)


def write_text(path: Path, size: int) -> None:
    report = bench_language.REPORT
    with path.open("w", encoding="utf-8") as file:
        written = 0
        while written < size:
            written += file.write(report[: size - written])


def write_stream(path: Path, size: int) -> None:
    bench_ingest.write(path, size, 0)


def write_recording(path: Path, loops: int = 20, iterations: int = 10) -> int:
    with path.open("w", encoding="utf-8") as file:
        for loop in range(loops):
            for at in range(iterations):
                steps = [
                    json.dumps(record)
                    for number in range(at, at + 8)
                    for record in bench_ingest.step(number, 0)
                ]
                end = {"type": "result", "subtype": "success", "result": f"Part {at} is done."}
                response = "\n".join([*steps, json.dumps(end)])
                file.write(json.dumps({"loop": f"l{loop}", "response": response}) + "\n")
    return loops * iterations


def grep_each(path: Path) -> None:
    """The idea of a shell analyzer: one process for every question."""
    for word in GREPS:
        subprocess.run(["grep", "-ciE", word, str(path)], capture_output=True, check=False)


def clocked(run: Callable[[], object]) -> float:
    return best(run, 5)


def best(
    run: Callable[[], object], times: int = 3, clock: Callable[[], float] = time.perf_counter
) -> float:
    seconds = []
    for _ in range(times):
        start = clock()
        run()
        seconds.append(clock() - start)
    return min(seconds)


def ms(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 10 else f"{seconds * 1e3:,.0f} ms"


def times(ours: float, beside: float) -> str:
    return f"{ours / beside:.2f}"


if __name__ == "__main__":
    sys.exit(main())

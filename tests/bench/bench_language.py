"""How long reading prose takes, and whether ten times the text costs about ten times the time.

Run it by hand: `python tests/bench/bench_language.py`. It prints figures and asserts nothing.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from exitgate.language.reading import read_prose

REPORT = (
    "## Summary\n\nI've added `retry()` to src/client.py and updated 3 callers. 12 tests pass.\n"
    "- Fixed the timeout in `fetch()`; it now waits 5 seconds.\n- The docs describe the option.\n\n"
    "```python\ndef retry(times: int) -> None:\n    pass\n```\n\nTwo stories remain for later.\n"
)
TEXTS = {
    "an ordinary report": REPORT,
    "chanting": "all done task complete ",
    "chanting in sentences": "all done task complete " * 40 + ".\n",
    "failing and mended": "Tests fail.\n",
    "one long line of quotes": "\"'`[(<\"'`",
    "fences": "```\n",
    "braces": '{"EXIT_SIGNAL": \n',
    "headers": "---RALPH_STATUS---\nSTATUS: COMPLETE\n",
    "promises": "<promise>COMPLETE</promise> not\n",
    "recommendations": "RECOMMENDATION: x\nmore\n",
    "abbreviations": "e.g. i.e. etc. ",
    "spaces": " \t",
    "han": "任务已完成，测试通过。",
    "boxes": "- [ ] a\n",
    "numbers": "1/2 of 3 remain ",
    "dashes": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n",
    "digits": "12 34:56:78 2026-01-01T00:00:00 ",
    "words without an end": "a" * 64,
}


def seconds(text: str) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        read_prose(text)
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    small, large = 100_000, 1_000_000
    read_prose(REPORT)
    ten = (REPORT * (10_000 // len(REPORT) + 1))[:10_000]
    print(f"10 KB report: {seconds(ten) * 1000:.1f} ms")
    for name, seed in TEXTS.items():
        text = seed * (large // len(seed) + 1)
        first, second = seconds(text[:small]), seconds(text[:large])
        print(f"{name:24} {first:7.3f} s  {second:7.3f} s  x{second / first:.1f}")


if __name__ == "__main__":
    main()

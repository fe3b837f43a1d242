"""`make demo` plays both sample loops to the ends that the examples' page tells of."""

from __future__ import annotations

import subprocess
import sys

from support import ROOT


def test_the_demo_plays_to_the_end() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "demo.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pr-42 #5" in done.stdout
    assert "pr-7 #4" in done.stdout
    assert "ExitGate: Complete" not in done.stdout
    assert "ExitGate: Stuck" in done.stdout
    assert "/exitgate continue" in done.stdout
    next_command = done.stdout.splitlines()[-1].removeprefix("Next: ").split()[0]
    assert (ROOT / next_command).is_file(), "what comes next can be typed as it stands"

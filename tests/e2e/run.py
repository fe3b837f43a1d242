"""`make e2e`: prepares the machine, builds the image and runs the tests of this folder.

python tests/e2e/run.py [ARGUMENTS FOR PYTEST]...
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from machine import IMAGE, ROOT, Machine, Unavailable, prepared


def main(arguments: list[str]) -> int:
    start = time.monotonic()
    try:
        with prepared() as machine:
            took = time.monotonic() - start
            size = int(machine.run("image", "inspect", "--format", "{{.Size}}", IMAGE).stdout)
            print(
                f"{machine.engine}: ready in {took:.0f} s, image of {size / 1e6:.0f} MB", flush=True
            )
            return _test(machine, arguments)
    except Unavailable as reason:
        print(f"e2e is skipped, no container runtime: {reason}")
        return 0


def _test(machine: Machine, arguments: list[str]) -> int:
    told = json.dumps({"engine": machine.engine, "act": str(machine.act)})
    here = Path(__file__).parent
    longest_first = [
        str(here / f"test_{name}.py") for name in ("scenarios", "examples", "snippets", "image")
    ]
    spread = ["-n", "3", "--maxschedchunk=1"]
    command = [sys.executable, "-m", "pytest", *spread, "--durations=5", *longest_first, *arguments]
    variables = {**machine.variables, "EXITGATE_E2E": told}
    return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A system without POSIX locks, process groups and open flags, as Windows is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from state.support import SOURCE, git, python, workspace

BARE_SYSTEM = """
import os, signal, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY"):
    delattr(os, name)
for name in ("getuid", "killpg", "setsid", "set_blocking"):
    delattr(os, name)
"""
CHECK = BARE_SYSTEM + "from exitgate.cli import main; sys.exit(main(sys.argv[1:]))"
HOLD = (
    BARE_SYSTEM
    + """
from pathlib import Path
from exitgate.state.locks import HAS_FLOCK, locked
assert not HAS_FLOCK
with locked(Path(sys.argv[1]), float(sys.argv[2])) as held:
    print(held, flush=True)
    if held and len(sys.argv) > 3:
        sys.stdin.read()
"""
)
ADD = (
    BARE_SYSTEM
    + """
from pathlib import Path
from exitgate.state import open_store
from state.support import adding, iteration
open_store(sys.argv[1]).remember("pr-1", adding(iteration(sys.argv[2])))
"""
)


def ran(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(SOURCE), str(Path(__file__).parents[1])))
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_decides_and_remembers_there(tmp_path: Path) -> None:
    work = workspace(tmp_path)
    git("reset", "-q", "--hard", cwd=work)
    said = tmp_path / "said.md"
    said.write_text("Step one of three is done, two steps remain.")
    for state in (tmp_path / "kept", "branch"):
        options = ["--response", said, "--repo", work, "--state", state, "--loop", "pr-1"]
        for expected in (1, 2):
            done = ran(CHECK, "check", *options, "--output", "json")
            assert (done.returncode, done.stderr) == (0, "")
            assert json.loads(done.stdout)["iteration"] == expected


def test_a_held_lock_is_waited_for_and_goes_with_its_holder(tmp_path: Path) -> None:
    lock = tmp_path / ".lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(lock), "5", "and wait"],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"True\n"
    assert ran(HOLD, lock, 0.1).stdout == "False\n"
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert ran(HOLD, lock, 5).stdout == "True\n"


def test_a_lock_file_that_is_none_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / ".lock").write_text("something else\n" * 100)
    done = ran(ADD, tmp_path, "1.1")
    assert "StateError" in done.stderr
    assert "the lock cannot be taken" in done.stderr


def test_eight_processes_share_one_loop_there(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n{ADD}"
    writers = [python(code, str(tmp_path / "kept"), f"{n}.1") for n in range(8)]
    assert [(writer.communicate()[1], writer.returncode) for writer in writers] == [(b"", 0)] * 8
    (kept,) = (tmp_path / "kept").glob("pr-1-*.json")
    assert json.loads(kept.read_text())["totals"]["iterations"] == 8

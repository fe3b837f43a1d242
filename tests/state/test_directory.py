"""The directory store against crashes, full disks and hostile directories."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from exitgate.core.memory import LoopState
from exitgate.errors import StateError
from exitgate.state.directory import DirectoryStore
from exitgate.state.locks import locked
from state.support import adding, iteration, python

RECORDING = "x" * 50_000

STEPS = ["before create", "before first half", "before second half", "before file sync"]
STEPS += ["before replace", "before directory sync", "after directory sync"]

WRITER = """
import sys
from pathlib import Path
from exitgate.core.circuit import Circuit
from exitgate.core.history import IterationRecord
from exitgate.state.directory import DirectoryStore
from exitgate.state.fold import fold_iteration
store = DirectoryStore(Path(sys.argv[1]))
print("ready", flush=True)
while True:
    store.remember("pr-1", lambda state: fold_iteration(
        state, IterationRecord(number=1, recording="x" * 50_000), Circuit(), False))
"""


def kept(root: Path) -> int:
    state = DirectoryStore(root).load("pr-1")
    assert state.chain.ok
    numbers = [one.number for one in state.history.recent]
    assert numbers == list(range(numbers[0], numbers[-1] + 1)) if numbers else True
    return state.history.totals.iterations


def die_at(root: Path, wanted: str) -> None:
    """Fork a writer that dies without any clean-up at the wanted step."""
    child = os.fork()
    if child == 0:
        store = DirectoryStore(root, step=lambda step: os._exit(9) if step == wanted else None)
        try:
            store.remember("pr-1", adding(iteration(recording=RECORDING)))
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 9, f"the writer never came to {wanted!r}"


def test_killed_at_every_step_the_state_is_whole(tmp_path: Path) -> None:
    root = tmp_path / "kept"
    DirectoryStore(root).remember("pr-1", adding(iteration()))
    for at in range(350):
        step, before = STEPS[at % len(STEPS)], kept(root)
        die_at(root, step)
        is_new = STEPS.index(step) >= STEPS.index("before directory sync")
        assert kept(root) == before + is_new
    DirectoryStore(root).remember("pr-1", adding(iteration()))
    assert sorted(path.suffix for path in root.iterdir()) == ["", "", ".json"], "no litter"


def test_killed_at_any_time_the_state_is_whole(tmp_path: Path) -> None:
    chance = random.Random(7)
    before = 0
    for _ in range(25):
        writer = python(WRITER, str(tmp_path / "kept"))
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(chance.uniform(0.0, 0.05))
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        after = kept(tmp_path / "kept")
        assert after >= before
        before = after
    assert before > 0


def test_sixteen_processes_share_one_loop(tmp_path: Path) -> None:
    code = WRITER.replace("while True:", "for _ in range(5):")
    writers = [python(code, str(tmp_path)) for _ in range(16)]
    assert [writer.wait(60) for writer in writers] == [0] * 16
    for writer in writers:
        writer.communicate()
    assert kept(tmp_path) == 80


def test_a_lock_that_is_never_freed_is_a_clear_error(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path, lock_timeout_s=0.05)
    with locked(tmp_path / ".lock", 1), pytest.raises(StateError, match="holds the lock"):
        store.remember("pr-1", adding(iteration()))
    assert store.load("pr-1") == LoopState("pr-1")


def test_a_broken_file_stops_everything_but_a_reset(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path)
    store.remember("pr-1", adding(iteration()))
    path = store.path_of("pr-1")
    cut = path.read_bytes()[:-20]
    path.write_bytes(cut)
    for attempt in (
        lambda: store.load("pr-1"),
        lambda: store.remember("pr-1", adding(iteration())),
    ):
        with pytest.raises(StateError, match=path.name) as caught:
            attempt()
        assert caught.value.exit_code == 74
        assert path.read_bytes() == cut
    assert store.loops() == ()
    store.forget("pr-1")
    assert (tmp_path / f"{path.name}.kept-1").read_bytes() == cut
    assert store.load("pr-1") == LoopState("pr-1")
    assert any("kept as" in note for note in store.notes)


def test_the_file_of_another_loop_is_refused(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path)
    store.remember("pr-1", adding(iteration()))
    store.path_of("pr-1").rename(store.path_of("pr-2"))
    with pytest.raises(StateError, match="belongs to the loop 'pr-1'"):
        store.load("pr-2")


def test_a_file_in_place_of_the_directory(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("in the way")
    with pytest.raises(StateError, match="kept") as caught:
        DirectoryStore(tmp_path / "kept").remember("pr-1", adding(iteration()))
    assert "a file stands where the directory should be" in caught.value.hint


def test_links_and_pipes_are_not_followed(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "kept")
    store.remember("pr-1", adding(iteration()))
    store.path_of("pr-2").symlink_to(tmp_path / "secret")
    os.mkfifo(store.path_of("pr-3"))
    for loop in ("pr-2", "pr-3"):
        with pytest.raises(StateError):
            store.load(loop)


def test_a_full_disk_keeps_the_old_state(tmp_path: Path) -> None:
    """A file size limit makes the write fail half-way, as a full disk does."""
    store = DirectoryStore(tmp_path)
    store.remember("pr-1", adding(iteration()))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, hard))
    try:
        with pytest.raises(StateError, match="cannot be written") as caught:
            store.remember("pr-1", adding(iteration(recording=RECORDING)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert caught.value.exit_code == 74
    assert kept(tmp_path) == 1
    assert not list(tmp_path.glob("*.tmp")) + list(tmp_path.glob(".*.tmp"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """A real file system of 64 KB, where this machine lets us mount one."""
    root = tmp_path / "disk"
    root.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(root)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small file system is not allowed here")
    yield root
    subprocess.run(["umount", "-l", str(root)], check=False)


def test_a_disk_that_really_is_full(small_disk: Path) -> None:
    store = DirectoryStore(small_disk)
    store.remember("pr-1", adding(iteration()))
    (small_disk / "other").write_bytes(b"x" * 30_000)
    with pytest.raises(StateError) as caught:
        store.remember("pr-1", adding(iteration(recording=RECORDING)))
    assert "disk is full" in caught.value.hint
    assert kept(small_disk) == 1


def test_a_read_only_file_system(small_disk: Path) -> None:
    store = DirectoryStore(small_disk)
    store.remember("pr-1", adding(iteration()))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StateError) as caught:
        store.remember("pr-1", adding(iteration()))
    assert "read-only" in caught.value.hint
    assert kept(small_disk) == 1


def test_git_does_not_offer_the_state_for_a_commit(tmp_path: Path) -> None:
    DirectoryStore(tmp_path / ".exitgate").remember("pr-1", adding(iteration()))
    assert (tmp_path / ".exitgate" / ".gitignore").read_text() == "*\n"


def test_nor_where_somebody_else_made_the_folder(tmp_path: Path) -> None:
    (tmp_path / ".exitgate").mkdir()
    (tmp_path / "shared").mkdir()
    for folder in (".exitgate", "shared"):
        DirectoryStore(tmp_path / folder).remember("pr-1", adding(iteration()))
    assert (tmp_path / ".exitgate" / ".gitignore").read_text() == "*\n"
    assert not (tmp_path / "shared" / ".gitignore").exists(), "what else lies there is not ours"

"""Folders that killed runs left in the temp folder go away, and nobody else's do."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from exitgate.scratch import PREFIX, STALE_S, scratch_folder, sweep


def left(temp: Path, name: str, *, hours: float) -> Path:
    folder = temp / name
    (folder / "objects" / "ab").mkdir(parents=True)
    (folder / "objects" / "ab" / "cd").write_text("blob")
    then = time.time() - hours * 3600
    os.utime(folder, (then, then))
    return folder


def test_only_old_folders_of_our_own_name_go(tmp_path: Path) -> None:
    old = left(tmp_path, f"{PREFIX}old", hours=STALE_S / 3600 + 1)
    running = left(tmp_path, f"{PREFIX}running", hours=1)
    other = left(tmp_path, "somebody-elses", hours=99)
    assert sweep(tmp_path) == 1
    assert not old.exists()
    assert running.exists()
    assert other.exists()


def test_a_link_is_neither_followed_nor_removed(tmp_path: Path) -> None:
    kept = left(tmp_path, "kept", hours=99)
    link = tmp_path / f"{PREFIX}link"
    link.symlink_to(kept)
    os.utime(link, (0, 0), follow_symlinks=False)
    assert sweep(tmp_path) == 0
    assert (kept / "objects" / "ab" / "cd").exists()
    assert link.is_symlink()


def test_a_temp_folder_that_cannot_be_listed_is_no_error(tmp_path: Path) -> None:
    assert sweep(tmp_path / "gone") == 0


def test_a_run_that_was_killed_is_tidied_up_after_by_a_later_one(tmp_path: Path) -> None:
    wait = "import time; from exitgate.scratch import scratch_folder as s; print(s(), flush=True)"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", f"{wait}; time.sleep(600)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        process.kill()
    assert folder.parent == tmp_path
    assert folder.is_dir()
    os.utime(folder, (0, 0))
    assert sweep(tmp_path) == 1
    assert not folder.exists()


def test_a_new_folder_is_private() -> None:
    folder = scratch_folder()
    try:
        assert folder.stat().st_mode & 0o077 == 0
    finally:
        folder.rmdir()

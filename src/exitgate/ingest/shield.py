"""What keeps a foreign program from reading the gate's memory or outliving its run. Linux only.

A program with no token in its environment could still read it out of `/proc/<gate>/environ`, or
leave its process group and go on after the run. Each measure is tried; where one cannot be taken
the others hold.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 4, 24, 36, 38
RIGHTS_TO_LOOK = (16, 17, 19, 21, 38, 39, 40)
"""SYS_MODULE, SYS_RAWIO, SYS_PTRACE, SYS_ADMIN, PERFMON, BPF and CHECKPOINT_RESTORE: with any of
them root reads the memory of others."""
PROC = Path("/proc")
HUNT_S = 5.0
"""A program that forks while it is hunted is looked for again, so long."""
LOOKS = 2
"""So often nothing must be found: one that forks during a look may be missed by it."""

Prctl = Callable[..., int]
Process = tuple[int, int, int]
"""Id, parent and session."""


def _prctl() -> Prctl | None:
    try:
        call: Prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError, TypeError):  # TypeError: Windows has no such library
        return None
    return call


def close_to_children() -> Callable[[], None] | None:
    """Hide the gate's memory, adopt orphans, and return what each child does before it starts."""
    prctl = _prctl()
    if prctl is None:
        return None
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def before_start() -> None:
        """Root keeps no right to look into others, and `sudo` gives none back."""
        for right in RIGHTS_TO_LOOK:
            prctl(PR_CAPBSET_DROP, right, 0, 0, 0)
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)

    return before_start


def children() -> frozenset[int]:
    return frozenset(pid for pid, parent, _ in _processes() if parent == os.getpid())


def end_leftovers(session: int, before: frozenset[int]) -> None:
    """Kill what is left of a run, and what that starts meanwhile, until nothing more is found."""
    deadline = time.monotonic() + HUNT_S
    seen_none = 0
    while seen_none < LOOKS and time.monotonic() < deadline:
        # One that forks and ends in turn is gone before a look at all processes is over.
        found = _end(_adopted(), session, before)
        found |= _end(_processes(), session, before)
        seen_none = 0 if found else seen_none + 1


def _end(processes: list[Process], session: int, before: frozenset[int]) -> bool:
    left = _left(processes, session, before)
    for pid in left:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
    return bool(left)


def _left(processes: list[Process], session: int, before: frozenset[int]) -> frozenset[int]:
    """The run's session, orphans that made a session of their own, and all that those started."""
    mine, home = os.getpid(), os.getsid(0)
    left = {
        pid
        for pid, parent, own in processes
        if own == session or (parent == mine and pid not in before and own != home)
    }
    size = -1
    while size != len(left):
        size = len(left)
        left |= {pid for pid, parent, _ in processes if parent in left}
    return frozenset(left)


def _adopted() -> list[Process]:
    """The gate's own children, which is where orphans come to; much faster than a look at all."""
    found = []
    with suppress(OSError):
        for task in (PROC / "self" / "task").iterdir():
            for pid in (task / "children").read_text("ascii").split():
                found += _read(PROC / pid)
    return found


def _processes() -> list[Process]:
    """Every process that is not over."""
    with suppress(OSError):
        return [one for entry in PROC.iterdir() if entry.name.isdigit() for one in _read(entry)]
    return []


def _read(entry: Path) -> list[Process]:
    """One process, or none where it is over."""
    with suppress(OSError, ValueError, IndexError):
        # The name in brackets may hold anything, so the fields are read behind it.
        fields = (entry / "stat").read_text("ascii", "replace").rpartition(")")[2].split()
        if fields[0] != "Z":
            return [(int(entry.name), int(fields[1]), int(fields[3]))]
    return []

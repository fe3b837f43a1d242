"""What keeps a foreign program from reading the gate's memory or outliving its run. Linux only.

A program with no token in its environment could still read it out of `/proc/<gate>/environ`, or
leave its process group and go on after the run. Each measure is tried; where one cannot be taken
the others hold.
"""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 4, 24, 36, 38
RIGHTS_TO_LOOK = (16, 17, 19, 21, 38, 39, 40)
"""SYS_MODULE, SYS_RAWIO, SYS_PTRACE, SYS_ADMIN, PERFMON, BPF and CHECKPOINT_RESTORE: with any of
them root reads the memory of others."""
PROC = Path("/proc")
ROUNDS = 5
"""A program that forks while it is hunted is looked for again, so many times."""

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
    """Kill what is left of a run: its session, and orphans that made a session of their own."""
    for _ in range(ROUNDS):
        left = [one for one in _processes() if _is_left(one, session, before)]
        for pid, _, _ in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if not left:
            return


def _is_left(process: Process, session: int, before: frozenset[int]) -> bool:
    pid, parent, own = process
    orphan = parent == os.getpid() and pid not in before and own != os.getsid(0)
    return own == session or orphan


def _processes() -> list[Process]:
    """Every process that is not over."""
    found = []
    with suppress(OSError):
        for entry in PROC.iterdir():
            if not entry.name.isdigit():
                continue
            with suppress(OSError, ValueError, IndexError):
                # The name in brackets may hold anything, so the fields are read behind it.
                fields = (entry / "stat").read_text("ascii", "replace").rpartition(")")[2].split()
                if fields[0] != "Z":
                    found.append((int(entry.name), int(fields[1]), int(fields[3])))
    return found

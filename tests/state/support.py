"""Real repositories, real processes and iterations to remember."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from exitgate.core.circuit import Circuit
from exitgate.core.history import IterationRecord
from exitgate.state import StoreOptions, open_store
from exitgate.state.contract import Fold
from exitgate.state.fold import fold_iteration
from exitgate.state.git_branch import GitBranchStore

SOURCE = Path(__file__).parents[2] / "src"

WORKER = """
import sys, time
from pathlib import Path
from exitgate.core.circuit import Circuit
from exitgate.core.history import IterationRecord
from exitgate.state.fold import fold_iteration
from exitgate.state.git_branch import GitBranchStore
from exitgate.state.git_connection import BranchPlace, Patience
repo, loop, run, queue_s = sys.argv[1:5]
store = GitBranchStore(BranchPlace(Path(repo)), patience=Patience(queue_s=float(queue_s)))
state = store.load(loop)
record = IterationRecord(number=state.history.totals.iterations + 1, run=run, cost_usd=0.25)
store.remember(loop, lambda held: fold_iteration(held, record, Circuit(), False))
print(len(store.notes))
"""


def iteration(run: str | None = None, **fields: object) -> IterationRecord:
    return IterationRecord(number=1, run=run, **fields)


def adding(record: IterationRecord, circuit: Circuit | None = None) -> Fold:
    return lambda state: fold_iteration(state, record, circuit or Circuit(), False)


def git(*arguments: str, cwd: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    identity = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    for who in ("AUTHOR", "COMMITTER"):
        identity |= {f"GIT_{who}_NAME": "A", f"GIT_{who}_EMAIL": "a@example.org"}
    done = subprocess.run(
        ["git", *arguments], cwd=cwd, env=clean | identity, capture_output=True, check=True
    )
    return done.stdout.decode()


def workspace(folder: Path) -> Path:
    """A checkout with one commit, a dirty file and a staged one, whose origin is a bare remote."""
    folder.mkdir(parents=True, exist_ok=True)
    git("init", "-q", "--bare", "remote.git", cwd=folder)
    git("init", "-q", "-b", "main", "work", cwd=folder)
    work = folder / "work"
    (work / "a.py").write_text("print(1)\n")
    git("add", "a.py", cwd=work)
    git("commit", "-qm", "start", cwd=work)
    git("remote", "add", "origin", str(folder / "remote.git"), cwd=work)
    git("push", "-q", "origin", "main", cwd=work)
    (work / "a.py").write_text("print(2)\n")
    (work / "b.py").write_text("staged\n")
    git("add", "b.py", cwd=work)
    return work


def python(code: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def decide(work: Path, run: str, **options: object) -> GitBranchStore:
    """One decision's state work, as the gate does it."""
    store = open_store("branch", StoreOptions(repo=work, **options))
    store.load("pr-1")
    store.remember("pr-1", adding(iteration(run)))
    assert isinstance(store, GitBranchStore)
    return store


def iterations(work: Path, **options: object) -> int:
    store = open_store("branch", StoreOptions(repo=work, **options))
    return store.load("pr-1").history.totals.iterations

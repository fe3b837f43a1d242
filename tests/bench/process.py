"""Whole processes, measured: processor seconds and peak memory, each the best of a few runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[2] / "src"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": ""}

BARE_SCRIPT = """
import sys, yaml
from pydantic import BaseModel
class Settings(BaseModel):
    name: str = ""
    limit: int = 3
Settings.model_validate(yaml.safe_load(open(sys.argv[1])))
"""
READ_TEXT = "import sys; open(sys.argv[1], encoding='utf-8', errors='replace').read()"
READ_LINES = "import sys, json\nfor line in open(sys.argv[1], 'rb'): json.loads(line)"


LAUNCHER = """
import os, sys
null = os.open(os.devnull, os.O_RDWR)
files = [(os.POSIX_SPAWN_DUP2, null, at) for at in (1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=files)
_, _, used = os.wait4(child, 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""
"""A child inherits the peak of its parent's memory, so a small parent starts it."""


class Cost(NamedTuple):
    seconds: float
    """Processor time of the whole process: a busy machine disturbs it less than the clock."""
    megabytes: float


def cost(command: Sequence[str], runs: int = 3) -> Cost:
    seen = [_once(command) for _ in range(runs)]
    return Cost(min(one.seconds for one in seen), max(one.megabytes for one in seen))


def _once(command: Sequence[str]) -> Cost:
    launch = [sys.executable, "-I", "-S", "-c", LAUNCHER, *command]
    told = subprocess.run(launch, env=ENVIRONMENT, capture_output=True, check=True, text=True)
    seconds, megabytes = told.stdout.split()
    return Cost(float(seconds), float(megabytes))


def script(text: str, *words: str) -> list[str]:
    return [sys.executable, "-c", text, *words]


def check(path: Path) -> list[str]:
    words = ["check", "--response", str(path), "--state", "none", "--output", "json"]
    return [sys.executable, "-m", "exitgate", *words]

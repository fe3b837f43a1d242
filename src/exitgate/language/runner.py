"""How a test runner prints its summary: the shape of one row of the tables.

Patterns work on lines and every repetition is bounded or possessive, so that no output can
make them slow. Groups: `p` passed, `f` failed, `e` errors, `s` skipped, `t` total, and `counts`
for text such as `2 failed, 3 passed`, in which the words say what each number is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

N = r"\d{1,9}"


@dataclass(frozen=True, slots=True)
class Runner:
    """One runner. `hints` are looked for first: most output belongs to no runner at all."""

    name: str
    hints: tuple[str, ...]
    summary: str
    zero: str = ""
    """Lines that say that there was nothing to run."""
    names: str = ""
    """Lines that name a failing test."""
    names_after: bool = False
    """The names are printed below the summary, not above it."""
    broken: str = ""
    """Lines that count files which failed before any of their tests could run."""
    replaces: tuple[str, ...] = ()
    """Runners whose lines it prints as well: the same tests are not counted twice."""
    adds: bool = False
    """One run prints several summaries, for crates, projects or modules: they add up."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)

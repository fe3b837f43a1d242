"""The shape of a signal: a question about the facts, and the function that answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from exitgate.core.evidence import Evidence
from exitgate.core.facts import Facts


@dataclass(frozen=True, slots=True)
class NoOptions:
    """For signals that have nothing to set."""


@dataclass(frozen=True, slots=True)
class Signal:
    name: str
    question: str
    check: Callable[[Facts, Any], Evidence]
    options: type[Any] = NoOptions
    """A frozen dataclass with a default for every field; `exitgate.yml` may override them."""

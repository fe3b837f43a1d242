"""Bounds of a setting, in a form that pydantic obeys and that costs an ordinary decision nothing.

Pydantic asks any annotation for its schema by this method's name, so neither it nor a library of
annotations has to be imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Between:
    """A number from `low` to `high`, both included; without `high` there is no upper bound."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int | None = None) -> None:
        self.low = low
        self.high = high

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        upper = {} if self.high is None else {"le": self.high}
        return {**handler(source), "ge": self.low, **upper}

"""Steps that must not take each other down: the decision stands whatever becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from exitgate.errors import ServiceError
from exitgate.publish.log import ActionsLog

Result = TypeVar("Result")


class Steps:
    """Runs steps one by one and says each fault once."""

    def __init__(self, log: ActionsLog) -> None:
        self._log = log
        self._said: set[str] = set()

    def run(self, step: Callable[[], Result]) -> Result | None:
        try:
            return step()
        except ServiceError as fault:
            words = f"{fault}. The decision stands. What to do: {fault.hint or 'run the job again'}"
            if words not in self._said:
                self._said.add(words)
                self._log.warning(words)
            return None

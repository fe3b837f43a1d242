"""The one option that most signals about repetition share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.policy import STRICT, Count


@dataclass(frozen=True, slots=True)
class InARow:
    """How many iterations in a row make the finding."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 3
    """Iterations in a row that show it."""

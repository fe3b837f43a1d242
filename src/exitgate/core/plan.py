"""The task list that the agent works through."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

ALIKE = 0.6
"""The part of an item's words that a rewording keeps."""
MAX_COMPARED = 300


@dataclass(frozen=True, slots=True)
class PlanItem:
    text: str
    done: bool
    optional: bool = False
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    items: tuple[PlanItem, ...] = ()
    refs: tuple[str, ...] = ()
    moved_to_done: bool = False
    """The task file itself was moved to a `done/` folder."""

    @property
    def required(self) -> tuple[PlanItem, ...]:
        return tuple(item for item in self.items if not item.optional)

    @property
    def open_items(self) -> tuple[PlanItem, ...]:
        return tuple(item for item in self.required if not item.done)

    @property
    def done_count(self) -> int:
        return sum(1 for item in self.required if item.done)

    def with_lost_of(self, base: Plan) -> Plan:
        """This plan and, open as they were, the items of the base that are no longer in it."""
        kept = [_words(item.text) for item in self.required]
        lost = [item for item in base.open_items if not _is_among(_words(item.text), kept)]
        return replace(self, items=(*self.items, *lost))

    @property
    def is_complete(self) -> bool:
        return bool(self.required) and not self.open_items


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower()))


def _is_among(words: frozenset[str], others: list[frozenset[str]]) -> bool:
    return any(len(words & other) >= ALIKE * len(words) for other in others[:MAX_COMPARED])

"""The task list that the agent works through."""

from __future__ import annotations

from dataclasses import dataclass


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

    @property
    def is_complete(self) -> bool:
        return bool(self.required) and not self.open_items

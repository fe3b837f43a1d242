"""Small matters of English that every headline shares."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """ "1 file", "4 files"; `many` where an s at the end does not do."""
    return f"{count} {agreeing(count, one, many or f'{one}s')}"


def agreeing(count: int, one: str, many: str) -> str:
    return one if count == 1 else many


def every(total: int, one: str, singular: str = "is", plural: str = "are") -> str:
    """ "all 5 items are", "the only item is": the whole of them, with its verb."""
    return f"the only {one} {singular}" if total == 1 else f"all {total} {one}s {plural}"


def clause(text: str) -> str:
    """A quoted sentence without its full stop, so that another clause may follow."""
    return text.rstrip().rstrip(".!。！").rstrip() or text

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


def amount(value: float) -> str:
    """ "7", "0.25", "1,500,000": no zeros at the end and no exponent."""
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def lasting(seconds: float) -> str:
    """ "45 s", "1 h 30 min", "2 d": the two largest units that are not zero."""
    rest, parts = round(seconds), []
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, rest = divmod(rest, length)
        parts += [f"{count} {unit}"] if count else []
    return " ".join(parts[:2]) or "0 s"


def clause(text: str) -> str:
    """A quoted sentence without its full stop, so that another clause may follow."""
    return text.rstrip().rstrip(".!。！").rstrip() or text

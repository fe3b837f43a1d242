"""What can go wrong, each kind with its exit code and a way out."""

from __future__ import annotations


class ExitGateError(Exception):
    """Says what, where and what next. Never shown as a traceback."""

    exit_code = 70
    kind = "internal error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(ExitGateError):
    exit_code = 64
    kind = "usage"


class InputError(ExitGateError):
    exit_code = 65
    kind = "bad input"


class ServiceError(ExitGateError):
    exit_code = 69
    kind = "service unavailable"


class StateError(ExitGateError):
    exit_code = 74
    kind = "state"


class ConfigError(ExitGateError):
    exit_code = 78
    kind = "configuration"


def printable(text: str) -> str:
    """File names and foreign values may hold control characters; a terminal must not obey them."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)

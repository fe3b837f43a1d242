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
    """The command line does not make sense."""

    exit_code = 64
    kind = "usage"


class InputError(ExitGateError):
    """A file that was named cannot be read as what it should be."""

    exit_code = 65
    kind = "bad input"


class ServiceError(ExitGateError):
    """GitHub could not be reached."""

    exit_code = 69
    kind = "service unavailable"


class StateError(ExitGateError):
    """What is remembered cannot be read or written."""

    exit_code = 74
    kind = "state"


class ConfigError(ExitGateError):
    """exitgate.yml or a profile is wrong; file, line and field are named."""

    exit_code = 78
    kind = "configuration"


class OutputError(ExitGateError):
    """Standard output, or a file to be written, cannot take it."""

    exit_code = 74
    kind = "output"


def why_unread(error: OSError | ValueError) -> str:
    """Why a file cannot be read, without the system's or Python's own names for it."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    return getattr(error, "strerror", None) or str(error)


def printable(text: str) -> str:
    """File names and foreign values may hold control characters; a terminal must not obey them."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)

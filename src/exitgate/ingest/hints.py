"""What a run's own words give away: an exit code, a refusal, a limit that was hit."""

from __future__ import annotations

import re
from functools import cache

DENIED_WORDS = (
    "haven't granted it yet",
    "requires approval",
    "has been denied",
    "permission denied by user",
    "doesn't want to proceed with this tool use",
    "denied by policy",
    "requires user confirmation",
)


GEMINI_HEADS = ("Command: ", "Output: ")
"""How the answer of Gemini's shell begins, which ends with the exit code."""


def reads_as_denied(output: str) -> bool:
    return any(words in output[:1000] for words in DENIED_WORDS)


def reads_as_limit(said: str) -> bool:
    """Only a short text: a long one may talk about limits without having hit one."""
    return len(said) < 400 and _limit_text().search(said) is not None


def distinct_paths(paths: set[str]) -> tuple[str, ...]:
    """Sorted, and a file that is also named from the repository's root only by that name."""
    kept = set(paths)
    for path in paths:
        if path.startswith("/"):
            parts = path[1:].split("/")
            if any("/".join(parts[start:]) in paths for start in range(min(len(parts), 40))):
                kept.discard(path)
    return tuple(sorted(kept))


@cache
def _limit_text() -> re.Pattern[str]:
    return re.compile(
        r"(?i)hit your (?:\w{1,20} )?limit|\b(?:usage|rate|session|weekly|token) limit (?:was )?"
        r"(?:reached|exceeded)"
        r"|\bAPI Error\b|credit balance is too low|quota exceeded|invalid api key|please run /login"
    )


@cache
def _exit_code() -> re.Pattern[str]:
    return re.compile(r"exit code:? (-?\d{1,9})\b[^\n]{0,40}$", re.M)


@cache
def _gemini_code() -> re.Pattern[str]:
    return re.compile(r"^Exit Code: (-?\d{1,9})$", re.M)


def printed_exit_code(output: str) -> int | None:
    """Some agents print the exit code around a command's output instead of recording it."""
    if output[:10] == "Exit code ":
        digits = output[10:20].split("\n", 1)[0].strip()
        return int(digits) if digits.isascii() and digits.isdigit() else None
    tail = output[-400:]
    if output.startswith(GEMINI_HEADS):
        exited = _gemini_code().search(tail)
        return int(exited[1]) if exited else None
    if output[-1:] not in ("]", ">", "\n"):
        return None
    if "exit code" not in tail or not tail.rstrip().endswith(("]", ">")):
        return None
    found = _exit_code().findall(tail)
    return int(found[-1]) if found else None

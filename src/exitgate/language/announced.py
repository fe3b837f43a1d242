"""Does a message only announce or excuse itself, without a word of anything done?"""

from __future__ import annotations

import re
from functools import cache


@cache
def _sentences() -> re.Pattern[str]:
    return re.compile(r"[.!?:;]++(?:\s++|$)|[。！？]")


@cache
def _announces() -> re.Pattern[str]:
    """How such a sentence begins, behind a few words such as "first" or "sorry"."""
    return re.compile(
        r"(?:(?:first|next|now|then|ok|okay|sure|alright|sorry|so|and|again|apologies"
        r"|d'abord|maintenant|zuerst|jetzt|primero|ahora|agora)\b[, –-]{0,3}){0,3}"
        r"(?:(?:i|we)(?:['’]ll| will| shall| need to| should| plan to| want to| have to"
        r"|(?: am|['’]m) (?:going|about) to)\b"
        r"|let me\b|let's\b|going to\b|about to\b|trying\b|starting\b|another (?:try|attempt)\b"
        r"|sorry\b|apologies\b|my (?:mistake|apologies)\b|(?:i )?apologi[sz]e\b"
        r"|je vais\b|ich werde\b|voy a\b|vou\b|我将|我会|让我|これから)"
    )


def only_announces(message: str) -> bool:
    """True where every sentence of a lower-case message is an announcement or an excuse."""
    said = [part.strip(" *#>-`\"'") for part in _sentences().split(message)]
    said = [part for part in said if any(char.isalnum() for char in part)]
    return bool(said) and all(_announces().match(part) for part in said)

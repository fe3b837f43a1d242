"""The error of this iteration as it was printed: compared without what varies, shown with it."""

from __future__ import annotations

from exitgate.core.facts import Facts
from exitgate.language.failure import comparable, error_line
from exitgate.language.fingerprint import readable
from exitgate.language.redact import redact

SHOWN_CHARS = 200


def shown_error(facts: Facts, error: str) -> str:
    """What a person reads of a remembered error; its comparable form where no line fits it.

    Secrets go before the text is bounded, so that no part of one is left at its end.
    """
    transcript = facts.transcript
    lines = (error_line(transcript), transcript.end_detail, transcript.final_message)
    for line in lines:
        shown = redact(readable(line or "", SHOWN_CHARS * 2), facts.masked)
        if shown and redact(comparable(shown), facts.masked) == error:
            return shown[:SHOWN_CHARS]
    return error

"""Signs for terminals that know few: each of ours has a plain stand-in."""

from __future__ import annotations

import codecs

STAND_INS = {
    "✔": "+",
    "✘": "x",
    "×": "x",
    "■": "#",
    "∅": "0",
    "”": '"',
    "“": '"',
    "’": "'",
    "·": "-",
    "–": "-",
    "—": "-",
    "─": "-",
    "…": "...",
    "→": "->",
    "←": "<-",
    # It keeps a runner from obeying foreign text, so something must stay in its place.
    "\u200b": " ",
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
}
HANDLER = "exitgate.plain"
"""For `errors=` of a stream: `sys.stdout.reconfigure(errors=HANDLER)`."""


def plain(text: str, encoding: str) -> str:
    """The text as this encoding can carry it."""
    return text.encode(encoding, HANDLER).decode(encoding)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(STAND_INS.get(sign, "?") for sign in signs), error.end


codecs.register_error(HANDLER, _stand_in)

"""Is a new file just what `exitgate init` writes? Then a person set the gate up; nobody bent it.

Known by the digest of its lines, so that nothing has to be read here. Only the default policy is
among them: a gate that comes with a laxer one is looked at, whoever wrote it.
"""

from __future__ import annotations

import re
from hashlib import sha256

from exitgate.language.diff import FileDiff

DIGESTS = frozenset(
    {
        "8419fce33857d0a068e82a6ebf4ca2c3",
        "301bedf1b2f95740caa0ead2d8838c1b",
        "191071399b610ee2070ac9e96547afdc",
        "6012ff6d4c4a662c618278a01df9a089",
        "3b35880247729fc2f3ebf00eb9a938a4",
        "8a593760e39cc430746ad161d582fc5f",
        "cdd689a9007c4d4027ec4e2b4c7aba98",
    }
)
"""Of the configuration with and without the hook, and of the workflow for each agent."""

_PLAN = re.compile(r"^ {10}plan: ([\w./@-]{1,200})$", re.MULTILINE)


def is_as_written(file: FileDiff) -> bool:
    return file.whole is not None and digest(file.whole) in DIGESTS


def digest(text: str) -> str:
    """The same for every name of the task list."""
    named = _PLAN.search(text)
    plain = text.replace(named[1], "@PLAN@") if named else text
    return sha256(plain.strip().encode("utf-8", "replace")).hexdigest()[:32]

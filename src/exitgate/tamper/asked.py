"""What the base's own tests should be asked about: words that the patch makes suspicious."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from exitgate.language.diff import FileDiff, Side, parse_diff
from exitgate.tamper import paths
from exitgate.tamper.by_heart import product_hunks
from exitgate.tamper.literal_cases import cases_in

MOST_WORDS = 40
DEFINED = re.compile(r"(?:async )?def (test\w*)\(")
"""A test at the outermost level of a Python file."""


def words_to_look_up(patch: str) -> tuple[str, ...]:
    words = (word for file in parse_diff(patch).files for word in _words(file))
    return tuple(dict.fromkeys(islice((word for word in words if word), MOST_WORDS)))


def _words(file: FileDiff) -> Iterator[str]:
    if paths.is_test(file.path):
        yield from (f"def {name}(" for name in added_outermost(file))
    elif paths.is_source(file.path):
        for hunk in product_hunks(file):
            for case in cases_in(hunk):
                yield from (case.together, case.members, case.given.strip("\"'"))


def added_outermost(file: FileDiff) -> list[str]:
    if file.status == "A" or paths.language_of(file.path) != "python":
        return []
    found = (DEFINED.match(line.text) for line in file.added if line.side is Side.ADDED)
    return [match[1] for match in found if match]

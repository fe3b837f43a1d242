"""One sign that the evidence itself was tampered with, and where a reviewer can see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from exitgate.core.evidence import Evidence

REMEMBERED = 12
"""Ids that an iteration leaves behind; the comment names fewer."""


class Severity(StrEnum):
    SERIOUS = "serious"
    """Blocks a merge until a person accepts it."""
    NOTABLE = "notable"
    """Worth a look; honest work often does this too."""


@dataclass(frozen=True, slots=True)
class Finding:
    id: str
    """Stable over line shifts and later iterations, so that a person can accept it once."""
    rule: str
    severity: Severity
    path: str
    line: int | None
    sentence: str

    @property
    def ref(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"

    @property
    def told(self) -> str:
        """The sentence behind its place, unless the sentence names the place itself."""
        return self.sentence if self.path in self.sentence else f"{self.ref}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding stands. `text`, the offending line, names it; its number may shift."""

    path: str
    line: int | None = None
    text: str = ""


def serious(rule: str, place: Place, sentence: str) -> Finding:
    return _finding(rule, Severity.SERIOUS, place, sentence)


def notable(rule: str, place: Place, sentence: str) -> Finding:
    return _finding(rule, Severity.NOTABLE, place, sentence)


def _finding(rule: str, severity: Severity, place: Place, sentence: str) -> Finding:
    key = "\0".join((rule, place.path, " ".join(place.text.split())))
    digest = sha256(key.encode("utf-8", "replace")).hexdigest()[:8]
    return Finding(f"{rule}-{digest}", rule, severity, place.path, place.line, sentence)


def finding_ids(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """By which names a person may accept what was found, the serious ones first."""
    measures = [seen.measure for seen in evidence if isinstance(seen.measure, tuple)]
    found = [one for measure in measures for one in measure if isinstance(one, Finding)]
    found.sort(key=lambda one: one.severity is not Severity.SERIOUS)
    return tuple(dict.fromkeys(one.id for one in found))[:REMEMBERED]

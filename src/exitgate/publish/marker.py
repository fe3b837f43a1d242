"""The hidden first line of our comment: whose it is, and which run wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote, unquote

OURS = "<!-- exitgate:"
"""Every comment of ours begins so; one that does never starts or steers anything."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Loop and workflow tell which comment; run, attempt and SHA tell how new it is."""

    loop: str
    workflow: str
    run: int
    attempt: int = 1
    sha: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.loop, self.workflow

    @property
    def age(self) -> tuple[int, int]:
        """Run ids of GitHub only grow, so that a greater one is a later run."""
        return self.run, self.attempt

    @property
    def marker(self) -> str:
        loop, workflow, sha = _inert(self.loop), _inert(self.workflow), _inert(self.sha)
        run = f"{self.run}.{self.attempt}"
        return f"{OURS}loop={loop} workflow={workflow} run={run} sha={sha} -->"


def read_stamp(body: str) -> Stamp | None:
    """The stamp of a comment that begins with our marker; one further down is a quotation."""
    match = _pattern().match(body)
    if match is None:
        return None
    loop, workflow, run, attempt, sha = match.groups()
    return Stamp(unquote(loop), unquote(workflow), int(run), int(attempt), unquote(sha))


def without_marker(body: str) -> str:
    """What people see of the comment, for telling whether anything changed."""
    match = _pattern().match(body)
    visible = body[match.end() :] if match else body
    return visible.replace("\r\n", "\n").strip()


def _inert(value: str) -> str:
    """Nothing in the value can end the HTML comment or look like a second field."""
    quoted = quote(value, safe="/:.", errors="replace")
    return quoted.replace("--", "%2D%2D") or "%20"


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(
        r"<!-- exitgate:loop=([^\s>]{1,2000}) workflow=([^\s>]{1,2000})"
        r" run=(\d{1,18})\.(\d{1,6}) sha=([^\s>]{1,200}) -->"
    )

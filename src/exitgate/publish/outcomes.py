"""What became of pull requests: merged, merged and later reverted, or closed without a merge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.payload import Json, number_at, text_at
from exitgate.publish.pulls import NEEDS

LOOP_OF_PULL = re.compile(r"pr-([0-9]{1,9})", re.ASCII)
REVERTS = re.compile(r"^Reverts (?:([\w.-]{1,100}/[\w.-]{1,100}))?#([0-9]{1,9})\b", re.ASCII | re.M)
"""What GitHub's own revert button writes into the new pull request."""
LOOKED_AT = 20_000
"""Characters of a description in which that is looked for."""


def pull_outcomes(client: GitHubClient, loops: Iterable[str]) -> Mapping[str, str]:
    """For each loop of a pull request whose fate is settled: merged, reverted or closed.

    A loop is a pull request's by its number (`pr-42`), else by its branch.
    """
    wanted = sorted(set(loops))
    numbers = [int(match[1]) for loop in wanted if (match := LOOP_OF_PULL.fullmatch(loop))]
    by_number = len(numbers) == len(wanted)
    fates: dict[str, str] = {}
    reverted: set[int] = set()
    pulls: dict[str, int] = {}
    for item in _newest_first(client, oldest=min(numbers) if by_number and numbers else 1):
        number = number_at(item, "number") or 0
        merged = bool(text_at(item, "merged_at"))
        if merged:
            reverted |= _reverted_by(item, client.repository)
        if text_at(item, "state") != "closed":
            continue
        for loop in (f"pr-{number}", text_at(item, "head", "ref")):
            if loop not in fates:
                fates[loop], pulls[loop] = "merged" if merged else "closed", number
    return {
        loop: "reverted" if pulls[loop] in reverted else fates[loop]
        for loop in wanted
        if loop in fates
    }


def _newest_first(client: GitHubClient, oldest: int) -> Iterator[Json]:
    """A revert is always newer than what it reverts, so nothing older needs to be asked for."""
    query = {"state": "all", "sort": "created", "direction": "desc"}
    call = Call("GET", "repo/pulls", "list the pull requests", NEEDS, query=query)
    for item in client.pages(call):
        if (number_at(item, "number") or 0) < oldest:
            return
        yield item


def _reverted_by(item: Json, repository: str) -> set[int]:
    found = REVERTS.finditer(text_at(item, "body")[:LOOKED_AT].replace("\r", ""))
    return {int(m[2]) for m in found if m[1] is None or m[1].lower() == repository.lower()}

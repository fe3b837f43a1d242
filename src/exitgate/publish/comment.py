"""One comment a loop, kept up to date in place, whoever else writes at the same time.

Each round looks at what is there and takes the one step that leads to a single comment with
the newest run's words. Every run follows the same rule, so parallel runs agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.faults import Absent, Refused, Unanswered
from exitgate.publish.identity import Identity
from exitgate.publish.marker import Stamp, read_stamp, without_marker
from exitgate.publish.payload import Json, number_at, text_at

NEEDS = "pull-requests: write"
ROUNDS = 8
CREATIONS = 2
"""Tries to create it, each after a look, before no answer is taken for an answer."""
CROWD_REST_S = 1.5


class Ending(StrEnum):
    WRITTEN = "written"
    UNCHANGED = "unchanged"
    NEWER = "newer"
    """A newer run's words are there; ours are history."""


@dataclass(frozen=True, slots=True)
class Kept:
    ending: Ending
    url: str = ""
    before: Stamp | None = None
    """Of the comment that stood there when we came: the run that spoke last."""


@dataclass(frozen=True, slots=True)
class Sticky:
    """A comment of ours as it stands on GitHub."""

    id: int
    stamp: Stamp
    body: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What we want to stand there. The body begins with the stamp's marker."""

    number: int
    stamp: Stamp
    body: str
    spare: int = 2
    """Requests to spend on more than listing and writing: on who we are, and on a last look."""
    first: bool = False
    """The loop's memory knows of no run before this one, so none can have written a comment."""


@dataclass(frozen=True, slots=True)
class Create:
    pass


@dataclass(frozen=True, slots=True)
class Update:
    target: Sticky
    body: str


@dataclass(frozen=True, slots=True)
class Remove:
    extras: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    kept: Kept


Step = Create | Update | Remove | Settled


def next_step(present: Sequence[Sticky], draft: Draft, *, wrote: bool) -> Step:
    """The oldest comment stays, with the newest words; the others go."""
    if not present:
        return Create()
    survivor = min(present, key=lambda sticky: sticky.id)
    newest = max(present, key=lambda sticky: (sticky.stamp.age, -sticky.id))
    ours_is_old = newest.stamp.age > draft.stamp.age
    wanted = newest.body if ours_is_old else draft.body
    if without_marker(survivor.body) != without_marker(wanted) and not (
        wrote and survivor.stamp.age == draft.stamp.age
    ):
        return Update(survivor, wanted)
    extras = sorted(sticky.id for sticky in present if sticky.id != survivor.id)
    if extras:
        return Remove(tuple(extras))
    ending = Ending.NEWER if ours_is_old else Ending.WRITTEN if wrote else Ending.UNCHANGED
    return Settled(Kept(ending, survivor.url))


def keep_comment(client: GitHubClient, draft: Draft) -> Kept:
    """Look, take one step, look again, until one comment says the newest words."""
    identity = Identity(client)
    made: Sticky | None = None
    wrote = False
    tries = 0
    crowded = rested = False
    before: Stamp | None = None
    for _ in range(ROUNDS):
        present = [] if draft.first and not tries else _ours(client, draft, identity)
        before = before or _newest([one for one in present if one.stamp != draft.stamp])
        crowded = crowded or len(present) > 1
        if not present and made is not None:
            # GitHub's list can lag behind; what we made is there, or another run removed it.
            return Kept(Ending.WRITTEN, made.url, before)
        match next_step(present, draft, wrote=wrote):
            case Settled(kept):
                if rested or not crowded:
                    return replace(kept, before=before)
                # Others write at this moment: one that looked before us may write after us.
                client.rest(CROWD_REST_S)
                rested = True
            case Create():
                tries += 1
                made = _create(client, draft, identity, last=tries == CREATIONS)
                wrote = wrote or made is not None
            case Update(target, body):
                crowded = crowded or wrote
                wrote = _update(client, target, body) or wrote
                if wrote and draft.spare <= identity.asked and not crowded and body is draft.body:
                    return Kept(Ending.WRITTEN, target.url, before)
            case Remove(extras):
                for extra in extras:
                    _remove(client, extra)
    raise Refused("the comment never settled", hint="give the job a `concurrency:` group")


def _newest(present: Sequence[Sticky]) -> Stamp | None:
    return max((one.stamp for one in present), key=lambda stamp: stamp.age, default=None)


def _ours(client: GitHubClient, draft: Draft, identity: Identity) -> list[Sticky]:
    present = _written_by(client, draft.number, identity)
    return [sticky for sticky in present if sticky.stamp.key == draft.stamp.key]


def loops_told(client: GitHubClient, number: int) -> tuple[str, ...]:
    """The loops that our comments on this pull request are about, the newest run's first."""
    present = _written_by(client, number, Identity(client))
    newest = sorted(present, key=lambda sticky: sticky.stamp.age, reverse=True)
    return tuple(dict.fromkeys(sticky.stamp.loop for sticky in newest))


def _written_by(client: GitHubClient, number: int, identity: Identity) -> list[Sticky]:
    call = Call("GET", f"repo/issues/{number}/comments", "list the comments", NEEDS)
    return [
        sticky
        for item in client.pages(call)
        if (sticky := _sticky(item)) is not None
        and identity.owns(text_at(item, "user", "login"), text_at(item, "user", "type"))
    ]


def _sticky(item: Json) -> Sticky | None:
    body = text_at(item, "body")
    stamp, number = read_stamp(body), number_at(item, "id")
    if stamp is None or number is None:
        return None
    return Sticky(number, stamp, body, text_at(item, "html_url"))


def _create(client: GitHubClient, draft: Draft, identity: Identity, *, last: bool) -> Sticky | None:
    """None where no answer came: the next look tells whether it was created."""
    call = Call(
        "POST",
        f"repo/issues/{draft.number}/comments",
        "write the comment",
        NEEDS,
        body={"body": draft.body},
        repeatable=False,
    )
    try:
        answer = client.send(call)
    except Unanswered:
        if last:
            raise
        return None
    identity.learn(text_at(answer.data, "user", "login"))
    url = text_at(answer.data, "html_url")
    return Sticky(number_at(answer.data, "id") or 0, draft.stamp, draft.body, url)


def _update(client: GitHubClient, target: Sticky, body: str) -> bool:
    path = f"repo/issues/comments/{target.id}"
    try:
        client.send(Call("PATCH", path, "update the comment", NEEDS, body={"body": body}))
    except Absent:
        return False  # removed since we looked: the next look decides anew
    return True


def _remove(client: GitHubClient, extra: int) -> None:
    path = f"repo/issues/comments/{extra}"
    try:
        client.send(Call("DELETE", path, "remove a duplicate comment", NEEDS))
    except Absent:
        return  # another run removed it first, which is what we wanted

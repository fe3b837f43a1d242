"""One `agent:` label a pull request, so that lists and filters show where each loop stands."""

from __future__ import annotations

from typing import assert_never
from urllib.parse import quote

from exitgate.core.decision import Verdict
from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.faults import Absent, Denied, Refused
from exitgate.publish.payload import text_at

NEEDS = "pull-requests: write"
LABELS = {
    "agent:continue": ("1d76db", "The agent goes on with the next iteration"),
    "agent:complete": ("0e8a16", "The work is done, checked by evidence"),
    "agent:stuck": ("d93f0b", "The agent repeats itself without progress"),
    "agent:needs-human": ("fbca04", "A person must answer or look"),
    "agent:exhausted": ("5319e7", "The budget of the loop is used up"),
    "agent:cancelled": ("c5def5", "A person stopped the loop"),
}


def label_of(verdict: Verdict) -> str:
    match verdict:
        case Verdict.CONTINUE:
            return "agent:continue"
        case Verdict.COMPLETE:
            return "agent:complete"
        case Verdict.STUCK:
            return "agent:stuck"
        case Verdict.BLOCKED | Verdict.REVIEW:
            return "agent:needs-human"
        case Verdict.EXHAUSTED:
            return "agent:exhausted"
        case Verdict.CANCELLED:
            return "agent:cancelled"
        case _:
            assert_never(verdict)


def set_label(client: GitHubClient, number: int, verdict: Verdict) -> None:
    """Put the verdict's label on, take our other ones off, leave people's labels alone."""
    wanted = label_of(verdict)
    path = f"repo/issues/{number}/labels"
    listed = client.pages(Call("GET", path, "read the labels", NEEDS))
    present = {text_at(item, "name") for item in listed}
    for stale in sorted(present & (LABELS.keys() - {wanted})):
        _take_off(client, path, stale)
    if wanted not in present:
        _make(client, wanted)
        body = {"labels": [wanted]}
        client.send(Call("POST", path, "add a label", NEEDS, body=body))


def _take_off(client: GitHubClient, path: str, name: str) -> None:
    try:
        client.send(Call("DELETE", f"{path}/{quote(name, safe='')}", "take a label off", NEEDS))
    except Absent:
        return  # someone else took it off


def _make(client: GitHubClient, name: str) -> None:
    colour, description = LABELS[name]
    body = {"name": name, "color": colour, "description": description}
    try:
        client.send(Call("POST", "repo/labels", "create a label", "issues: write", body=body))
    except Refused as fault:
        if fault.status != 422:
            raise  # 422: it exists already, which is what we want
    except Denied:
        if not _exists(client, name):
            raise  # else a person made it, and putting it on needs less


def _exists(client: GitHubClient, name: str) -> bool:
    try:
        client.send(Call("GET", f"repo/labels/{quote(name, safe='')}", "look for a label", NEEDS))
    except Absent:
        return False
    return True

"""From a Stop event to an answer: is the session enabled, what does its newest turn show?"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from exitgate.collect import Request
from exitgate.config import find_config, load_policy
from exitgate.core.memory import STATE_FOLDER
from exitgate.core.policy import VerifyPolicy
from exitgate.gate import gate
from exitgate.hook.answer import Answer, Kind, answer, lost_track
from exitgate.hook.event import StopEvent, project_of
from exitgate.hook.turn import newest_turn
from exitgate.state import StoreOptions, open_store

KEPT_REQUESTS = 60
OF_A_REQUEST = re.compile(r"session-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{1,40}\.json")
"""The state files of sessions, whose ids are UUIDs; a loop that a person named stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookOptions:
    enable: bool = False
    """Act although the project's configuration does not say `hook: true`."""
    config: Path | None = None
    profile: str | None = None
    plans: tuple[Path, ...] = ()
    tests: tuple[str, ...] = ()
    base: str | None = None
    now: str | None = None
    key: bytes | None = None


def answer_stop(event: StopEvent, options: HookOptions) -> Answer:
    """A session that nobody enabled the hook for is never judged, nor its transcript read."""
    project = project_of(event)
    policy = load_policy(options.config or find_config(project), options.profile).policy
    if event.name != "Stop" or event.is_pause or not (options.enable or policy.hook):
        return Answer(Kind.QUIET)
    store = open_store(str(project / STATE_FOLDER), StoreOptions(key=options.key))
    with newest_turn(event) as (turn, part):
        request = Request(
            # Verification takes long and sees only what is committed: not for an open session.
            policy=replace(policy, verify=VerifyPolicy()),
            loop_id=f"session-{event.session}-{turn.number}",
            now=options.now,
            root=project,
            responses=(part,),
            plans=options.plans,
            tests=options.tests,
            repo=project if (project / ".git").exists() else None,
            base=options.base,
        )
        judgement = gate(request, store)
    if judgement.unsaved is not None:
        # Without memory it could be sent back for the same reason for ever.
        raise judgement.unsaved
    _tidy(project / STATE_FOLDER)
    history = judgement.facts.history
    said = answer(judgement.decision, judgement.record, history)
    if said.kind is Kind.BLOCK and event.is_sent_back and not history.recent:
        return lost_track(judgement.decision)
    return said


def _tidy(folder: Path) -> None:
    """Every request is a loop of its own: only the newest of them are kept."""
    with suppress(OSError):
        requests = [path for path in folder.iterdir() if OF_A_REQUEST.fullmatch(path.name)]
        newest_last = sorted(requests, key=lambda path: (path.stat().st_mtime_ns, path.name))
        for old in newest_last[:-KEPT_REQUESTS]:
            old.unlink(missing_ok=True)

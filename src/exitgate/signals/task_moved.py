"""What it sees: the task file itself was moved to a folder such as `done/`.

Why it matters: some loops keep one file a task and move it when the task is done.

Example: `tasks/login.md` is gone and `tasks/done/login.md` is there.

False alarms: a move is the agent's own act, and only as good as its word.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal

NAME = "task_moved"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if moved := _moved_file(facts):
        return found(NAME, "the task file was moved to the done folder", refs=(moved,))
    plan = facts.plan
    if isinstance(plan, Missing):
        return unmeasured(NAME, plan.why)
    if plan.moved_to_done:
        return found(NAME, "the task file was moved to the done folder", refs=plan.refs)
    return clear(NAME, "the task file is where it was", refs=plan.refs)


def _moved_file(facts: Facts) -> str:
    """A file that left its folder for `done/`, by the changes; an empty string without one."""
    if isinstance(facts.changes, Missing):
        return ""
    files = facts.changes.files
    left = {_name(file.path) for file in files if file.status == "D"}
    left |= {_name(file.old_path) for file in files if file.old_path}
    arrived = (file for file in files if file.status[:1] in ("A", "R", "?"))
    return next(
        (
            file.path
            for file in arrived
            if any(map(_is_done_folder, file.path.split("/")[:-1]))
            and (file.status.startswith("R") or _name(file.path) in left)
        ),
        "",
    )


def _is_done_folder(name: str) -> bool:
    """ "done", and "4.done" where the folders are numbered in the order of the work."""
    return name.lstrip("0123456789").lstrip(".-_") == "done"


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


SIGNAL = Signal(name=NAME, question="Was the task file moved to done?", check=check)

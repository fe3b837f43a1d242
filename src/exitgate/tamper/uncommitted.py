"""Code that lies in the work tree and in no commit: whatever looks at commits has not seen it."""

from __future__ import annotations

from exitgate.core.changes import ChangeSet, matches_any
from exitgate.core.facts import Facts
from exitgate.tamper import paths


def unpushed_source(facts: Facts) -> tuple[str, ...]:
    """Source and test files whose content the head commit does not have."""
    if not isinstance(facts.changes, ChangeSet):
        return ()
    return tuple(
        path
        for path in facts.changes.uncommitted
        if (paths.is_source(path) or paths.is_test(path)) and not matches_any(path, facts.ignore)
    )

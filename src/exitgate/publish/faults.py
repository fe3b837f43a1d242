"""What GitHub's API can answer instead of yes, each with what a person can do about it."""

from __future__ import annotations

from exitgate.errors import ServiceError


class Denied(ServiceError):
    """The token is not valid, or may not do this."""


class Absent(ServiceError):
    """404: not there, or hidden from this token."""


class Refused(ServiceError):
    """GitHub understood and said no: 409, 410, 422 and other 4xx."""

    def __init__(self, message: str, *, hint: str = "", status: int = 0) -> None:
        super().__init__(message, hint=hint)
        self.status = status


class Throttled(ServiceError):
    """A rate limit that lasts longer than a job should wait."""


class Unanswered(ServiceError):
    """No whole answer came, so a write may or may not have happened."""

    def __init__(self, message: str, *, hint: str = "", heard: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.heard = heard
        """Whether GitHub said anything: then its other services may still work."""


def fault_of(status: int, doing: str, said: str, needs: str) -> ServiceError:
    """The error for a final answer, naming the permission and the line that grants it."""
    what = f"GitHub refused to {doing} ({status}: {said or 'no reason given'})"
    match status:
        case 401:
            hint = "the token is invalid or expired: pass `token: ${{ github.token }}`"
            return Denied(what, hint=hint)
        case 403:
            return Denied(what, hint=_forbidden_hint(said.lower(), needs))
        case 404:
            return Absent(what, hint=f"it does not exist, or {_permission_hint(needs)}")
        case _:
            return Refused(what, hint=_conflict_hint(status), status=status)


def _forbidden_hint(said: str, needs: str) -> str:
    if "locked" in said:
        return "the conversation is locked: unlock it, or set `comment: false`"
    if "archived" in said:
        return "the repository is archived and read-only"
    return _permission_hint(needs)


def _permission_hint(needs: str) -> str:
    if not needs:
        return "the token may not read this"
    return f"the token lacks a permission: under the job's `permissions:` add the line `{needs}`"


def _conflict_hint(status: int) -> str:
    match status:
        case 409:
            return "something changed at the same moment: run the job again"
        case 410:
            return "it was removed or is locked"
        case 422:
            return "GitHub found the request invalid: see the reason above"
        case _:
            return "see the reason above"

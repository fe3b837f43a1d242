"""GitHub's API through PyGithub, with our own rules for trying again.

PyGithub never repeats a PATCH, repeats a POST after a 5xx (a duplicate comment) and waits for
a rate limit without bound; so it sends single requests here and this class decides the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from exitgate.errors import ServiceError
from exitgate.publish.faults import Throttled, Unanswered, fault_of
from exitgate.publish.pace import Pace, backoff, limit_wait
from exitgate.publish.payload import Json, at, list_at, objects, text_at

if TYPE_CHECKING:
    from github.Requester import Requester

PER_PAGE = 100
MOST_PAGES = 100
"""Ten thousand items; a pull request with more comments is not an ordinary one."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request. `doing` completes "GitHub refused to …"; `needs` is the permission."""

    verb: str
    path: str
    doing: str
    needs: str = ""
    query: Mapping[str, str | int] = field(default_factory=dict)
    body: Mapping[str, object] | None = None
    repeatable: bool = True
    """False where doing it twice leaves two: then no answer is not tried again."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    data: object

    @property
    def said(self) -> str:
        """GitHub's own words about an error, on one line."""
        parts = [text_at(self.data, "message")]
        for error in list_at(self.data, "errors")[:3]:
            parts.append(error if isinstance(error, str) else _error_words(error))
        return " ".join("; ".join(part for part in parts if part).split())[:400]


class GitHubClient:
    """Talks about one repository. Paths starting with `repo/` are inside it."""

    def __init__(self, token: str, repository: str, api_url: str, pace: Pace | None = None) -> None:
        self._token = token
        self.repository = repository
        self._api_url = api_url.rstrip("/")
        self._pace = pace or Pace()
        self._waited = 0.0
        self._sent = [0]
        self._down: ServiceError | None = None
        self._requester: Requester | None = None

    def __repr__(self) -> str:
        return f"GitHubClient({self.repository!r}, {self._api_url!r})"

    @property
    def token_kind(self) -> str:
        """The token's public prefix (`ghs_`, `ghp_`, …), which tells what it is."""
        prefix, line, _ = self._token.partition("_")
        return f"{prefix}_" if line and len(prefix) <= 6 else ""

    @property
    def sent(self) -> int:
        """Requests so far, those that failed and those of impatient twins included."""
        return self._sent[0]

    def rest(self, seconds: float) -> None:
        self._pace.sleep(seconds)

    def send(self, call: Call) -> Answer:
        """The answer below 400, or the fault that remains after bounded tries."""
        if self._down is not None:
            raise self._down
        try:
            return self._try(call)
        except (Throttled, Unanswered) as fault:
            if isinstance(fault, Throttled) or (call.repeatable and not fault.heard):
                self._down = fault  # each further request would only wait as long again
            raise

    def impatient(self) -> GitHubClient:
        """The same repository for what must not be waited for, and whose faults stay its own."""
        twin = GitHubClient(self._token, self.repository, self._api_url, self._pace.impatient())
        twin._sent = self._sent
        return twin

    def pages(self, call: Call, key: str = "", most: int = MOST_PAGES) -> Iterator[Json]:
        """Every object of a list, over all its pages; `key` names a list inside an object."""
        for page in range(1, most + 1):
            query = {**call.query, "per_page": PER_PAGE, "page": page}
            answer = self.send(replace(call, query=query))
            yield from objects(at(answer.data, key) if key else answer.data)
            if 'rel="next"' not in answer.headers.get("link", ""):
                return

    def _try(self, call: Call) -> Answer:
        last = self._pace.attempts
        for attempt in range(1, last + 1):
            try:
                return self._settled(call, self._once(call))
            except _Wait as wait:
                self._pause(call, wait.seconds)
            except Unanswered:
                if not call.repeatable or attempt == last:
                    raise
                self._pause(call, backoff(attempt))
        raise Throttled(f"GitHub kept limiting the rate; gave up trying to {call.doing}")

    def _settled(self, call: Call, answer: Answer) -> Answer:
        if answer.status < 300:
            return answer
        if answer.status >= 500:
            raise Unanswered(
                f"GitHub could not {call.doing} ({answer.status})",
                hint="GitHub has trouble: see githubstatus.com, then run the job again",
                heard=True,
            )
        seconds = limit_wait(answer.status, answer.headers, answer.said, self._pace.clock())
        if seconds is not None:
            raise _Wait(seconds)
        raise fault_of(answer.status, call.doing, answer.said, call.needs)

    def _pause(self, call: Call, seconds: float) -> None:
        too_long = seconds > self._pace.longest_wait_s
        if too_long or self._waited + seconds > self._pace.total_wait_s:
            raise Throttled(
                f"GitHub is limiting the rate; it wants {seconds:.0f} s before we {call.doing}",
                hint="run the job again later, or run fewer loops at once",
            )
        self._waited += seconds
        self._pace.sleep(seconds)

    def _once(self, call: Call) -> Answer:
        status, headers, body = self._wire(call)
        try:
            return Answer(status, headers, json.loads(body) if body else None)
        except ValueError:
            if status >= 300:
                return Answer(status, headers, None)
            raise _unanswered(call, "the answer was cut short") from None

    def _wire(self, call: Call) -> tuple[int, Mapping[str, str], str]:
        """One request through PyGithub; whatever breaks below it is Unanswered."""
        import requests

        try:
            requester = self._open()
            self._sent[0] += 1
            url = requester.graphql_url if call.path == "graphql" else self._path(call.path)
            return requester.requestJson(call.verb, url, dict(call.query), None, call.body)
        except (requests.RequestException, OSError, RuntimeError, AssertionError) as fault:
            raise _unanswered(call, type(fault).__name__) from None

    def _path(self, path: str) -> str:
        return f"/repos/{self.repository}/{path[5:]}" if path.startswith("repo/") else f"/{path}"

    def _open(self) -> Requester:
        if self._requester is None:
            from github import Auth, Github

            self._requester = Github(
                auth=Auth.Token(self._token),
                base_url=self._api_url,
                timeout=self._pace.timeout_s,
                user_agent="exitgate",
                retry=None,
                seconds_between_requests=None,
                seconds_between_writes=None,
            ).requester
        return self._requester


class _Wait(Exception):
    """A rate limit asks for so many seconds; the request itself was not carried out."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def _unanswered(call: Call, why: str) -> Unanswered:
    hint = "the connection to GitHub failed: check `GITHUB_API_URL` and the runner's network"
    return Unanswered(f"GitHub gave no answer when asked to {call.doing} ({why})", hint=hint)


def _error_words(error: object) -> str:
    words = (text_at(error, key) for key in ("field", "code", "message"))
    return " ".join(word for word in words if word)

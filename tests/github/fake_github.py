"""A stateful GitHub on 127.0.0.1: real HTTP, held to GitHub's own OpenAPI description.

It answers with GitHub's documented examples filled in from its state, records every request,
notes every breach of the description (by the client or by itself), and misbehaves on demand.

    python tests/github/fake_github.py --port 8080 --state-file state.json

`GET /_fake/state` shows everything; `POST /_fake/misbehave` takes the fields of `Fault`.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

sys.path.insert(0, str(Path(__file__).parent))

from npm_data import openapi_file
from openapi import Description

REPO = "octo/app"
BOT = "github-actions[bot]"
EVERYTHING = frozenset(
    {"pull-requests: write", "issues: write", "statuses: write", "contents: write"}
    | {"actions: write", "checks: read"}
)
SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes."


@dataclass
class Fault:
    """What goes wrong, for which requests, and how often."""

    kind: str
    verb: str = ""
    path: str = ""
    """A part of the path."""
    times: int = 1
    seconds: float = 0.0
    """For `slow`, and for the wait that a rate limit asks for."""


@dataclass
class Pull:
    number: int
    head_sha: str = "a" * 40
    head_ref: str = "agent/work"
    head_repo: str = REPO
    base_ref: str = "main"
    base_sha: str = "b" * 40
    state: str = "open"
    merged_at: str | None = None
    body: str = ""
    files: list[str] = field(default_factory=list)


@dataclass
class Token:
    login: str = BOT
    kind: str = "Bot"
    permissions: frozenset[str] = EVERYTHING


@dataclass
class State:
    tokens: dict[str, Token] = field(default_factory=lambda: {"ghs_test": Token()})
    pulls: dict[int, Pull] = field(default_factory=dict)
    comments: list[dict[str, Any]] = field(default_factory=list)
    statuses: list[dict[str, Any]] = field(default_factory=list)
    check_runs: list[dict[str, Any]] = field(default_factory=list)
    labels: dict[str, dict[str, Any]] = field(default_factory=dict)
    issue_labels: dict[int, list[str]] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    unpushed: list[str] = field(default_factory=list)
    """Commits that exist on a runner only."""
    dispatches: list[dict[str, Any]] = field(default_factory=list)
    workflow_inputs: list[str] | None = None
    """Inputs that the dispatched workflow declares; None: any."""
    reactions: list[dict[str, Any]] = field(default_factory=list)
    reviewers: list[str] = field(default_factory=list)
    assignees: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)
    next_id: int = 1000


class Said(Exception):
    """An error answer, as GitHub words it."""

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"message": message, "documentation_url": "", "status": str(status), **more}


@dataclass
class Request:
    verb: str
    path: str
    query: dict[str, str]
    body: Any
    token: Token


Route = Callable[["FakeGitHub", Request, "re.Match[str]"], tuple[int, Any]]


class FakeGitHub:
    def __init__(self, description: Description, port: int = 0, repo: str = REPO) -> None:
        self.description = description
        self.repo = repo
        self.state = State()
        self.faults: list[Fault] = []
        self.lock = threading.RLock()
        fake = self

        class Bound(Handler):
            github = fake

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Bound)
        self.server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self) -> FakeGitHub:
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def add_pull(self, number: int = 7, **fields: Any) -> Pull:
        self.state.pulls[number] = Pull(number, **{"head_repo": self.repo, **fields})
        return self.state.pulls[number]

    def add_comment(self, number: int, body: str, login: str, kind: str = "User") -> int:
        return int(self.new_comment(number, body, Token(login, kind))["id"])

    def add_check(self, sha: str, name: str, conclusion: str = "success", run: int = 900) -> None:
        """A job of a workflow run; an empty conclusion is one that still runs."""
        made = self.example("GET", f"/commits/{sha}/check-runs", 200)["check_runs"][0]
        url = f"https://github.com/{self.repo}/actions/runs/{run}/job/{self.take_id()}"
        made |= {"id": self.take_id(), "name": name, "head_sha": sha, "pull_requests": []}
        made |= {"html_url": url, "details_url": url, "conclusion": conclusion or None}
        made |= {"status": "completed" if conclusion else "in_progress"}
        made |= {"completed_at": "2018-05-04T01:14:52Z" if conclusion else None}
        made["app"] |= {"slug": "github-actions"}
        self.state.check_runs.append(made)

    def add_status(self, sha: str, context: str, state: str) -> None:
        made = self.example("POST", f"/statuses/{sha}", 201)
        made |= {"id": self.take_id(), "context": context, "state": state, "description": None}
        self.state.statuses.insert(0, made | {"sha": sha})

    def misbehave(self, kind: str, **fields: Any) -> None:
        self.faults.append(Fault(kind, **fields))

    def fault_for(self, verb: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times > 0 and fault.verb in ("", verb) and fault.path in path:
                fault.times -= 1
                return fault
        return None

    def answer(self, request: Request) -> tuple[int, Any]:
        """The answer by the state, with both sides checked against the description."""
        operation = self.description.operation(request.verb, request.path)
        if operation is None and request.path != "/graphql":
            return self.breach(request, ["no such operation"])
        if operation and (faults := operation.request_faults(request.query, request.body)):
            return self.breach(request, faults)
        try:
            status, body = self.route(request)
        except Said as said:
            status, body = said.status, said.body
        except Exception as fault:
            self.breach(request, [f"the fake itself failed: {fault!r}"])
            status, body = 500, None
        if operation and (faults := operation.response_faults(status, body)):
            self.breach(request, [f"response {status}: {fault}" for fault in faults])
        return status, body

    def breach(self, request: Request, faults: list[str]) -> tuple[int, Any]:
        self.state.breaches += [f"{request.verb} {request.path}: {fault}" for fault in faults]
        return 422, {"message": "Validation Failed", "documentation_url": "", "errors": []}

    def route(self, request: Request) -> tuple[int, Any]:
        for verb, pattern, needs, handle in ROUTES:
            match = re.fullmatch(pattern, request.path.removeprefix(f"/repos/{self.repo}"))
            if match and verb == request.verb:
                if needs and needs not in request.token.permissions:
                    raise Said(403, "Resource not accessible by integration")
                return handle(self, request, match)
        raise Said(404, "Not Found")

    def example(self, verb: str, path: str, status: int) -> Any:
        operation = self.description.operation(verb, f"/repos/{self.repo}{path}")
        assert operation is not None
        return operation.example(status)

    def take_id(self) -> int:
        self.state.next_id += 1
        return self.state.next_id

    def new_comment(self, number: int, body: str, token: Token) -> dict[str, Any]:
        made = self.example("POST", f"/issues/{number}/comments", 201)
        made |= {"id": self.take_id(), "body": body, "issue": number}
        made["html_url"] = f"https://github.com/{self.repo}/pull/{number}#issuecomment-{made['id']}"
        made["user"] |= {"login": token.login, "type": token.kind}
        self.state.comments.append(made)
        return made


def _user(fake: FakeGitHub, request: Request, _: re.Match[str]) -> tuple[int, Any]:
    if request.token.kind == "Bot":
        raise Said(403, "Resource not accessible by integration")
    operation = fake.description.operation("GET", "/user")
    assert operation is not None
    return 200, operation.example(200) | {"login": request.token.login}


def _graphql(_: FakeGitHub, request: Request, __: re.Match[str]) -> tuple[int, Any]:
    if request.body.get("query") != "query { viewer { login } }":
        return 200, {"errors": [{"message": "the fake knows one query only"}]}
    return 200, {"data": {"viewer": {"login": request.token.login}}}


def _list_comments(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    number = _issue(fake, match)
    return 200, [_shown(item) for item in fake.state.comments if item["issue"] == number]


def _add_comment(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    _short_enough(request.body["body"])
    return 201, _shown(fake.new_comment(_issue(fake, match), request.body["body"], request.token))


def _edit_comment(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    _short_enough(request.body["body"])
    comment = _comment(fake, match)
    comment["body"] = request.body["body"]
    return 200, _shown(comment)


def _drop_comment(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    fake.state.comments.remove(_comment(fake, match))
    return 204, None


def _react(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    comment = _comment(fake, match)
    fake.state.reactions.append({"comment": comment["id"], **request.body})
    made = fake.example("POST", f"/issues/comments/{match[1]}/reactions", 201)
    return 201, made | {"content": request.body["content"]}


def _add_status(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    if not re.fullmatch(r"[0-9a-f]{40}", match[1]) or match[1] in fake.state.unpushed:
        raise Said(422, f"No commit found for SHA: {match[1]}")
    made = fake.example("POST", f"/statuses/{match[1]}", 201)
    made |= {"id": fake.take_id(), "description": None, **request.body}
    fake.state.statuses.insert(0, made | {"sha": match[1]})
    return 201, made


def _list_statuses(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    listed = [item for item in fake.state.statuses if item["sha"] == match[1]]
    return 200, [{k: v for k, v in item.items() if k != "sha"} for item in listed]


def _check_runs(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    _known_commit(match[1])
    listed = [run for run in fake.state.check_runs if run["head_sha"] == match[1]]
    return 200, {"total_count": len(listed), "check_runs": listed}


def _combined_status(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    """The newest status of each context, as GitHub sums them up."""
    _known_commit(match[1])
    newest: dict[str, dict[str, Any]] = {}
    for item in fake.state.statuses:
        if item["sha"] == match[1]:
            newest.setdefault(item["context"], item)
    made = fake.example("GET", f"/commits/{match[1]}/status", 200)
    shape = made["statuses"][0]
    listed = [
        shape | {key: item[key] for key in ("id", "context", "state", "description", "target_url")}
        for item in newest.values()
    ]
    worst = "success" if all(item["state"] == "success" for item in listed) else "failure"
    return 200, made | {"statuses": listed, "total_count": len(listed), "state": worst}


def _known_commit(sha: str) -> None:
    if not re.fullmatch(r"[0-9a-f]{40}", sha) or sha == "0" * 40:
        raise Said(422, f"No commit found for SHA: {sha}")


def _list_pulls(fake: FakeGitHub, request: Request, _: re.Match[str]) -> tuple[int, Any]:
    owner, _, ref = request.query.get("head", "").partition(":")
    state = request.query.get("state", "open")
    hits = [
        pull
        for pull in sorted(fake.state.pulls.values(), key=lambda pull: -pull.number)
        if state in (pull.state, "all")
        and (not owner or (pull.head_repo.split("/")[0], pull.head_ref) == (owner, ref))
    ]
    return 200, [_pull_json(fake, pull, "/pulls") for pull in hits]


def _get_pull(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    return 200, _pull_json(fake, fake.state.pulls[_issue(fake, match)], f"/pulls/{match[1]}")


def _commit_pulls(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    if match[1] in fake.state.unpushed:
        raise Said(422, f"No commit found for SHA: {match[1]}")
    hits = [pull for pull in fake.state.pulls.values() if pull.head_sha == match[1]]
    return 200, [_pull_json(fake, pull, "/pulls") for pull in hits]


def _pull_files(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    pull = fake.state.pulls[_issue(fake, match)]
    entry = fake.example("GET", f"/pulls/{match[1]}/files", 200)[0]
    return 200, [entry | {"filename": name} for name in pull.files]


def _list_labels(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    names = fake.state.issue_labels.get(_issue(fake, match), [])
    return 200, [_label(fake, name) for name in names]


def _add_labels(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    names = fake.state.issue_labels.setdefault(_issue(fake, match), [])
    names += [name for name in request.body["labels"] if name not in names]
    return 200, [_label(fake, name) for name in names]


def _drop_label(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    names = fake.state.issue_labels.get(_issue(fake, match), [])
    if unquote(match[2]) not in names:
        raise Said(404, "Label does not exist")
    names.remove(unquote(match[2]))
    return 200, [_label(fake, name) for name in names]


def _make_label(fake: FakeGitHub, request: Request, _: re.Match[str]) -> tuple[int, Any]:
    name = request.body["name"]
    if name in fake.state.labels:
        errors = [{"resource": "Label", "code": "already_exists", "field": "name"}]
        raise Said(422, "Validation Failed", errors=errors)
    fake.state.labels[name] = request.body
    return 201, _label(fake, name)


def _role(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    user = unquote(match[1])
    if user not in fake.state.roles:
        raise Said(404, f"{user} is not a user")
    made = fake.example("GET", f"/collaborators/{match[1]}/permission", 200)
    role = fake.state.roles[user]
    made["user"] |= {"login": user, "role_name": role}
    legacy = {"maintain": "write", "triage": "read"}.get(role, role)
    return 200, made | {"permission": legacy, "role_name": role}


def _make_ref(fake: FakeGitHub, request: Request, _: re.Match[str]) -> tuple[int, Any]:
    ref = request.body["ref"]
    if ref in fake.state.refs:
        raise Said(422, "Reference already exists")
    if request.body["sha"] in fake.state.unpushed:
        raise Said(422, "Object does not exist")
    fake.state.refs[ref] = request.body["sha"]
    made = fake.example("POST", "/git/refs", 201)
    made["object"]["sha"] = request.body["sha"]
    return 201, made | {"ref": ref}


def _drop_ref(fake: FakeGitHub, _: Request, match: re.Match[str]) -> tuple[int, Any]:
    if fake.state.refs.pop(f"refs/{unquote(match[1])}", None) is None:
        raise Said(422, "Reference does not exist")
    return 204, None


def _run_workflow(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    declared = fake.state.workflow_inputs
    given = request.body.get("inputs", {})
    unknown = [name for name in given if declared is not None and name not in declared]
    if unknown:
        raise Said(422, f"Unexpected inputs provided: {json.dumps(unknown)}")
    fake.state.dispatches.append({"workflow": match[1], **request.body})
    return 204, None


def _repository_dispatch(fake: FakeGitHub, request: Request, _: re.Match[str]) -> tuple[int, Any]:
    fake.state.dispatches.append(dict(request.body))
    return 204, None


def _reviewers(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    number = _issue(fake, match)
    fake.state.reviewers += request.body["reviewers"] + request.body["team_reviewers"]
    return 201, _pull_json(fake, fake.state.pulls[number], "/pulls")


def _assignees(fake: FakeGitHub, request: Request, match: re.Match[str]) -> tuple[int, Any]:
    fake.state.assignees += request.body["assignees"]
    return 201, fake.example("POST", f"/issues/{match[1]}/assignees", 201)


def _issue(fake: FakeGitHub, match: re.Match[str]) -> int:
    number = int(match[1])
    if number not in fake.state.pulls:
        raise Said(404, "Not Found")
    return number


def _comment(fake: FakeGitHub, match: re.Match[str]) -> dict[str, Any]:
    for item in fake.state.comments:
        if item["id"] == int(match[1]):
            return item
    raise Said(404, "Not Found")


def _shown(comment: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in comment.items() if key != "issue"}


def _short_enough(body: str) -> None:
    if len(body) > 65_536:
        errors = [{"resource": "IssueComment", "code": "unprocessable", "field": "data"}]
        raise Said(422, "Validation Failed", errors=errors)


def _label(fake: FakeGitHub, name: str) -> dict[str, Any]:
    made = fake.example("POST", "/labels", 201)
    known = fake.state.labels.get(name, {})
    return made | {"name": name, "color": known.get("color", "ededed"), "default": False}


def _pull_json(fake: FakeGitHub, pull: Pull, path: str) -> dict[str, Any]:
    example = fake.example("GET", path, 200)
    made: dict[str, Any] = example[0] if isinstance(example, list) else example
    # GitHub's example of a team lacks what its own schema requires.
    made |= {"number": pull.number, "state": pull.state, "requested_teams": []}
    made |= {"merged_at": pull.merged_at, "body": pull.body}
    made["head"] |= {"sha": pull.head_sha, "ref": pull.head_ref}
    made["head"]["repo"]["full_name"] = pull.head_repo
    made["base"] |= {"sha": pull.base_sha, "ref": pull.base_ref}
    return made


ROUTES: list[tuple[str, str, str, Route]] = [
    ("GET", r"/user", "", _user),
    ("POST", r"/graphql", "", _graphql),
    ("GET", r"/issues/(\d+)/comments", "", _list_comments),
    ("POST", r"/issues/(\d+)/comments", "pull-requests: write", _add_comment),
    ("PATCH", r"/issues/comments/(\d+)", "pull-requests: write", _edit_comment),
    ("DELETE", r"/issues/comments/(\d+)", "pull-requests: write", _drop_comment),
    ("POST", r"/issues/comments/(\d+)/reactions", "pull-requests: write", _react),
    ("POST", r"/statuses/([^/]+)", "statuses: write", _add_status),
    ("GET", r"/commits/([^/]+)/statuses", "", _list_statuses),
    ("GET", r"/commits/([^/]+)/status", "statuses: write", _combined_status),
    ("GET", r"/commits/([^/]+)/check-runs", "checks: read", _check_runs),
    ("GET", r"/commits/([^/]+)/pulls", "", _commit_pulls),
    ("GET", r"/pulls", "", _list_pulls),
    ("GET", r"/pulls/(\d+)", "", _get_pull),
    ("GET", r"/pulls/(\d+)/files", "", _pull_files),
    ("POST", r"/pulls/(\d+)/requested_reviewers", "pull-requests: write", _reviewers),
    ("POST", r"/issues/(\d+)/assignees", "pull-requests: write", _assignees),
    ("GET", r"/issues/(\d+)/labels", "", _list_labels),
    ("POST", r"/issues/(\d+)/labels", "pull-requests: write", _add_labels),
    ("DELETE", r"/issues/(\d+)/labels/([^/]+)", "pull-requests: write", _drop_label),
    ("POST", r"/labels", "issues: write", _make_label),
    ("GET", r"/collaborators/([^/]+)/permission", "", _role),
    ("POST", r"/git/refs", "contents: write", _make_ref),
    ("DELETE", r"/git/refs/(.+)", "contents: write", _drop_ref),
    ("POST", r"/actions/workflows/([^/]+)/dispatches", "actions: write", _run_workflow),
    ("POST", r"/dispatches", "contents: write", _repository_dispatch),
]

PLAIN_FAULTS = {
    "401": (401, {"message": "Bad credentials", "documentation_url": "", "status": "401"}, {}),
    "403": (403, {"message": "Resource not accessible by integration"}, {}),
    "404": (404, {"message": "Not Found"}, {}),
    "409": (409, {"message": "Conflict"}, {}),
    "422": (422, {"message": "Validation Failed", "errors": [{"message": "is no good"}]}, {}),
    "500": (500, {"message": "Server Error"}, {}),
    "502": (502, None, {}),
}


class Handler(BaseHTTPRequestHandler):
    github: FakeGitHub
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_GET(self) -> None:
        self._handle()

    do_POST = do_PATCH = do_PUT = do_DELETE = do_GET

    def log_message(self, *_: object) -> None:
        """Tests read `state.requests`; the terminal stays quiet."""

    def _handle(self) -> None:
        address = urlsplit(self.path)
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.loads(raw) if raw else None
        if address.path.startswith("/_fake/"):
            self._control(address.path, body)
            return
        fake = self.github
        path = _enterprise(address.path)
        with fake.lock:
            fake.state.requests.append(f"{self.command} {self.path}")
            fault = fake.fault_for(self.command, path)
        if fault is not None and self._goes_wrong(fault):
            return
        request = self._request(path, dict(parse_qsl(address.query)), body)
        if request is None:
            self._send(*PLAIN_FAULTS["401"])
            return
        with fake.lock:
            status, answer = fake.answer(request)
            status, answer, headers = _paged(fake, request, status, answer)
        self._reply(fault, status, answer, headers)

    def _request(self, path: str, query: dict[str, str], body: Any) -> Request | None:
        name = self.headers.get("Authorization", "").partition(" ")[2]
        token = self.github.state.tokens.get(name)
        return None if token is None else Request(self.command, path, query, body, token)

    def _goes_wrong(self, fault: Fault) -> bool:
        """True where the fault was the answer; the others act on the real one."""
        if fault.kind in PLAIN_FAULTS:
            self._send(*PLAIN_FAULTS[fault.kind])
        elif fault.kind == "secondary":
            wait = {"Retry-After": f"{fault.seconds:g}"} if fault.seconds else {}
            self._send(403, {"message": SECONDARY}, wait)
        elif fault.kind == "primary":
            reset = {"X-RateLimit-Remaining": "0", "X-RateLimit-Limit": "1000"}
            reset["X-RateLimit-Reset"] = str(int(time.time() + fault.seconds))
            self._send(403, {"message": "API rate limit exceeded for installation."}, reset)
        elif fault.kind == "429":
            self._send(429, {"message": "Too many requests"}, {})
        elif fault.kind == "cut":
            self._cut()
        elif fault.kind == "slow":
            time.sleep(fault.seconds)
            return False
        else:
            return False
        return True

    def _reply(
        self, fault: Fault | None, status: int, answer: Any, headers: dict[str, str]
    ) -> None:
        """`…-after` faults lose the answer of something that really happened."""
        match fault.kind if fault else "":
            case "cut-after":
                self._cut()
            case "500-after":
                self._send(*PLAIN_FAULTS["500"])
            case "truncated":
                whole = json.dumps(answer).encode()
                self._raw(status, whole[: len(whole) // 2], headers)
            case _:
                self._send(status, answer, headers)

    def _send(self, status: int, body: Any, headers: dict[str, str]) -> None:
        self._raw(status, b"" if body is None else json.dumps(body).encode(), headers)

    def _raw(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # a client that gave up waiting

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _control(self, path: str, body: Any) -> None:
        fake = self.github
        with fake.lock:
            if path == "/_fake/misbehave":
                fake.faults.append(Fault(**body))
            elif path == "/_fake/pull":
                fake.add_pull(**body)
            self._send(200, dumped(fake.state), {})


def _enterprise(path: str) -> str:
    """A GitHub Enterprise Server has the same API below other roots."""
    return path.removeprefix("/api/v3") if path != "/api/graphql" else "/graphql"


def _paged(
    fake: FakeGitHub, request: Request, status: int, answer: Any
) -> tuple[int, Any, dict[str, str]]:
    """Lists in pages, with GitHub's Link header; some stand inside an object."""
    inner = next((key for key in ("check_runs", "statuses") if _holds(answer, key)), None)
    if inner is not None:
        status, part, headers = _paged(fake, request, status, answer[inner])
        return status, answer | {inner: part}, headers
    if not isinstance(answer, list) or request.verb != "GET":
        return status, answer, {}
    size, page = int(request.query.get("per_page", 30)), int(request.query.get("page", 1))
    rest = answer[page * size :]
    link = f'<{fake.url}{request.path}?page={page + 1}&per_page={size}>; rel="next"'
    return status, answer[(page - 1) * size : page * size], {"Link": link} if rest else {}


def _holds(answer: Any, key: str) -> bool:
    return isinstance(answer, dict) and isinstance(answer.get(key), list)


def dumped(state: State) -> dict[str, Any]:
    """The state as JSON; a token's permissions are a set inside."""
    shown: dict[str, Any] = json.loads(json.dumps(asdict(state), default=sorted))
    return shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--state-file", type=Path, help="written after the server is stopped")
    parser.add_argument("--token", default="ghs_test")
    parser.add_argument("--repo", default=REPO)
    parser.add_argument("--pull", type=int, action="append", default=[])
    args = parser.parse_args()
    path = openapi_file()
    if path is None:
        print("npm is missing: GitHub's OpenAPI description cannot be fetched", file=sys.stderr)
        return 69
    fake = FakeGitHub(Description(path), args.port, args.repo)
    fake.state.tokens[args.token] = Token()
    for number in args.pull:
        fake.add_pull(number)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(fake.url, flush=True)
    try:
        fake.server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        if args.state_file:
            args.state_file.write_text(json.dumps(dumped(fake.state), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

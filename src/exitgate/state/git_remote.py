"""Which repository keeps the state branch, and with whose credentials we talk to it."""

from __future__ import annotations

import base64
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from exitgate.errors import StateError
from exitgate.state.git_process import Settings, run_git, without_secrets

REMOTE = "state"
SAFE_SERVICE = (
    "git -c safe.directory=* -c core.hooksPath=/dev/null -c core.alternateRefsCommand=true"
    " -c core.fsmonitor=false -c receive.autogc=false -c gc.auto=0"
)
NOTHING_FOUND = 1
GUARDS = ("pre-receive", "update", "proc-receive")


@dataclass(frozen=True, slots=True)
class Access:
    """A person's or the workflow's word on how to reach the remote."""

    token: str | None = field(default=None, repr=False)
    server: str = "https://github.com"
    """The only server that the token is sent to, whatever the workspace says its remote is."""
    url: str | None = field(default=None, repr=False)
    """The repository itself, where it is named from outside the workspace."""
    remote: str = "origin"


@dataclass(frozen=True, slots=True)
class Target:
    """A remote that was found, ready for git."""

    url: str = field(repr=False)
    settings: Settings
    refuses: str = ""
    """Why nothing may be pushed there, known before trying."""


def find_target(repo: Path, access: Access) -> Target:
    """The remote's address, read from outside or, without trusting it, from the workspace."""
    found = [] if access.url and access.token else _workspace_settings(repo)
    url = access.url or dict(found).get(f"remote.{access.remote}.url", "")
    if not url:
        raise StateError(f"{repo}: has no remote named {access.remote!r}")
    if re.match(r"[\w+.-]+::", url) or url.startswith("-"):
        raise StateError(f"{without_secrets(url)}: not an address that the state may be kept at")
    local = _local_path(url, repo)
    pairs = [(f"remote.{REMOTE}.url", str(local) if local else url)]
    pairs += _credentials(found, access)
    refuses = ""
    if local and not access.url:
        pairs += _without_programs()
        refuses = _guard_of(local)
    return Target(url, Settings(tuple(pairs), use_global=access.token is None), refuses)


def _workspace_settings(repo: Path) -> list[tuple[str, str]]:
    """Addresses and headers as the checkout left them. Reading settings runs no program."""
    pattern = r"^(remote\..*\.url|http\.(.*\.)?extraheader)$"
    environment = {**Settings().environment(), "GIT_OPTIONAL_LOCKS": "0"}
    arguments = ["-C", str(repo), "config", "--null", "--includes", "--get-regexp", pattern]
    run = run_git(arguments, environment, timeout_s=5.0)
    if run.code not in {0, NOTHING_FOUND}:
        why = without_secrets(run.err.strip().partition("\n")[0])[:300]
        raise StateError(f"{repo}: its git configuration cannot be read: {why}")
    told = run.out.decode("utf-8", "replace").split("\0")
    split = (entry.partition("\n") for entry in told if entry)
    return [(key, value) for key, _, value in split]


def _credentials(found: list[tuple[str, str]], access: Access) -> list[tuple[str, str]]:
    """The token where one is given, else what the checkout left; never both."""
    if access.token is None:
        return [(key, value) for key, value in found if key.endswith("extraheader")]
    basic = base64.b64encode(f"x-access-token:{access.token}".encode()).decode("ascii")
    header = f"http.{access.server.rstrip('/')}/.extraheader"
    return [("credential.helper", ""), (header, f"AUTHORIZATION: basic {basic}")]


def _without_programs() -> list[tuple[str, str]]:
    """On this machine the other end runs here too: an agent may have put hooks into it."""
    return [
        (f"remote.{REMOTE}.uploadpack", f"{SAFE_SERVICE} upload-pack"),
        (f"remote.{REMOTE}.receivepack", f"{SAFE_SERVICE} receive-pack"),
    ]


def _local_path(url: str, repo: Path) -> Path | None:
    if "://" in url:
        scheme, _, rest = url.partition("://")
        # As git reads it: what follows the host is the path, escapes are resolved, `#` is a letter.
        return Path(unquote(f"/{rest.partition('/')[2]}")) if scheme == "file" else None
    if re.match(r"[^/]*:", url):
        return None
    return (repo / url).resolve()


def _guard_of(local: Path) -> str:
    """A hook that guards the repository: we neither run it for an agent nor go around it."""
    for hooks in (local / "hooks", local / ".git" / "hooks"):
        for name in GUARDS:
            if os.access(hooks / name, os.X_OK):
                return f"its {name} hook guards it, and no hook is run that the workspace names"
    return ""

"""Memory across runs: one contract, and the stores that keep it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from exitgate.core.memory import STATE_FOLDER
from exitgate.errors import UsageError
from exitgate.state.contract import Store

__all__ = ["Store", "StoreOptions", "open_store"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreOptions:
    """What a store may need beside its name. Secrets never show in a repr."""

    key: bytes | None = field(default=None, repr=False)
    """Signs the hash chain, so that only holders of the key can write unnoticed."""
    repo: Path = Path()
    fallback: Path | None = None
    """Where a branch store keeps the state when its remote cannot be written."""
    token: str | None = field(default=None, repr=False)
    server: str = "https://github.com"
    """The only server that the token is sent to."""
    remote: str = "origin"
    url: str | None = field(default=None, repr=False)
    """The repository of the branch, where it is known from outside the workspace."""
    run: str | None = None
    """The run that decides now, "<run_id>.<attempt>"; a cache is checked against it."""
    last_iteration: int | None = None
    """What is known from outside of how far the loop has come, to tell a rolled back state by."""
    last_run: str | None = None
    trusts_fallback: bool = True
    """False where an agent could have written into the fallback directory."""


NO_OPTIONS = StoreOptions()


def open_store(spec: str, options: StoreOptions = NO_OPTIONS) -> Store:
    """The store that `spec` names: DIR, `branch[:NAME]`, `cache:DIR`, `none` or `memory`."""
    kind, _, rest = spec.partition(":")
    match kind:
        case "none" | "memory" if not rest:
            from exitgate.state.memory import MemoryStore

            return MemoryStore()
        case "branch":
            return _branch(rest, options)
        case "cache":
            return _cache(Path(rest) if rest else Path(STATE_FOLDER), options)
        case "":
            raise UsageError("no state store is named", hint="try --state .exitgate")
        case _:
            from exitgate.state.directory import DirectoryStore

            return DirectoryStore(Path(spec), key=options.key)


def _branch(name: str, options: StoreOptions) -> Store:
    from exitgate.state.git_branch import GitBranchStore
    from exitgate.state.git_connection import DEFAULT_BRANCH, BranchPlace
    from exitgate.state.git_remote import Access
    from exitgate.state.known import Known

    access = Access(options.token, options.server, options.url, options.remote)
    branch = name or DEFAULT_BRANCH
    return GitBranchStore(
        BranchPlace(
            options.repo,
            branch,
            access,
            options.fallback,
            options.trusts_fallback,
            # A first attempt may have ended before it decided, so that its trace proves nothing.
            Known(None, options.last_iteration, options.last_run),
            options.key,
        )
    )


def _cache(root: Path, options: StoreOptions) -> Store:
    from exitgate.state.cache import CacheStore
    from exitgate.state.known import Known

    known = Known(options.run, options.last_iteration, options.last_run)
    return CacheStore(root, known, key=options.key)

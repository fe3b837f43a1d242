"""The line to the state branch: opened when first needed, patient under contention."""

from __future__ import annotations

import hashlib
import random
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from exitgate.errors import StateError
from exitgate.state.branch_guard import refuse_others_work
from exitgate.state.git_process import PrivateRepository
from exitgate.state.git_remote import Access, Target, find_target
from exitgate.state.git_sync import (
    Passing,
    Pushed,
    Snapshot,
    Unavailable,
    commit,
    fetch,
    list_files,
    push,
    read_files,
)
from exitgate.state.known import Known
from exitgate.state.locks import locked
from exitgate.system import user_id

RETRY_PAUSES_S = (0.5, 2.0)
DEFAULT_BRANCH = "exitgate-state"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a writer tries before the state goes to the fallback directory."""

    total_s: float = 50.0
    queue_s: float = 30.0
    """How long processes of one machine wait for each other; 0 for not at all."""
    first_pause_s: float = 0.1
    longest_pause_s: float = 3.0
    git_s: float = 20.0


USUAL_PATIENCE = Patience()


@dataclass(frozen=True, slots=True)
class BranchPlace:
    """Where a branch store reads and writes."""

    repo: Path
    branch: str = DEFAULT_BRANCH
    access: Access = Access()
    fallback: Path | None = None
    trusts_fallback: bool = True
    """False where an agent could have written into the fallback directory."""
    known: Known = Known()
    key: bytes | None = field(default=None, repr=False)


class Connection:
    """Fetches and pushes one branch. Every failure is `Unavailable`, with one line of why."""

    def __init__(self, place: BranchPlace, patience: Patience) -> None:
        self._place = place
        self._patience = patience
        self._opened: tuple[Target, PrivateRepository] | None = None
        self._fetched: Snapshot | None = None
        self._is_checked = False

    def fetch(self) -> Snapshot:
        """The branch as it is now; the next attempt to write starts from it."""
        base = self._fetch_patiently()
        if not self._is_checked:
            refuse_others_work(self._repository, base, self._place.branch, self._place.repo)
            self._is_checked = True
        self._fetched = base
        return base

    def _fetch_patiently(self) -> Snapshot:
        for pause in RETRY_PAUSES_S:
            try:
                return fetch(self._repository, self._place.branch)
            except Passing:
                time.sleep(pause)
        return fetch(self._repository, self._place.branch)

    def read(self, base: Snapshot, *paths: str) -> list[bytes | None]:
        return read_files(self._repository, base, paths)

    def list(self, base: Snapshot, folder: str) -> list[str]:
        return list_files(self._repository, base, folder)

    def attempts(self) -> Generator[Snapshot, None, None]:
        """First what was fetched before, then fresh ones with growing pauses, until time is up."""
        deadline = time.monotonic() + self._patience.total_s
        known, self._fetched = self._fetched, None
        if known is not None:
            yield known
        pause = self._patience.first_pause_s
        while time.monotonic() < deadline:
            with self._queue(deadline):
                yield self.fetch()
            time.sleep(random.uniform(0, pause))  # noqa: S311 - jitter is no secret
            pause = min(pause * 2, self._patience.longest_pause_s)
        raise Unavailable("other runs kept writing to it")

    def push(self, base: Snapshot, files: Mapping[str, bytes | None], message: str) -> bool:
        """True when our commit is the branch now, False when another writer was first."""
        refuses = self._open()[0].refuses
        if refuses:
            raise Unavailable(refuses)
        commit(self._repository, base, files, message)
        result = push(self._repository, self._place.branch)
        if result.outcome is Pushed.REFUSED:
            raise Unavailable(result.why)
        return result.outcome is Pushed.WON

    @property
    def _repository(self) -> PrivateRepository:
        return self._open()[1]

    def _open(self) -> tuple[Target, PrivateRepository]:
        if self._opened is None:
            try:
                target = find_target(self._place.repo, self._place.access)
                repository = PrivateRepository(target.settings, timeout_s=self._patience.git_s)
            except (StateError, OSError) as error:
                raise Unavailable(str(error)) from None
            self._opened = target, repository
        return self._opened

    @contextmanager
    def _queue(self, deadline: float) -> Iterator[None]:
        """Processes of one machine line up rather than fail each other; the push decides anyway."""
        url = self._open()[0].url.encode("utf-8", "replace")
        digest = hashlib.sha256(url).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"exitgate-{user_id()}-{digest}.lock"
        wait_s = min(self._patience.queue_s, deadline - time.monotonic())
        with ExitStack() as stack:
            if wait_s > 0:
                with suppress(OSError):
                    stack.enter_context(locked(path, wait_s))
            yield

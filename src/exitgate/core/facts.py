"""All that was read for one iteration. Signals see this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet
from exitgate.core.checks import HeadChecks
from exitgate.core.circuit import Circuit
from exitgate.core.decision import InputFile
from exitgate.core.history import History, IterationRecord
from exitgate.core.plan import Plan
from exitgate.core.policy import Keywords
from exitgate.core.reading import Reading
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import Transcript
from exitgate.core.verification import CheckedClaim, Verification


@dataclass(frozen=True, slots=True)
class Usage:
    """What this iteration spent, where it was recorded."""

    cost_usd: float | None = None
    duration_s: float | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Directive:
    """A person's word about the loop, said through a slash command or the command line."""

    command: str
    by: str
    hint: str = ""
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    loop_id: str
    iteration: int
    now: str | None
    """ISO time of this decision; None where no clock was given, e.g. in a recording."""
    transcript: Transcript
    inputs: tuple[InputFile, ...] = ()
    task: str | Missing = Missing("no task was given")
    changes: ChangeSet | Missing = Missing("no repository was given")
    tests: SuiteRun | Missing = Missing("no test report was given")
    plan: Plan | Missing = Missing("no plan was found")
    usage: Usage = Usage()
    exit_code: int | None = None
    """Exit code of the agent's process, where known."""
    history: History = History()
    circuit: Circuit = Circuit()
    directive: Directive | None = None
    run: str | None = None
    reading: Reading = Reading()
    """The agent's words, understood once for all signals."""
    current: IterationRecord = IterationRecord(number=0)
    """This iteration as the loop will remember it, for comparing with earlier ones."""
    keywords: Keywords = Keywords()
    ignore: tuple[str, ...] = ()
    """Globs of bookkeeping files whose change is not progress."""
    memory_broken: str = ""
    """Why the loop's memory cannot be trusted; empty where its hash chain holds."""
    masked: tuple[str, ...] = ()
    """Values that are secret in this run, beside those that look like secrets."""
    unreadable: tuple[str, ...] = ()
    """What could not be read, in words."""
    verified: Verification | Missing = Missing("verification by the gate is off")
    """What the gate's own run of the checks gave, in a checkout the agent never touched."""
    checks: HeadChecks | Missing = Missing("GitHub was not asked for its checks")
    """What GitHub's own checks say of the head commit."""
    claims: tuple[CheckedClaim, ...] | None = None
    """The agent's claims, each beside its evidence, once they were checked."""
    accepted: tuple[str, ...] = ()
    """Ids of tampering findings that a person accepted with `/exitgate accept`."""

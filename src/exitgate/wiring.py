"""The action's services made of the real parts: gate, stores, reports, people's commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from exitgate.collect import Request
from exitgate.commands import Command, Word, apply_command, parse_command
from exitgate.config import CONFIG_NAMES, load_policy
from exitgate.core.absence import Missing
from exitgate.core.decision import Decision
from exitgate.core.memory import LoopState
from exitgate.core.policy import Policy, VerifyPolicy
from exitgate.errors import InputError
from exitgate.gate import gate
from exitgate.judge import Judgement
from exitgate.language.redact import without_secrets
from exitgate.report.links import Links
from exitgate.runner.base_config import ChosenConfig, choose_config
from exitgate.runner.inputs import Limits, read_token
from exitgate.runner.services import GateRequest, Obeyed, Order, Outcome, Page
from exitgate.state import Store, StoreOptions, open_store

Value = TypeVar("Value")
SECRET_NAMES = ("TOKEN", "KEY", "SECRET", "PASSWORD")


@dataclass(frozen=True, slots=True)
class WiredServices:
    """Everything that the action needs of the rest, for one environment."""

    environ: Mapping[str, str]

    def decide(self, request: GateRequest) -> Outcome:
        chosen = choose_config(request, CONFIG_NAMES)
        loaded = load_policy(chosen.path, request.profile or None)
        store = self._store(request.state, request.repo, request.run)
        policy, unverified = _safe(with_limits(loaded.policy, request.limits), chosen)
        asked = replace(_gate_request(request, policy), masked=self.secrets)
        judgement = gate(asked, store)
        changes = judgement.facts.changes
        return Outcome(
            judgement.decision,
            judgement.facts.history.plus(judgement.record),
            "" if isinstance(changes, Missing) else changes.head or "",
            (*_notes(chosen, store), *unverified, *_unsaved(judgement)),
        )

    def decision_json(self, decision: Decision) -> str:
        from exitgate.report.as_json import decision_json

        return decision_json(decision, indent=2) + "\n"

    def read_decision(self, text: str) -> Decision:
        from exitgate.report.from_json import decision_from_json

        return without_secrets(decision_from_json(text), self.secrets)

    def comment(self, outcome: Outcome, marker: str, page: Page) -> str:
        from exitgate.report.markdown import render_comment

        decision, history = outcome.decision, outcome.history
        return render_comment(
            decision, history=history, marker=marker, links=_links(decision, page)
        )

    def summary(self, outcome: Outcome, page: Page) -> str:
        from exitgate.report.markdown import render_summary

        decision = outcome.decision
        return render_summary(decision, history=outcome.history, links=_links(decision, page))

    def is_order(self, text: str) -> bool:
        return parse_command(text) is not None

    def obey(self, order: Order) -> Obeyed:
        command = parse_command(order.text)
        if command is None:
            raise InputError("the comment holds no command")
        store = self._store(order.state, order.repo, "")
        state = store.load(order.loop_id)
        if command.word is not Word.STATUS:
            state = store.remember(
                order.loop_id, lambda latest: apply_command(latest, command, order.by, order.now)
            )
        return _obeyed(command, state)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that this step was given under the name of a secret."""
        named = (
            value
            for name, value in sorted(self.environ.items())
            if name.upper().endswith(SECRET_NAMES) and len(value) >= 8
        )
        return (read_token(self.environ), *named)

    def _store(self, spec: str, repo: Path, run: str) -> Store:
        server = self.environ.get("GITHUB_SERVER_URL") or "https://github.com"
        repository = self.environ.get("GITHUB_REPOSITORY", "")
        token = read_token(self.environ)
        key = self.environ.get("EXITGATE_STATE_KEY")
        return open_store(
            spec,
            StoreOptions(
                key=key.encode() if key else None,
                repo=repo,
                fallback=repo / ".exitgate",
                token=token or None,
                server=server,
                url=f"{server}/{repository}.git" if repository and token else None,
                run=run or None,
            ),
        )


def with_limits(policy: Policy, limits: Limits) -> Policy:
    """The policy with the inputs that were given put over it."""
    given = {
        "max_iterations": limits.max_iterations,
        "max_runtime": limits.max_runtime_s,
        "max_cost": limits.max_cost_usd,
    }
    capped = {name: value for name, value in given.items() if value is not None}
    policy = replace(policy, budgets=replace(policy.budgets, **capped))  # type: ignore[arg-type]
    if limits.min_confidence is None:
        return policy
    least = limits.min_confidence
    thresholds = replace(policy.thresholds, merge_confidence=least, min_confidence=least)
    return replace(policy, thresholds=thresholds)


def _gate_request(request: GateRequest, policy: Policy) -> Request:
    return Request(
        policy=policy,
        loop_id=request.loop_id,
        now=request.now,
        root=request.repo,
        fence=request.repo,
        responses=tuple(str(path) for path in request.responses),
        task=request.task,
        plans=(request.plan,) if request.plan else (),
        tests=tuple(str(path) for path in request.tests),
        repo=request.repo,
        base=request.base or None,
        run=request.run or None,
        ask_checks=request.ask_checks,
    )


def _safe(policy: Policy, chosen: ChosenConfig) -> tuple[Policy, tuple[str, ...]]:
    """Commands that the agent could have written are not run, whatever else its file may say."""
    if not chosen.from_work or not policy.verify.commands:
        return policy, ()
    note = "`verify` is not obeyed: it is read from the base only; set `base` and fetch-depth: 0"
    return replace(policy, verify=VerifyPolicy()), (note,)


def _links(decision: Decision, page: Page) -> Links:
    return Links(
        repository=f"{page.server_url}/{page.repository}" if page.repository else "",
        sha=page.sha,
        run=page.run_url,
        elsewhere=frozenset(file.path for file in decision.inputs),
    )


def _unsaved(judgement: Judgement) -> tuple[str, ...]:
    error = judgement.unsaved
    return (f"this iteration is not remembered: {error}",) if error is not None else ()


def _notes(chosen: ChosenConfig, store: Store) -> tuple[str, ...]:
    return ((chosen.note,) if chosen.note else ()) + tuple(store.notes)


def _obeyed(command: Command, state: LoopState) -> Obeyed:
    from exitgate.report.escape import inline

    done = state.history.totals.iterations
    last = state.history.last
    now = f"{done} iterations so far, the circuit is {state.circuit.state.value}" + (
        f", the last verdict was {last.verdict}" if last else ""
    )
    if command.word is Word.STATUS:
        return Obeyed(f"Status: {now}.")
    hint = f" Hint for the next iteration: {inline(command.hint)}" if command.hint else ""
    goes_on = command.word in (Word.CONTINUE, Word.RETRY)
    return Obeyed(
        f"`{command.word.value}` is noted and the next decision follows it ({now}).{hint}",
        restart=done + 1 if goes_on else None,
        guidance=command.hint,
    )

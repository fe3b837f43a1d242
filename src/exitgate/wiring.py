"""The action's services made of the real parts: gate, stores, reports, people's commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from exitgate.collect import Request
from exitgate.commands import is_addressed
from exitgate.config import CONFIG_NAMES, load_policy
from exitgate.core.absence import Missing
from exitgate.core.decision import Decision
from exitgate.core.memory import STATE_FOLDER, LoopState
from exitgate.core.policy import Policy, VerifyPolicy
from exitgate.errors import StateError
from exitgate.foreign import merge_doubts, refuse_contradictions
from exitgate.gate import gate
from exitgate.judge import Judgement
from exitgate.language.redact import without_secrets
from exitgate.recall import last_decision
from exitgate.report.links import Links
from exitgate.runner.base_config import ChosenConfig, chosen_config
from exitgate.runner.inputs import Limits, read_state_key, read_token
from exitgate.runner.services import GateRequest, Obeyed, Order, Outcome, Page
from exitgate.state import Store, StoreOptions, open_store

Value = TypeVar("Value")
SECRET_NAMES = ("TOKEN", "KEY", "SECRET", "PASSWORD")


@dataclass(frozen=True, slots=True)
class WiredServices:
    """Everything that the action needs of the rest, for one environment."""

    environ: Mapping[str, str]

    def decide(self, request: GateRequest) -> Outcome:
        with chosen_config(request, CONFIG_NAMES) as chosen:
            loaded = load_policy(chosen.path, request.profile or None)
        store = self._store(request, request.run, request.iteration)
        policy, unverified = _safe(with_limits(loaded.policy, request.limits), chosen)
        asked = replace(_gate_request(request, policy), masked=self.secrets)
        judgement = gate(asked, store)
        return replace(
            _outcome(judgement),
            notes=(*_notes(chosen, store), *unverified),
            runs=judgement.runs if not store.lost else frozenset(),
            unsaved=judgement.unsaved,
        )

    def recall(self, request: GateRequest) -> Outcome:
        store = self._store(request, request.run)
        try:
            state = store.load(request.loop_id)
        except StateError as error:
            unknown = f"what was decided before is unknown: {error}"
            return Outcome(last_decision(LoopState(request.loop_id)), notes=(unknown,))
        return Outcome(last_decision(state), state.history, notes=tuple(store.notes))

    def decision_json(self, decision: Decision) -> str:
        from exitgate.report.as_json import decision_json

        return decision_json(decision, indent=2) + "\n"

    def read_decision(self, text: str) -> Decision:
        from exitgate.report.from_json import decision_from_json

        decision = without_secrets(decision_from_json(text), self.secrets)
        refuse_contradictions(decision)
        return decision

    def merge_doubts(self, decision: Decision, profile: str, limits: Limits) -> tuple[str, ...]:
        """By a shipped profile: a configuration beside the artifact could be forged as well."""
        policy = load_policy(None, profile or None).policy
        return merge_doubts(decision, with_limits(policy, limits))

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
        return is_addressed(text)

    def obey(self, order: Order) -> Obeyed:
        from exitgate.obeying import obey

        return obey(self._store(order), order)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that this step was given under the name of a secret."""
        named = (
            value
            for name, value in sorted(self.environ.items())
            if name.upper().endswith(SECRET_NAMES) and len(value) >= 8
        )
        return (read_token(self.environ), *named)

    def _store(
        self, asked: GateRequest | Order, run: str = "", iteration: int | None = None
    ) -> Store:
        server = self.environ.get("GITHUB_SERVER_URL") or "https://github.com"
        repository = self.environ.get("GITHUB_REPOSITORY", "")
        token = read_token(self.environ)
        key = read_state_key(self.environ)
        return open_store(
            asked.state,
            StoreOptions(
                key=key.encode() if key else None,
                repo=asked.repo,
                fallback=fallback_folder(asked),
                token=token or None,
                server=server,
                url=f"{server}/{repository}.git" if repository and token else None,
                run=run or None,
                last_iteration=iteration - 1 if iteration else None,
                # The agent has just worked on this machine and could write that folder too.
                trusts_fallback=False,
            ),
        )


def fallback_folder(asked: GateRequest | Order) -> Path:
    """Where the state goes if its branch cannot be had: not into the agent's work."""
    return asked.temp / "exitgate-state" if asked.temp is not None else asked.repo / STATE_FOLDER


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
    tell = request.first_word
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
        first_word=lambda judgement: tell(_outcome(judgement)) if tell is not None else None,
    )


def _outcome(judgement: Judgement) -> Outcome:
    changes = judgement.facts.changes
    return Outcome(
        judgement.decision,
        judgement.facts.history.plus(judgement.record),
        "" if isinstance(changes, Missing) else changes.head or "",
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


def _notes(chosen: ChosenConfig, store: Store) -> tuple[str, ...]:
    return ((chosen.note,) if chosen.note else ()) + tuple(store.notes)

"""What people later said about iterations, as labels of a recording: the best outcome there is."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from exitgate.core.memory import LoopState

APPROVED, REJECTED, CANCELLED = "approved", "rejected", "cancelled"
CALLED_DONE = ("complete", "review")
"""Verdicts to which "go on" is an answer: no, it is not done."""


def labels_of(state: LoopState) -> Mapping[int, str]:
    """For each iteration that a person has judged, by its number.

    A person's word is about the iteration before it. "Go on" judges only an iteration that was
    called done; after a loop or a failure it says nothing about the work.
    """
    records = state.history.recent
    labels: dict[int, str] = {}
    for before, after in pairwise(records):
        if after.reason == "approved":
            labels[before.number] = APPROVED
        elif after.verdict == "cancelled" and before.verdict != "cancelled":
            labels[before.number] = CANCELLED
        elif after.fresh and before.verdict in CALLED_DONE and before.reason != "approved":
            labels[before.number] = REJECTED
    waiting = state.directive.command if state.directive is not None else ""
    if records and records[-1].number not in labels:
        newest = records[-1]
        if waiting == "approve":
            labels[newest.number] = APPROVED
        elif waiting == "cancel" and newest.verdict != "cancelled":
            labels[newest.number] = CANCELLED
        elif waiting in ("continue", "retry") and newest.verdict in CALLED_DONE:
            labels[newest.number] = REJECTED
    return labels

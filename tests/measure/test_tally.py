"""Labels in all their spellings, mistakes by their kind, and what they cost."""

from __future__ import annotations

import pytest

from exitgate.core.decision import Verdict
from exitgate.measure.known import Answer, called, known_of
from exitgate.measure.spending import Amount
from exitgate.measure.tally import Scored, Tally


@pytest.mark.parametrize(
    ("label", "expected", "accepted", "done"),
    [
        ("merged", "done", ["done"], True),
        ("reverted", "continue", ["continue", "stuck"], False),
        ({"outcome": "closed"}, "continue", ["continue", "stuck"], False),
        ({"class": "stuck", "accept": ["stuck", "done"]}, "stuck", ["stuck", "done"], None),
        ({"class": "done_false", "accept": ["continue"]}, "continue", ["continue"], False),
        ({"class": "done_false", "ended": "maxiter"}, "stuck", ["stuck"], False),
        ({"class": "done_true", "ended": "maxiter"}, "done", ["done", "stuck"], True),
        ({"class": "continue", "accept": 7}, "continue", ["continue"], None),
    ],
)
def test_a_label_in_any_spelling(
    label: object, expected: str, accepted: list[str], done: bool | None
) -> None:
    known = known_of(label)
    assert known is not None
    assert (known.expected, list(known.accepted), known.really_done) == (expected, accepted, done)


@pytest.mark.parametrize("label", [None, 3, "", "perhaps", [], {}, {"class": ["done"]}])
def test_a_label_that_says_nothing_is_no_label(label: object) -> None:
    assert known_of(label) is None


def test_every_verdict_is_one_of_the_answers() -> None:
    assert {called(verdict) for verdict in Verdict} == set(Answer)


def scored(loop: str, answer: Answer, label: object = None, **more: float) -> Scored:
    return Scored(
        where=f"r:{loop}",
        loop=loop,
        iteration=1,
        called=answer,
        verdict=answer.value,
        reason="",
        summary="",
        confidence=int(more.get("confidence", 50)),
        known=known_of(label),
        cost_usd=more.get("cost"),
    )


def tallied(*lines: Scored) -> Tally:
    tally = Tally()
    for line in lines:
        tally.add(line)
    return tally


def test_mistakes_by_their_kind_and_the_worst_first() -> None:
    seen = tallied(
        scored("a", Answer.CONTINUE, "done"),
        scored("b", Answer.STUCK, "continue"),
        scored("c", Answer.DONE, "continue", confidence=60),
        scored("d", Answer.DONE, "continue", confidence=90),
        scored("e", Answer.STUCK, {"class": "done_false"}),
    ).measurement()
    assert (seen.labelled, seen.right) == (5, 1)
    assert (seen.false_done, seen.false_stuck, seen.missed_stops) == (2, 1, 1)
    assert [wrong.loop for wrong in seen.worst] == ["d", "c", "b", "a"]
    assert seen.confusion == ((0, 0, 1), (0, 0, 0), (2, 1, 1))


def test_what_comes_after_a_right_stop_is_saved_and_before_a_wrong_one_wasted() -> None:
    seen = tallied(
        scored("right", Answer.CONTINUE, cost=1.0),
        scored("right", Answer.STUCK, cost=2.0),
        scored("right", Answer.CONTINUE, "stuck", cost=4.0),
        scored("wrong", Answer.STUCK, "continue", cost=8.0),
        scored("wrong", Answer.CONTINUE, "continue", cost=16.0),
        scored("early", Answer.DONE, cost=64.0),
        scored("early", Answer.CONTINUE, "continue", cost=128.0),
        scored("late", Answer.CONTINUE, cost=10.0),
        scored("late", Answer.CONTINUE, "done", cost=20.0),
        scored("unknown", Answer.STUCK, cost=32.0),
    ).measurement()
    spent = seen.spending
    assert spent.total == Amount(10, 285.0)
    assert spent.saved == Amount(1, 4.0)
    assert spent.wasted == Amount(1, 8.0)
    assert spent.unsettled == Amount(1, 128.0)
    assert spent.overrun == Amount(1, 15.0)


def test_loops_of_two_recordings_stay_apart() -> None:
    first = tallied(scored("same", Answer.STUCK, "stuck"))
    first.join(tallied(scored("same", Answer.CONTINUE, "stuck")))
    assert first.measurement().spending.loops == 2

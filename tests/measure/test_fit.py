"""The laws of the fit: signs hold, the pull holds, the same data gives the same weights."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.policy import Cap, ConfidencePolicy, Method, Part
from exitgate.measure.crossvalidate import by_group, by_source
from exitgate.measure.figures import calibration
from exitgate.measure.fit import Sample, Weights, fit, forecasts, sample_of

START = Weights(0.0, (1.0, -1.0))
SAMPLES = st.lists(
    st.builds(
        Sample,
        source=st.sampled_from(["a", "b", "c"]),
        group=st.sampled_from(["1", "2", "3", "4"]),
        done=st.booleans(),
        shares=st.tuples(st.floats(0, 1), st.floats(0, 1)),
        cap=st.sampled_from([0.39, 0.69, 1.0]),
    ),
    max_size=40,
)


def made(done: int, failed: int, shares: tuple[float, float], cap: float = 1.0) -> list[Sample]:
    outcomes = [True] * done + [False] * failed
    return [Sample("s", str(n), good, shares, cap) for n, good in enumerate(outcomes)]


@settings(max_examples=60, deadline=None)
@given(samples=SAMPLES, pull=st.floats(0.1, 50))
def test_no_data_can_turn_a_sign(samples: list[Sample], pull: float) -> None:
    fitted = fit(samples, START, pull)
    assert fitted.parts[0] >= 0 >= fitted.parts[1]


@settings(max_examples=30, deadline=None)
@given(samples=SAMPLES)
def test_the_same_data_gives_the_same_weights(samples: list[Sample]) -> None:
    assert fit(samples, START, 2.0) == fit(samples, START, 2.0)
    assert by_group(samples, START, 2.0) == by_group(samples, START, 2.0)


def test_without_data_nothing_moves() -> None:
    assert fit([], START, 1.0) == START


def test_a_signal_that_the_data_never_shows_stays_where_it_was() -> None:
    fitted = fit(made(9, 1, (1.0, 0.0)), START, 1.0)
    assert fitted.parts[1] == START.parts[1]
    assert fitted.parts[0] > START.parts[0]


def test_a_stronger_pull_keeps_the_weights_nearer() -> None:
    data = made(1, 30, (1.0, 0.0)) + made(30, 1, (0.0, 0.0))
    moved = [abs(fit(data, START, pull).parts[0] - 1.0) for pull in (0.5, 5.0, 500.0)]
    assert moved[0] >= moved[1] > moved[2]


def test_the_fit_finds_the_rates_of_the_data() -> None:
    data = made(80, 20, (1.0, 0.0)) + made(30, 70, (0.0, 0.0)) + made(5, 95, (0.0, 1.0))
    fitted = fit(data, START, 0.01)
    rates = [fitted.chance(sample) for sample in (data[0], data[100], data[200])]
    assert [round(rate, 2) for rate in rates] == [0.80, 0.30, 0.05]
    seen = calibration(forecasts(data, fitted))
    assert seen is not None
    assert seen.error < 0.01


def test_a_capped_sample_is_never_above_its_cap_and_has_no_say_there() -> None:
    capped = made(50, 0, (1.0, 0.0), cap=0.39)
    fitted = fit(capped, Weights(3.0, (1.0, -1.0)), 1.0)
    assert fitted == Weights(3.0, (1.0, -1.0))
    assert fitted.chance(capped[0]) == 0.39


def test_what_is_left_out_is_judged_by_a_fit_that_has_not_seen_it() -> None:
    low = [Sample("low", f"l{n}", False, (0.0, 0.0), 1.0) for n in range(40)]
    high = [Sample("high", f"h{n}", True, (0.0, 0.0), 1.0) for n in range(40)]
    seen = by_source([*low, *high], START, 0.01)
    assert min(chance for chance, _ in seen["low"]) > 0.9
    assert max(chance for chance, _ in seen["high"]) < 0.1


def test_a_sample_holds_what_the_profile_pays_for_and_its_caps() -> None:
    policy = ConfidencePolicy(
        Method.ODDS,
        parts=(Part("good", 1.0), Part("bad", -1.0), Part("gone", 1.0)),
        caps=(Cap(39, ("bad",)), Cap(69, ("good",), unless_any=True)),
    )
    evidence: dict[str, Evidence] = {
        "good": found("good", "", strength=0.4),
        "bad": clear("bad", ""),
        "gone": unmeasured("gone", ""),
    }
    seen = sample_of(evidence, policy, done=True, source="s", group="g")
    assert (seen.shares, seen.cap) == ((0.4, 0.0, 0.0), 0.99)
    evidence |= {"good": clear("good", ""), "bad": found("bad", "")}
    assert sample_of(evidence, policy, done=True, source="s", group="g").cap == 0.39

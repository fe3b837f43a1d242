"""The decision's laws, by hypothesis: no crash, no luck, no reward for bad news."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exitgate.cli import main
from exitgate.config import load_policy, profile_names
from exitgate.core.confidence import score
from exitgate.core.evidence import Evidence, Outcome
from support import VALIDATOR

POLICIES = {name: load_policy(profile=name).policy for name in profile_names()}
RELAXED = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["type", "role", "content", "message", "result", "text", "input", "id"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)
AGENT_BYTES = (
    st.binary(max_size=400)
    | st.text(max_size=400).map(lambda text: text.encode("utf-8", "replace"))
    | st.lists(JSONISH, max_size=5).map(
        lambda values: "\n".join(json.dumps(value) for value in values).encode()
    )
    | JSONISH.map(lambda value: json.dumps(value).encode())
)


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(list(arguments))
    return code, out.getvalue(), err.getvalue()


@RELAXED
@given(data=AGENT_BYTES, profile=st.sampled_from(sorted(POLICIES)))
def test_any_bytes_give_a_decision_or_a_clear_error(
    tmp_path: Path, data: bytes, profile: str
) -> None:
    (tmp_path / "response").write_bytes(data)
    code, out, err = run(
        "check", "--response", str(tmp_path / "response"), "--state", "none",
        "--profile", profile, "--output", "json",
    )  # fmt: skip
    assert code in (0, 2, 10, 11, 12, 13, 14, 65), err
    if code == 65:
        assert err.startswith("exitgate: bad input: ")
    else:
        VALIDATOR.validate(json.loads(out))


@RELAXED
@given(plan=AGENT_BYTES, tests=AGENT_BYTES, config=AGENT_BYTES, recording=AGENT_BYTES)
def test_any_bytes_beside_the_response_give_a_decision_or_a_clear_error(
    tmp_path: Path, plan: bytes, tests: bytes, config: bytes, recording: bytes
) -> None:
    for name, data in (("p", plan), ("t.xml", tests), ("c.yml", config), ("r", recording)):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "response").write_text("Added the parser.")
    base = ("check", "--response", str(tmp_path / "response"), "--state", "none")
    for extra in (("--plan", "p"), ("--tests", "t.xml"), ("--config", "c.yml"), ("--task", "r")):
        code, _, err = run(*base, extra[0], str(tmp_path / extra[1]))
        assert code < 64 or code in (65, 78), err
    code, _, err = run("replay", str(tmp_path / "r"))
    assert code in (0, 65), err
    code, _, err = run("explain", str(tmp_path / "r"))
    assert code in (0, 65), err


OUTCOMES = st.sampled_from(list(Outcome))


@st.composite
def findings(draw: st.DrawFn, names: tuple[str, ...]) -> dict[str, Evidence]:
    return {
        name: Evidence(
            name,
            outcome := draw(OUTCOMES),
            draw(st.floats(0, 1)) if outcome is Outcome.FOUND else 0.0,
            name,
        )
        for name in names
    }


@pytest.mark.parametrize("profile", sorted(POLICIES))
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_adverse_or_unmeasured_evidence_never_raises_confidence(
    profile: str, data: st.DataObject
) -> None:
    policy = POLICIES[profile]
    names = tuple(policy.signals)
    evidence = data.draw(findings(names))
    name = data.draw(st.sampled_from(names))
    gap = Evidence(name, Outcome.UNMEASURED, 0.0, name)
    hit = Evidence(name, Outcome.FOUND, data.draw(st.floats(0, 1)), name)
    clear = Evidence(name, Outcome.CLEAR, 0.0, name)

    def value(finding: Evidence) -> int:
        return score({**evidence, name: finding}, policy.confidence).value

    weights = [part.weight for part in policy.confidence.parts if part.signal == name]
    capped = any(name in cap.signals and not cap.unless_any for cap in policy.confidence.caps)
    is_adverse = capped or any(weight < 0 for weight in weights)
    if is_adverse:
        assert value(hit) <= value(gap)
        assert value(hit) <= value(clear)
    assert value(gap) <= max(value(hit), value(clear))
    assert value(gap) == value(replace(gap, headline="for another reason"))


@pytest.mark.parametrize("profile", sorted(POLICIES))
def test_a_supporting_signal_is_never_also_adverse(profile: str) -> None:
    policy = POLICIES[profile]
    capping = {n for cap in policy.confidence.caps if not cap.unless_any for n in cap.signals}
    for part in policy.confidence.parts:
        if part.when is Outcome.FOUND and part.signal in capping:
            assert part.weight <= 0, f"{part.signal} caps and pays"


BAD_NEWS = {
    "failing report": {"tests": {"passed": 1, "failed": 2}},
    "no tests": {"tests": {"passed": 0, "failed": 0}},
    "open plan": {"plan": "- [x] a\n- [ ] b"},
    "agent crashed": {"exit_code": 1},
}


@pytest.mark.parametrize("news", BAD_NEWS.values(), ids=BAD_NEWS)
@pytest.mark.parametrize("profile", sorted(POLICIES))
def test_bad_news_in_the_input_never_raises_confidence(
    tmp_path: Path, profile: str, news: dict[str, object]
) -> None:
    line = {
        "loop": "a",
        "response": "All tasks are complete and all tests pass.\n\nEXIT_SIGNAL: true",
    }
    (tmp_path / "good.jsonl").write_text(json.dumps(line))
    (tmp_path / "bad.jsonl").write_text(json.dumps({**line, **news}))
    _, good, _ = run(
        "replay", str(tmp_path / "good.jsonl"), "--output", "json", "--profile", profile
    )
    _, bad, _ = run("replay", str(tmp_path / "bad.jsonl"), "--output", "json", "--profile", profile)
    assert json.loads(bad)["confidence"] <= json.loads(good)["confidence"]

"""Talk without action inside one run: a loop while it goes on, none once the agent has ended it."""

from __future__ import annotations

import json

import pytest

from support import decide


def talk(count: int, *, ended: bool) -> str:
    lines = [
        {"type": "message", "role": "assistant", "text": f"Let me think about it more, idea {n}."}
        for n in range(count)
    ]
    end = [{"type": "end", "status": "finished"}] if ended else []
    return "\n".join(json.dumps(line) for line in (*lines, *end))


@pytest.mark.parametrize(
    ("count", "ended", "verdict"),
    [(30, False, "stuck"), (5, False, "continue"), (30, True, "continue")],
)
def test_a_monologue_without_action_is_a_loop_while_it_goes_on(
    count: int, ended: bool, verdict: str
) -> None:
    (decision,) = decide({"response": talk(count, ended=ended)})
    assert decision.verdict.value == verdict, decision.summary

"""Every finding speaks in the direction in which the profiles weigh it."""

from __future__ import annotations

import pytest

from exitgate.config import load_policy, profile_names
from exitgate.core.evidence import Outcome, found
from exitgate.report.tone import PROVES, SAYS, Tone, tone_of
from exitgate.signals import SIGNALS


@pytest.mark.parametrize("profile", profile_names())
def test_what_a_profile_pays_for_is_not_shown_as_against(profile: str) -> None:
    policy = load_policy(profile=profile).policy
    for part in policy.confidence.parts:
        if part.when is Outcome.FOUND:
            tone = tone_of(found(part.signal, "x"))
            assert (tone is Tone.AGAINST) == (part.weight < 0), part.signal


def test_the_lists_name_real_signals() -> None:
    assert set(SIGNALS) >= PROVES | SAYS
    assert not PROVES & SAYS

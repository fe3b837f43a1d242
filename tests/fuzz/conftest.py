"""Two depths: short with every test run, long for `make fuzz` (`--hypothesis-profile=long`)."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("short", max_examples=100, deadline=None, derandomize=True)
settings.register_profile(
    "long",
    max_examples=25_000,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("short")

"""Every run tries the same examples, so that a change is judged by itself; `make fuzz` looks further."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same-every-time", derandomize=True, deadline=None)
settings.load_profile("same-every-time")

"""The merge queue: its commit is new, so the pull request's own status is carried over."""

from __future__ import annotations

import re


def queued_number(ref: str) -> int | None:
    """The pull request that a `gh-readonly-queue/<base>/pr-<n>-<sha>` branch stands for."""
    match = re.search(r"gh-readonly-queue/.{1,250}/pr-(\d{1,12})-[0-9a-f]{7,64}\Z", ref)
    return int(match[1]) if match else None

"""How files are opened; what a system does not know costs nothing there."""

from __future__ import annotations

import os

NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)
CLOEXEC: int = getattr(os, "O_CLOEXEC", 0)
BINARY: int = getattr(os, "O_BINARY", 0)
DIRECTORY: int | None = getattr(os, "O_DIRECTORY", None)
"""None where a folder cannot be opened, and so not be synced either."""

"""ExitGate decides from evidence whether a coding agent is done, stuck, blocked or goes on."""

__version__ = "0.1.0"

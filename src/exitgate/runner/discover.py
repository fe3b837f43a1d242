"""Finding by itself what a user did not name: the agent's output, the plan, test reports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from exitgate.runner.files import Places, is_inside

MOST_SEEN = 50_000
DEEPEST = 8
SKIPPED = frozenset({".git", ".venv", "venv", "node_modules", "vendor", ".tox", "__pycache__"})
SKIPPED |= {"site-packages", ".mypy_cache", ".exitgate", "fixtures", "testdata"}

TEMP_OUTPUT = ("claude-execution-output.json",)
"""Where claude-code-action leaves the run; other steps cannot reach the temp folder's others."""

AGENT_OUTPUT = (
    "claude-execution-output.json",
    "*/claude-execution-output.json",
    "agent-output/*.json*",
    "agent-output/*.txt",
    "agent-output/*.md",
    "agent-output/*.log",
    "agent_output/*.json*",
    "agent_output.json",
    "agent-output.*",
    "claude-output.*",
    "codex-output.*",
    "gemini-output.*",
    "copilot-output.*",
    "opencode-output.*",
    ".ralph/logs/claude_output_*.log",
    "trajectories/*.traj",
    "trajectories/*/*.traj",
    "*.traj",
    "*.traj.json",
    ".aider.chat.history.md",
)
PLANS = (
    "fix_plan.md",
    "@fix_plan.md",
    ".ralph/fix_plan.md",
    ".ralph/@fix_plan.md",
    "IMPLEMENTATION_PLAN.md",
    "PLAN.md",
    "plan.md",
    "TASKS.md",
    "tasks.md",
    "TODO.md",
    "todo.md",
    ".agent/plan.md",
    "docs/plan.md",
)
REPORTS = (
    "junit*.xml",
    "*/junit*.xml",
    "TEST-*.xml",
    "*/TEST-*.xml",
    "test-results/*.xml",
    "*/test-results/*.xml",
    "test-results.xml",
    "test-reports/*.xml",
    "*/test-reports/*.xml",
    "reports/*.xml",
    "report.xml",
    "pytest.xml",
    "results.xml",
)


def find_agent_output(places: Places) -> tuple[Path, ...]:
    """The newest step's known place first, then the first usual place with files in it."""
    if places.temp is not None:
        known = [places.temp / name for name in TEMP_OUTPUT]
        found = tuple(path for path in known if path.is_file() and is_inside(path, places))
        if found:
            return found
    return _first_group(AGENT_OUTPUT, places)


def find_plan(places: Places) -> Path | None:
    for name in PLANS:
        path = places.workspace / name
        if path.is_file() and is_inside(path, places):
            return path
    return None


def find_reports(places: Places) -> tuple[Path, ...]:
    """Every file that is named as test reports usually are."""
    seen = sorted(_walk(places.workspace))
    hits = (name for name in seen if any(fnmatchcase(name, glob) for glob in REPORTS))
    paths = (places.workspace / name for name in hits)
    return tuple(path for path in paths if is_inside(path, places))


def _first_group(globs: tuple[str, ...], places: Places) -> tuple[Path, ...]:
    seen = sorted(_walk(places.workspace))
    for pattern in globs:
        names = (name for name in seen if fnmatchcase(name, pattern))
        found = tuple(path for name in names if is_inside(path := places.workspace / name, places))
        if found:
            return found
    return ()


def _walk(root: Path) -> Iterator[str]:
    """Names below the root, bounded, with folders of other people's files left out."""
    count = 0
    for folder, folders, files in os.walk(root):
        here = os.path.relpath(folder, root)
        prefix = "" if here == "." else f"{here}/"
        folders[:] = sorted(set(folders) - SKIPPED) if prefix.count("/") < DEEPEST else []
        for name in sorted(files):
            count += 1
            if count > MOST_SEEN:
                return
            yield prefix + name

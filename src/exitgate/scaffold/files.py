"""Each file that `exitgate init` writes, filled in for one project. Nothing is overwritten."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

from exitgate.config import OWN_CONFIG_NAMES, find_config
from exitgate.errors import OutputError
from exitgate.ingest.fence import bounded_text
from exitgate.language.prompt import Style, prompt_text
from exitgate.scaffold.agents import Agent

HERE = Path(__file__).parent
WORKFLOW = Path(".github/workflows/exitgate.yml")
CONFIG = Path("exitgate.yml")
SETTINGS = Path(".claude/settings.json")
SETTINGS_BYTES = 1_048_576
HOOK = "exitgate hook"
STYLES: dict[str, Style] = {"ralph": "ralph", "doyaken": "doyaken"}
"""Profiles that read a status block of their own; the others take ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    agent: Agent
    profile: str = "standard"
    plan: str = "fix_plan.md"
    hook: bool = False


def planned(folder: Path, choices: Choices) -> dict[Path, str]:
    """What belongs into the folder, by path below it."""
    config = find_config(folder, OWN_CONFIG_NAMES)
    files = {
        WORKFLOW: workflow(choices),
        config.relative_to(folder) if config else CONFIG: configuration(choices),
    }
    return files | ({SETTINGS: hook_settings()} if choices.hook else {})


def workflow(choices: Choices) -> str:
    style = STYLES.get(choices.profile, "exitgate")
    fields = {
        "@AGENT@": indent(choices.agent.step.rstrip("\n"), " " * 6),
        "@OUTPUT@": choices.agent.output,
        "@PLAN@": choices.plan,
        "@PROMPT@": indent(prompt_text(style).rstrip("\n"), " " * 8),
    }
    return _filled("workflow.yml", fields)


def configuration(choices: Choices) -> str:
    hook = "\nhook: true # `exitgate hook` may act on sessions here\n" if choices.hook else ""
    return _filled("config.yml", {"@PROFILE@": choices.profile, "@HOOK@\n": hook})


def hook_settings() -> str:
    """Claude Code's settings with the gate as a Stop hook."""
    hook = {"type": "command", "command": HOOK, "timeout": 60}
    return json.dumps({"hooks": {"Stop": [{"hooks": [hook]}]}}, indent=2) + "\n"


def calls_hook(settings: Path) -> bool:
    return HOOK in (bounded_text(settings, SETTINGS_BYTES) or "")


def write_new(path: Path, text: str) -> bool:
    """False where something is there already, whatever it is. No half of a file stays behind."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path.parent, error) from None
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        return False
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _unwritable(path, error) from None
    return True


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        f"{path}: cannot be written: {error.strerror}",
        hint="is the folder writable, or the disk full?",
    )


def _filled(template: str, fields: dict[str, str]) -> str:
    text = (HERE / template).read_text("utf-8")
    for mark, value in fields.items():
        text = text.replace(mark, value)
    return text

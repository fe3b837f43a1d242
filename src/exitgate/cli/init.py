"""exitgate init: a working workflow and configuration for the agent in use."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exitgate.cli.streams import show
from exitgate.config import OWN_CONFIG_NAMES, load_policy
from exitgate.errors import ConfigError, UsageError
from exitgate.scaffold.agents import AGENTS, Agent, guess
from exitgate.scaffold.files import (
    SETTINGS,
    Choices,
    calls_hook,
    hook_settings,
    planned,
    write_new,
)


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--agent", choices=tuple(AGENTS), help="default: told by the project's files, or asked")
    add("--profile", metavar="NAME", default="standard", help="default: standard")
    add("--plan", metavar="FILE", default="fix_plan.md", help="task list (default: fix_plan.md)")
    add("--hook", action="store_true", help="also set up the Stop hook of Claude Code")
    add("--folder", metavar="DIR", type=Path, default=Path(), help="default: here")


def execute(args: argparse.Namespace) -> int:
    if not args.folder.is_dir():
        raise UsageError(f"{args.folder}: no such folder", hint="--folder takes your project")
    load_policy(profile=args.profile)
    choices = Choices(
        agent=_agent(args), profile=args.profile, plan=_plan(args.plan), hook=args.hook
    )
    for path, text in planned(args.folder, choices).items():
        if write_new(args.folder / path, text):
            _say(f"wrote      {path}")
        else:
            _say(f"left alone {path}: it is there already")
            _say_snippet(path, args)
    _say_next(choices)
    return 0


def _agent(args: argparse.Namespace) -> Agent:
    if args.agent:
        return AGENTS[args.agent]
    guessed = guess(args.folder)
    if sys.stdin.isatty():
        return _ask(guessed or AGENTS["claude"])
    if guessed is None:
        raise UsageError("which agent works here?", hint=f"name it: --agent {'|'.join(AGENTS)}")
    return guessed


def _ask(proposed: Agent) -> Agent:
    while True:
        show(f"Which agent? {', '.join(AGENTS)} [{proposed.name}] ")
        sys.stdout.flush()
        said = sys.stdin.readline()
        name = said.strip().lower() or proposed.name
        if name in AGENTS:
            return AGENTS[name]
        if not said:
            raise UsageError("no agent was chosen", hint="name it: --agent NAME")


def _plan(name: str) -> str:
    """The name goes into YAML and into the agent's prompt: an ordinary relative path."""
    plain = all(char.isalnum() or char in "._-/@" for char in name)
    if not name or not plain or name.startswith(("/", "@")) or ".." in name.split("/"):
        raise UsageError(f"{name!r} is no plain relative path", hint="for instance: fix_plan.md")
    return name


def _say_snippet(path: Path, args: argparse.Namespace) -> None:
    there = args.folder / path
    if path == SETTINGS and not calls_hook(there):
        _say(f"  add this to {path}:\n{hook_settings()}", end="")
    elif path.as_posix() in OWN_CONFIG_NAMES and args.hook and not _has_hook(there):
        _say(f"  add this to {path}:\nhook: true")


def _has_hook(config: Path) -> bool:
    """A file that cannot be read is the doctor's business."""
    try:
        return load_policy(config).policy.hook
    except ConfigError:
        return False


def _say_next(choices: Choices) -> None:
    secret = choices.agent.secret
    first = f"set the secret {secret}" if secret else "name your agent's command in the workflow"
    _say(f"\nNext: {first}, put a task list into {choices.plan},")
    _say("commit, and start it on a branch: gh workflow run exitgate.yml --ref BRANCH")


def _say(text: str, *, end: str = "\n") -> None:
    show(text + end)

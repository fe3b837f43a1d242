"""The command line, its exit codes, and the action's inputs and outputs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from exitgate import errors
from exitgate.cli import COMMANDS
from exitgate.cli.common import EXIT_CODES
from exitgate.reference.markdown import code, table
from exitgate.report.words import verdict_words
from exitgate.yaml_reader import read_yaml


def commands_part() -> str:
    return "## Commands\n" + "".join(f"\n{_command(name)}" for name in COMMANDS)


def exit_codes_part() -> str:
    rows = [
        (code(number), code(verdict.value), verdict_words(verdict).meaning)
        for verdict, number in EXIT_CODES.items()
    ]
    kinds = sorted(errors.ExitGateError.__subclasses__(), key=lambda kind: kind.exit_code)
    faults = [(code(kind.exit_code), kind.kind, kind.__doc__ or "") for kind in kinds]
    faults.append((code(errors.ExitGateError.exit_code), "internal", "A fault of ExitGate itself."))
    rows += sorted(faults)
    return f"## Exit codes of `check`\n\n{table(('code', 'ending', 'meaning'), rows)}"


def action_part(action: Path) -> str:
    """Inputs and outputs of the action; empty where there is no action.yml."""
    if not action.is_file():
        return ""
    data = read_yaml(action.read_text("utf-8"), action.name).data
    inputs = [
        (code(name), shown(told), told["description"]) for name, told in data["inputs"].items()
    ]
    outputs = [(code(name), told["description"]) for name, told in data["outputs"].items()]
    return (
        f"## The action\n\n{table(('input', 'default', 'meaning'), inputs)}\n"
        f"{table(('output', 'meaning'), outputs)}"
    )


def shown(told: Mapping[str, object]) -> str:
    return code(told.get("default") or "")


def _command(name: str) -> str:
    parser = argparse.ArgumentParser(prog=f"exitgate {name}", add_help=False)
    import_module(f"exitgate.cli.{name}").configure(parser)
    rows = [(code(_usage(action)), action.help or "") for action in parser._actions]
    what = COMMANDS[name]
    head = f"### exitgate {name}\n\n{what[:1].upper()}{what[1:]}.\n"
    return head + (f"\n{table(('argument', 'meaning'), rows)}" if rows else "")


def _usage(action: argparse.Action) -> str:
    name = action.option_strings[-1] if action.option_strings else ""
    if action.nargs == 0:
        return name
    choices = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""
    metavar = str(action.metavar or choices or action.dest.upper())
    return f"{name} {metavar}{'...' if action.nargs == '+' else ''}".strip()

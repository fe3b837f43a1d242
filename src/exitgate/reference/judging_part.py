"""Signals, rules, reasons and profiles: what the gate looks at and how it decides."""

from __future__ import annotations

import sys
from inspect import getdoc

from exitgate.config import load_policy, profile_names
from exitgate.core.signal import Signal
from exitgate.reference.markdown import code, one_line, table
from exitgate.reference.settings_part import options_rows
from exitgate.report.reasons import BY_RULE, REASONS
from exitgate.rules import RULES
from exitgate.signals import SIGNALS

PARTS = ("What it sees", "Why it matters", "Example", "False alarms")


def profiles_part() -> str:
    rows = []
    for name in profile_names():
        policy = load_policy(profile=name).policy
        rows.append((code(name), policy.description, ", ".join(map(code, policy.rules))))
    return f"## Profiles\n\n{table(('profile', 'its heart', 'rules, in order'), rows)}"


def reasons_part() -> str:
    rows = [(code(name), code(r.verdict.value), r.meaning) for name, r in REASONS.items()]
    return f"## Reasons\n\n{table(('reason', 'verdict', 'meaning'), rows)}"


def rules_part() -> str:
    policies = [load_policy(profile=name).policy for name in profile_names()]
    rows = []
    for name, rule in RULES.items():
        users = [policy.name for policy in policies if name in policy.rules]
        settings = dict.fromkeys(setting.path for setting in BY_RULE[name])
        rows.append((code(name), rule.question, _codes(settings), _codes(users)))
    return f"## Rules\n\n{table(('rule', 'question', 'settings', 'profiles'), rows)}"


def signals_part() -> str:
    intro = (
        "## Signals\n\nEach answers one question with `found`, `clear` or `unmeasured`. "
        "Options stand under `signals.<name>` in `exitgate.yml`; `<name>: false` means off.\n"
    )
    return intro + "".join(f"\n{_signal(signal)}" for signal in SIGNALS.values())


def _signal(signal: Signal) -> str:
    paragraphs = (getdoc(sys.modules[signal.check.__module__]) or "").split("\n\n")
    parts = [part for part in map(one_line, paragraphs) if part.startswith(PARTS)]
    told = [f"- *{part.partition(':')[0]}:*{part.partition(':')[2]}" for part in parts]
    text = "\n".join((f"### {signal.name}", "", f"**{signal.question}**", "", *told, ""))
    rows = options_rows(signal.options)
    return text + (f"\n{table(('option', 'default', 'meaning'), rows)}" if rows else "")


def _codes(names: object) -> str:
    return ", ".join(map(code, names)) if isinstance(names, list | dict) else ""

"""The public interface: every name is there, typed, and none costs anything until it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import exitgate
from support import ROOT

HEAVY = ("pydantic", "yaml", "rich", "git", "github", "rapidfuzz", "argparse", "json")


def test_every_public_name_can_be_imported() -> None:
    for name in exitgate.__all__:
        assert getattr(exitgate, name) is not None
    assert set(exitgate._HOME) | {"__version__"} == set(exitgate.__all__)
    assert set(exitgate.__all__) <= set(dir(exitgate))


def test_types_and_values_come_from_the_same_place() -> None:
    tree = ast.parse((ROOT / "src/exitgate/__init__.py").read_text())
    typed = {
        alias.asname or alias.name: f"{node.module}:{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("exitgate.")
        for alias in node.names
    }
    lazy = {
        name: f"exitgate.{home.partition(':')[0]}:{home.partition(':')[2] or name}"
        for name, home in exitgate._HOME.items()
    }
    assert typed == lazy


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys; before = set(sys.modules); import exitgate; print([m for m in {HEAVY} if m in set(sys.modules) - before])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(exitgate, "no_such_name")


def test_one_decision_in_a_few_lines(tmp_path: Path) -> None:
    (tmp_path / "out.md").write_text("I am still working on the parser.")
    policy = exitgate.load_policy(profile="standard").policy
    request = exitgate.Request(policy=policy, loop_id="shop", responses=(str(tmp_path / "out.md"),))
    decision = exitgate.decide(request, exitgate.open_store("memory")).decision
    assert decision.verdict is exitgate.Verdict.CONTINUE
    text = exitgate.decision_json(decision)
    assert exitgate.decision_from_json(text, "again").verdict is decision.verdict
    assert "Continue" in exitgate.explain(decision)

"""A secret in an agent's output reaches neither the decision nor the state."""

from __future__ import annotations

from pathlib import Path

from support import exitgate

TOKEN = "ghp_" + "a1B2" * 9


def test_a_token_is_in_no_output_and_in_no_state(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text(
        f"Fixed the deploy step. Error: TypeError - login with {TOKEN} failed at deploy.py:3\n"
    )
    (tmp_path / "plan.md").write_text(f"- [ ] rotate {TOKEN}\n")
    shown = ""
    for output in ("json", "text", "markdown"):
        ran = exitgate(
            "check", "--response", "r.md", "--plan", "plan.md", "--output", output, cwd=tmp_path
        )
        shown += ran.out + ran.err
    for command in (["history"], ["history", "--export"], ["state"], ["state", "--output", "json"]):
        shown += exitgate(*command, cwd=tmp_path).out
    shown += "".join(path.read_text() for path in (tmp_path / ".exitgate").glob("*.json"))
    assert TOKEN not in shown
    assert "redacted" in shown
    assert ran.code == 11, "what is redacted must still compare equal"

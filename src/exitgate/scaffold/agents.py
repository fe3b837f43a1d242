"""The agents that `exitgate init` knows: how to tell them, how to run them in a workflow."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TEMP = "${{ runner.temp }}"


@dataclass(frozen=True, slots=True)
class Agent:
    name: str
    step: str
    """The workflow step that runs it, without indentation."""
    output: str
    """Where that step leaves what the gate reads."""
    secret: str = ""
    traces: tuple[str, ...] = ()
    """Files by which a repository shows that it is used there."""


CLAUDE_STEP = """\
- name: Let Claude Code work
  id: agent
  continue-on-error: true # a failed run is evidence too, and the gate reads it
  uses: anthropics/claude-code-action@cfc3eb22bfed5c26ef66e3223c982af27e4524de # v1.0.231
  with:
    anthropic_api_key: ${{ secrets.ANTHROPIC_API_KEY }}
    github_token: ${{ github.token }}
    allowed_bots: github-actions[bot] # the gate starts the next iteration
    prompt: |
      ${{ env.TASK }}
      ${{ env.GUIDANCE }}
    claude_args: --max-turns 50 --allowedTools "Edit,Write,Bash"
"""


def _shell_step(title: str, command: str, variable: str = "", secret: str = "") -> str:
    key = f"    {variable}: ${{{{ secrets.{secret} }}}}\n" if variable else ""
    env = f"  env:\n{key}" if key else ""
    return (
        f"- name: Let {title} work\n"
        "  continue-on-error: true # a failed run is evidence too, and the gate reads it\n"
        f"{env}"
        f"  run: {command}\n"
    )


ASKED = '"$TASK $GUIDANCE"'
AGENTS = {
    agent.name: agent
    for agent in (
        Agent(
            "claude",
            CLAUDE_STEP,
            "${{ steps.agent.outputs.execution_file }}",
            "ANTHROPIC_API_KEY",
            ("CLAUDE.md", ".claude"),
        ),
        Agent(
            "codex",
            _shell_step(
                "Codex",
                f"npx --yes @openai/codex@0.169.0 exec --json --sandbox workspace-write {ASKED}"
                ' > "$RUNNER_TEMP/codex-output.jsonl"',
                "CODEX_API_KEY",
                "OPENAI_API_KEY",
            ),
            f"{TEMP}/codex-output.jsonl",
            "OPENAI_API_KEY",
            (".codex",),
        ),
        Agent(
            "gemini",
            _shell_step(
                "Gemini CLI",
                "npx --yes @google/gemini-cli@0.61.0 --yolo --output-format stream-json"
                f" --prompt {ASKED}"
                ' > "$RUNNER_TEMP/gemini-output.jsonl"',
                "GEMINI_API_KEY",
                "GEMINI_API_KEY",
            ),
            f"{TEMP}/gemini-output.jsonl",
            "GEMINI_API_KEY",
            ("GEMINI.md", ".gemini"),
        ),
        Agent(
            "opencode",
            _shell_step(
                "opencode",
                f"npx --yes opencode-ai@1.18.33 run --format json {ASKED}"
                ' > "$RUNNER_TEMP/opencode-output.jsonl"',
                "ANTHROPIC_API_KEY",
                "ANTHROPIC_API_KEY",
            ),
            f"{TEMP}/opencode-output.jsonl",
            "ANTHROPIC_API_KEY",
            ("opencode.json", "opencode.jsonc", ".opencode"),
        ),
        Agent(
            "other",
            _shell_step("the agent", f'./run-agent {ASKED} > "$RUNNER_TEMP/agent-output.txt"'),
            f"{TEMP}/agent-output.txt",
        ),
    )
}


def guess(folder: Path) -> Agent | None:
    """The one agent whose files lie in the folder; None where there is none or more than one."""
    found = [
        agent
        for agent in AGENTS.values()
        if any((folder / trace).exists() for trace in agent.traces)
    ]
    return found[0] if len(found) == 1 else None

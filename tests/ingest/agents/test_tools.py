"""What a call is for, by its name and input, in every vendor's words."""

from __future__ import annotations

import pytest

from exitgate.core.transcript import CallKind
from exitgate.ingest.tools import may_edit, tool_use
from growth import grows_gently

SHELL = [
    ("cat src/a.py", "read", ()),
    ("ls -la && pwd", "read", ()),
    ("cd /repo && grep -rn 'a|b; c' src | head -5", "read", ()),
    ("sed -n '1,20p' src/a.py", "read", ()),
    ("find . -name '*.py' 2>/dev/null | xargs grep -l x", "read", ()),
    ("git diff --stat && git log -3", "read", ()),
    ("find . -name '*.pyc' -delete", "run", ()),
    ("python -m pytest -q 2>&1 | tail -5", "run", ()),
    ("pytest > out.txt 2>&1; tail out.txt", "run", ()),
    ("git commit -am 'echo > x'", "run", ()),
    ("python - <<'EOF'\nopen('a').write('> b')\nEOF", "run", ()),
    ("sed -i 's/a/b/' src/a.py", "edit", ("src/a.py",)),
    ("sed -i.bak -e 's/a/b/' src/a.py", "edit", ("src/a.py",)),
    ("perl -pi -e 's/a/b/' src/a.py", "edit", ("src/a.py",)),
    ("cat > src/a.py <<'EOF'\nx = 1 > 0\nsed -i y z\nEOF\npython src/a.py", "edit", ("src/a.py",)),
    ("cat <<EOF > 'my file.txt'\nhello\nEOF", "edit", ("my file.txt",)),
    ("echo done >> notes.md", "edit", ("notes.md",)),
    ("echo hi | tee a.txt b.txt", "edit", ("a.txt", "b.txt")),
    ("echo probe > /tmp/probe.txt", "run", ()),
    ("echo quiet > /dev/null", "read", ()),
    (
        "apply_patch <<'E'\n*** Begin Patch\n*** Add File: n.py\n+x\n*** End Patch\nE",
        "edit",
        ("n.py",),
    ),
    ("git apply fix.patch", "edit", ("fix.patch",)),
    ("str_replace_editor view /repo/a.py", "run", ()),
    ("str_replace_editor create /repo/a.py --file_text x", "edit", ("/repo/a.py",)),
    ("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", "finish", ()),
    ("", "run", ()),
]


@pytest.mark.parametrize(("command", "kind", "paths"), SHELL)
def test_shell_commands(command: str, kind: str, paths: tuple[str, ...]) -> None:
    use = tool_use("Bash", {"command": command})
    assert (use.kind.value, use.paths, use.command) == (kind, paths, command)


@pytest.mark.parametrize("command", [row[0] for row in SHELL])
def test_the_cheap_look_never_misses_an_edit(command: str) -> None:
    if tool_use("bash", {"command": command}).kind is CallKind.EDIT:
        assert may_edit("bash", {"command": command})


NAMED: list[tuple[str, object, str, tuple[str, ...]]] = [
    ("Edit", {"file_path": "a.py", "old_string": "x"}, "edit", ("a.py",)),
    ("MultiEdit", {"file_path": "a.py", "edits": []}, "edit", ("a.py",)),
    ("NotebookEdit", {"notebook_path": "n.ipynb"}, "edit", ("n.ipynb",)),
    ("str_replace_editor", {"command": "view", "path": "a.py"}, "read", ("a.py",)),
    ("str_replace_editor", {"command": "insert", "path": "a.py"}, "edit", ("a.py",)),
    ("apply_patch", "*** Begin Patch\n*** Update File: a.py\n", "edit", ("a.py",)),
    ("apply_patch", {"input": "--- a/b.py\n+++ b/b.py\n"}, "edit", ("b.py",)),
    ("shell", {"command": ["bash", "-lc", "tee x.txt"]}, "edit", ("x.txt",)),
    ("run_shell_command", {"command": "npm test"}, "run", ()),
    ("read_many_files", {"paths": ["a", "b"]}, "read", ("a", "b")),
    ("Grep", {"pattern": "x", "path": "src"}, "search", ("src",)),
    ("TodoWrite", {"todos": []}, "plan", ()),
    ("update_plan", {"plan": []}, "plan", ()),
    ("AskUserQuestion", {"questions": []}, "ask", ()),
    ("Task", {"prompt": "x"}, "agent", ()),
    ("finish", {}, "finish", ()),
    ("mcp__github__create_issue", {"title": "x"}, "other", ()),
    ("Bash", None, "run", ()),
    ("Edit", [1, 2], "edit", ()),
    ("", {}, "other", ()),
]


@pytest.mark.parametrize(("name", "given", "kind", "paths"), NAMED)
def test_named_tools(name: str, given: object, kind: str, paths: tuple[str, ...]) -> None:
    use = tool_use(name, given)
    assert (use.kind.value, use.paths) == (kind, paths)


@pytest.mark.parametrize(
    "bite", ['"', "'", '\\"', '"\\"', "<<A\n", "> ", "sed -i ", "a|", "$(", "+++ ", "\n+++ b/x"]
)
def test_hostile_commands_take_linear_time(bite: str) -> None:
    def work(size: int) -> None:
        tool_use("Bash", {"command": bite * size})
        tool_use("apply_patch", {"input": bite * size})

    assert grows_gently(work, 200_000)

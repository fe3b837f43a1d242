"""Whole decisions about one recorded iteration: what a claim is worth beside its evidence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exitgate.cli import main

DONE = "All tests pass.\n\nRALPH_STATUS:\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n"
PATCH = "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n"
SKIP = (
    "diff --git a/tests/test_a.py b/tests/test_a.py\n--- a/tests/test_a.py\n+++ b/tests/test_a.py\n"
    "@@ -1,2 +1,4 @@\n+import pytest\n+@pytest.mark.skip\n def test_a():\n     assert a() == 2\n"
)
EDIT = {"type": "tool_call", "id": "e", "name": "edit", "input": {"path": "src/a.py"}}
EDITED = {"type": "tool_result", "id": "e", "output": "ok"}
RUN = {"type": "tool_call", "id": "r", "name": "bash", "input": {"command": "pytest -q"}}
PASSED = {"type": "tool_result", "id": "r", "output": "12 passed in 1s", "exit_code": 0}


def decide(
    capsys: pytest.CaptureFixture[str],
    folder: Path,
    steps: list[dict[str, Any]],
    text: str = DONE,
    patch: str = PATCH,
) -> dict[str, Any]:
    said = [{"type": "message", "role": "assistant", "text": text}]
    end = [{"type": "end", "status": "finished"}]
    response = "\n".join(json.dumps(item) for item in (*steps, *said, *end))
    files = [{"path": "src/a.py", "status": "M", "added": 1, "deleted": 1}]
    changes = {"tree": "t1", "files": files, "patch": patch}
    record = {"loop": "l", "iteration": 1, "response": response, "changes": changes}
    path = folder / "loop.jsonl"
    path.write_text(json.dumps(record))
    main(["replay", str(path), "--output", "json"])
    return json.loads(capsys.readouterr().out)


def test_tests_after_the_last_edit_make_it_ready(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    decision = decide(capsys, tmp_path, [EDIT, EDITED, RUN, PASSED])
    assert (decision["verdict"], decision["merge_ready"]) == ("complete", True)


def test_tests_before_the_last_edit_do_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    decision = decide(capsys, tmp_path, [RUN, PASSED, EDIT, EDITED])
    assert decision["merge_ready"] is False


def test_a_file_that_nobody_changed_contradicts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = f"I created `src/billing.py`. {DONE}"
    decision = decide(capsys, tmp_path, [EDIT, EDITED, RUN, PASSED], text)
    outcomes = {claim["claim"]: claim["outcome"] for claim in decision["claims"]}
    assert outcomes["changed src/billing.py"] == "contradicted"


def test_a_skipped_test_is_not_ready_and_the_words_say_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    decision = decide(capsys, tmp_path, [EDIT, EDITED, RUN, PASSED], patch=PATCH + SKIP)
    assert decision["merge_ready"] is False
    assert "not ready to merge" in decision["guidance"]
    assert "Restore the tests" in decision["guidance"]

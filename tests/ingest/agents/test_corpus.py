"""Every recording of the shared corpus is known for what it is."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from exitgate.core.policy import Limits
from exitgate.ingest.responses import read_recorded

CORPUS = Path(__file__).parents[3].parent / "shared" / "corpus"
FORMATS = {
    "ralph-loops": {"claude-stream", "claude-result"},
    "claude-terminal-bench": {"claude-stream"},
    "openhands-swe-bench": {"exitgate"},
    "mini-swe-agent": {"mini-swe-agent"},
    "traces": {"exitgate", "markdown", "text"},
}


@pytest.mark.parametrize("name", FORMATS)
def test_no_recording_is_taken_for_text_that_is_not(name: str) -> None:
    path = CORPUS / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip("the shared corpus is not on this machine")
    seen: Counter[str] = Counter()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            response = json.loads(line)["response"]
            if response.strip():
                transcript = read_recorded(response, limits=Limits())
                seen[transcript.format] += 1
                if response.lstrip().startswith('{"'):
                    assert transcript.format not in ("text", "markdown")
    assert set(seen) == FORMATS[name]

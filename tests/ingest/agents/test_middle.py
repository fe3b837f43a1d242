"""The middle of a long text is passed over by chunks, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from exitgate.core.policy import Limits
from exitgate.ingest.middle import without_middle
from exitgate.ingest.responses import read_responses

CHUNKS = st.lists(st.text("ab\n", min_size=1, max_size=8).map(str.encode), max_size=20)


@given(chunks=CHUNKS, most=st.integers(1, 30))
def test_ends_are_kept_and_lines_stay_whole(chunks: list[bytes], most: int) -> None:
    passed: list[int] = []
    whole, kept = b"".join(chunks), b"".join(without_middle(chunks, most, passed.append))
    assert len(whole) - len(kept) == sum(passed)
    assert (kept[:most], kept[-most:]) == (whole[:most], whole[-most:])
    left = iter(whole.split(b"\n"))
    assert all(line in left for line in kept.split(b"\n"))


def test_a_long_log_keeps_its_first_and_last_words(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text(
        "First words.\n" + "something happened\n" * 200_000 + "All tasks are complete.\n"
    )
    read = read_responses([str(path)], limits=Limits(message_chars=2_000))
    said = read.transcript.final_message
    assert said.startswith("First words.")
    assert said.endswith("All tasks are complete.")
    assert len(said) <= 2_100
    assert any("passed over" in note for note in read.transcript.cut)
    assert read.inputs[0].bytes == path.stat().st_size

"""A link leads to the record and nowhere else, whoever wrote the label."""

from __future__ import annotations

import pytest

from exitgate.measure.link import link_of


@pytest.mark.parametrize(
    ("recording", "label", "link"),
    [
        ("a/b c.jsonl", None, "a/b%20c.jsonl#L7"),
        ("a.jsonl.gz", "done", "a.jsonl.gz"),
        ("-", "done", ""),
        ("a.jsonl", {"url": "https://x.org/p?q=1#z"}, "https://x.org/p?q=1#z"),
        ("a.jsonl", {"url": "javascript:alert(1)"}, "a.jsonl#L7"),
        ("a.jsonl", {"url": "https://[bad"}, "a.jsonl#L7"),
        ("a.jsonl", {"url": 7}, "a.jsonl#L7"),
        ("a.jsonl", {"url": "https://x.org/\"><b>')\n"}, "https://x.org/%22%3E%3Cb%3E%27%29%0A"),
        ("javascript:alert(1)", None, "javascript%3Aalert%281%29#L7"),
    ],
)
def test_link(recording: str, label: object, link: str) -> None:
    assert link_of(recording, 7, label) == link

"""The comment as the README shows it: rendered from the sample loop, not written by hand."""

from __future__ import annotations

from pathlib import Path

from exitgate.config import load_policy
from exitgate.recording import read_recording
from exitgate.replay import replay
from exitgate.report.markdown import render_comment

README = Path("README.md")
LOOP = Path("examples/loops/complete.jsonl")
START, END = "<!-- comment: renewed by make docs -->\n", "\n<!-- end of comment -->"


def with_picture(readme: str, loop: Path) -> str:
    """The README with the comment between its two marks."""
    before, _, rest = readme.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{picture(loop)}{END}{after}"


def picture(loop: Path) -> str:
    """The comment on the loop's last iteration up to the parts that fold away, as a quotation."""
    policy = load_policy(profile="standard").policy
    with loop.open("rb") as stream:
        *_, last = replay(read_recording(stream, loop.name), policy)
    shown = render_comment(last.decision, history=last.history).partition("<details>")[0]
    return "".join(f"> {line}".rstrip() + "\n" for line in shown.rstrip().splitlines())

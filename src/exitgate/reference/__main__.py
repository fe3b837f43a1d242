"""Renew docs/reference.md and the comment that the README shows."""

from pathlib import Path

from exitgate.reference.page import reference
from exitgate.reference.picture import LOOP, README, with_picture

Path("docs/reference.md").write_text(reference(Path("action.yml")), "utf-8")
README.write_text(with_picture(README.read_text("utf-8"), LOOP), "utf-8")

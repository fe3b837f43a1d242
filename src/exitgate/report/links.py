"""Where a reference leads: a line of a file in the repository, or the run that was read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from exitgate.report.escape import code, path_url

_FILE = re.compile(r"(?P<path>[^\s:]{1,400})(?::(?P<line>\d{1,7}))?")
_IN_THE_RUN = re.compile(r"(?:response|step|message|call|log)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses of our own. `repository` is the web page, `sha` the commit that was judged."""

    repository: str = ""
    sha: str = ""
    run: str = ""
    elsewhere: frozenset[str] = frozenset()
    """Files that were read but are not in the repository, such as the agent's output."""


def reference(ref: str, links: Links | None) -> str:
    """The reference as a code span, linked where we know a place for it."""
    label = code(ref, 120)
    target = _target(ref, links) if links else None
    return f"[{label}]({target})" if target else label


def _target(ref: str, links: Links) -> str | None:
    match = _FILE.fullmatch(ref)
    path = match["path"] if match else ""
    if _IN_THE_RUN.match(ref) or path in links.elsewhere or path.endswith(".xml"):
        return links.run or None
    if not match or not _looks_like_a_file(path) or not (links.repository and links.sha):
        return None
    url = path_url(f"{links.repository}/blob/{links.sha}", path)
    return f"{url}#L{match['line']}" if url and match["line"] else url


def _looks_like_a_file(path: str) -> bool:
    return "/" in path or "." in path.strip(".")

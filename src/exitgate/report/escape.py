"""The one place where foreign text is escaped: each function makes it safe for one place.

Everything that came from an agent, a file name, a branch, a test or a comment goes through
here on its way out. The order never changes: decode and show what is hidden, redact
secrets, shorten, and escape last.

GitHub looks for mentions, references and links in the finished page, so escaping a
character as an entity does not stop them; an invisible space behind it does. Workflows
also search the raw comment for words such as a bot's mention, so code is treated alike.
"""

from __future__ import annotations

import html as _html
import re
from functools import cache
from itertools import pairwise

from exitgate.language.redact import redact
from exitgate.report.clean import one_line, shorten, visible, without_comments

__all__ = [
    "code",
    "html",
    "inline",
    "log_line",
    "mermaid",
    "path_url",
    "quotation",
    "redact",
    "terminal",
    "terminal_lines",
]

BREAK = "\u200b"
"""Zero-width space: shown as nothing, ends a mention, a reference or a link."""
NOTHING = "–"
MOST_INDENT = 12

_MARKDOWN = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        "|": "&#124;",
        **{mark: f"\\{mark}" for mark in "\\`*_[]~$"},
    }
)


def inline(text: str, limit: int = 400) -> str:
    """One line of Markdown prose, also at the start of a line or in a table; a dash for none."""
    shown = shorten(one_line(_shown(text)), limit)
    escaped = _without_active_words(shown).translate(_MARKDOWN)
    return _block_start().sub(r"\g<0>\\", escaped) or NOTHING


def code(text: str, limit: int = 200) -> str:
    """A code span, also in a table. Pipes and backticks need the HTML form to stay inside."""
    shown = _without_active_words(shorten(one_line(_shown(text)), limit))
    if not shown:
        return NOTHING
    if any(mark in shown for mark in "`|\\"):
        return f"<code>{shown.translate(_MARKDOWN)}</code>"
    return f"`{shown}`"


def quotation(text: str, limit: int = 8_000) -> str:
    """Several lines to read and to copy: a fence would scroll sideways on a phone, this wraps."""
    lines = shorten(_shown(text).strip("\n"), limit).split("\n")
    told = [_quoted_line(line) for line in lines]
    # A line break of ours; two lines without a text between them are two paragraphs anyway.
    ends = ["\\" if here and after else "" for here, after in pairwise([*told, ""])]
    return "\n".join(f"> {line}{end}".rstrip() for line, end in zip(told, ends, strict=True))


def _quoted_line(line: str) -> str:
    """Indentation is kept by spaces that neither Markdown nor a page takes away."""
    if not (words := line.strip()):
        return ""
    depth = min(len(line) - len(line.lstrip()), MOST_INDENT)
    return "\N{NO-BREAK SPACE}" * depth + inline(words, len(words))


def html(text: str, limit: int = 400) -> str:
    """Text or an attribute's value in HTML."""
    shown = shorten(one_line(_shown(text)), limit)
    return _html.escape(_without_active_words(shown), quote=True)


def mermaid(text: str, limit: int = 60) -> str:
    """A quoted Mermaid label: letters, digits and harmless marks only."""
    kept = re.sub(r"[^\w .,/()+-]", " ", one_line(_shown(text)))
    return f'"{shorten(one_line(kept), limit)}"'


def terminal(text: str, limit: int = 400) -> str:
    """One line for a terminal or a log that commands the runner to do nothing."""
    return log_line(shorten(one_line(redact(visible(text))), limit))


def terminal_lines(text: str, limit: int = 8_000) -> str:
    shown = shorten(redact(visible(text)).strip("\n"), limit)
    return "\n".join(log_line(line) for line in shown.split("\n"))


def log_line(text: str) -> str:
    """The runner obeys a line that starts with `::`, and `##[` wherever it stands."""
    # Whatever anybody may take for a line break: not only \n opens a line somewhere.
    is_one_line = text.splitlines() in ([], [text])
    line = text if is_one_line else one_line(visible(text))
    line = line.replace("##[", f"##{BREAK}[")
    start = len(line) - len(line.lstrip())
    return f"{line[:start]}:{BREAK}{line[start + 1 :]}" if line.startswith("::", start) else line


def path_url(base: str, path: str) -> str | None:
    """`base/path` percent-encoded, or None for a path that would lead elsewhere."""
    from urllib.parse import quote

    parts = path.split("/")
    if not path or any(part in {"", ".", ".."} for part in parts) or "\\" in path:
        return None
    return f"{base.rstrip('/')}/{quote(path.encode('utf-8', 'replace'), safe='/')}"


def file_url(path: str) -> str:
    """A file as a person named it, for a page beside it."""
    from urllib.parse import quote

    return quote(path.encode("utf-8", "replace"), safe="/")


def web_url(address: str) -> str | None:
    """An address of the web, encoded so that it ends where it should; None for any other."""
    from urllib.parse import quote, urlsplit

    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    if parts.scheme not in ("https", "http") or not parts.netloc:
        return None
    return quote(address[:2_000].encode("utf-8", "replace"), safe="/:?#[]@!$&*+,;=%~")


def _shown(text: str) -> str:
    return redact(without_comments(visible(text)))


def _without_active_words(text: str) -> str:
    """Mentions, references, bare links and slash commands, each broken by an invisible space."""
    text = text.replace("@", f"@{BREAK}").replace("://", f":{BREAK}//")
    # Markdown may be printed too, and a runner obeys this one wherever it stands.
    text = text.replace("##[", f"##{BREAK}[")
    return _active().sub(rf"\g<0>{BREAK}", text)


@cache
def _active() -> re.Pattern[str]:
    return re.compile(
        r"\#(?=\d)|\bgh-(?=\d)|www(?=\.)|\b(?:mailto|xmpp)(?=:)|^[^\S\n]*+(?=/)",
        re.IGNORECASE | re.MULTILINE,
    )


@cache
def _block_start() -> re.Pattern[str]:
    """What would open a heading, a list, a rule or an underline at the start of a line."""
    return re.compile(r"^(?=[#+=:-])|^\d{1,9}(?=[.)])")

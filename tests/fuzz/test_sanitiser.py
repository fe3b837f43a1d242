"""What leaves the gate is inert, whatever went in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exitgate.language.redact import redact
from exitgate.report import escape
from exitgate.report.clean import visible

PIECES = (
    "::", "##[", "\x1b[2J", "\x9b", "\u202e", "\u200b", "<!--", "-->", "```", "~~~", "`", "|", "\r",
    "\n", "@a", "#1", "/exitgate approve", "<b>", "&lt;", "![x](y)", "https://a.b", "\\", "\ud800",
    "stop-commands", "error", "EOF", "\u2028", "- ", "# ", "=", "\x07", "]8;;", "%0A", "\u00ad",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=12).map("".join)
tokens = st.text("abcdefghijABCDEFGHIJ0123456789", min_size=36, max_size=36).map("ghp_{}".format)


@given(texts)
def test_one_line_for_a_terminal(text: str) -> None:
    shown = escape.terminal(text)
    assert "\n" not in shown
    assert not {"\x1b", "\x9b", "\r", "\x07", "\u202e", "\u2028"} & set(shown)
    assert not shown.lstrip().startswith("::")
    assert "##[" not in shown


@given(texts)
def test_a_log_line_commands_nothing(text: str) -> None:
    for line in escape.log_line(text).splitlines():
        assert not line.lstrip().startswith("::")
        assert "##[" not in line


@given(texts)
def test_a_table_cell_stays_one(text: str) -> None:
    for shown in (escape.inline(text), escape.code(text)):
        assert "\n" not in shown
        assert "|" not in shown.replace("\\|", "")
        assert "<!--" not in shown
        shown.encode()


@given(texts)
def test_a_quotation_is_left_by_us_alone(text: str) -> None:
    for line in escape.quotation(text).split("\n"):
        assert line.startswith(">")
        assert not {"<", "|"} & set(line)
        assert len(line.splitlines()) == 1


@given(texts)
def test_html_and_mermaid_hold_no_markup(text: str) -> None:
    assert not {"<", ">", '"'} & set(escape.html(text))
    assert not {"<", ">", '"', "`", ";", "\n"} & set(escape.mermaid(text)[1:-1])


@given(texts, tokens, texts)
def test_a_secret_goes_wherever_it_stands(before: str, token: str, after: str) -> None:
    text = f"{before} {token} {after}"
    assert token not in redact(text)
    assert token not in redact(visible(text))
    assert redact(redact(text)) == redact(text)


@given(texts, st.text("abc\n:-", min_size=8, max_size=20))
def test_a_known_value_goes(text: str, value: str) -> None:
    if len(value.strip()) >= 8 and "\n" not in value:
        assert value not in redact(f"{text} {value} {text}", (value,))

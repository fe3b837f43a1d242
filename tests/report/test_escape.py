"""Secrets go before anything is shortened; ordinary text stays as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exitgate.report.clean import visible, without_comments
from exitgate.report.escape import code, inline, log_line, path_url, quotation, redact, terminal

CASES = json.loads(Path(__file__).with_name("cases").joinpath("secrets.json").read_text("utf-8"))
SECRETS = [
    pytest.param(case["before"], case["secret"], id=f"{case['vendor']}-{number}")
    for number, case in enumerate(CASES["secrets"])
]
TELLING = 9
"""A longer piece of a secret than this must never be seen."""


@pytest.mark.parametrize(("before", "secret"), SECRETS)
def test_secret_is_redacted(before: str, secret: str) -> None:
    shown = redact(f"it said: {before}{secret} and went on")
    assert "[redacted" in shown
    assert secret[:TELLING] not in shown
    assert secret.split("@")[0][-TELLING:] not in shown


@pytest.mark.parametrize(("before", "secret"), SECRETS)
def test_secret_is_gone_before_the_text_is_cut(before: str, secret: str) -> None:
    for limit in range(20, 60, 7):
        assert secret[:TELLING] not in inline(f"{'x' * 10} {before}{secret}", limit)


@pytest.mark.parametrize(("before", "secret"), SECRETS)
def test_hidden_characters_do_not_save_a_secret(before: str, secret: str) -> None:
    split = f"{before}{secret[:4]}\u200b{secret[4:8]}\x1b[0m{secret[8:]}"
    for rendered in (inline(split), code(split), quotation(split), terminal(split)):
        assert secret[:TELLING] not in rendered.replace("\\", "")


@pytest.mark.parametrize("text", CASES["harmless"])
def test_ordinary_text_is_not_redacted(text: str) -> None:
    assert redact(text) == text


def test_known_values_go_whole_and_line_by_line() -> None:
    shown = redact("token hunter22 then first-line", ["hunter22", "first-line\nsecond-line", "the"])
    assert shown == "token [redacted] then [redacted]"


def test_redacting_twice_changes_nothing_more() -> None:
    for case in CASES["secrets"]:
        once = redact(case["before"] + case["secret"])
        assert redact(once) == once


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Fixed auth.ts - added null check", "Fixed auth.ts - added null check"),
        ("2026-01-15T10:00:00Z", "2026-01-15T10:00:00Z"),
        ("a_b", "a\\_b"),
        ("1. first", "1\\. first"),
        ("a | b", "a &#124; b"),
        ("", "–"),
        ("<!-- only hidden -->", "–"),
        ("日本語のテスト", "日本語のテスト"),
    ],
)
def test_inline(text: str, shown: str) -> None:
    assert inline(text) == shown


def test_a_comment_cannot_be_put_together_from_its_rest() -> None:
    assert "<!--" not in without_comments("<!<!-- x -->-- forged -->")


def test_code_keeps_pipes_and_backticks_inside() -> None:
    assert code("error:TypeError-null-auth.ts") == "`error:TypeError-null-auth.ts`"
    assert code("a`|b") == "<code>a\\`&#124;b</code>"


def test_a_quotation_is_read_line_by_line_as_it_was_written() -> None:
    written = "1. First:\n   - `a|b` in x_y\n\n/exitgate cancel\n> # not a heading\n\n"
    assert quotation(written) == (
        "> 1\\. First:\\\n"
        "> \N{NO-BREAK SPACE}\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}\\- \\`a&#124;b\\` in x\\_y\n"
        ">\n"
        "> \u200b/exitgate cancel\\\n"
        "> &gt; # not a heading"
    )


def test_a_quotation_cannot_be_left_from_inside() -> None:
    shown = quotation("a\n\n\n\r\n<details>\u2028b\n```\nc\x0bd")
    assert all(line.startswith(">") for line in shown.split("\n"))
    assert "\n".join(shown.splitlines()) == shown


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd", "../x", "a/../../b", "a//b", "./a", "a\\..\\b"]
)
def test_no_link_leads_out_of_the_repository(path: str) -> None:
    assert path_url("https://github.com/octo/shop/blob/main", path) is None


def test_a_path_is_encoded_in_its_link() -> None:
    assert path_url("https://h/b/", "src/ü (1).py") == "https://h/b/src/%C3%BC%20%281%29.py"


def test_a_log_line_commands_nothing() -> None:
    assert not log_line("  ::error::x").strip().startswith("::")
    assert "##[" not in log_line("a ##[error]b")
    assert log_line("std::vector") == "std::vector"


@settings(max_examples=50)
@given(st.text())
def test_visible_text_is_stable_and_can_be_encoded(text: str) -> None:
    shown = visible(text.replace("&", ""))
    assert visible(shown) == shown
    shown.encode()

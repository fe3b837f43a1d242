"""Small inputs that would grow, nest or repeat without end: told apart in bounded time."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest
from ground import DONE, GREEN, attack, check

ENTITY = "<!ENTITY l{} '{}'>"
LAUGHS = "".join(ENTITY.format(n, f"&l{n - 1};" * 10) for n in range(1, 10))
XML = {
    "entities": f'<!DOCTYPE t [<!ENTITY l0 "x">{LAUGHS}]><testsuite><testcase name="&l9;"/></testsuite>',
    "external": '<!DOCTYPE t [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
    '<testsuite><testcase name="&e;"/></testsuite>',
    "parameter": '<!DOCTYPE t [<!ENTITY % e SYSTEM "http://127.0.0.1:9/x"> %e;]>' + GREEN,
    "dtd": '<!DOCTYPE t SYSTEM "http://127.0.0.1:9/x.dtd">' + GREEN,
    "include": '<testsuite xmlns:i="http://www.w3.org/2001/XInclude">'
    '<i:include href="/etc/hostname" parse="text"/></testsuite>',
    "deep": "<testsuite>" * 20_000 + "</testsuite>" * 20_000,
    "attributes": "<testsuite " + " ".join(f'a{n}="1"' for n in range(50_000)) + "/>",
    "cut off": '<testsuite><testcase name="a"/>',
    "utf-7": '<?xml version="1.0" encoding="utf-7"?><testsuite><testcase name="a"/></testsuite>',
}
YAML = {
    "aliases": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
    ),
    "python": "profile: !!python/object/apply:os.system ['touch ran']\n",
    "python name": "profile: !!python/name:os.system\n",
    "itself": "a: &a [*a]\n",
    "deep": "[" * 10_000,
    "merge": "a: &a {x: 1}\nb: {<<: [*a, *a, {<<: *a}]}\n",
    "numbers": "budgets: {max_cost: .inf, max_iterations: 1e400}\n",
    "dates": "profile: 2026-99-99\n",
    "two documents": "profile: standard\n---\nprofile: ralph\n",
    "binary": "profile: !!binary aGFsbG8=\n",
    "control": "profile: \x00\x01\n",
    "large": "# x\n" * 100_000,
}
REPEATED = [
    "a", " ", "\n", "\t", "-", "*", "#", "`", "```\n", ">", "|", "(", "[", "{", "<", "<!--", "- [ ] ",
    "- [x] a\n", "---RALPH_STATUS---\n", "EXIT_SIGNAL: true\n", "all done ", "not ", "error: ", "1 ",
    "1 passed, ", "/a", "a/", "a.py:1 ", "::error::", "\x1b[31m", "\u202e", "é", "😀", "http://a/",
    "Traceback (most recent call last):\n", "ghp_", "eyJ", "-----BEGIN PRIVATE KEY-----\n", "&amp;", "\\",
    "'", '"', "=", "https://a:b@", "AKIA", "  - ", "no, ", "remaining: 3 ", "?", "diff --git a/a b/a\n",
]  # fmt: skip


@pytest.mark.parametrize("text", XML.values(), ids=XML)
def test_xml(work: Path, text: str) -> None:
    (work / "junit.xml").write_text(text)
    ran = check(work, "--tests", "junit.xml")
    assert ran.decision["verdict"] != "complete", ran.decision["summary"]


@pytest.mark.parametrize("text", YAML.values(), ids=YAML)
def test_yaml(work: Path, text: str) -> None:
    (work / "exitgate.yml").write_text(text)
    assert check(work).code in (0, 78)
    assert not (work / "ran").exists()


def test_repeats_of_everything(work: Path) -> None:
    """Half a megabyte of each, in one run for each place: one bad pattern would take hours."""
    pieces = [piece * (10_000 // len(piece)) for piece in REPEATED]
    (work / "run.md").write_text("\n\n".join(pieces))
    (work / "plan.md").write_text("\n".join(f"- [ ] {piece}" for piece in pieces))
    (work / "task.md").write_text("\n".join(pieces))
    files = ("--plan", "plan.md", "--task", "task.md")
    for output in ("json", "text", "markdown"):
        assert check(work, *files, "--output", output).code != 10


@pytest.mark.parametrize("format_of", ["exitgate", "claude-stream"])
def test_repeats_in_tool_output(work: Path, format_of: str) -> None:
    pieces = [piece * (10_000 // len(piece)) for piece in REPEATED]
    lines = []
    for number, piece in enumerate(pieces):
        call = {"type": "tool_call", "id": str(number), "name": piece, "input": {"command": piece}}
        result = {"type": "tool_result", "id": str(number), "output": piece, "is_error": True}
        lines += [json.dumps(call), json.dumps(result)]
    (work / "run.md").write_text("\n".join(lines))
    assert check(work, "--format-of", format_of).code != 10


@pytest.mark.parametrize("depth", [1_000, 10_000, 100_000])
def test_deep_json(work: Path, depth: int) -> None:
    (work / "run.md").write_text('{"type":' * depth + "1" + "}" * depth)
    (work / "prd.json").write_text("[" * depth + "]" * depth)
    assert check(work, "--plan", "prd.json").code != 10


def test_a_gzip_bomb(work: Path) -> None:
    with gzip.open(work / "run.md", "wb", compresslevel=1) as bomb:
        for _ in range(200):
            bomb.write(b"All done. " * 100_000)
    assert check(work).code != 10


def test_zips_in_zips(work: Path) -> None:
    data = DONE.encode()
    for _ in range(30):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inner.zip", data)
        data = packed.getvalue()
    (work / "run.md").write_bytes(data)
    assert check(work, "--plan", "plan.md").code != 10


def test_many_members_of_a_zip_explode_no_further_than_one(work: Path) -> None:
    with zipfile.ZipFile(work / "run.md", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(40):
            archive.writestr(f"{number}.txt", b"a b " * 4_000_000)
    assert check(work).code != 10


def test_a_zip_with_names_that_climb(work: Path, outside: Path) -> None:
    with zipfile.ZipFile(work / "run.md", "w") as archive:
        archive.writestr("../../outside/run.md", DONE)
        archive.writestr("/etc/cron.d/x", DONE)
    assert check(work).code != 10
    assert sorted(path.name for path in outside.iterdir()) == ["secret.txt"]


def test_a_decision_that_is_a_bomb(work: Path) -> None:
    for text in ("[" * 100_000, '{"schema":' * 50_000, "1" * 10_000, '{"verdict":"complete"}', ""):
        (work / "decision.json").write_text(text)
        assert attack("explain", "decision.json", cwd=work).code == 65

"""The report and the fit as commands, over a recording made here."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from exitgate.cli import main
from exitgate.config import load_policy

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"
HOSTILE = "pr-1 <script>alert(1)</script> | @octocat `x`"


def run_of(*steps: tuple[str, str, int]) -> str:
    lines = []
    for number, (name, given, code) in enumerate(steps):
        key = "command" if name == "bash" else "path"
        call = {"type": "tool_call", "id": str(number), "name": name, "input": {key: given}}
        result = {"type": "tool_result", "id": str(number), "output": "", "exit_code": code}
        lines += [json.dumps(call), json.dumps(result)]
    message = {"type": "message", "role": "assistant", "text": "I changed the parser."}
    return "\n".join([*lines, json.dumps(message), '{"type":"end","status":"finished"}'])


GOOD = run_of(("edit", "src/a.py", 0), ("bash", "python tool.py", 0))
BAD = run_of(("edit", "src/a.py", 0), ("bash", "python tool.py", 1))


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    lines = [
        {"loop": f"{HOSTILE} {n}", "response": good, "cost_usd": 0.5, "label": label}
        for n in range(20)
        for good, label in ((GOOD, "done_true" if n % 4 else "done_false"), (BAD, "done_false"))
    ]
    path = tmp_path / "loops.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_the_report_as_json(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("replay", str(recording), "--report", "--output", "json", "--compare", "doyaken")
    data = json.loads(ran(capsys, *words))
    assert data["policies"] == ["standard", "doyaken"]
    first = data["measured"][0]
    assert (first["recording"], first["records"], first["labelled"]) == ("loops.jsonl", 40, 40)
    assert first["spending"]["total"] == {"iterations": 40, "cost_usd": 20.0}
    assert sum(sum(row.values()) for row in first["confusion"].values()) == 40
    assert first["calibration"]["base_rate"] == 0.375
    assert first["calibration"]["auc"] > 0.8
    assert first["worst"][0]["where"].startswith("loops.jsonl:")
    assert json.loads(ran(capsys, *words)) == data


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in ("meta", "br", "line", "rect", "circle", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "rect", "circle", "polyline"):
            assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_obeys_nobody(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = ran(capsys, "replay", str(recording), "--report", "--output", "html")
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert {"svg", "table", "circle"} <= tags.seen
    assert not {"script", "link", "img", "iframe"} & tags.seen
    assert not re.search(r"(?:src|url)\s*[=(]", page)
    assert set(re.findall(r'href="([^"]*)"', page)) == {str(recording)}


def test_the_report_as_markdown_breaks_no_table(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = ran(capsys, "replay", str(recording), "--report", "--output", "markdown")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {row.count(" | ") for row in rows[:3]} == {9}
    assert "<script" not in text
    assert "@octocat" not in text


def test_the_report_as_text(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ran(capsys, "replay", str(recording), "--report")
    assert "loops.jsonl" in text
    assert "40 iterations, $20.00" in text
    assert "worst mistakes:" in text


@pytest.mark.parametrize("columns", [70, 80, 120])
def test_no_word_and_no_figure_is_broken_where_it_is_narrow(
    recording: Path,
    columns: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = ran(capsys, "replay", str(recording), "--report", "--compare", "ralph")
    assert all(len(line) <= columns for line in text.splitlines())
    for word in (
        "recording",
        "standard",
        "false",
        "stops",
        "Brier",
        "ECE",
        "precision",
        "continue",
    ):
        assert word in text.split(), word


def test_the_bars_begin_where_the_axis_does(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ran(capsys, "replay", str(recording), "--report").splitlines()
    axis = next(line.index("0 %") for line in lines if line.startswith("confidence"))
    bars = [line.index("█") for line in lines if "█" in line]
    assert set(bars) == {axis}


def test_several_recordings_are_also_measured_together(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("replay", str(recording), str(recording), "--report", "--output", "json")
    rows = json.loads(ran(capsys, *words))["measured"]
    assert [(row["recording"], row["labelled"]) for row in rows] == [
        ("loops.jsonl", 40),
        ("loops.jsonl", 40),
        ("all recordings", 80),
    ]


def test_without_labels_the_report_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.jsonl").write_text('{"loop": "a", "response": "x"}\n')
    assert main(["replay", str(tmp_path / "r.jsonl"), "--report"]) == 65
    assert "carries a label" in capsys.readouterr().err


def test_a_fit_is_a_profile_that_can_be_used(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fitted.yml"
    ran(capsys, "calibrate", str(recording), "--out", str(out))
    text = out.read_text("utf-8")
    assert text.startswith("# Made by `exitgate calibrate` from 40 records")
    ran(capsys, "calibrate", str(recording), "--out", str(out))
    assert out.read_text("utf-8") == text
    before, after = load_policy().policy.confidence, load_policy(profile=str(out)).policy.confidence
    assert after.caps == before.caps
    signs = {(part.signal, part.when): part.weight > 0 for part in before.parts}
    assert all(signs[part.signal, part.when] == (part.weight > 0) for part in after.parts)


def test_a_fit_may_start_from_a_file_elsewhere(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start, out = tmp_path / "a" / "start.yml", tmp_path / "b" / "fitted.yml"
    for path in (start, out):
        path.parent.mkdir()
    start.write_text("extends: standard\nconfidence: {base: -1.0}\n")
    ran(capsys, "calibrate", str(recording), "--profile", str(start), "--out", str(out))
    sources = load_policy(profile=str(out)).sources
    assert [Path(name).name for name in sources] == ["fitted.yml", "start.yml", "standard"]


def test_a_fit_lowers_the_calibration_error(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fitted.yml"
    ran(capsys, "calibrate", str(recording), "--out", str(out))
    words = ("replay", str(recording), "--report", "--output", "json", "--compare", str(out))
    before, after = json.loads(ran(capsys, *words))["measured"]
    assert after["calibration"]["brier"] < before["calibration"]["brier"]


def test_outcomes_may_come_from_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [{"loop": f"pr-{n}", "response": GOOD if n % 2 else BAD} for n in range(30)]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    fates = {f"pr-{n}": "merged" if n % 2 else "reverted" for n in range(25)}
    (tmp_path / "fates.json").write_text(json.dumps(fates))
    words = (str(tmp_path / "r.jsonl"), "--outcomes", str(tmp_path / "fates.json"))
    assert "from 25 records" in ran(capsys, "calibrate", *words)


@pytest.mark.parametrize(
    ("words", "code"),
    [(("--profile", "ralph"), 64), (("--pull", "0"), 64), (("--outcomes", "absent.json"), 65)],
)
def test_what_cannot_be_fitted_is_refused(
    recording: Path, words: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", str(recording), *words]) == code
    assert "hint:" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["claude-terminal-bench", "mini-swe-agent", "openhands-swe-bench"])
def test_the_shipped_confidence_is_calibrated(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = CORPUS / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"recordings not found: {name}")
    row = json.loads(ran(capsys, "replay", str(path), "--report", "--output", "json"))["measured"][
        0
    ]
    assert row["calibration"]["count"] >= 100
    assert row["calibration"]["error"] <= 0.08

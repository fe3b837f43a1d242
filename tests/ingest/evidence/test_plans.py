"""Plans: every folder under cases/plans holds a plan and the items expected of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exitgate.core.absence import Missing
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.policy import Limits
from exitgate.ingest.plans import find_plans, parse_plan, read_plans
from growth import grows_gently

CASES = Path(__file__).parent / "cases" / "plans"


def told(item: PlanItem) -> str:
    state = "optional" if item.optional else "done" if item.done else "open"
    return f"{item.ref.removeprefix('plan').removeprefix(':')} {state} {item.text}"


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir()))
def test_case(name: str) -> None:
    (path,) = (CASES / name).glob("plan.*")
    plan = parse_plan(path.read_bytes().decode())
    assert isinstance(plan, Plan)
    expected = (CASES / name / "expected.txt").read_text().splitlines()
    assert [told(item) for item in plan.items] == [line for line in expected if line]


def read(*paths: Path, root: Path | None = None) -> Plan | Missing:
    return read_plans(paths, limits=Limits(), root=root)


def test_several_plans_are_one(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("- [x] one\n")
    (tmp_path / "b.md").write_text("\ufeff- [ ] two\n")
    plan = read(tmp_path / "a.md", tmp_path / "b.md")
    assert isinstance(plan, Plan)
    assert [item.ref for item in plan.items] == ["a.md:1", "b.md:1"]
    assert not plan.is_complete


def test_an_unreadable_plan_never_completes_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("- [x] one\n")
    assert read(tmp_path / "a.md", tmp_path / "gone.md") == Missing(
        "the plan cannot be read: gone.md (no such file)"
    )
    (tmp_path / "a.md").write_text("- [ ] one\n")
    assert isinstance(read(tmp_path / "a.md", tmp_path / "gone.md"), Plan), "open is open"


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ("tasks/login.md", "tasks/done/login.md", True),
        ("tasks/todo/login.md", "tasks/done/login.md", True),
        ("tasks/login.md", "tasks/completed/login.md", True),
        ("tasks/done/login.md", "tasks/done/login.md", True),
        ("tasks/login.md", "tasks/login.md", False),
    ],
)
def test_a_task_moved_to_done(tmp_path: Path, before: str, after: str, moved: bool) -> None:
    (tmp_path / after).parent.mkdir(parents=True)
    (tmp_path / after).write_text("# Login\n- [x] all\n")
    plan = read(tmp_path / before)
    assert isinstance(plan, Plan)
    assert plan.moved_to_done is moved


def test_no_plan(tmp_path: Path) -> None:
    assert read() == Missing("no plan was found")
    assert read(tmp_path) == Missing(f"the plan cannot be read: {tmp_path.name} (a folder)")


def test_the_first_candidate_that_is_there_decides(tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    for name in ("plans/b.md", "plans/a.md", "TODO.md"):
        (tmp_path / name).write_text("- [ ] x\n")
    candidates = ("@fix_plan.md", "plans/*.md", "TODO.md")
    assert find_plans(tmp_path, candidates) == (tmp_path / "plans/a.md", tmp_path / "plans/b.md")
    assert find_plans(tmp_path, ("none.md", "", "/etc/hostname", "../TODO.md")) == ()


def test_links_out_of_the_workspace_are_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temp"))
    (tmp_path / "secret.md").write_text("- [x] secret\n")
    workspace = tmp_path / "work"
    workspace.mkdir()
    (workspace / "plan.md").symlink_to(tmp_path / "secret.md")
    assert find_plans(workspace, ("plan.md",)) == ()
    assert isinstance(read(workspace / "plan.md", root=workspace), Missing)


@given(st.text())
def test_any_text_is_a_plan_or_says_why_not(text: str) -> None:
    plan = parse_plan(text)
    if isinstance(plan, Missing):
        assert plan.why
    else:
        assert all(item.text == item.text.strip() for item in plan.items)


@pytest.mark.parametrize("text", ['{"userStories": [{"id": 1,', "", "stories: yaml", '{"a": 1}}'])
def test_a_json_plan_that_is_none_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "prd.json").write_text(text)
    plan = read(tmp_path / "prd.json")
    assert isinstance(plan, Missing)
    assert "prd.json: not JSON" in plan.why


def test_a_binary_plan_says_so(tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_bytes(b"\x00\x01- [x] one")
    assert read(tmp_path / "plan.md") == Missing("the plan cannot be read: plan.md: binary data")


def test_text_that_only_opens_like_json_is_markdown() -> None:
    plan = parse_plan("{#plan}\n\n- [ ] one")
    assert isinstance(plan, Plan)
    assert [item.text for item in plan.items] == ["one"]


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("-*+")), max_size=20))
def test_a_written_list_is_read_back(items: list[tuple[bool, str]]) -> None:
    text = "\n".join(f"{mark} [{'x' if done else ' '}] item" for done, mark in items)
    plan = parse_plan(text)
    assert isinstance(plan, Plan)
    assert [item.done for item in plan.items] == [done for done, _ in items]


HOSTILE = [
    "- [ ] " + "(" * 200_000,
    "- [ ] x (a" * 50_000,
    "# " + "optional " * 50_000,
    "**a" * 100_000,
    " " * 500_000 + "- [ ] x",
    "[" * 200_000,
    '{"tasks":' * 20_000,
    "- [ ] " + "optional and " * 50_000,
    "## " + "optional " * 50_000,
    "optional\n---\n" * 20_000,
    "## optional " * 200 + "\n- [ ] x",
    ("later, and later " * 10 + ":\n") * 2_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_plans_stay_linear(text: str) -> None:
    assert grows_gently(lambda size: parse_plan(text[:size]), len(text))

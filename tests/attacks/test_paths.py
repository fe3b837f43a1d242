"""Links, pipes, devices and strange names: nothing outside is read, nothing hangs."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest
from ground import DONE, GREEN, WORKING, attack, check, repository

from conftest import SECRET

INPUTS = {
    "response": ("--response", "run.md"),
    "plan": ("--plan", "plan.md"),
    "tests": ("--tests", "junit.xml"),
    "task": ("--task", "task.md"),
    "config": ("--config", "exitgate.yml"),
}


def shown(ran: object) -> str:
    return f"{getattr(ran, 'out', '')}{getattr(ran, 'err', '')}"


@pytest.mark.parametrize("kind", INPUTS)
def test_a_pipe_as_input_does_not_hang(work: Path, kind: str) -> None:
    option, name = INPUTS[kind]
    (work / name).unlink(missing_ok=True)
    os.mkfifo(work / name)
    assert check(work, option, name).code != 10


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/stdin"])
@pytest.mark.parametrize("kind", INPUTS)
def test_a_device_as_input_is_bounded(work: Path, kind: str, device: str) -> None:
    assert check(work, INPUTS[kind][0], device).code != 10


@pytest.mark.parametrize("kind", INPUTS)
def test_a_folder_named_like_a_file(work: Path, kind: str) -> None:
    option, name = INPUTS[kind]
    (work / name).unlink(missing_ok=True)
    (work / name).mkdir()
    assert check(work, option, name).code != 10


@pytest.mark.parametrize("kind", INPUTS)
def test_a_link_to_itself(work: Path, kind: str) -> None:
    option, name = INPUTS[kind]
    (work / name).unlink(missing_ok=True)
    (work / name).symlink_to(name)
    assert check(work, option, name).code != 10


@pytest.mark.parametrize("command", ["replay", "explain"])
@pytest.mark.parametrize("device", ["pipe", "/dev/zero", "folder"])
def test_other_commands_do_not_hang_on_what_is_no_file(
    work: Path, command: str, device: str
) -> None:
    os.mkfifo(work / "pipe")
    (work / "folder").mkdir()
    ran = attack(command, device, cwd=work)
    assert ran.code == 65 or not ran.out


def test_a_found_plan_that_leads_outside_is_not_read(
    work: Path, outside: Path, not_temp: dict[str, str]
) -> None:
    (outside / "plan.md").write_text(f"- [x] {SECRET}\n")
    (work / "fix_plan.md").symlink_to(outside / "plan.md")
    ran = check(work, env=not_temp)
    assert ran.code != 10
    assert SECRET not in shown(ran)


def test_a_found_response_that_leads_outside_is_not_read(
    work: Path, outside: Path, not_temp: dict[str, str]
) -> None:
    (work / ".ralph").mkdir()
    (work / ".ralph" / "last-response.md").symlink_to(outside / "secret.txt")
    ran = attack("check", "--output", "json", "--state", "none", cwd=work, env=not_temp)
    assert SECRET not in shown(ran)


def test_a_glob_of_reports_does_not_follow_links_outside(
    work: Path, outside: Path, not_temp: dict[str, str]
) -> None:
    (outside / "junit.xml").write_text(GREEN)
    (work / "junit.xml").unlink()
    (work / "reports").symlink_to(outside)
    ran = check(work, "--tests", "reports/*.xml", env=not_temp)
    assert ran.code == 0
    assert ran.decision["verdict"] == "continue"


@pytest.mark.parametrize("pattern", ["../outside/*.xml", "**/../../outside/*.xml"])
def test_a_glob_of_reports_with_dots(
    work: Path, outside: Path, pattern: str, not_temp: dict[str, str]
) -> None:
    (outside / "junit.xml").write_text(GREEN)
    assert check(work, "--tests", pattern, env=not_temp).code == 0


def test_links_in_the_work_tree_show_nothing_of_what_they_lead_to(
    work: Path, outside: Path
) -> None:
    repository(work)
    (work / "link.py").symlink_to(outside / "secret.txt")
    (work / "lib").symlink_to(outside)
    ran = check(work, "--repo", ".", "--state", ".exitgate")
    kept = "".join(path.read_text() for path in (work / ".exitgate").glob("*.json"))
    assert SECRET not in shown(ran) + kept


@pytest.mark.parametrize(
    "name", [b"\xff\xfe.md", b"a\nb.md", b"-rf", b"a\x1b[2J.md", b"::error::x"]
)
def test_strange_file_names(work: Path, name: bytes) -> None:
    repository(work)
    path = os.path.join(os.fsencode(work), name)  # noqa: PTH118  (the name has no text form)
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(DONE.encode())
    for output in ("json", "text", "markdown"):
        ran = check(work, f"--response=./{os.fsdecode(name)}", "--response", "run.md",
                    "--repo", ".", "--output", output)  # fmt: skip
        assert ran.code in (0, 10)
        assert "\x1b" not in ran.out


def test_ten_thousand_untracked_files(work: Path) -> None:
    repository(work)
    many = work / "many"
    many.mkdir()
    for number in range(10_000):
        (many / f"{number}.txt").touch()
    (work / "run.md").write_text(WORKING)
    assert check(work, "--repo", ".").decision["verdict"] == "continue"


def test_ten_thousand_reports(work: Path) -> None:
    reports = work / "reports"
    reports.mkdir()
    for number in range(10_000):
        (reports / f"{number}.xml").write_text("<testsuite/>")
    assert check(work, "--tests", "reports/*.xml").code == 0


def test_a_file_that_grows_while_it_is_read(work: Path) -> None:
    stop = threading.Event()

    def grow() -> None:
        with (work / "run.md").open("a") as file:
            while not stop.is_set():
                file.write("more words\n" * 1_000)
                file.flush()
                time.sleep(0.001)

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        ran = check(work)
    finally:
        stop.set()
        writer.join()
    assert ran.code != 10


@pytest.mark.parametrize("name", ["../outside/secret.txt", "/etc/hostname", "a" * 5_000])
def test_names_that_are_no_response(work: Path, outside: Path, name: str) -> None:
    assert check(work, "--response", name, "--plan", "plan.md").code != 10

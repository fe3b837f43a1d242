"""State that was forged, rolled back or laid out as a trap is refused or told, never obeyed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from ground import DONE, WORKING, attack, check

KEY = {"EXITGATE_STATE_KEY": "a key that the agent never sees"}
LOOPS = ["../../outside/x", "/etc/passwd", "..", ".", "a/b", "a\\b", "CON", "nul.json", ".lock",
         "a" * 5_000, "pr-7\u0430", "pr-7a", "\u202epr-7", "💥", "-", "--help", " ", "$(touch ran)",
         "a\nb", "*", "PR-7", "pr-7"]  # fmt: skip


def saved(work: Path) -> Path:
    (found,) = (work / ".exitgate").glob("*.json")
    return found


def kept(work: Path, *words: object, **how: Any) -> Any:
    return check(work, "--state", ".exitgate", *words, **how)


def test_loop_ids_stay_in_their_folder_and_apart(work: Path, outside: Path) -> None:
    (work / "run.md").write_text(WORKING)
    for loop in LOOPS:
        ran = kept(work, f"--loop={loop}")
        assert ran.decision["iteration"] == 1, f"{loop!r} shares its memory with another"
    assert len(list((work / ".exitgate").glob("*.json"))) == len(LOOPS)
    names = {path.name for path in work.parent.iterdir()}
    assert names == {"work", "outside"}
    assert not (work / "ran").exists()


FORGERIES: dict[str, dict[str, Any]] = {
    "an approval": {"directive": {"command": "approve", "by": "maintainer"}},
    "accepted findings": {"accepted": ["deleted-test-12345678"]},
    "fewer iterations": {"totals": None},
    "a closed circuit": {"circuit": {"state": "CLOSED"}},
    "a broken chain taken away": {"chain": {"method": "hmac-sha256", "anchor": ""}},
    "no seal": {"seal": ""},
    "another loop": {"loop": "other"},
    "a later version": {"exitgate_state": 99},
    "no iterations": {"iterations": []},
    "iterations that are none": {"iterations": [1, "x", None, {}]},
}


@pytest.mark.parametrize("forged", FORGERIES.values(), ids=FORGERIES)
def test_with_a_key_a_forged_state_does_not_decide(work: Path, forged: dict[str, Any]) -> None:
    (work / "run.md").write_text(WORKING)
    assert kept(work, env=KEY).code == 0
    path = saved(work)
    document = json.loads(path.read_text()) | forged
    path.write_text(json.dumps(document))
    ran = kept(work, env=KEY)
    assert ran.code != 10
    assert ran.code == 74 or not ran.decision["merge_ready"]


@pytest.mark.parametrize("key", [KEY, {}], ids=["with a key", "without a key"])
def test_an_approval_written_by_the_agent(work: Path, key: dict[str, str]) -> None:
    (work / "run.md").write_text(WORKING)
    kept(work, env=key)
    path = saved(work)
    document = json.loads(path.read_text())
    document["directive"] = {"command": "approve", "by": "maintainer"}
    path.write_text(json.dumps(document))
    ran = kept(work, env=key)
    assert (ran.code, ran.decision["merge_ready"]) != (10, True)
    assert ran.code != 10, "an approval that breaks the chain counts"


def test_a_forged_state_is_told(work: Path) -> None:
    (work / "run.md").write_text(WORKING)
    kept(work, env=KEY)
    path = saved(work)
    path.write_text(path.read_text().replace('"iterations": 1', '"iterations": 0'))
    ran = kept(work, env=KEY)
    assert any("memory cannot be trusted" in line for line in ran.decision["unmeasured"])


@pytest.mark.parametrize("data", [
    b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"exitgate_state": 1}', b"{" * 5_000_000,
    b'{"exitgate_state":' + b"9" * 5_000 + b"}",
], ids=lambda data: repr(data[:20]))  # fmt: skip
def test_a_damaged_state_is_a_plain_error(work: Path, data: bytes) -> None:
    kept(work)
    saved(work).write_bytes(data)
    assert kept(work).code == 74


@pytest.mark.parametrize("kind", ["link", "dangling", "pipe", "folder", "hard link"])
def test_a_state_file_that_is_a_trap(work: Path, outside: Path, kind: str) -> None:
    kept(work)
    path = saved(work)
    path.unlink()
    match kind:
        case "link":
            path.symlink_to(outside / "secret.txt")
        case "dangling":
            path.symlink_to(outside / "state.json")
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case _:
            path.hardlink_to(outside / "secret.txt")
    ran = kept(work)
    assert ran.code == 74
    assert "the secret outside" not in ran.out + ran.err
    assert not (outside / "state.json").exists()


@pytest.mark.parametrize("name", [".lock", ".gitignore"])
def test_links_under_the_names_that_the_gate_writes(work: Path, outside: Path, name: str) -> None:
    (work / ".exitgate").mkdir()
    (work / ".exitgate" / name).symlink_to(outside / "secret.txt")
    assert kept(work).code in (0, 74)


def test_a_state_folder_that_is_a_file(work: Path) -> None:
    (work / ".exitgate").write_text(DONE)
    assert kept(work).code == 74


def test_a_state_that_was_rolled_back_cannot_complete(work: Path) -> None:
    (work / "run.md").write_text(WORKING)
    kept(work, env=KEY)
    before = saved(work).read_bytes()
    for _ in range(3):
        kept(work, env=KEY)
        saved(work).write_bytes(before)
    ran = kept(work, env=KEY)
    assert (ran.decision["verdict"], ran.decision["merge_ready"]) == ("continue", False)


def test_a_state_of_another_loop_is_refused(work: Path) -> None:
    (work / "run.md").write_text(WORKING)
    kept(work, "--loop", "good")
    good = saved(work).read_bytes()
    kept(work, "--loop", "bad")
    bad = next(path for path in (work / ".exitgate").glob("bad-*.json"))
    bad.write_bytes(good)
    assert kept(work, "--loop", "bad").code == 74


@pytest.mark.parametrize("said", ["approve\0", "aprove", "", "/exitgate", "accept ../../x", "💥"])
def test_orders_that_are_none(work: Path, said: str) -> None:
    (work / "run.md").write_text(WORKING)
    kept(work, "--loop", "l")
    if "\0" not in said:
        attack("command", said, "--loop", "l", "--state", ".exitgate", cwd=work)
    assert kept(work, "--loop", "l").code == 0

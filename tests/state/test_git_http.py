"""The branch store over HTTP: credentials reach their own server and nothing else."""

from __future__ import annotations

import socket
from pathlib import Path

from exitgate.state import StoreOptions
from exitgate.state.git_branch import GitBranchStore
from exitgate.state.git_connection import BranchPlace, Patience
from exitgate.state.git_process import without_secrets
from exitgate.state.git_remote import Access, find_target
from state.git_server import Rules, serve
from state.support import adding, decide, git, iteration, iterations

TOKEN = "ghs_verySecret123"


def test_over_http_with_a_token(work: Path, tmp_path: Path, spied_git: Path) -> None:
    git("config", "http.receivepack", "true", cwd=tmp_path / "remote.git")
    with serve(tmp_path, rules := Rules(TOKEN)) as server:
        git("config", "remote.origin.url", f"{server}/remote.git", cwd=work)
        options = {"token": TOKEN, "server": server}
        assert decide(work, "1.1", **options).notes == ()
        decide(work, "2.1", **options)
        assert iterations(work, **options) == 2
    assert rules.requests
    assert TOKEN not in spied_git.read_text()
    assert "basic" not in spied_git.read_text().lower()


def test_over_http_with_the_credentials_of_the_checkout(work: Path, tmp_path: Path) -> None:
    git("config", "http.receivepack", "true", cwd=tmp_path / "remote.git")
    with serve(tmp_path, Rules("abc")) as server:
        git("config", "remote.origin.url", f"{server}/remote.git", cwd=work)
        header = "AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46YWJj"
        git("config", f"http.{server}/.extraheader", header, cwd=work)
        assert decide(work, "1.1").notes == ()
        assert iterations(work) == 1


def test_the_token_goes_to_its_own_server_only(work: Path, tmp_path: Path) -> None:
    with serve(tmp_path, rules := Rules(TOKEN)) as evil:
        git("config", "remote.origin.url", f"{evil}/remote.git", cwd=work)
        store = decide(work, "1.1", token=TOKEN, fallback=tmp_path / "beside")
    assert len(store.notes) == 1
    assert rules.headers
    assert set(rules.headers) == {None}


def test_a_read_only_token(work: Path, tmp_path: Path) -> None:
    with serve(tmp_path, Rules(TOKEN, read_only=True)) as server:
        git("config", "remote.origin.url", f"{server}/remote.git", cwd=work)
        options = {"token": TOKEN, "server": server, "fallback": tmp_path / "beside"}
        store = decide(work, "1.1", **options)
    assert len(store.notes) == 1
    assert "403" in store.notes[0]
    assert TOKEN not in store.notes[0]


def test_a_server_that_stumbles_is_asked_again(work: Path, tmp_path: Path) -> None:
    git("config", "http.receivepack", "true", cwd=tmp_path / "remote.git")
    with serve(tmp_path, Rules(TOKEN, broken_answers=1)) as server:
        git("config", "remote.origin.url", f"{server}/remote.git", cwd=work)
        assert decide(work, "1.1", token=TOKEN, server=server).notes == ()


def test_secrets_never_show(work: Path) -> None:
    access = Access(token=TOKEN, url=f"https://bob:{TOKEN}@example.org/x.git")
    shown = f"{access} {find_target(work, access)} {StoreOptions(token=TOKEN, key=b'k3y')}"
    assert TOKEN not in shown
    assert "k3y" not in shown
    assert TOKEN not in without_secrets(f"fatal: https://bob:{TOKEN}@example.org/x.git not found")
    assert TOKEN not in without_secrets(f"> Authorization: Basic {TOKEN}")


def test_credentials_that_the_checkout_keeps_outside(work: Path, tmp_path: Path) -> None:
    """Newer checkouts keep the header in a file of its own and include it for this folder."""
    git("config", "http.receivepack", "true", cwd=tmp_path / "remote.git")
    with serve(tmp_path, Rules("abc")) as server:
        git("config", "remote.origin.url", f"{server}/remote.git", cwd=work)
        kept = tmp_path / "git-credentials.config"
        header = "AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46YWJj"
        git("config", "--file", str(kept), f"http.{server}/.extraheader", header, cwd=work)
        git("config", f"includeIf.gitdir:{work}/.git.path", str(kept), cwd=work)
        assert decide(work, "1.1").notes == ()
        assert iterations(work) == 1


def test_a_remote_that_never_answers(work: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/x.git"
        git("config", "remote.origin.url", address, cwd=work)
        place = BranchPlace(work, fallback=tmp_path / "beside")
        store = GitBranchStore(place, patience=Patience(git_s=0.3))
        store.load("pr-1")
        state = store.remember("pr-1", adding(iteration("1.1")))
    assert state.history.totals.iterations == 1
    assert len(store.notes) == 1
    assert "timed out" in store.notes[0]

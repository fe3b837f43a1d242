"""Is this branch the gate's own? Nothing is written onto a branch that holds other work."""

from __future__ import annotations

from pathlib import Path

from exitgate.errors import UsageError
from exitgate.state.branch_files import FOLDER, README
from exitgate.state.git_process import PrivateRepository, Settings, run_git
from exitgate.state.git_sync import Snapshot, list_files, read_files

OWN_NAMES = frozenset({FOLDER, "README.md", ".gitattributes"})
USUAL_WORK = frozenset({"main", "master", "trunk", "develop"})
HINT = "name a branch of the gate's own: `branch:exitgate-state`"


def refuse_others_work(
    repository: PrivateRepository, base: Snapshot, branch: str, repo: Path
) -> None:
    names = list_files(repository, base)
    foreign = sorted(set(names) - OWN_NAMES)
    if names and FOLDER not in names:
        (readme,) = read_files(repository, base, ["README.md"])
        is_ours = readme is not None and readme.startswith(README.partition(b"\n")[0])
        foreign = foreign or ([] if is_ours else names)
    if foreign:
        what = f"the branch {branch!r} holds other files ({', '.join(foreign[:3])})"
        raise UsageError(f"{what}, so no state is kept there", hint=HINT)
    if not names and branch in USUAL_WORK | _worked_on(repo):
        raise UsageError(f"{branch!r} is a branch for work, so no state is kept there", hint=HINT)


def _worked_on(repo: Path) -> frozenset[str]:
    """The checked-out branch and the remote's default, as the workspace knows them."""
    names = ["HEAD", "refs/remotes/origin/HEAD"]
    found = []
    for name in names:
        asked = ["-C", str(repo), "symbolic-ref", "--quiet", name]
        found.append(run_git(asked, Settings().environment(), timeout_s=5.0).out.decode().strip())
    prefixes = ("refs/heads/", "refs/remotes/origin/")
    return frozenset(
        one.removeprefix(prefix) for one in found for prefix in prefixes if one.startswith(prefix)
    )

"""What several commands share: the options that pick a policy, a loop and a store."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

from exitgate.cli.streams import complain
from exitgate.config import Loaded, find_config, load_policy
from exitgate.core.decision import Verdict
from exitgate.core.memory import STATE_FOLDER, LoopState
from exitgate.errors import InputError, OutputError, UsageError, printable, why_unread
from exitgate.ingest.fence import read_input
from exitgate.state import Store, StoreOptions, open_store

EXIT_CODES = {
    Verdict.CONTINUE: 0,
    Verdict.COMPLETE: 10,
    Verdict.STUCK: 11,
    Verdict.BLOCKED: 2,
    Verdict.EXHAUSTED: 12,
    Verdict.REVIEW: 13,
    Verdict.CANCELLED: 14,
}
MOST_BYTES = 67_108_864
"""Far above any decision or comment."""
HEAD_BYTES = 4_096


def policy_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="NAME", help="a shipped profile or a YAML file")
    parser.add_argument("--config", metavar="FILE", type=Path, help="default: exitgate.yml")


def store_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--state",
        metavar="DIR|branch[:NAME]|none",
        help=f"where loops are kept (default: {STATE_FOLDER} in the repository or beside the plan)",
    )
    repo_option(parser)
    parser.add_argument("--loop", metavar="ID", help="default: the branch of the repository")


def repo_option(parser: argparse.ArgumentParser) -> None:
    help = "the repository the agent works in"
    parser.add_argument("--repo", metavar="DIR", type=Path, help=help)


def plan_option(parser: argparse.ArgumentParser) -> None:
    help = "the plan that `check` was given: without --state, loops are kept beside it"
    parser.add_argument("--plan", type=Path, nargs=1, metavar="FILE", help=help)


def load(args: argparse.Namespace) -> Loaded:
    root = args.repo if getattr(args, "repo", None) else Path()
    if getattr(args, "base", None) and getattr(args, "repo", None):
        return _load_from_base(args, root.resolve())
    return load_policy(args.config or find_config(root), args.profile)


def _load_from_base(args: argparse.Namespace, repo: Path) -> Loaded:
    """With a base named, what the work made of its own policy is shown and not obeyed."""
    from tempfile import TemporaryDirectory

    from exitgate.runner.base_config import base_of

    with TemporaryDirectory(prefix="exitgate-") as folder:
        temp = Path(folder).resolve()
        config = base_of(repo, args.base, args.config, temp)
        profile = args.profile
        if profile and Path(profile).suffix in {".yml", ".yaml"}:
            profile = str(base_of(repo, args.base, Path(profile), temp) or profile)
        return load_policy(config, profile)


def loop_id(args: argparse.Namespace) -> str:
    return args.loop or branch_of(args.repo or Path()) or "default"


def branch_of(repo: Path) -> str | None:
    """The branch by name, read without running git; also below the top and in a worktree."""
    try:
        folder = _git_folder(repo.resolve())
        head = read_input(folder / "HEAD", HEAD_BYTES).decode("utf-8").strip() if folder else ""
    except (OSError, ValueError, RuntimeError):
        return None
    return head.removeprefix("ref: refs/heads/") if head.startswith("ref: ") else None


def _git_folder(start: Path) -> Path | None:
    for folder in (start, *start.parents):
        found = folder / ".git"
        if found.is_dir():
            return found
        if found.is_file():
            named = read_input(found, HEAD_BYTES).decode("utf-8").strip().removeprefix("gitdir: ")
            return folder / named
    return None


def store(args: argparse.Namespace) -> Store:
    plans = getattr(args, "plan", None)
    folder = args.repo or (plans[0].parent if plans else Path())
    spec = args.state or str(folder / STATE_FOLDER)
    return open_store(
        spec,
        StoreOptions(
            repo=args.repo or Path(),
            key=state_key(),
            fallback=folder / STATE_FOLDER,
        ),
    )


def state_key() -> bytes | None:
    """The key as the action reads it: a line break behind it is no part of it."""
    return os.environ.get("EXITGATE_STATE_KEY", "").strip().encode() or None


def remembered(args: argparse.Namespace) -> LoopState:
    """The state of the loop that the options name."""
    kept = store(args)
    state = kept.load(loop_id(args))
    tell_notes(kept)
    return state


def tell_notes(store: Store) -> None:
    """What a store has to say beside its answers, e.g. that it had to use its fallback."""
    for note in store.notes:
        complain(f"exitgate: note: {printable(note)}\n")


def known_loop(args: argparse.Namespace, store: Store) -> str:
    """The loop that is meant. Beside others it must be there: a typo must not steer nobody's loop.

    Where nothing is remembered yet, a loop that was named may be steered before it begins.
    """
    name = loop_id(args)
    known = store.loops()
    if name in known or (args.loop and not known):
        return name
    listed = ", ".join(known[:10]) or "none yet"
    raise UsageError(f"there is no loop {name!r}", hint=f"name it with --loop; known: {listed}")


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"should be a whole number, not {text!r}") from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"should be a number, not {text!r}") from None


def positive(text: str) -> int:
    value = whole(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"should be at least 1, not {value}")
    return value


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Screen(TypedDict):
    colour: bool
    width: int


def screen() -> Screen:
    """What the terminal, or the lack of one, asks of a text."""
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return Screen(colour=colour, width=shutil.get_terminal_size((100, 24)).columns)


def read_file(path: Path) -> str:
    if str(path) == "-":
        return sys.stdin.read()
    try:
        data = read_input(path, MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {why_unread(error)}", hint="check the path") from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{path}: larger than {MOST_BYTES} bytes", hint="was another file meant?")
    return data.decode("utf-8", errors="replace")


def write_file(path: Path, text: str, option: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        hint = f"name another file with {option}"
        raise OutputError(f"{path}: cannot be written: {error.strerror}", hint=hint) from None

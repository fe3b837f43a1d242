"""All that the families look at, worked out once: the diff, and what it removes and adds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet, FileChange, Passage
from exitgate.core.facts import Facts
from exitgate.core.history import History
from exitgate.core.plan import Plan
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import Transcript
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side, parse_diff
from exitgate.tamper import paths
from exitgate.tamper.edits import files_of
from exitgate.tamper.idioms import is_code, tests_in

HUNK_LINES = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    files: tuple[FileDiff, ...] = ()
    listed: tuple[FileChange, ...] = ()
    """Files known to have changed whose content the diff does not show."""
    transcript: Transcript = Transcript()
    tests: SuiteRun | Missing = Missing("no test report was given")
    plan: Plan | Missing = Missing("no plan was found")
    history: History = History()
    source_changed: bool = False
    """Product code changed by more than blank lines and comments."""
    gone_names: frozenset[str] = frozenset()
    """Names that product code defined and no longer does: deleted features."""
    added_tests: frozenset[str] = frozenset()
    removed_tests: frozenset[str] = frozenset()
    gone_tests: frozenset[str] = frozenset()
    """Removed and nowhere added again."""
    kept_lines: frozenset[str] = frozenset()
    """Lines that the diff adds anywhere: what was removed elsewhere and is here, has moved."""
    cut: tuple[str, ...] = ()
    tests_at_base: tuple[Passage, ...] = ()
    uncommitted: frozenset[str] = frozenset()
    severed: bool = False

    def is_feature_gone(self, text: str) -> bool:
        """True where the text speaks of a name that product code no longer has."""
        return any(word in self.gone_names for word in _words().findall(text[:20_000]))

    def test_files(self) -> Iterator[FileDiff]:
        return (file for file in self.files if paths.is_test(file.old_path or file.path))

    def source_files(self) -> Iterator[FileDiff]:
        return (file for file in self.files if paths.is_source(file.path))


def scene_of(facts: Facts) -> Scene | Missing:
    """The scene, or why there is nothing to look at."""
    changes = facts.changes
    if isinstance(changes, ChangeSet) and (changes.patch is not None or changes.files):
        diff = parse_diff(changes.patch or "")
        shown = {file.path for file in diff.files}
        listed = tuple(file for file in changes.files if file.path not in shown)
        return build_scene(facts, diff.files, listed, (*diff.cut, *changes.cut))
    if facts.transcript.edits or any(call.command for call in facts.transcript.calls):
        return build_scene(facts, files_of(facts.transcript), (), facts.transcript.cut)
    return Missing("no diff, no list of changed files and no edits in the transcript")


def build_scene(
    facts: Facts,
    files: tuple[FileDiff, ...],
    listed: tuple[FileChange, ...],
    cut: tuple[str, ...],
) -> Scene:
    files = tuple(_in_pieces(file) for file in files)
    tests = [file for file in files if _may_hold_tests(file)]
    changes = facts.changes if isinstance(facts.changes, ChangeSet) else ChangeSet()
    removed_tests = frozenset(_test_names(tests, new=False))
    added_tests = frozenset(_test_names(tests, new=True))
    return Scene(
        files=files,
        listed=listed,
        transcript=facts.transcript,
        tests=facts.tests,
        plan=facts.plan,
        history=facts.history,
        source_changed=_source_changed(files, listed),
        gone_names=_gone_names(files, listed) - removed_tests,
        added_tests=added_tests,
        gone_tests=removed_tests - added_tests,
        removed_tests=removed_tests,
        kept_lines=frozenset(_squeeze(line.text) for file in files for line in file.added),
        cut=cut,
        tests_at_base=changes.tests_at_base,
        uncommitted=frozenset(changes.uncommitted),
        severed=changes.severed,
    )


def _in_pieces(file: FileDiff) -> FileDiff:
    """Long hunks cut up: families look at lines side by side, and none may take for ever.

    Rust keeps unit tests below the code; one hunk may show the end of one and the other's start.
    """
    is_mixed = paths.language_of(file.path) == "rust" and not paths.is_test(file.path)
    if not is_mixed and all(len(hunk.lines) <= HUNK_LINES for hunk in file.hunks):
        return file
    parts = (part for hunk in file.hunks for part in (_apart(hunk) if is_mixed else (hunk,)))
    pieces = (
        Hunk(part.section, part.lines[start : start + HUNK_LINES])
        for part in parts
        for start in range(0, len(part.lines), HUNK_LINES)
    )
    return replace(file, hunks=tuple(pieces))


def _apart(hunk: Hunk) -> tuple[Hunk, ...]:
    """Product code, and the tests below it."""
    starts = (at for at, line in enumerate(hunk.lines) if _opens_rust_tests(line.text))
    start = next(starts, 0)
    if not start or any(mark in hunk.section for mark in _RUST_TESTS):
        return (hunk,)
    return Hunk(hunk.section, hunk.lines[:start]), Hunk("", hunk.lines[start:])


def _opens_rust_tests(text: str) -> bool:
    return any(mark in text for mark in (*_RUST_TESTS, "#[cfg(all(test"))


def _may_hold_tests(file: FileDiff) -> bool:
    """Rust keeps unit tests beside the code."""
    return paths.is_test(file.old_path or file.path) or paths.language_of(file.path) == "rust"


_TABLES = (
    "parametrize", ".each", "[Theory", "ParameterizedTest", "rstest", "dataProvider", "t.Run(",
    "InlineData", "CsvSource", "TestCase(", "cases := ", "tests := ", "subTest(",
)  # fmt: skip


def is_table(text: str) -> bool:
    """True where a test runs over a table of cases."""
    return any(mark in text for mark in _TABLES)


def adds_table(lines: Iterable[DiffLine]) -> bool:
    """Single tests may have become rows of the table."""
    return any(is_table(line.text) for line in lines if line.side is Side.ADDED)


def test_hunks(scene: Scene) -> Iterator[tuple[FileDiff, Hunk]]:
    """Where tests that are still there were changed."""
    for file in scene.files:
        if file.status != "D" and paths.language_of(file.path):
            yield from ((file, hunk) for hunk in file.hunks if is_test_hunk(file, hunk))


def is_test_hunk(file: FileDiff, hunk: Hunk) -> bool:
    if paths.is_test(file.old_path or file.path):
        return True
    if paths.language_of(file.path) != "rust":
        return False
    return any(mark in text for text in _texts_to_change(hunk) for mark in _RUST_TESTS)


_RUST_TESTS = ("#[test]", "#[cfg(test)]", "mod tests", "::test]")


def _texts_to_change(hunk: Hunk) -> Iterator[str]:
    """What stands above the first change, and that change itself."""
    yield hunk.section
    for line in hunk.lines:
        yield line.text
        if line.side is not Side.CONTEXT and line.text.strip():
            return


def _source_changed(files: Iterable[FileDiff], listed: Iterable[FileChange]) -> bool:
    if any(paths.is_source(file.path) for file in listed):
        return True
    return any(
        is_code(line.text, paths.language_of(file.path))
        for file in files
        if paths.is_source(file.path)
        for hunk in file.hunks
        if not is_test_hunk(file, hunk)
        for line in (*_side(hunk, "+"), *_side(hunk, "-"))
    )


def _side(hunk: Hunk, side: str) -> list[DiffLine]:
    return [line for line in hunk.lines if line.side == side]


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_]\w{2,60}")


@cache
def _definition() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:(?:export|default|public|private|protected|internal|static|async|pub|abstract"
        r"|final|sealed|override|open|data|func|function|const|let|var|val|fun|def|class|fn|struct"
        r"|enum|trait|interface|module|type|impl|void|int|string|bool|final)\s+)+"
        r"(?:\([^)\n]{0,80}\)\s*)?([A-Za-z_]\w{2,60})"
    )


def _gone_names(files: Iterable[FileDiff], listed: Iterable[FileChange]) -> frozenset[str]:
    before: set[str] = set()
    after: set[str] = set()
    for file in files:
        if paths.is_source(file.path):
            before |= _defined(file.removed)
            after |= _defined(file.added)
            if file.status == "D":
                before.add(paths.stem(file.path))
    deleted = {paths.stem(file.path) for file in listed if _is_deleted_source(file)}
    return frozenset((before - after) | deleted) - {""}


def _is_deleted_source(file: FileChange) -> bool:
    return file.status == "D" and paths.is_source(file.path)


def _defined(lines: Iterable[DiffLine]) -> set[str]:
    """Names defined at the outer levels; locals that a rewrite drops are no features."""
    matches = (_definition().match(line.text) for line in lines if _indent(line.text) <= 4)
    return {match[1] for match in matches if match}


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _test_names(files: Iterable[FileDiff], *, new: bool) -> Iterator[str]:
    """Tests that a hunk shows on one side alone."""
    for file in files:
        language = paths.language_of(file.path) or ""
        for hunk in file.hunks:
            before, after = _names(hunk.before, language), _names(hunk.after, language)
            yield from (after - before if new else before - after)


def _names(lines: Iterable[DiffLine], language: str) -> set[str]:
    return {name for _, name in tests_in([line.text for line in lines], language) if name}


def _squeeze(text: str) -> str:
    return " ".join(text.split())

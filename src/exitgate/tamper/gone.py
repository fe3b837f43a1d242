"""Tests that are no longer there: deleted, renamed away, unmarked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from exitgate.core.changes import FileChange
from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.core.wording import counted
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import is_marker, opens_test, tests_in, uncomment
from exitgate.tamper.scene import Scene, adds_table, is_test_hunk
from exitgate.tamper.strength import Strength, is_assertion, strength_of

_FUNCTION = re.compile(
    r"\s*(?:(?:public|private|protected|static|async|export)\s+)*(?:def|func|function|fn|fun"
    r"|void)\s+(\w+)\s*\("
)


_AWAY = re.compile(r"^(?:_+|x|no_?|off_?|old_?|skip(?:ped)?_?|disabled?_?|dont_?|hidden_?|todo_?)+")


_SUFFIX = re.compile(r"_?(?:disabled?|skip(?:ped)?|off|old|bak)$")


def find(scene: Scene) -> Iterator[Finding]:
    for change in scene.listed:
        yield from _listed(change, scene)
    for file in scene.files:
        if file.status == "R" and _left_the_tests(file):
            yield _renamed_file(file, scene)
        elif file.status == "D" and paths.is_test(file.path):
            yield from _deleted_file(file, scene)
        else:
            yield from _changed_file(file, scene)


def _left_the_tests(file: FileDiff) -> bool:
    """A runner no longer collects it: the new name is not a test's, or not even code's."""
    if not file.old_path or not paths.is_test(file.old_path):
        return False
    if paths.extension(file.old_path) not in paths.LANGUAGES:
        return False
    if _STRICT.search(file.old_path) and paths.is_test(file.path) and _same_kind(file):
        return not _STRICT.search(file.path)
    return not _collected(file.path) and _collected(file.old_path)


_STRICT = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_test)\.py$|_test\.go$")
"""Names that pytest and go look for, letter by letter."""


def _same_kind(file: FileDiff) -> bool:
    name = file.path.rsplit("/", 1)[-1].lower()
    return "test" in name and paths.extension(file.path) == paths.extension(file.old_path or "")


def _collected(path: str) -> bool:
    """Would a runner look at this file?"""
    name = path.rsplit("/", 1)[-1].lower()
    return (
        bool(paths.language_of(path)) and paths.is_test(path) and bool(re.search("test|spec", name))
    )


def _renamed_file(file: FileDiff, scene: Scene) -> Finding:
    place = Place(file.path, None, file.old_path or "")
    sentence = f"{file.old_path} became {file.path}: runners no longer collect its tests"
    if scene.is_feature_gone(_text(file)):
        return notable("renamed-away", place, sentence)
    return serious("renamed-away", place, sentence)


def _listed(file: FileChange, scene: Scene) -> Iterator[Finding]:
    """All that is known is that the file changed; a test file that vanished says enough."""
    if file.status != "D" or not paths.is_test(file.path) or not paths.language_of(file.path):
        return
    if not _stem_gone(file.path, scene):
        rule = notable if _may_be_renamed(file, scene) else serious
        yield rule("deleted-test", Place(file.path), f"{file.path} with its tests was deleted")


def _may_be_renamed(gone: FileChange, scene: Scene) -> bool:
    """Another test file came, in the same language and no shorter: perhaps under a new name."""
    return any(
        file.status == "A"
        and paths.is_test(file.path)
        and paths.language_of(file.path) == paths.language_of(gone.path)
        and (file.added or 0) >= (gone.deleted or 0) > 0
        for file in scene.listed
    )


def _stem_gone(path: str, scene: Scene) -> bool:
    return paths.stem(path) in {name.lower() for name in scene.gone_names}


def _deleted_file(file: FileDiff, scene: Scene) -> Iterator[Finding]:
    language = paths.language_of(file.path) or ""
    names = [name for _, name in tests_in([line.text for line in file.removed], language)]
    lost = [name for name in names if name not in scene.added_tests]
    if not lost or _stem_gone(file.path, scene):
        return
    place = Place(file.path)
    gone = counted(len(lost), "test")
    sentence = f"{file.path} was deleted with {gone}; the code it tested is still there"
    if scene.is_feature_gone(_text(file)) or _stood_in_for(lost, scene):
        yield notable("deleted-test", place, sentence)
    else:
        yield serious("deleted-test", place, sentence)


def _stood_in_for(lost: list[str], scene: Scene) -> bool:
    """As many new tests, and as many checks in them: an empty test takes nobody's place."""
    if len(scene.added_tests - scene.removed_tests) < len(lost):
        return False
    checks = (line for file in scene.test_files() for line in file.added if _checks(line, file))
    return len(list(islice(checks, len(lost)))) == len(lost)


def _checks(line: DiffLine, file: FileDiff) -> bool:
    language = paths.language_of(file.path) or ""
    return is_assertion(line.text) and strength_of(line.text, language) > Strength.CONSTANT


def _changed_file(file: FileDiff, scene: Scene) -> Iterator[Finding]:
    language = paths.language_of(file.path) or ""
    for hunk in file.hunks:
        if is_test_hunk(file, hunk):
            yield from _unmarked(file, hunk, language)
            yield from _base_class_gone(file, hunk)
    yield from _removed(file, scene, language)


_CASES = re.compile(r"\s*class\s+(\w+)\s*\([^)\n]{0,120}TestCase[^)\n]{0,80}\)\s*:")


_COLLECTED_CLASS = re.compile(r"class\s+Test\w*\s*(?:\([^)\n]{0,120}\))?\s*:")
"""What pytest looks for."""


_CLASS = re.compile(r"\s*class\s+(\w+)\s*(?:\(([^)\n]{0,200})\))?\s*:")


def _base_class_gone(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A unittest class that became a plain one is collected by nobody."""
    gone = [line.text for line in hunk.lines if line.side is Side.REMOVED]
    if not any(_CASES.match(text) or _COLLECTED_CLASS.match(text) for text in gone):
        return
    for line in hunk.lines:
        new = _CLASS.match(line.text) if line.side is Side.ADDED else None
        if new and not new[1].startswith("Test") and "Test" not in (new[2] or ""):
            sentence = f"`{new[1]}` is no test case any more, so its tests never run"
            yield serious("unmarked-test", _at(file, line), sentence)


def _unmarked(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """The annotation went, the function stayed: no runner finds it any more."""
    for line, name in _lost_in(hunk, language):
        if is_marker(line.text, language) and _still_defined(name, hunk):
            yield serious(
                "unmarked-test", _at(file, line), f"`{name}` lost its annotation, so it never runs"
            )


def _lost_in(hunk: Hunk, language: str) -> list[tuple[DiffLine, str]]:
    """Tests that the hunk shows before and no longer shows after."""
    after = {name for _, name in tests_in([line.text for line in hunk.after], language)}
    lines = hunk.before
    tests = tests_in([line.text for line in lines], language)
    return [(lines[index], name) for index, name in tests if name and name not in after]


def _still_defined(name: str, hunk: Hunk) -> bool:
    return any(line.side is Side.CONTEXT and f"{name}(" in line.text for line in hunk.lines)


def _removed(file: FileDiff, scene: Scene, language: str) -> Iterator[Finding]:
    gone: list[tuple[DiffLine, str, Hunk]] = []
    for hunk in file.hunks:
        if is_test_hunk(file, hunk):
            gone += [(line, name, hunk) for line, name in _gone_in(hunk, scene, language)]
    renamed = [item for item in gone if _renamed_away(item[1], item[2], language)]
    for line, name, _hunk in renamed:
        yield serious(
            "renamed-away", _at(file, line), f"`{name}` got a name that no runner collects"
        )
    lost = [
        item
        for item in gone
        if item not in renamed
        and not _commented_name(item[1], item[2], language)
        and not _marked_now(item[1], item[2])
    ]
    unjustified = [
        item for item in lost if not scene.is_feature_gone(_around(item[2], item[0], language))
    ]
    fresh = _fresh(file, scene, language)
    if len(unjustified) > fresh:
        yield _report(file, unjustified)


def _gone_in(hunk: Hunk, scene: Scene, language: str) -> Iterator[tuple[DiffLine, str]]:
    for line, name in _lost_in(hunk, language):
        if name in scene.gone_tests and not (
            is_marker(line.text, language) and _still_defined(name, hunk)
        ):
            yield line, name


def _report(file: FileDiff, lost: list[tuple[DiffLine, str, Hunk]]) -> Finding:
    line, name, hunk = lost[0]
    sentence = (
        f"{counted(len(lost), 'test')} deleted from {file.path} (`{name}`); the code is still there"
    )
    merged = adds_table(hunk.lines)
    if merged:
        return notable("deleted-test", _at(file, line), f"{sentence}; perhaps merged into a table")
    return serious("deleted-test", _at(file, line), sentence)


def _fresh(file: FileDiff, scene: Scene, language: str) -> int:
    """New tests in the same file: they may be the old ones under better names."""
    shown = {
        name
        for hunk in file.hunks
        for _, name in tests_in([line.text for line in hunk.after], language)
    }
    return len(shown & (scene.added_tests - scene.removed_tests))


def _renamed_away(name: str, hunk: Hunk, language: str) -> bool:
    for line in hunk.lines:
        match = _FUNCTION.match(line.text) if line.side is Side.ADDED else None
        if match and match[1] != name and _bare(match[1]) == _bare(name):
            return not opens_test(line.text, language) and not _is_marked(hunk, line)
    return False


_MARKED = re.compile(r"\s*(?:#\[(?:\\?\w+\\)*Test\b|(?:/\*\*|\*)\s*@test\b)")
"""PHPUnit finds a test by its name or by this."""


def _marked_now(name: str, hunk: Hunk) -> bool:
    """The same test under a name without the prefix, found by its mark."""
    return any(
        line.side is Side.ADDED
        and (match := _FUNCTION.match(line.text))
        and _bare(match[1]) == _bare(name)
        and _is_marked(hunk, line)
        for line in hunk.lines
    )


def _is_marked(hunk: Hunk, line: DiffLine) -> bool:
    lines = hunk.after
    at = lines.index(line)
    return any(_MARKED.match(above.text) for above in lines[max(0, at - 4) : at])


def _bare(name: str) -> str:
    short = _SUFFIX.sub("", _AWAY.sub("", name.lower()))
    return short.removeprefix("test").strip("_")


def _commented_name(name: str, hunk: Hunk, language: str) -> bool:
    return any(
        name in (uncomment(line.text, language) or "")
        for line in hunk.lines
        if line.side is Side.ADDED
    )


def _around(hunk: Hunk, line: DiffLine, language: str) -> str:
    """The removed lines of one test: from its definition to the next one."""
    lines = hunk.before
    start = lines.index(line)
    taken = [line.text]
    for other in lines[start + 1 : start + 60]:
        if opens_test(other.text, language):
            break
        taken.append(other.text)
    return "\n".join(taken)


def _text(file: FileDiff) -> str:
    return "\n".join(line.text for line in file.removed)


def _at(file: FileDiff, line: DiffLine) -> Place:
    return Place(file.path, line.number or None, line.text)

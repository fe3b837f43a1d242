"""Product code that knows it is being tested, or reads the tests' answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import is_code, uncomment
from exitgate.tamper.scene import Scene, is_test_hunk


@cache
def _knows_tests() -> re.Pattern[str]:
    return re.compile(
        r"(?:test_|pytest|unittest).{0,80}?(?:inspect\.stack|_getframe|extract_stack|currentframe)"
        r"|PYTEST_CURRENT_TEST|[\"'](?:pytest|unittest|_pytest)[\"']\s+in\s+sys\.modules"
        r"|JEST_WORKER_ID|process\.env\.VITEST|import\.meta\.vitest"
        r"|flag\.Lookup\(\"test\.|testing\.Testing\(\)|HasSuffix\(os\.Args\[0\],\s*\"\.test\""
        r"|PHPUNIT_COMPOSER_INSTALL|__PHPUNIT_|runningUnitTests\(\)"
        r"|defined\?\(\s*(?:RSpec|Minitest)|Rails\.env\.test\?|\bcfg!\(test\)"
        r"|getStackTrace\(\).{0,80}?(?:junit|Test)|org\.junit.{0,40}?StackTrace"
        r"|(?:inspect\.stack|sys\._getframe|traceback\.extract_stack)\(.{0,80}test"
        r"|sys\.argv\[0\].{0,40}pytest|in\s+sys\.modules.{0,20}pytest"
        r"|AppDomain\.CurrentDomain.{0,120}(?:xunit|nunit|testhost)"
        r"|Class\.forName\(\"org\.junit|typeof\s+(?:jest|describe|vi)\s*[!=]==?"
    )


_ENV = re.compile(
    r"""NODE_ENV['"\]]*\s*===?\s*['"]test|(?:RAILS|RACK|APP)_ENV['"\])]*\s*===?\s*['"]test|environment\(['"]testing"""
)
_READS_TESTS = re.compile(
    r"""(?:open|readFile(?:Sync)?|read_text|ReadFile|Path|File\.read|ReadAllText|file_get_contents"""
    r"""|include_str!)\(\s*[^)"'\n]{0,40}["'](?:\.{0,2}/)*(?:tests?|spec|__tests__)/"""
)
_TOOLS = frozenset({"scripts", "tools", "bin", "dev", "ci", "build", "docs"})
_CONFESSES = re.compile(
    r"(?:hard-?\s?cod\w*|special[- ]cas\w*|cheat\w*).{0,40}?\btests?\b"
    r"|\btests?\b.{0,20}?(?:hard-?\s?cod|special[- ]cas)"
    r"|(?:make|get|let)\s+(?:the\s+)?(?:\w+\s+)?tests?\s+(?:suite\s+)?(?:to\s+)?pass|(?:value"
    r"|answer|result)\s+(?:that\s+)?(?:the\s+)?tests?\s+(?:expects?|wants?)"
    r"|satisf(?:y|ies)\s+(?:the\s+)?(?:\w+\s+)?tests?\b|expected by (?:the )?tests?\b",
    re.I,
)
_LEAVES = re.compile(
    r"""atexit\.register\([^\n]{0,80}_exit|\bat_exit\s*(?:do|\{)\s*(?:exit|Kernel\.exit)"""
    r"""|process\.on\(\s*['"](?:exit|beforeExit)['"][^\n]{0,80}(?:exitCode\s*=\s*0|exit\(0?\))"""
    r"""|addShutdownHook[^\n]{0,120}halt\(\s*0|register_shutdown_function\([^\n]{0,80}exit\(0"""
)
"""An exit code that is set when everything else is over: the runner's verdict is lost."""


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.source_files():
        language = paths.language_of(file.path)
        if not language or file.status == "D":
            continue
        for hunk in file.hunks:
            if not is_test_hunk(file, hunk):
                yield from _aware(file, hunk, language)


_LITERAL_LINE = re.compile(r"""\s*(?:[rbfuRBFU]{1,2}"|[rbfuRBFU]{1,2}'|"[^"\n]*"\s*[,)]?$)""")
"""Nothing but a piece of text: a pattern or a message may name what it likes."""


_LOOKS_AROUND = re.compile(
    r"inspect\.(?:stack|currentframe|getouterframes)|sys\._getframe|traceback\.(?:extract_stack|format_stack)"
    r"|new Error\(\)\.stack|captureStackTrace|runtime\.Callers?\(|debug\.Stack\(|[gG]etStackTrace\("
    r"|StackWalker|new StackTrace\(|Environment\.StackTrace"
    r"|\bcaller(?:_locations\b|\(|\.(?:any|first|grep|join|map)\b)"
    r"|debug_backtrace\(|Backtrace::|os\.Args\[0\]|sys\.argv\[0\]|process\.argv\[1\]|\$0\b|GetEntryAssembly"
)
_NAMES_TESTS = re.compile(
    r"""["'`/][^"'`\n]{0,40}?(?:\btest|_test\b|test_|Tests?\b|\.spec|_spec\b|pytest|unittest|junit|jest|vitest"""
    r"""|mocha|rspec|minitest|phpunit|xunit|nunit)"""
)


def _asks_who_calls(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """Looks up who called, and a few lines on at a name that only tests have."""
    added = [
        line
        for line in hunk.lines
        if line.side is Side.ADDED
        and is_code(line.text, language)
        and not _LITERAL_LINE.match(line.text)
    ]
    for index, line in enumerate(added):
        if not _LOOKS_AROUND.search(line.text):
            continue
        near = added[max(0, index - 2) : index + 6]
        if any(_NAMES_TESTS.search(other.text[:500]) for other in near):
            place = Place(file.path, line.number or None, line.text)
            yield serious("test-aware-code", place, "product code asks whether a test called it")
            return


def _aware(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    yield from _asks_who_calls(file, hunk, language)
    lines = hunk.after
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED:
            continue
        place = Place(file.path, line.number or None, line.text)
        if _LITERAL_LINE.match(line.text):
            continue
        if is_code(line.text, language) and _knows_tests().search(line.text):
            yield serious(
                "test-aware-code",
                place,
                "product code behaves differently when a test runner is around",
            )
        elif is_code(line.text, language) and _LEAVES.search(line.text):
            sentence = "the process ends with success whatever the tests found"
            yield serious("exit-in-tests", place, sentence)
        elif is_code(line.text, language) and _ENV.search(line.text):
            returns = any(
                re.match(r"\s*return\b", near.text) for near in lines[index + 1 : index + 3]
            )
            rule = serious if returns or " return " in line.text else notable
            yield rule("test-aware-code", place, "product code asks whether it runs under test")
        elif _READS_TESTS.search(line.text) and not _TOOLS.intersection(file.path.split("/")):
            yield serious("test-aware-code", place, "product code reads the tests' own files")
        elif _CONFESSES.search(_comment(line.text, language)):
            yield serious(
                "test-aware-code",
                place,
                f"the comment says so itself: `{_comment(line.text, language)[:80]}`",
            )


def _comment(text: str, language: str) -> str:
    whole = uncomment(text, language)
    if whole is not None:
        return whole
    marker = "#" if language in {"python", "ruby"} else "//"
    _, _, tail = text.partition(f" {marker}")
    return tail.strip()

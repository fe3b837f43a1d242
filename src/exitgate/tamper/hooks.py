"""Code that bends the runner or equality itself, so that tests pass whatever the code does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from exitgate.core.changes import matches_any
from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import is_code
from exitgate.tamper.scene import Scene, is_test_hunk

BODY = 12
RUNNER_FILES = (
    "conftest.py", "sitecustomize.py", "usercustomize.py", "jest.setup.*", "setupTests.*",
    "vitest.setup.*", "spec_helper.rb", "rails_helper.rb", "test_helper.rb", "bootstrap.php",
    "TestCase.php", "setup.js", "setup.ts",
)  # fmt: skip


@cache
def _exits() -> re.Pattern[str]:
    """Leaving with success before the runner can say otherwise."""
    return re.compile(
        r"\bsys\.exit\(\s*0?\s*\)|\bos\._exit\(\s*0\s*\)"
        r"|\bpytest\.exit\([^)\n]{0,120}(?:returncode\s*=\s*|,\s*)0"
        r"|\bprocess\.exit\(\s*0?\s*\)"
        r"|\bos\.Exit\(\s*0\s*\)|process::exit\(\s*0\s*\)|\bSystem\.exit\(\s*0\s*\)"
        r"|exitProcess\(\s*0\s*\)|Environment\.Exit\(\s*0\s*\)"
        r"|^\s*(?:exit!?(?:\s*\(?\s*(?:0|true)\s*\)?)?|Kernel\.exit!?.{0,20}|exit\(0?\);"
        r"|die\(\);)\s*$|raise\s+SystemExit\(\s*0?\s*\)"
        r"|process\.exitCode\s*=\s*0|at_exit\s*\{\s*exit"
    )


@cache
def _bends() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w.])items\s*\[\s*:\s*\]\s*=|(?<![\w.])items\.clear\(\)|del\s+items\["
        r"|(?:^\s*|session\.)items\s*=\s*\[\]"
        r"|session\.exitstatus\s*=\s*0|exitstatus\s*=\s*0"
        r"|(?:rep|report|outcome|result|_result)\w*\.outcome\s*=\s*[\"']passed"
        r"|\.outcome\s*=\s*[\"']passed|force_result|longrepr\s*=\s*None"
        r"|session\.testsfailed\s*=\s*0|def\s+pytest_(?:pyfunc_call|runtest_call"
        r"|runtest_protocol|ignore_collect)\b|shouldfail\s*=\s*False"
        r"|collect_ignore(?:_glob)?\s*[+=]|global(?:This)?\.(?:expect|assert|test|it"
        r"|describe)\s*=|unittest\.TestCase\.(?:assert\w+|run)\s*="
        r"|TestCase\.(?:assert\w+|fail)\s*=|expect\.extend\(\{\s*toBe\b|expect\.prototype"
        r"|Minitest::Assertions|RSpec::Expectations.{0,40}define"
        r"|builtins\.\w+\s*=|__builtins__|pytest\.raises\s*=|assert_\w+\s*=\s*lambda"
        r"|filter_run_excluding|config\.failure_exit_code\s*=\s*0"
        r"|define_method\(:assert|sys\.modules\[[\"'](?:pytest|unittest)|_pytest\.\w+\.\w+\s*="
        r"|return\s+unittest\.TestSuite\(\)\s*$"
        r"|jest\.retryTimes|console\.error\s*=\s*\(\)\s*=>\s*process"
    )


@cache
def _equality() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:def\s+__(?:eq|ne|lt|le|gt|ge|contains|bool)__\(|def\s+(?:==|eql\?|equal\?)"
        r"|(?:public\s+)?(?:override\s+|static\s+)?(?:fun\s+|boolean\s+|bool\s+"
        r"|function\s+)?[eE]quals?\s*\("
        r"|(?:public|static|override)\s[\w\s]{0,40}\b(?:[eE]quals|operator\s*==)\s*\("
        r"|(?:pub\s+)?fn\s+eq\s*\(|func\s*\([^)\n]{0,60}\)\s*Equals?\("
        r"|(?:override\s+)?operator\s+fun\s+equals)"
    )


_ALWAYS = re.compile(
    r"(?:^|[{>=]|\breturn\b)\s*(?:return\s+)?(?:True|true|not False|!false|1)\s*;?\s*(?:\}"
    r"|end)?\s*$"
)


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        language = paths.language_of(file.path)
        if not language or file.status == "D":
            continue
        for hunk in file.hunks:
            if paths.is_test(file.path) or _is_runner_file(file.path):
                yield from _runner(file, hunk, language)
            elif is_test_hunk(file, hunk):
                yield from _exit_in_tests(file, hunk.lines, language)
            yield from _always_equal(file, hunk)
            yield from _clock_stopped(file, hunk)
        yield from _site(file)


def _is_runner_file(path: str) -> bool:
    return matches_any(path, RUNNER_FILES)


def _runner(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    yield from _exit_in_tests(file, hunk.lines, language)
    lines = hunk.after
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not is_code(line.text, language):
            continue
        place = Place(file.path, line.number or None, line.text)
        if _bends().search(line.text):
            yield serious(
                "runner-hook",
                place,
                f"this hook changes what the runner reports: `{_short(line.text)}`",
            )
        elif re.search(r"add_marker\([^)\n]{0,40}(?:skip|xfail)", line.text):
            optional = any(
                "getoption" in near.text or " in item.keywords" in near.text
                for near in lines[max(0, index - 8) : index]
            )
            rule = notable if optional else serious
            yield rule(
                "runner-hook", place, "a hook marks collected tests as skipped or expected to fail"
            )
    yield from _autouse_patch(file, lines)
    yield from _autouse_double(file, lines)
    yield from _main_without_run(file, lines, language)
    yield from _toothless(file, lines)


def _autouse_patch(file: FileDiff, lines: Sequence[DiffLine]) -> Iterator[Finding]:
    """A hook that runs around every test and swallows its failure."""
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not re.search(
            r"def\s+pytest_runtest_makereport|hookwrapper", line.text
        ):
            continue
        body = "\n".join(near.text for near in lines[index : index + BODY])
        if re.search(r"excinfo\s*=\s*None|\.when\b.*=.*passed|\.failed\s*=\s*False", body):
            yield serious(
                "runner-hook",
                Place(file.path, line.number or None, line.text),
                "this hook rewrites the result of tests",
            )


_WORLD = re.compile(
    r"""["']?(?:time|datetime|random|secrets|uuid|os|sys|socket|requests|httpx|urllib\w*|smtplib|subprocess"""
    r"""|boto3|botocore|aiohttp|shutil|tempfile|asyncio|logging|getpass|builtins\.input|redis|stripe)\b"""
    r"""|\.(?:requests|httpx|time|datetime|sleep|urlopen|socket|now|today|uuid4|randint|random)\b"""
)
_REPLACES = re.compile(
    r"(?:monkeypatch\.setattr|mocker\.patch(?:\.object)?|\bpatch(?:\.object)?)\((.{1,300})"
)


def _autouse_double(file: FileDiff, lines: Sequence[DiffLine]) -> Iterator[Finding]:
    """A fixture for every test that puts a fixed answer in the place of product code."""
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not re.search(r"autouse\s*=\s*True", line.text):
            continue
        for near in lines[index : index + BODY]:
            replaced = _REPLACES.search(near.text[:500]) if near.side is Side.ADDED else None
            fixed = replaced and re.search(r"lambda|return_value|,\s*[\d\"'\[{TFN]", replaced[1])
            if (
                replaced
                and fixed
                and not _WORLD.match(replaced[1])
                and not _WORLD.search(replaced[1].split(",")[0])
            ):
                place = Place(file.path, near.number or None, near.text)
                sentence = f"every test gets this instead of the code: `{_short(near.text)}`"
                yield serious("mocked-subject", place, sentence)


def _main_without_run(
    file: FileDiff, lines: Sequence[DiffLine], language: str
) -> Iterator[Finding]:
    if language != "go":
        return
    for index, line in enumerate(lines):
        if line.side is Side.ADDED and re.match(r"func TestMain\(", line.text):
            body = "\n".join(near.text for near in lines[index : index + BODY])
            if "m.Run()" not in body:
                yield serious(
                    "runner-hook",
                    Place(file.path, line.number or None, line.text),
                    "TestMain never runs the tests",
                )


def _exit_in_tests(file: FileDiff, lines: Sequence[DiffLine], language: str) -> Iterator[Finding]:
    for index, line in enumerate(lines):
        if (
            line.side is not Side.ADDED
            or not is_code(line.text, language)
            or not _exits().search(line.text)
        ):
            continue
        if _is_expected_exit(lines, index):
            continue
        yield serious(
            "exit-in-tests",
            Place(file.path, line.number or None, line.text),
            f"`{_short(line.text)}` ends the run with success before the results are in",
        )


def _is_expected_exit(lines: Sequence[DiffLine], index: int) -> bool:
    """Tests of programs that exit: the exit is caught, stubbed, quoted or a script's own end."""
    if re.search(r"""['"][^'"\n]*(?:exit|Exit)""", lines[index].text):
        return True
    above = lines[max(0, index - 3) : index]
    return any(
        re.search(
            r"raises|assertRaises|assertThrows|should_panic|__main__|toThrow|fork\(|lambda"
            r"|mock|patch|stub",
            line.text,
        )
        for line in above
    )


_CLOCK = re.compile(
    r"\s*(?:time\.(?:time|perf_counter|monotonic|process_time|sleep)(?:_ns)?|Date\.now|performance\.now"
    r"|Math\.random|random\.random|process\.hrtime)\s*=(?!=)"
)


def _clock_stopped(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """The language's own clock or dice replaced for everybody, the tests among them."""
    for line in hunk.lines:
        if line.side is Side.ADDED and not paths.is_test(file.path) and _CLOCK.match(line.text):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"what tests measure with was replaced: `{_short(line.text)}`"
            yield serious("runner-hook", place, sentence)


_OWN_CHECK = re.compile(
    r"\s*(?:(?:public|private|protected|internal|static|async|export|override|fun|void|function|def|const|let"
    r"|var|bool|final)\s+)+(?:self\.)?(?P<name>eq|eql|be|raise_error|expect|assert[A-Z_]\w*|refute\w*|toBe|toEqual)\b"
    r"\s*(?:=|\()"
)
_DECIDES = re.compile(
    r"\bsuper\b|\b(?:raise|throw|fail)\b|[=!]==?|\.equals\(|\bassert|\bexpect\(|\bRSpec|\bAssert\b"
    r"|unwrap|require|\bself\.|this[.-]|\bimport|<|>(?!\s*\{)"
)


def _toothless(file: FileDiff, lines: Sequence[DiffLine]) -> Iterator[Finding]:
    """A check of the framework under its own name, with a body in which nothing can fail."""
    for index, line in enumerate(lines):
        head = _OWN_CHECK.match(line.text[:300]) if line.side is Side.ADDED else None
        if head is None:
            continue
        body = [line.text[head.end() :], *(near.text for near in lines[index + 1 : index + 5])]
        if not any(_DECIDES.search(text) for text in body):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"`{head['name']}` was defined anew, and cannot fail"
            yield serious("runner-hook", place, sentence)


_LAMBDA_EQUAL = re.compile(
    r"\s*(?:__(?:eq|ne|contains|bool)__|equals|isEqual)\s*[=:]\s*(?:lambda\b[^:\n]{0,60}:|\([^)\n]{0,60}\)\s*=>)"
    r"\s*(?:True|true)\s*[;,]?\s*$"
)


def _always_equal(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    lines = hunk.after
    for index, line in enumerate(lines):
        if line.side is Side.ADDED and _LAMBDA_EQUAL.match(line.text):
            place = Place(file.path, line.number or None, line.text)
            yield serious("always-equal", place, "this comparison is true for every value")
        if not _equality().match(line.text):
            continue
        body = [near for near in lines[index : index + 4] if near.text.strip()]
        verdict = next((near for near in _body_lines(body) if _ALWAYS.search(near.text)), None)
        if verdict is None or Side.ADDED not in (line.side, verdict.side):
            continue
        place = Place(file.path, verdict.number or None, f"{line.text} {verdict.text}")
        rule = notable if paths.is_test(file.path) else serious
        yield rule("always-equal", place, "this comparison is true for every value")


def _body_lines(body: Sequence[DiffLine]) -> Sequence[DiffLine]:
    """The first statement alone: a `return true` after an `if` decides something."""
    first = body[1:2]
    if body and _ALWAYS.search(body[0].text):
        return body[:1]
    return first


def _site(file: FileDiff) -> Iterator[Finding]:
    """Files that Python runs before anything else, the test runner included."""
    name = file.path.rsplit("/", 1)[-1]
    if name in {"sitecustomize.py", "usercustomize.py"} and file.added:
        yield serious(
            "runner-hook", Place(file.path), f"{name} runs before the test runner and can change it"
        )


def _short(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")[:90]

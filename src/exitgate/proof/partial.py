"""Test commands that run only a part of the tests, or run them until they pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from exitgate.language.runner_commands import test_calls


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


SELECTS = {
    "python": "-k -m --lf --last-failed --sw --stepwise --deselect --ignore --ignore-glob",
    "jest": "-t --testNamePattern --testPathPattern --testPathPatterns -o --onlyChanged"
    " --findRelatedTests --changed --related --shard --testPathIgnorePatterns --exclude",
    "mocha": "-g --grep -f --fgrep -i --invert --only-changed --last-failed --project",
    "go": "-run -skip -short --run --skip",
    "cargo": "-p --package --lib --bin --bins --doc --test --example --exclude -E --skip --exact",
    "dotnet": "--filter",
    "jvm": "--tests -pl --projects -Dtest -Dit.test",
    "ruby": "-e --example -t --tag --only-failures --next-failure -n --name",
    "php": "--filter --group --exclude-group --testsuite",
    "ctest": "-R -E -L -LE",
    "label": "--tag --exclude-tag -k",
    "other": "--only",
}
"""Options that choose among the tests, by the family of runners that know them."""
FAMILIES = {
    "pytest": "python", "py.test": "python", "nosetests": "python", "stestr": "python",
    "trial": "python", "unittest": "python", "nose2": "python", "nose": "python",
    "jest": "jest", "vitest": "jest", "ava": "jest", "karma": "jest", "bun": "jest",
    "npm": "jest", "pnpm": "jest", "yarn": "jest",
    "mocha": "mocha", "playwright": "mocha", "cypress": "mocha",
    "go": "go", "gotestsum": "go", "ginkgo": "go", "cargo": "cargo", "cargo-nextest": "cargo",
    "dotnet": "dotnet", "mvn": "jvm", "mvnw": "jvm", "gradle": "jvm", "gradlew": "jvm",
    "rspec": "ruby", "rails": "ruby", "rake": "ruby", "phpunit": "php", "pest": "php",
    "paratest": "php", "ctest": "ctest",
}  # fmt: skip
WHOLE = frozenset({"tests", "test", "spec", "specs", "src", "lib", ".", "./...", "...", "discover"})
"""Places that hold all the tests, or all the code."""
TAKES_VALUE = _words(
    "-p -c -n -o -W -r -s -f -C -F -j -e --rootdir --cov --cov-report --junitxml --junit-xml --tb",
    "--maxfail --timeout --config --reporter --workers --jobs --durations --override-ini --env",
    "--coverage -count -timeout -parallel --features --logger --settings --configuration --retries",
    "--reruns --reruns-delay --profile --target --target-dir",
)
"""Options whose next word is theirs."""


@cache
def _a_test() -> re.Pattern[str]:
    """A single file, a test in one, a module by its dotted name, or a folder below the top."""
    return re.compile(
        r".*::.*|.*\.(?:py|[cm]?[jt]sx?|rb|go|php|exs?|rs|java|kt|cs)(?:[:#]\S*)?"
        r"|(?:\./)?[\w.-]+/[\w./-]*\w/?|[a-z_]\w*(?:\.\w+)+"
    )


@cache
def _repeats() -> re.Pattern[str]:
    return re.compile(
        r"--reruns?(?:-fails|-failures)?(?:[= ]\s?(?!0\b)\d{1,4}|(?=\s|$))"
        r"|--retr(?:y|ies)[= ](?!0\b)\d"
        r"|rerunFailingTestsCount=[1-9]|--flake-finder|--force-flaky|--max-runs[= ][2-9]"
        r"|\buntil\s[^\n]{0,200}?;\s{0,4}do\b|\bwhile\s+!\s[^\n]{0,200}?;\s{0,4}do\b"
        r"|\bfor\s+\w+\s+in\b[^\n]{0,300}&&\s{0,4}break\b"
    )


@cache
def _all_tests() -> re.Pattern[str]:
    """A script that runs every test, by its name."""
    return re.compile(r"manage\.py|run[_-]?(?:all[_-]?)?tests?\.\w{1,4}|tests?\.sh")


def part_run(command: str) -> str:
    """What the command is limited to, or an empty string where it may run everything."""
    limits = [next(_limits(words), "") for words in test_calls(command)]
    return "" if not limits or "" in limits else limits[0].replace("quoted", "…")


def repeats_until_green(command: str) -> str:
    """What makes the command try again until it passes, or an empty string."""
    if hit := _repeats().search(command[:4_000]):
        return hit[0].strip()
    calls = test_calls(command)
    again = len(calls) > len(set(calls)) and "||" in command
    return "the same tests behind ||" if again else ""


def _limits(words: tuple[str, ...]) -> Iterator[str]:
    program, rest = _runner(words)
    by_label = _all_tests().fullmatch(program.rsplit("/", 1)[-1]) is not None
    family = "label" if by_label else FAMILIES.get(program, "other")
    options = frozenset(SELECTS[family].split())
    value_expected = False
    for place, word in enumerate(rest):
        name, has_value, _ = word.partition("=")
        if name in options:
            yield word if has_value else " ".join(rest[place : place + 2])
        elif word.startswith("-"):
            value_expected = name in TAKES_VALUE and not has_value
            continue
        elif not value_expected and _is_part(word, family):
            yield word
        value_expected = False


def _runner(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The runner's own name and what stands behind it: `python -m pytest` is pytest."""
    program = words[0].rsplit("/", 1)[-1]
    if program.startswith("python") and "-m" in words[:-1]:
        at = words.index("-m")
        return words[at + 1], words[at + 2 :]
    if len(words) > 1 and _all_tests().fullmatch(words[1].rsplit("/", 1)[-1]):
        return words[1], words[2:]
    return program, words[1:]


def _is_part(word: str, family: str) -> bool:
    bare = word.rstrip("/").removeprefix("./")
    if bare in WHOLE or word in WHOLE or word.endswith(("/...", ":test", "quoted")):
        return False
    if family == "label":
        return word.isidentifier() or bool(_a_test().fullmatch(word))
    if family == "cargo":
        return word not in ("test", "t", "nextest", "run")
    return bool(_a_test().fullmatch(word))

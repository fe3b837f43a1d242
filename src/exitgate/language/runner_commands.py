"""Which shell commands run tests, and which only show text."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

COMMAND_CHARS = 8_000


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


ALONE = _words(
    "pytest py.test tox nox jest vitest mocha ava rspec phpunit pest paratest ctest gotestsum",
    "bats cargo-nextest nosetests trial stestr ginkgo karma cypress busted prove behave cucumber",
)
WITH_WORD = {
    "go": {"test"},
    "cargo": {"test", "nextest", "t"},
    "dotnet": {"test"},
    "swift": {"test"},
    "bazel": {"test"},
    "deno": {"test"},
    "mix": {"test"},
    "zig": {"test"},
    "flutter": {"test"},
    "rails": {"test", "spec"},
    "rake": {"test", "spec"},
    "composer": {"test"},
    "make": {"test", "tests", "check"},
    "just": {"test", "tests", "check"},
    "task": {"test", "tests", "check"},
    "hatch": {"test"},
    "nx": {"test"},
    "turbo": {"test"},
    "lerna": {"test"},
    "mise": {"test"},
    "invoke": {"test", "tests"},
    "inv": {"test", "tests"},
    "sbt": {"test"},
    "meson": {"test"},
    "xcodebuild": {"test"},
    "mvn": {"test", "verify", "install", "package"},
    "mvnw": {"test", "verify", "install", "package"},
    "gradle": {"test", "check", "build"},
    "gradlew": {"test", "check", "build"},
    "node": {"--test"},
    "playwright": {"test"},
    "lein": {"test"},
    "dart": {"test"},
    "ng": {"test"},
    "django-admin": {"test"},
}
SCRIPTED = frozenset({"npm", "pnpm", "yarn", "bun"})
PYTHON = re.compile(r"python[\d.]{0,6}")
WRAPPERS = _words(
    "sudo time command exec env npx bunx xvfb-run nice stdbuf unbuffer poetry pipenv uv pdm rye",
    "hatch bundle run conda dlx if then else elif while until do ! {",
)
SHOWING = _words(
    "echo printf git gh glab grep rg ag cat less more head tail sed awk ls find wc diff jq"
)
SHOWING_LOGS = _words("cat less more head tail sed awk grep rg")
NOT_A_RUN = _words(
    "--version -V --help -h --collect-only --co --listTests --list --list-tests --no-run --dry-run",
    "--setup-plan --fixtures --markers -list -DskipTests -DskipUTs -PskipTests -Dmaven.test.skip",
)
"""Words with which a runner only shows, lists or builds, or is told to leave the tests out."""
ELSEWHERE = _words("docker podman nerdctl docker-compose podman-compose kubectl vagrant ssh")
"""Programs that run the rest of their line in another place."""


@cache
def _separators() -> re.Pattern[str]:
    return re.compile(r"[;&|\n()]++")


@cache
def _quoted() -> re.Pattern[str]:
    """Quoted text; a quote that never closes reaches to the end, so no text is read twice."""
    return re.compile(r"""\"(?:[^"\\]|\\.?)*+(?:"|\Z)|'[^']*+(?:'|\Z)""", re.DOTALL)


@cache
def _for_shell() -> re.Pattern[str]:
    return re.compile(r"\b(?:ba|z|da)?sh\s{1,4}-\w{0,3}c\s{1,4}$")


@cache
def _heredoc() -> re.Pattern[str]:
    return re.compile(r"<<-?\s{0,4}['\"]?(\w{1,60})")


@cache
def _test_file() -> re.Pattern[str]:
    """A script that is a test by its name: `run_tests.sh`, `test_x.py`, `tests/run.js`."""
    return re.compile(r"(?:^|[/_.-])(?:run)?(?:tests?|spec)(?=$|[/_.-])|_test\.\w{1,4}$")


@cache
def _log_name() -> re.Pattern[str]:
    return re.compile(r"\.(?:log|out|output|txt)\b|^/tmp/|output|results?\b", re.IGNORECASE)


def is_test_command(command: str) -> bool:
    """True where any part of a shell line runs tests; installing a runner does not."""
    return any(_runs_tests(words) for words in _parts(command))


def test_calls(command: str) -> tuple[tuple[str, ...], ...]:
    """The words of each part of a shell line that runs tests."""
    return tuple(tuple(words) for words in _parts(command) if _runs_tests(words))


def leaves_tests_out(command: str) -> bool:
    """True where a runner is called and told to run no test."""
    return any(
        _leaves_tests_out(_base(words[0]), words[1:])
        and _runs_tests([word for word in words if not word.startswith("-")])
        for words in _parts(command)
    )


def is_suite_command(command: str) -> bool:
    """True where a test runner is called, not only a script whose name says test."""
    return any(_runs_tests(words) and not _is_own_script(words) for words in _parts(command))


def only_shows(command: str) -> bool:
    """True where nothing is run: text is printed, searched or compared.

    Showing a log is different: tests that ran in the background are read that way.
    """
    parts = [words for words in _parts(command) if words[0] not in ("cd", "set", "export", "sleep")]
    if not parts or not all(_base(words[0]) in SHOWING for words in parts):
        return False
    return not any(_shows_log(words) for words in parts)


def _shows_log(words: list[str]) -> bool:
    return _base(words[0]) in SHOWING_LOGS and any(_log_name().search(word) for word in words[1:])


def _parts(command: str) -> list[list[str]]:
    """The simple commands of a line, without assignments, wrappers and their options."""
    found = []
    for part in _separators().split(_without_data(command[:COMMAND_CHARS])):
        words = [word.strip("'\"") for word in part.split()]
        words = _unwrapped([word for word in words if word])
        if words:
            found.append(words)
    return found


def _without_data(command: str) -> str:
    """The line without what it only writes or passes on: here-documents and quoted text."""
    kept, end = [], ""
    for line in command.splitlines():
        if end:
            end = "" if line.strip() == end else end
            continue
        kept.append(line)
        opened = _heredoc().search(line)
        end = opened[1] if opened else ""
    return _quoted().sub(_quoted_meaning, "\n".join(kept))


def _quoted_meaning(hit: re.Match[str]) -> str:
    """A script for a shell is read on; other text with spaces in it is one plain argument."""
    text = hit[0][1:-1]
    if _for_shell().search(hit.string[max(0, hit.start() - 16) : hit.start()]):
        return f";{text};"
    return "quoted" if _separators().search(text) or " " in text else text


def _unwrapped(words: list[str]) -> list[str]:
    at = 0
    while at < len(words):
        word = words[at]
        if "=" in word.lstrip("-") and not word.startswith(("/", ".")):
            at += 1
        elif _base(word) == "timeout":
            at += 1
            while at < len(words) and (words[at].startswith("-") or words[at][:1].isdigit()):
                at += 1
        elif _base(word) in WRAPPERS and at + 1 < len(words) and words[at + 1] != "test":
            at += 1
            while at < len(words) and words[at].startswith("-"):
                at += 1
        else:
            break
    return words[at:]


def _base(word: str) -> str:
    return word.rsplit("/", 1)[-1]


def _runs_tests(words: list[str]) -> bool:
    program, rest = _base(words[0]), words[1:]
    if _leaves_tests_out(program, rest):
        return False
    if program in ELSEWHERE:
        return any(_runs_tests(rest[at:]) for at in range(_sent_from(rest), len(rest)))
    if program in ALONE or program in WITH_WORD:
        wanted = WITH_WORD.get(program, ())
        return program in ALONE or any(word.rsplit(":", 1)[-1] in wanted for word in rest)
    if program in SCRIPTED:
        return _script_is_test(rest)
    if PYTHON.fullmatch(program) or program == "coverage":
        return _python_runs_tests(rest)
    return rest[:2] == ["artisan", "test"] or _is_test_script(words)


def _leaves_tests_out(program: str, rest: list[str]) -> bool:
    """`-DskipTests`, `-x test`, `--no-run`: the command ends well without a single test."""
    if NOT_A_RUN.intersection(word.removesuffix("=true") for word in rest):
        return True
    pairs = set(pairwise(rest))
    if program in ("gradle", "gradlew"):
        return not pairs.isdisjoint({("-x", "test"), ("--exclude-task", "test")})
    if program == "go":
        none = {("-run", "^$"), ("-run", "NONE"), ("-run", "XXX")}
        return "-c" in rest or "-run=^$" in rest or not pairs.isdisjoint(none)
    return False


def _sent_from(rest: list[str]) -> int:
    """Where the words for the other place may begin: after `run` or `exec`, or after the host."""
    named = [at for at, word in enumerate(rest) if word in ("run", "exec", "-c", "--")]
    return named[0] + 1 if named else len(rest)


def _is_test_script(words: list[str]) -> bool:
    by_shell = _base(words[0]) in ("bash", "sh", "node", "ruby", "php", "ts-node", "tsx")
    target = _first_name(words[1:]) if by_shell else words[0]
    return ("/" in target or by_shell) and bool(_test_file().search(target))


def _is_own_script(words: list[str]) -> bool:
    """`python test_idea.py`: a trial of the agent's own, which prints what it likes."""
    by_python = bool(PYTHON.fullmatch(_base(words[0]))) and "-m" not in words
    return (by_python and "manage.py" not in words[1:2]) or _is_test_script(words)


def _script_is_test(rest: list[str]) -> bool:
    """`npm test`, `yarn run test:unit`, `pnpm --filter web test`; not `npm install jest`."""
    words = [word for word in rest if not word.startswith("-")]
    if words[:1] and words[0] in ("install", "i", "add", "remove", "ci", "init"):
        return False
    return any(
        word in ALONE or re.fullmatch(r"t|tests?(?:[:-].{0,80})?", word) for word in words[:4]
    )


_MEASURED = frozenset({"coverage", "run", "-m", "--branch", "-a", "-p"})


def _python_runs_tests(rest: list[str]) -> bool:
    if "-m" in rest:
        module = [word for word in rest[rest.index("-m") + 1 :] if word not in _MEASURED][:1]
        return bool(module) and module[0] in ("pytest", "unittest", "nose2", "nose", "tox", "nox")
    if "-c" in rest:
        return False
    script = _first_name(rest)
    return (_base(script) == "manage.py" and "test" in rest) or bool(_test_file().search(script))


def _first_name(words: list[str]) -> str:
    return next((word for word in words if not word.startswith("-")), "")

"""Summaries that test runners print: each case file holds what is expected, then the output."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exitgate.core.absence import Missing
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.language.printed_tests import is_test_command, last_suite, printed_suites
from exitgate.language.runner_commands import only_shows
from growth import grows_gently

CASES = sorted((Path(__file__).parent / "cases" / "printed").glob("*.txt"))


def expected(line: str) -> SuiteRun:
    counts, _, names = line.partition(" failing=")
    numbers = {key: int(value) for key, _, value in (w.partition("=") for w in counts.split())}
    failing = tuple(sorted(names.split("|"))) if names else ()
    return SuiteRun(**numbers, failing=failing, source=SuiteSource.PRINTED)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    head, _, output = path.read_bytes().decode().partition("---\n")
    assert printed_suites(output) == tuple(expected(line) for line in head.splitlines())


def run(command: str, output: str | None, exit_code: int | None = None) -> ToolCall:
    return ToolCall("bash", CallKind.RUN, "{}", output, command=command, exit_code=exit_code)


def told(*calls: ToolCall) -> SuiteRun | Missing:
    return last_suite(Transcript(format="exitgate", steps=calls))


RED = run("pytest", "1 failed, 2 passed in 0.1s", 1)
GREEN = run("pytest -q", "3 passed in 0.1s", 0)


def test_the_newest_run_wins() -> None:
    suite = told(RED, GREEN)
    assert isinstance(suite, SuiteRun)
    assert suite.is_green
    assert suite.refs == ("step 2",)


def test_a_crash_after_a_pass_is_no_pass() -> None:
    crashed = run("pytest", "ImportError while loading conftest", 4)
    silent = run("./gradlew test", "BUILD SUCCESSFUL", 0)
    assert told(GREEN, crashed) == Missing("step 2 ran tests but printed no summary")
    assert told(GREEN, silent, crashed) == Missing("step 3 ran tests but printed no summary")
    assert told(GREEN, crashed, GREEN) == SuiteRun(3, source=SuiteSource.PRINTED, refs=("step 3",))


def test_a_narrow_pass_does_not_mend_a_wide_failure() -> None:
    wide = run("pytest", "5 failed, 40 passed in 3.1s", 1)
    one = run("pytest tests/test_a.py::test_b", "1 passed in 0.1s", 0)
    again = run("pytest --lf", "5 passed in 0.4s", 0)
    assert told(wide, one) == Missing(
        "5 tests failed at step 1 and only 1 tests were seen to pass since"
    )
    for calls in ((wide, again), (wide, again, one), (one, wide, again)):
        suite = told(*calls)
        assert isinstance(suite, SuiteRun)
        assert suite.is_green


def test_a_trial_script_that_fails_leaves_the_suite_as_it_was() -> None:
    assert told(GREEN, run("python test_idea.py", "Traceback", 1)) == told(GREEN)


def test_a_silent_success_may_have_mended_a_failure_but_proves_nothing() -> None:
    silent = run("./gradlew test", "BUILD SUCCESSFUL", 0)
    assert isinstance(told(RED, silent), Missing)
    assert told(GREEN, silent) == told(GREEN)


@pytest.mark.parametrize(
    "command",
    [
        "echo '3 passed in 0.1s'",
        "cat README.md",
        "git show HEAD",
        "grep -rn passed src",
        "cd /repo && cat notes.md | head -20",
        "gh run view 12 --log",
    ],
)
def test_text_that_is_only_shown_is_no_run(command: str) -> None:
    assert isinstance(told(run(command, "3 passed in 0.1s")), Missing)


def test_a_log_of_a_run_in_the_background_counts() -> None:
    assert isinstance(told(run("tail -5 /tmp/pytest.log", "3 passed in 0.1s")), SuiteRun)


def test_words_and_reads_are_no_run() -> None:
    read = ToolCall("read", CallKind.READ, "{}", "3 passed in 0.1s")
    assert isinstance(told(read), Missing)


def test_two_runners_in_one_command_add_up() -> None:
    both = run("make test", "3 passed in 0.1s\nTests:       1 failed, 4 passed, 5 total\n", 1)
    suite = told(both)
    assert isinstance(suite, SuiteRun)
    assert (suite.passed, suite.failed) == (7, 1)


@pytest.mark.parametrize(
    "command",
    """pytest -q
python -m pytest tests/test_a.py::test_b -x
python3.12 -m unittest discover
cd app && npm test
npm run test:unit -- --watch=false
yarn jest src
npx vitest run
pnpm --filter web test
go test ./...
CGO_ENABLED=0 go test -run TestX ./pkg
cargo test --all
cargo nextest run
bundle exec rspec spec/a_spec.rb
timeout 60 pytest
poetry run pytest -k cart
uv run --frozen pytest
./gradlew :app:test --tests Foo
mvn -q test
dotnet test Shop.sln
ctest --output-on-failure
make test
./run_tests.sh
bash scripts/test.sh
python manage.py test shop
php artisan test
./vendor/bin/phpunit
bun test
npx playwright test
npx turbo run test
sbt clean test
gh workflow run x; pytest -q
node --test
python tests/test_all.py
python runtests.py models
bash -lc "cd app && pytest -q"
pytest 2>&1 | tail -20""".splitlines(),
)
def test_commands_that_run_tests(command: str) -> None:
    assert is_test_command(command)
    assert not only_shows(command)


@pytest.mark.parametrize(
    "command",
    """pip install pytest
npm install jest
npm run build
cat pytest.ini
grep -rn pytest .
which pytest
pytest --version
pytest --collect-only
go build ./...
cargo build
git commit -m 'run go test'
ls tests
make
echo run pytest now
vim tests/test_a.py
python contest.py
python -c "open('data/test-1.txt'); print(1)"
git commit -m "x; pytest passes"
python latest.py""".splitlines(),
)
def test_commands_that_do_not(command: str) -> None:
    assert not is_test_command(command)


def test_a_here_document_is_data() -> None:
    assert not is_test_command("cat > notes.md <<'END'\nThen run:\npytest -q\nEND\nls")
    assert is_test_command("cat > notes.md <<'END'\ntext\nEND\npytest -q")


@given(st.text())
def test_any_text_and_command_is_read(text: str) -> None:
    assert all(suite.source is SuiteSource.PRINTED for suite in printed_suites(text))
    assert is_test_command(text) in (True, False)
    assert only_shows(text) in (True, False)


@pytest.mark.parametrize("text", ['"\\' * 4_000, "'" * 7_999, "<<a\n" * 3_000, "x=" * 4_000])
def test_hostile_commands_stay_linear(text: str) -> None:
    assert grows_gently(lambda size: is_test_command(text[:size]), len(text))


HOSTILE = [
    "  1 failed\n    [a] › " * 8_000,
    "[  SKIPPED ] x\n" * 15_000,
    "   FAILED  " + "a  " * 60_000,
    "a b: Tests: " * 15_000,
    "a: 1 passed in \n" * 12_000,
    '"Action":"pass","Package":"' * 7_000,
    "1 passed, " * 20_000 + "x",
    "=" * 200_000 + " passed",
    "Tests: " + " " * 200_000,
    ("  1) a\n" + "       b\n" * 5) * 10_000 + " passing (1ms)",
    "FAILED " + "a - " * 50_000 + "\n1 failed in 0.1s",
    "--- FAIL: " * 20_000,
    "Ran 3 tests in 0.1s" + "\n" * 200_000,
    "not ok 1 " * 20_000 + "1..2",
    " Failed a (" * 20_000 + "Total tests: 1",
    "1 failed in 0.1s\n" * 20_000,
    "FAILED a\n" * 20_000 + "1 failed in 0.1s\n" * 2_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_output_stays_linear(text: str) -> None:
    assert grows_gently(lambda size: printed_suites(text[:size]), len(text))

"""Shell commands by purpose: which run tests, which build or check, which only pretend to."""

from __future__ import annotations

import re
from functools import cache


@cache
def _tests() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|[\s;&|(\"'`=:@/-])(?:py\.?test|python[\d.]*\s+-m\s+(?:pytest|unittest|nose2?"
        r"|tox)|unittest|tox|nox|nosetests"
        r"|(?:npm|pnpm|yarn|bun|deno)(?:\s+run)?\s+(?:t|tst|test|e2e|unit|integration)[\w:.-]*"
        r"|(?:npx\s+)?(?:jest|vitest|mocha|ava|playwright\s+test|cypress\s+run|karma\s+start"
        r"|tap|jasmine)"
        r"|node\s+--test|go\s+test|gotestsum|cargo\s+(?:nextest|test|t)\b|(?:\./)?mvnw?\s[^\n;"
        r"|&]{0,80}?(?:test|verify|install|package)"
        r"|(?:\./)?gradlew?\s[^\n;|&]{0,80}?(?:test|check|build)|dotnet\s+test"
        r"|(?:bundle\s+exec\s+)?(?:rspec|rake\s+(?:test|spec)|rails\s+test|minitest)"
        r"|(?:vendor/bin/)?(?:phpunit|pest)|php\s+artisan\s+test|composer\s+(?:run\s+)?test"
        r"|ctest|make\s+(?:-\w+\s+)?(?:test|check)[\w-]*|just\s+test"
        r"|(?:\./)?(?:run[_-]?tests?|tests?)\.(?:sh|py)|runtests\.py|bin/test\b"
        r"|manage\.py\s+test)(?=$|[\s;&|)\"'`,:])"
    )


@cache
def _checks() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|[\s;&|(\"'`=:@/-])(?:ruff|flake8|pylint|mypy|pyright|black\s+--check"
        r"|isort\s+--check|bandit|eslint|tsc|biome|prettier\s+--check"
        r"|(?:npm|pnpm|yarn|bun)(?:\s+run)?\s+(?:lint|build|typecheck|check"
        r"|type-check)[\w:.-]*|go\s+(?:vet|build)|golangci-lint|staticcheck"
        r"|cargo\s+(?:clippy|build|check|fmt)|dotnet\s+(?:build|format)|rubocop|phpstan|psalm"
        r"|php-cs-fixer|checkstyle|ktlint|spotless\w*"
        r"|make\s+(?:lint|build|all|typecheck)[\w-]*|coverage\s+report|pre-commit\s+run"
        r"|codecov)(?=$|[\s;&|)\"'`,:])"
    )


@cache
def _builds() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|[\s;&|(])(?:(?:npm|pnpm|yarn|bun)(?:\s+run)?\s+build[\w:.-]*|tsc|go\s+build"
        r"|cargo\s+(?:build|check)|dotnet\s+build"
        r"|(?:\./)?mvnw?\s[^\n;|&]{0,80}?(?:compile|package|install)|(?:\./)?gradlew?\s[^\n;"
        r"|&]{0,80}?(?:assemble|build)"
        r"|make(?:\s+(?:all|build))?|cmake\s+--build|ninja|gcc|g\+\+"
        r"|python[\d.]*\s+-m\s+(?:build|compileall|py_compile)|vite\s+build|webpack)(?=$|[\s;&"
        r"|)])"
    )


@cache
def _lints() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|[\s;&|(\"'`=:@/-])(?:ruff|flake8|pylint|black|isort|bandit|eslint|stylelint|biome"
        r"|prettier|(?:npm|pnpm|yarn|bun)(?:\s+run)?\s+(?:lint|format)[\w:.-]*|go\s+vet|gofmt"
        r"|golangci-lint|staticcheck|cargo\s+(?:clippy|fmt)|dotnet\s+format|rubocop|phpstan|psalm"
        r"|phpcs|php-cs-fixer|checkstyle|ktlint|detekt|spotless\w*|make\s+(?:lint|format)[\w-]*"
        r"|just\s+lint|pre-commit\s+run|shellcheck|hadolint)(?=$|[\s;&|)\"'`,:])"
    )


@cache
def _types() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|[\s;&|(\"'`=:@/-])(?:mypy|pyright|pyre|pytype|tsc|vue-tsc|flow\s+check|sorbet"
        r"|(?:npm|pnpm|yarn|bun)(?:\s+run)?\s+(?:type-?check|types|check-types)[\w:.-]*"
        r"|make\s+(?:types?|type-?check)[\w-]*|cargo\s+check|deno\s+check)(?=$|[\s;&|)\"'`,:])"
    )


def runs_lint(command: str) -> bool:
    return bool(_lints().search(command[:4_000]))


def runs_types(command: str) -> bool:
    return bool(_types().search(command[:4_000]))


def runs_tests(command: str) -> bool:
    return bool(_tests().search(command[:4_000]))


def runs_checks(command: str) -> bool:
    """Lint, types, build, coverage: what else must stay green."""
    return bool(_checks().search(command[:4_000]))


def runs_build(command: str) -> bool:
    return bool(_builds().search(command[:4_000]))


def proves(command: str) -> bool:
    return runs_tests(command) or runs_checks(command)

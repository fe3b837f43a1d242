"""What a path is for: test, source, snapshot, configuration, CI, report, gate."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.changes import matches_any

LANGUAGES = {
    "py": "python", "pyi": "python",
    "js": "js", "jsx": "js", "mjs": "js", "cjs": "js", "ts": "js", "tsx": "js", "mts": "js",
    "vue": "js", "svelte": "js",
    "go": "go", "rs": "rust", "java": "java", "kt": "java", "kts": "java", "scala": "java",
    "cs": "csharp", "rb": "ruby", "php": "php",
}  # fmt: skip
OTHER_CODE = frozenset(
    {"c", "h", "cc", "cpp", "hpp", "swift", "ex", "exs", "lua", "pl", "sql", "m"}
)
TEMPLATES = frozenset({"html", "css", "scss", "proto", "graphql", "erb", "jinja", "j2", "tmpl"})

TEST_FOLDERS = frozenset({"tests", "__tests__", "spec", "specs", "e2e", "testdata", "__mocks__"})
DATA_FOLDERS = frozenset({"fixtures", "testdata", "data", "resources", "assets", "samples"})
SNAPSHOTS = (
    "*.snap", "*.ambr", "*.golden", "*.approved.*", "*.verified.*", "*.expected", "*.snapshot",
    "__snapshots__/", "snapshots/", "goldens/", "golden/", "__image_snapshots__/",
)  # fmt: skip
CI_FILES = (
    ".github/workflows/", ".github/actions/", ".gitlab-ci.yml", ".circleci/", "Jenkinsfile",
    "azure-pipelines.yml", ".travis.yml", "bitbucket-pipelines.yml", ".buildkite/", ".drone.yml",
)  # fmt: skip
GATE_FILES = (
    "exitgate.yml", "exitgate.yaml", ".exitgate.yml", ".exitgate.yaml", ".exitgate/",
    ".github/exitgate.yml", ".bb3/config.yaml",
)  # fmt: skip
SETTINGS = (
    "pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", ".pytest.ini", "noxfile.py",
    ".coveragerc", "mypy.ini", ".flake8", "ruff.toml", ".ruff.toml", ".pylintrc", "package.json",
    "jest.config.*", "vitest.config.*", "vite.config.*", "karma.conf.*", "playwright.config.*",
    "cypress.config.*", ".mocharc*", ".nycrc*", ".c8rc*", ".eslintrc*", "eslint.config.*",
    "tsconfig*.json", ".eslintignore", "biome.json", "Makefile", "makefile", "GNUmakefile",
    "*.mk", "justfile", "Taskfile.yml", "Rakefile", "pom.xml", "build.gradle", "build.gradle.kts",
    "*.csproj", "*.runsettings", "Directory.Build.props", "Cargo.toml", ".golangci.y*ml",
    "phpunit.xml", "phpunit.xml.dist", "composer.json", ".rspec", ".rubocop.yml", ".simplecov",
    "codecov.yml", ".codecov.yml", "phpstan.neon", "phpstan.neon.dist", "clippy.toml",
    ".husky/", ".githooks/", "lefthook.y*ml", "checkstyle*.xml", "*suppressions*.xml", "pmd*.xml",
    "detekt.y*ml", ".stylelintrc*", ".yamllint*", ".ruff_cache.toml", "psalm.xml", ".php-cs-fixer*",
    ".semgrepignore", ".flowconfig", "nx.json", "turbo.json", "deno.json*", "bunfig.toml",
    ".rubocop_todo.yml", ".standard.yml", "spotbugs*.xml", ".luacheckrc", "tslint.json",
    ".pre-commit-config.yaml", "sonar-project.properties", "Dockerfile",
)  # fmt: skip
LOCKS = (
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock*",
    "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "requirements*.txt", "Cargo.lock",
    "go.sum", "Gemfile.lock", "composer.lock", "*.lockfile", "packages.lock.json",
)  # fmt: skip
REPORTS = (
    "junit*.xml", "*junit.xml", "TEST-*.xml", "test-results*.xml", "test_results*.xml",
    "test-report*.xml", "test-report*.json", "pytest-report*.json", "results.xml", "*.trx",
    "coverage.xml", "lcov.info", "coverage-final.json", "coverage-summary.json", "cobertura*.xml",
    "test-results/", "surefire-reports/", "test-reports/",
)  # fmt: skip
PLANS = (
    "plan.md", "PLAN.md", "*_plan.md", "*-plan.md", "TODO.md", "todo.md", "TASKS.md", "tasks.md",
    "IMPLEMENTATION_PLAN.md", "@fix_plan.md", "fix_plan.md", "prd.json", "checklist.md",
)  # fmt: skip


def extension(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""


def language_of(path: str) -> str | None:
    return LANGUAGES.get(extension(path))


@cache
def _test_name() -> re.Pattern[str]:
    return re.compile(
        r"(?:test_[^/]*\.py|[^/]*_test\.(?:py|go|rb|exs)|tests?\.(?:py|rs)|conftest\.py"
        r"|[^/]*[.-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?|[^/]*_(?:spec|test)\.rb|unittest_[^/]*\.py"
        r"|[^/]*(?:Test|Tests|TestCase|IT|Spec)\.(?:java|kt|scala|cs|php))$"
    )


def is_test(path: str) -> bool:
    """Test code, by its own name or by the folder it lies in."""
    folders, name = path.split("/")[:-1], path.rsplit("/", 1)[-1]
    if _test_name().match(name) or TEST_FOLDERS.intersection(folders):
        return True
    if folders[:1] in (["test"], ["testing"]) or "src/test/" in f"{path}":
        return True
    return any(folder.endswith((".Tests", ".Test", ".UnitTests")) for folder in folders)


def is_snapshot(path: str) -> bool:
    return matches_any(path, SNAPSHOTS)


def is_ci(path: str) -> bool:
    return matches_any(path, CI_FILES)


def is_gate(path: str) -> bool:
    return matches_any(path, GATE_FILES)


def is_settings(path: str) -> bool:
    return matches_any(path, SETTINGS)


def is_lock(path: str) -> bool:
    """Which version of each library is used."""
    return matches_any(path, LOCKS)


def is_script(path: str) -> bool:
    return extension(path) in {"sh", "bash", "zsh", "ps1", "cmd", "bat"}


def is_report(path: str) -> bool:
    """A runner's report; samples kept for tests do not count."""
    return matches_any(path, REPORTS) and not DATA_FOLDERS.intersection(path.split("/")[:-1])


def is_plan(path: str) -> bool:
    return matches_any(path, PLANS)


def is_source(path: str) -> bool:
    """Product code: what tests test."""
    if is_test(path) or is_snapshot(path) or is_ci(path) or is_gate(path) or is_settings(path):
        return False
    known = extension(path)
    return known in LANGUAGES or known in OTHER_CODE or known in TEMPLATES


def stem(path: str) -> str:
    """The bare name that a test shares with what it tests: tests/test_cart.py -> cart."""
    name = path.rsplit("/", 1)[-1].split(".", 1)[0]
    name = re.sub(r"^tests?_|_(?:tests?|spec)$|(?<=[a-z])(?:Tests?|TestCase|Spec)$", "", name)
    return name.lower()

"""What a skip depends on: the machine, which is honest, or a switch that nobody sets."""

from __future__ import annotations

import re
from functools import cache

IF = re.compile(r"\s*(?:if|unless|when)\b\s*(.{1,300})")
"""A condition, and what it asks."""


@cache
def on_platform() -> re.Pattern[str]:
    """What an honest skip depends on: the machine, a version, a tool that may be missing."""
    return re.compile(
        r"platform|os\.name|GOOS|GOARCH|\bwin(?:32|dows)\b|linux|darwin|macos|version"
        r"|python_requires"
        r"|has_|have_|is_available|_available|installed|importorskip|which\(|getenv|environ"
        r"|testing\.Short"
        r"|process\.env|OnOs|OnJre|target_\w+|\bmiri\b|cfg_attr\((?:not\()?unix|RUBY_|PHP_|Gem::|RuntimeInformation|IsWindows"
        r"|go:build\s+!?(?:unix|cgo|race|go1|amd64|arm64|wasm|js|purego|plan9|aix|\w*bsd)"
        r"|\+build\s+!?(?:unix|cgo|race|go1|amd64|arm64|wasm|js|purego)"
        r"|\bNET(?:\d|FRAMEWORK|STANDARD|COREAPP)|\bcfg\(not\((?:windows|unix|miri)"
        r"|cuda|gpu|docker|network|byteorder|extension_loaded|function_exists|LookPath|runtime\.",
        re.I,
    )


@cache
def constant_condition() -> re.Pattern[str]:
    return re.compile(
        r"skip(?:if|If|Unless)\(\s*(?:condition\s*=\s*)?(?:[tT]rue|1|not False|not 0|1 == 1"
        r"|[fF]alse\)|0\))|runIf\(\s*(?:false|0)\b|(?:\|\||\bor)\s*(?:!false|[tT]rue|1)\b"
        r"|assume(?:True|That)\(\s*false|assumeFalse\(\s*true|if\s*\(?\s*(?:true|1"
        r"|True)\s*\)?\s*[:{]"
    )


_ASKS = re.compile(
    r"(?:environ(?:\.get)?|getenv|Getenv|process\.env|ENV|env::var|GetEnvironmentVariable"
    r"|SystemProperty|EnvironmentVariable|getProperty|is_ok|\benv!?)\b[^\n]{0,8}?"
    r"""[\[(."'](?:named\s*=\s*)?["']?([A-Za-z][\w.]{1,60})"""
)


_OF_THE_MACHINE = re.compile(
    r"^(?:CI|GITHUB_\w+|GITLAB_\w+|RUNNER_\w+|DISPLAY|HOME|PATH|TZ|LANG\w*|LC_\w+|SHELL|USER|os\.\w+"
    r"|java\.\w+|user\.\w+|SKIP_\w+)$|(?:URL|URI|HOST|PORT|TOKEN|KEY|SECRET|PASSWORD|DSN|CREDENTIALS|DATABASE|DOCKER"
    r"|CUDA|GPU|NETWORK|INTEGRATION|E2E|SLOW|ARCH|PLATFORM|VERSION|SERVER|ENDPOINT)",
    re.I,
)


_COMPILED = re.compile(
    r"^\s*(?:#if\s+(?!.*(?:NET\d|NETFRAMEWORK|NETSTANDARD|NETCOREAPP|WINDOWS|LINUX|OSX|ANDROID|IOS))"
    r"|#\[cfg\((?:all\(test,\s*)?(?:feature\s*=|not\(test))"
)
"""A test that is compiled only with a symbol or feature of the project's own."""


def platform_asked(condition: str) -> bool:
    """An honest condition: it asks for the machine, not for the result."""
    return bool(on_platform().search(condition)) and not own_switch(condition)


def own_switch(condition: str) -> bool:
    """It depends on a variable that is no part of any machine: one invented for the skip."""
    if _COMPILED.search(condition):
        return True
    named = _ASKS.search(condition)
    return bool(named) and not _OF_THE_MACHINE.search(named[1] if named else "")


_ON_CI = re.compile(
    r"""(?:environ(?:\.get)?|[gG]etenv|process\.env|ENV|env::var|GetEnvironmentVariable|EnvironmentVariable)"""
    r"""[\[(."']{1,3}(?:named\s*=\s*)?["']?(?:CI|GITHUB_ACTIONS|CONTINUOUS_INTEGRATION)\b"""
    r"""["')\]]*(?P<tail>[^\n]{0,20})"""
)


_RUNS_WHERE = re.compile(
    r"skipUnless|runIf|assumeTrue|assumeThat|\bEnabledIf|@Enabled|enabled\w*\s*=|\bunless\b"
)


_NOT_THERE = re.compile(
    r"\s*(?:==\s*(?:null|None|nil|\"\"|'')|is None|===\s*undefined|\.nil\?|\.is_err)"
)


def skips_on_ci(condition: str) -> bool:
    """The condition keeps the test away from CI, where its result would count."""
    asked = _ON_CI.search(condition)
    if asked is None:
        return False
    is_negated = bool(re.search(r"(?:\bnot\s*|!)[\w.]*$", condition[: asked.start()]))
    is_absent = is_negated != bool(_NOT_THERE.match(asked["tail"]))
    return is_absent == bool(_RUNS_WHERE.search(condition))

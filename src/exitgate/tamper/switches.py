"""Commands and settings that keep a failure from showing: `|| true`, filters, lower thresholds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from exitgate.core.finding import Finding, Place, Severity, notable, serious
from exitgate.language.diff import DiffLine, FileDiff, Side
from exitgate.tamper import paths
from exitgate.tamper.commands import proves
from exitgate.tamper.scene import Scene

NEAR = 6
"""Lines around a switch in which the step that it belongs to is named."""


@cache
def _hushed() -> re.Pattern[str]:
    return re.compile(
        r"\|\|\s*(?:true|:|exit 0|echo\b|/bin/true)"
        r"|;\s*(?:true|exit 0|echo\b[^;\n]{0,80})\s*[\"']?,?\s*$"
        r"|success_codes\s*=\s*\[[^\]\n]{0,40}[1-9]|\s&\s*[\"']?,?\s*$"
        r"|2>&1\s*\|\|\s*:|\|\s*cat\s*$|\|\|\s*return 0"
    )


@cache
def _empty_pass() -> re.Pattern[str]:
    return re.compile(
        r"--pass-?[wW]ith-?[nN]o-?[tT]ests|passWithNoTests[\"']?\s*[:=]\s*true|--exit-zero\b"
        r"|--suppress-tests-failed"
        r"|--no-fail\b|failOnError\s*[:=]\s*false|testFailureIgnore>\s*true"
        r"|ignoreFailures\s*=\s*true|-DskipTests"
        r"|maven\.test\.(?:skip|failure\.ignore)[>=]\s*true|<skipTests>\s*true|-Dmaven\.test"
        r"|test\.enabled\s*=\s*false"
        r"|\s-x\s+test\b|--no-fail-on-|failIfNoTests>\s*false|IsTestProject>\s*false"
        r"|--allow-failures|bail:\s*false,?\s*//"
        r"|informational:\s*true|require_ci_to_pass:\s*(?:false|no)|allowEmptySuite|-PskipTests|--exclude-task\s+test"
        r"|failOn(?:Warning|Risky|Error|Empty\w*|Incomplete|Skipped|Deprecation|Notice)=\"false\""
        r"|continueOnError:\s*true|catchError\(|returnStatus:\s*true|unstable\(|warnError\(|ignoreExitValue"
        r"|^\s*test\s*=\s*false|doctest\s*=\s*false|ignore\w*(?:Fail|Error)\w*[\"']?\s*[:=]\s*[\"']?true"
        r"|allow\w*(?:Fail|Error|Empty)\w*[\"']?\s*[:=]\s*[\"']?true"
        r"|skip_?(?:Tests?|Checks?|Lint|Verif\w*|ITs|UTs)\b[\"']?\s*[:=>]\s*[\"']?true"
        r"|<suppress\s[^>\n]{0,80}files=\"(?:\.\*|\[\\\\s\\\\S\]\*?|\*+)\""
        r"|isIgnoreFailures\s*=\s*true|^\s*ignore_(?:outcome|errors)\s*=\s*[Tt]rue|suppress-warnings|stopOnFailure=\"never\""
        r"|--exit-code\s+0|strict_xfail\s*=\s*false"
    )


_SWITCH = re.compile(
    r"""(?:-[DP])?["']?([A-Za-z][\w.-]{2,60})["']?\s*[:=(>]\s*["']?(true|false|yes|no|on|off)\b""",
    re.I,
)


_LETS_PASS = re.compile(
    r"(?:ignore|allow|tolerate|suppress)\w*(?:fail|error|empty|exit|outcome)\w*"
    r"|passwithnotests|skip(?:|tests?|checks?|lint|its|uts|verif\w*)"
)


_MAKES_FAIL = re.compile(r"fail(?:on|if|when)(?!fast)\w+|haltonfailure|autotests|istestproject")


_PUBLISHES = re.compile(r"deploy|install|javadoc|gpg|source|site|publish|repackage", re.I)
"""What comes after all checks; to leave it out lets nothing pass."""


def _lets_pass(text: str) -> bool:
    """A switch by its name, however a tool spells it: `failOnError`, `fail_on_error`."""
    for key, value in _SWITCH.findall(text[:500]):
        if _PUBLISHES.search(key):
            continue
        names = [re.sub(r"[._-]", "", one).lower() for one in (key, key.rsplit(".", 1)[-1])]
        wanted = _LETS_PASS if value.lower() in {"true", "yes", "on"} else _MAKES_FAIL
        if any(wanted.fullmatch(name) for name in names):
            return True
    return False


@cache
def _filter() -> re.Pattern[str]:
    return re.compile(
        r"""(?x)(?:^|\s|["'=])(?:-k[ =]?["']?\s*not\b
        |--(?:ignore(?:-glob)?|deselect)(?:[= ]\S+|["'])
        |-m[ =]?["']?\s*not\b
        |--testPathIgnorePatterns|--exclude(?:-group|-tag)?[= ]\S*(?:test|spec)\S*|--skip[= ]\S+
        |-skip[= ]\S+|-Dtest=["']?!\S+
        |--filter[= ]["']?\S*!\S+|--tag[= ]["']?~\S+|--exclude-pattern[= ]\S+)
        |testPathIgnorePatterns["']?\s*[:=]|modulePathIgnorePatterns["']?\s*[:=]
        |collect_ignore(?:_glob)?\s*[+=]
        |<exclude>[^<\n]{0,200}[tT]est[^<\n]{0,80}</exclude>
        |^\s*exclude\s*\(?["'][^"'\n]{0,120}[tT]est|norecursedirs\s*=
        |exclude:\s*\[[^\]\n]{0,200}(?:test|spec)|filter_run_excluding|<exclude(?:Group)?s?>
        |^\s*["']?addopts\b[^\n]{0,200}?[\s"']-[km]\s*["']?\w|<TestCaseFilter>|\binclude(?:Tags|Categories|TestsMatching)\b|onlyIf\s*\{\s*false
        |testNamePattern|(?:^|[{,\s])["']?f?grep["']?\s*:\s*["'/]|"--grep"|--invert\b|grepInvert|\btestIgnore\b|excludeSpecPattern
        |exclude(?:Tests?Matching|Tags|Categories|Groups|dGroups|TestsMatching)\b
        |<Compile\s+Remove=["'][^"'\n]{0,120}(?:Test|Spec|\*)"""
    )


_VENDORED = re.compile(
    r"node_modules|dist\b|build\b|\.venv|vendor|\.git\b|e2e|coverage\b|fixtures|\.tox|site-packages"
    r"|[\"'/](?:obj|bin)/"
)


_HIDES = re.compile(r"\s*(?:@?exit 0|set \+e|@?true|trap\s+.{0,4}(?:exit 0|true)\b.*)\s*;?$")


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        if not is_checking(file.path):
            continue
        for hunk in file.hunks:
            for index, line in enumerate(hunk.lines):
                if line.side is Side.ADDED and not is_note(line.text):
                    yield from _line(file, hunk.lines, index)
                    yield from _task_off(file, hunk.lines, index)


def is_checking(path: str) -> bool:
    return (
        paths.is_settings(path)
        or paths.is_ci(path)
        or paths.is_script(path)
        or path.endswith("conftest.py")
    )


def _is_forgiven(file: FileDiff, text: str) -> bool:
    """make and tox go on after a command with a dash before it."""
    name = file.path.rsplit("/", 1)[-1].lower()
    if name == "tox.ini":
        return bool(re.match(r"(?:\s+|commands\s*=\s*)-\s*\S", text)) and proves(text)
    is_make = name.endswith(("makefile", ".mk"))
    return is_make and bool(re.match(r"\t@?-", text)) and proves(text)


_TASK_OFF = re.compile(r"(?:^\s*|[{;]\s*)(?:is)?[eE]nabled\s*=\s*false\b")
_TEST_TASK = re.compile(r"(?:\b[tT]est\b|\w+Test\b)[^\n]{0,20}\{")


def _task_off(file: FileDiff, lines: Sequence[DiffLine], index: int) -> Iterator[Finding]:
    """Gradle: the block of a test task that is told not to run."""
    text = lines[index].text
    if ".gradle" not in file.path or not _TASK_OFF.search(text):
        return
    opened = [text] if "{" in text else [line.text for line in lines[:index] if "{" in line.text]
    if opened and _TEST_TASK.search(opened[-1]):
        place = Place(file.path, lines[index].number or None, text)
        yield serious("step-disabled", place, "the build no longer runs this test task")


def is_note(text: str) -> bool:
    return text.lstrip().startswith(("#", "//", "<!--", ";"))


def _line(file: FileDiff, lines: Sequence[DiffLine], index: int) -> Iterator[Finding]:
    line = lines[index]
    place = Place(file.path, line.number or None, line.text)
    text = _AS_LIST.sub(" ", line.text)
    if _was_there(lines, text):
        return
    if _is_forgiven(file, text):
        yield serious("failure-ignored", place, f"its failure is ignored: `{_short(text)}`")
    elif _hushed().search(text):
        yield from (_in_new_file(one, file) for one in _hush(place, text, lines, index))
    elif _empty_pass().search(text):
        yield serious(
            "failure-ignored", place, f"the runner is told to pass anyway: `{_short(text)}`"
        )
    elif _filter().search(text) and not _VENDORED.search(text):
        yield from _filtered(place, text)
    elif re.search(r"continue-on-error:\s*(?:true|\$\{\{)|allow_failure:\s*true", text):
        yield from _continue_on_error(place, lines, index)
    elif re.match(r"\s*(?:-\s*)?if:", text):
        yield from _made_conditional(place, lines, index)
    elif re.match(
        r"\s*(?:@?exit 0|set \+e|@?true|trap\s+.{0,4}(?:exit 0|true)\b.*)\s*;?$", text
    ) and _near_proof(file, lines, index):
        yield serious(
            "failure-ignored", place, f"`{_short(text)}` hides the exit code of the checks"
        )
    elif _lets_pass(text) and not file.path.endswith(".py"):
        yield serious(
            "failure-ignored", place, f"the runner is told to pass anyway: `{_short(text)}`"
        )


def _made_conditional(place: Place, lines: Sequence[DiffLine], index: int) -> Iterator[Finding]:
    text = lines[index].text
    if re.match(r"\s*(?:-\s*)?if:\s*(?:\$\{\{\s*)?(?:false|'false'|0)\b", text):
        yield serious(
            "step-disabled", place, "this step or job of the workflow never runs any more"
        )
    elif _SELDOM.match(text) and _names_proof(_stood_there(lines, index)):
        yield serious("step-disabled", place, f"the checks run only where `{_short(text)}`")


_SELDOM = re.compile(
    r"\s*(?:-\s*)?if:\s*[^\n]{0,80}?(?:github\.(?:ref|ref_name|head_ref|actor|triggering_actor)\s*=="
    r"|(?:vars|env|inputs|secrets)\.\w+|event_name\s*==\s*'(?:schedule|workflow_dispatch|release)'"
    r"|contains\(github\.event\.(?:pull_request\.labels|head_commit\.message))"
)
"""What an ordinary pull request does not fulfil."""


_AS_LIST = re.compile(r"""["']\s*,\s*["']""")
"""Between the words of a command that is written as a list."""


def _in_new_file(finding: Finding, file: FileDiff) -> Finding:
    """A workflow or script that is new takes no check away; the old ones are still there."""
    return replace(finding, severity=Severity.NOTABLE) if file.status == "A" else finding


def _was_there(lines: Sequence[DiffLine], text: str) -> bool:
    """The same switch stood on the line that this one replaces."""
    removed = [_AS_LIST.sub(" ", line.text) for line in lines if line.side is Side.REMOVED]
    for pattern in (_hushed(), _empty_pass(), _filter()):
        found = pattern.search(text)
        if found and any(found[0] in old for old in removed):
            return True
    return _lets_pass(text) and any(_lets_pass(old) for old in removed)


def _hush(place: Place, text: str, lines: Sequence[DiffLine], index: int) -> Iterator[Finding]:
    if proves(text) or (re.match(r"\s*\|\|", text) and _names_proof(_own_step(lines, index))):
        yield serious(
            "failure-ignored", place, f"a failing check no longer fails: `{_short(text)}`"
        )
    elif re.search(r"\|\|\s*(?:true|:|exit 0)", text):
        yield notable(
            "failure-ignored", place, f"failures of this command are ignored: `{_short(text)}`"
        )


def _filtered(place: Place, text: str) -> Iterator[Finding]:
    slow = re.search(r"not (?:slow|integration|network|e2e|benchmark)\b", text)
    rule = notable if slow else serious
    yield rule("tests-filtered", place, f"a filter leaves tests out: `{_short(text)}`")


def _continue_on_error(place: Place, lines: Sequence[DiffLine], index: int) -> Iterator[Finding]:
    sentence = "the workflow goes on when this step fails"
    if _names_proof(_own_step(lines, index)):
        yield serious("failure-ignored", place, f"{sentence}, and the step checks the code")
    else:
        yield notable("failure-ignored", place, sentence)


def _names_proof(step: Sequence[DiffLine]) -> bool:
    """The step runs tests or checks, or is called so."""
    return any(proves(line.text) or _TEST_STEP.search(line.text) for line in step)


_TEST_STEP = re.compile(
    r"name:.{0,60}?\b(?:[tT]ests?|[lL]int|[bB]uild|[cC]heck|[tT]ype)\b|^\s*(?:test|lint|build"
    r"|check)s?:\s*$"
)


def _own_step(lines: Sequence[DiffLine], index: int) -> list[DiffLine]:
    """The lines of one workflow step, from its dash to the next one, or of a job from its name."""
    after = [line for line in lines if line.side is not Side.REMOVED]
    at = after.index(lines[index])
    depth = _indent(after[at].text)
    start = at
    while start > 0 and at - start < NEAR and not _begins(after[start].text, depth):
        start -= 1
    end = at + 1
    while end < len(after) and end - at < NEAR and not _begins(after[end].text, depth):
        end += 1
    return after[start:end]


def _begins(text: str, depth: int) -> bool:
    return text.lstrip().startswith("- ") or (bool(text.strip()) and _indent(text) < depth)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _stood_there(lines: Sequence[DiffLine], index: int) -> list[DiffLine]:
    """What of the step was there before: one that is new takes no check away."""
    gone = {_bare(line.text) for line in lines if line.side is Side.REMOVED}
    return [
        line
        for line in _own_step(lines, index)
        if line.side is Side.CONTEXT or _bare(line.text) in gone
    ]


def _bare(text: str) -> str:
    """A key may move behind the dash of its step, or away from it."""
    return text.strip().removeprefix("- ").strip()


def _near_proof(file: FileDiff, lines: Sequence[DiffLine], index: int) -> bool:
    if re.search(r"test|check|lint|\bci\b|verify", file.path.rsplit("/", 1)[-1], re.I):
        return True
    around = lines[max(0, index - NEAR) : index + NEAR]
    return any(proves(line.text) or _TEST_STEP.search(line.text) for line in around)


def _short(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")[:90]

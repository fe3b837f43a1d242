"""The signature of an iteration: its main error, failure, change or search in a few words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import islice
from zlib import crc32

from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.language.failure import error_of
from exitgate.language.fingerprint import normalise, own_words, without_colours
from exitgate.language.unseen_edit import is_unseen_edit

FALLBACK_CHARS = 50
READ_CHARS = 20_000
_MOST_FILES = 20
SEARCH = "search:"
_KINDS = ("error:", "test-fail:", SEARCH, "edit:")
_UNNAMED = ":modified"
_CODE = (
    r"ts|tsx|js|jsx|mjs|cjs|vue|svelte|go|py|pyi|rs|java|kt|kts|swift|scala|rb|php|c|cc|cpp|cxx|h|hpp"
    r"|cs|fs|ex|exs|erl|hs|ml|lua|dart|r|jl|sh|bash|sql|html|css|scss|json|ya?ml|toml|md|tf|proto|zig"
)
_CAUSES = ("null", "undefined", "none", "nan", "nil", "timeout", "timed out", "enoent", "eacces")
_NOT_OURS = ("pre-existing", "preexisting", "unrelated", "expected to fail", "known failure")
"""Failures that the agent names as none of its own tell nothing about its work."""
_SMALL_WORDS = frozenset(
    {"a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "with", "and", "or", "is"}
    | {"are", "was", "not", "be", "been", "cannot", "can", "could", "read", "property", "test"}
    | {"tests", "line", "some", "new", "missing", "this", "that", "it", "its", "has", "have"}
)


@cache
def _error() -> re.Pattern[str]:
    """`Error: TypeError - message`, `TypeError: message`, `error at a.ts`; never `0 errors`."""
    return re.compile(
        r"(?:^|[\s*`>(\[])(?:"
        r"error(?:\[(?P<code>\w{1,12})\])?:[ \t]*+(?:uncaught[ \t]{1,3})?(?P<named>\w{1,80})"
        r"|error[ \t]{1,3}(?P<bare>\w{0,70}(?:Error|Exception))\b"
        r"|(?:\w{1,60}\.){0,6}(?P<typed>\w{1,80}(?:Error|Exception)):"
        rf"|error(?=[ \t]{{1,3}}(?:at|in)[ \t]{{1,3}}[\w./\\@-]{{1,200}}\.(?:{_CODE})\b))"
        r"[ \t:–—-]{0,4}(?P<message>[^\n]{0,300})",
        re.IGNORECASE,
    )


@cache
def _source_file() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w./\\-])[\w./\\@-]{{1,200}}\.(?:{_CODE})\b(?:[:(][\d:,]{{1,20}}\)?)?",
        re.IGNORECASE,
    )


@cache
def _failing_tests() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w.])(?P<count>[1-9]\d{0,6})[ \t]{1,3}"
        r"(?:(?:unit |integration )?(?:tests?|specs?)[ \t]{1,3})?"
        r"(?:are |is |still )?fail(?:ed|ing|ures?|s)?\b(?P<rest>[^\n]{0,300})",
        re.IGNORECASE,
    )


@cache
def _test_file() -> re.Pattern[str]:
    return re.compile(
        r"^[\s:–—-]{1,4}(?P<file>[\w./@-]{1,120}\.\w{1,5})[ \t]{1,3}[–—-][ \t]{1,3}(?P<names>.+)"
    )


@cache
def _changed_file() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:modified|changed|updated|fixed|edited|refactored|created|rewrote)"
        rf"[ \t]{{1,3}}[`*'\"]{{0,3}}"
        rf"(?P<file>[\w./@\\-]{{1,200}}\.(?:{_CODE}))\b(?=(?P<rest>[^\n]{{0,200}}))",
        re.IGNORECASE,
    )


@cache
def _action() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:added|adding|(?P<undone>removed|reverted)|fixed|updated|changed|refactored|renamed"
        r"|replaced|implemented|moved)"
        r"[ \t]{1,3}(?P<object>[\w.'-]{1,60}(?:[ \t][\w.'-]{1,60}){0,4})",
        re.IGNORECASE,
    )


@cache
def _search() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:searched|searching|googled|looked up)\b[^\n'\"“`]{0,60}"
        r"(?P<quote>['\"“`])(?P<query>[^\n'\"”`]{2,120})",
        re.IGNORECASE,
    )


def extract_signature(output: str) -> str:
    """The core action or error of an output; errors first, then tests, files and searches."""
    text = own_words(without_colours(output[:READ_CHARS]))
    for read in (_error_signature, _test_signature, _file_signature, _search_signature):
        if signature := read(text):
            return signature
    return fallback_signature(text)


def fallback_signature(text: str) -> str:
    """The first 50 characters, normalised: the least that two outputs can be told by."""
    return "-".join(normalise(text).lower()[:FALLBACK_CHARS].split())


def is_specific(signature: str) -> bool:
    """True where the signature names an action or an error, and is not merely how it begins."""
    if signature.startswith(_KINDS):
        return True
    if signature.startswith("run:") or signature.endswith(_UNNAMED):
        return False
    head = signature.partition(":")[0]
    return ":" in signature and "." in head and " " not in head and "-" not in head.rsplit(".")[-1]


def signature_of(transcript: Transcript) -> str:
    """For a recorded run: what it ended on, said or done; for plain text as the words read."""
    said = extract_signature(transcript.final_message)
    if not transcript.has_tools or is_specific(said):
        return said
    if edited := _edit_signature(transcript.calls):
        return edited
    if error := error_of(transcript):
        return f"error:{_slug(error, 8)}"
    return _run_signature(transcript.calls) or said


def _error_signature(text: str) -> str | None:
    match = _error().search(text)
    if match is None:
        return None
    kind, message = _kind_and_message(match)
    if kind.lower() in ("none", "no", "free", "0", "false", "null"):
        return None
    file = _source_file().search(message)
    place = re.split(r"[/\\]", file[0])[-1] if file else ""
    about = _cause(message) or _about(message, file) or ("" if kind else _behind(message, file))
    return "error:" + "-".join(part for part in (kind, about, _without_line(place)) if part)


def _kind_and_message(match: re.Match[str]) -> tuple[str, str]:
    kind = match["code"] or match["named"] or match["bare"] or match["typed"] or ""
    message: str = match["message"]
    # A word that belongs to the message, or is only the beginning of a file's name, is no kind.
    if match["named"] and (match["code"] or kind in ("at", "in") or _is_cut(match)):
        return match["code"] or "", match[0][match.start("named") - match.start() :]
    return kind, message


def _is_cut(match: re.Match[str]) -> bool:
    after = match[0][match.end("named") - match.start() :]
    return after[:1] in ("./\\-") and after[1:2].isalnum()


def _about(message: str, file: re.Match[str] | None) -> str:
    """Three telling words in front of the place."""
    before = message[: file.start()] if file else message
    return _slug(before.partition(" at ")[0], 3)


def _behind(message: str, file: re.Match[str] | None) -> str:
    return _slug(message[file.end() :], 3) if file else ""


def _without_line(place: str) -> str:
    """`at auth.ts:45` gives `auth.ts`."""
    return re.split(r"[:(]", place)[0]


def _cause(message: str) -> str:
    low = f" {message.lower()} "
    hits = [cause for cause in _CAUSES if re.search(rf"\b{cause}\b", low)]
    return hits[0].replace(" ", "-") if hits else ""


def _test_signature(text: str) -> str | None:
    match = _failing_tests().search(text)
    if match is None:
        return None
    rest = match["rest"]
    if any(word in rest.lower() for word in _NOT_OURS):
        return None
    if named := _test_file().match(rest):
        names = ",".join(_test_names(named["names"]))
        return f"{named['file'].rsplit('/', 1)[-1]}:{names}"
    _, _, listed = rest.partition(":") if ":" in rest else rest.partition("-")
    names = ",".join(_test_names(listed))
    return f"test-fail:{match['count']}" + (f"-{names}" if names else "")


def _test_names(listed: str) -> list[str]:
    """The first two names of a list, each as a slug."""
    names = [_slug(name, 4) for name in re.split(r",|;| and ", listed[:200])]
    return [name for name in names if name][:2]


def _file_signature(text: str) -> str | None:
    """The first changed file whose change is named; failing that, the first changed file."""
    unnamed: str | None = None
    for match in islice(_changed_file().finditer(text), _MOST_FILES):
        file = re.split(r"[/\\]", match["file"])[-1]
        action = _action().search(match["rest"].split(". ")[0])
        if action and (what := _object(action["object"])):
            return f"{file}:{'no-' if action['undone'] else ''}{what}"
        unnamed = unnamed or f"{file}{_UNNAMED}"
    return unnamed


def _object(words: str) -> str:
    """The thing acted on: the words up to the first that begins a circumstance."""
    kept: list[str] = []
    for word in words.split():
        if word.lower() in (
            "for",
            "to",
            "in",
            "on",
            "from",
            "with",
            "so",
            "and",
            "when",
            "at",
            "of",
        ):
            break
        kept.append(word)
    return _slug(" ".join(kept), 3)


def _search_signature(text: str) -> str | None:
    match = _search().search(text)
    return f"{SEARCH}{_slug(match['query'], 8)}" if match else None


def _slug(text: str, most: int) -> str:
    """At most so many telling words in lower case, joined by hyphens."""
    words = re.findall(r"[\w.]+", normalise(text).lower())
    telling = [word.strip(".") for word in words if word not in _SMALL_WORDS]
    return "-".join(word for word in telling[:most] if word)


def _edit_signature(calls: tuple[ToolCall, ...]) -> str | None:
    """The last edits with a digest of their content, so that new content differs."""
    edits = [call for call in calls if call.kind is CallKind.EDIT and not call.failed][-3:]
    if not edits:
        return None
    names = sorted({path.rsplit("/", 1)[-1] for call in edits for path in call.paths})
    if any(is_unseen_edit(call) for call in edits):
        return f"{','.join(names[:3])}{_UNNAMED}"
    return f"edit:{','.join(names[:3])}-{digest(call.input for call in edits)}"


def _run_signature(calls: tuple[ToolCall, ...]) -> str | None:
    """The last command with a digest of its result."""
    last = next((call for call in reversed(calls) if call.kind is CallKind.RUN), None)
    if last is None:
        return None
    result = normalise(last.output or "")
    return f"run:{_slug(last.command, 4)}-{digest((last.command, result))}"


def shown_signature(signature: str) -> str:
    """For people: an edit or a run without the digest that tells it from others."""
    kind, _, rest = signature.partition(":")
    if kind not in ("edit", "run") or "-" not in rest:
        return signature
    what, _, _ = rest.rpartition("-")
    return f"{kind} of {what}"


def digest(parts: Iterable[str]) -> str:
    """Eight characters that tell two lists of texts apart."""
    return f"{crc32(chr(0).join(parts).encode('utf-8', 'replace')):08x}"

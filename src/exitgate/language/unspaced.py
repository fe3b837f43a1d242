"""Claims from a sentence of a language that does not part its words: Chinese, Japanese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from exitgate.core.reading import Claim, Modality, Polarity, Subject
from exitgate.language.sentences import Sentence
from exitgate.language.words import lexicon
from exitgate.language.words.lexicon import Role, phrases

ASIDE_LENGTH = 6


@cache
def _exception() -> re.Pattern[str]:
    """ "Except": not the end of a word for deleting, nor "besides ... also"."""
    return re.compile(r"(?<![删刪清排移解消去])除(?:了|[^，。；]{1,12}外)|を除いて|を除き|以外は")


@cache
def _no_failure() -> re.Pattern[str]:
    """None, zero, no longer, or one that was mended: "修复了失败的用例", "失敗は0件"."""
    bad = "(?:失败|失敗|报错|報錯|出错|崩溃|崩潰|エラー|クラッシュ)"
    mend = "(?:修复|修復|修正|解决|解決|消除|处理|處理|解消|対応|直し)"
    return re.compile(
        rf"(?:没有|沒有|无|無|零|不再|(?<!\d)0)\s?[个個件項项]?[^，。]{{0,6}}{bad}"
        rf"|{bad}[^，。、]{{0,6}}?(?:(?<!\d)0(?!\d)|ゼロ|なし|なく|ありません|しません|しなく)"
        rf"|{mend}[^，。]{{0,12}}{bad}(?:的|问题|問題|用例|测试|測試|情况)"
        rf"|(?:之前|此前|原先|原来){bad}|{bad}的[^，。]{{0,12}}(?:通过|通過|正常)|失敗してい?た|{bad}[^、。]{{0,14}}を[^、。]{{0,4}}{mend}"
    )


@cache
def _none_left() -> re.Pattern[str]:
    left = "(?:剩余|剩餘|待办|待辦|遗留|遺留|未完成|未解决|待处理|残り|残作業|残課題|未完了|未対応)"
    return re.compile(
        rf"(?:没有|沒有|无|無|不存在)(?:任何|其他|其它)?{left}"
        rf"|{left}[^、。]{{0,8}}(?:ありません|なし|ない|ゼロ)"
    )


ALSO = ("还", "還", "也")


@cache
def _phrases(code: str, role: Role) -> tuple[str, ...]:
    return phrases(lexicon(code).roles.get(role, ""))


def _has(text: str, code: str, role: Role) -> bool:
    return any(phrase in text for phrase in _phrases(code, role))


def unspaced_claims(sentence: Sentence, code: str) -> tuple[Claim, ...]:
    if sentence.open_box:
        return (Claim(sentence.text, Subject.STEP, Polarity.NOT_DONE, line=sentence.line),)
    found: dict[tuple[Subject, Polarity, Modality], Claim] = {}
    for clause in _clauses(sentence.text, code):
        claim = _claim(sentence, clause, code)
        if claim is not None:
            found.setdefault((claim.subject, claim.polarity, claim.modality), claim)
    return tuple(found.values())


def _clauses(text: str, code: str) -> Iterator[str]:
    text = text.replace("并通过", "；通过").replace("並通過", "；通過")
    for phrase in (*_phrases(code, Role.CONTRAST), "，", "、", "; ", ","):
        text = text.replace(phrase, "；")
    yield from (part for part in text.split("；") if part)


def _claim(sentence: Sentence, clause: str, code: str) -> Claim | None:
    polarity = _polarity(clause, code)
    if polarity is None:
        return None
    ratio = re.search(r"(\d{1,9})\s?/\s?(\d{1,9})", clause)
    done, total = (int(ratio[1]), int(ratio[2])) if ratio else (None, None)
    if done is not None and total is not None and polarity is Polarity.DONE and done < total:
        polarity = Polarity.PARTIAL
    if polarity is Polarity.DONE and _is_excepted(sentence.text):
        polarity = Polarity.PARTIAL
    subject = _subject(clause, code)
    if subject is Subject.OTHER and polarity is not Polarity.DONE:
        subject = Subject.STEP
    return Claim(
        sentence.text,
        subject,
        polarity,
        _modality(sentence, code),
        hedged=_has(sentence.text, code, Role.HEDGE),
        aside=len(sentence.text) <= ASIDE_LENGTH and subject is Subject.TASK
        and not _has(clause, code, Role.WHOLE),
        done=done,
        total=total,
        line=sentence.line,
    )  # fmt: skip


def _polarity(text: str, code: str) -> Polarity | None:
    order = (
        (Role.CLOSING, Polarity.DONE),
        (Role.FAILING, Polarity.FAILING),
        (Role.OPEN, Polarity.NOT_DONE),
    )
    if _none_left().search(text):
        return Polarity.DONE
    mended = _no_failure().search(text) is not None
    for role, polarity in order:
        if _has(text, code, role) and not (mended and role is Role.FAILING):
            return polarity
    if not _has(text, code, Role.DONE) and not _has(text, code, Role.WORKS):
        return None
    return Polarity.PARTIAL if _has(text, code, Role.PARTIAL) else Polarity.DONE


def _is_excepted(text: str) -> bool:
    return _exception().search(text) is not None and not any(word in text for word in ALSO)


def _subject(text: str, code: str) -> Subject:
    if _has(text, code, Role.TESTS):
        return Subject.TESTS
    if _has(text, code, Role.BUILD):
        return Subject.BUILD
    if _has(text, code, Role.STEP) and not _has(text, code, Role.ALL):
        return Subject.STEP
    if _has(text, code, Role.WHOLE) or len(text) <= ASIDE_LENGTH:
        return Subject.TASK
    return Subject.OTHER


def _modality(sentence: Sentence, code: str) -> Modality:
    if sentence.asks:
        return Modality.QUESTION
    for role, modality in (
        (Role.CONDITION, Modality.CONDITION),
        (Role.PLAN, Modality.PLAN),
        (Role.WISH, Modality.WISH),
    ):
        if _has(sentence.text, code, role):
            return modality
    return Modality.FACT

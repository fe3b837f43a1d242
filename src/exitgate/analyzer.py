"""The response analyzer as a small library: is this response an exit, and how sure is that?

It reads words only and keeps the numbers of its design: keywords 35, tests 25, quality 20, no
errors 20; from 40 on a detected completion ends the loop. The gate itself asks for evidence too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from exitgate.core.policy import Keywords
from exitgate.core.reading import Reading
from exitgate.language.failure import comparable, telling_line
from exitgate.language.keywords import is_detected, keyword_score, keywords_in
from exitgate.language.qualified import defeaters, results, says_not_done, says_tests_pass
from exitgate.language.quality import quality_of
from exitgate.language.reading import read_prose
from exitgate.language.summary import extract_work_summary

KEYWORD_WEIGHT, TEST_WEIGHT, QUALITY_WEIGHT, ERROR_WEIGHT = 35, 25, 20, 20
EXIT_CONFIDENCE = 40
REPEATED = 3
"""Times that one error pattern must appear before the loop is called stuck."""
LAST_ERRORS = 10
TEST_ONLY_RESPONSES = 3
"""Test-only responses in a row, this one included, that are stuck and not complete."""
TEST_ONLY_PATTERN = "test-only output"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisContext:
    """What is known beside the response."""

    iteration: int = 1
    max_iterations: int | None = None
    previous_responses: tuple[str, ...] = ()
    error_history: tuple[str, ...] = ()
    task_description: str = ""


@dataclass(frozen=True, slots=True)
class CompletionSignal:
    detected: bool
    keywords: tuple[str, ...] = ()
    test_only: bool = False
    confidence: int = 0
    """0 to 100: how much the keywords alone weigh."""


@dataclass(frozen=True, slots=True)
class StuckSignal:
    detected: bool
    repeated_patterns: tuple[str, ...] = ()
    error_frequency: Mapping[str, int] = field(default_factory=dict)
    confidence: int = 0


@dataclass(frozen=True, slots=True)
class AnalysisResult:
    should_exit: bool
    exit_reason: str | None
    """done_signals, stuck_loop, test_only_loop, max_iterations, or None to go on."""
    confidence: int
    completion_signal: CompletionSignal
    stuck_signal: StuckSignal
    work_summary: str


@dataclass(frozen=True, slots=True)
class ResponseAnalyzer:
    """Examines one response for completion, stuck loops and quality."""

    keywords: Keywords = Keywords()

    def analyze(self, response: str, context: AnalysisContext) -> AnalysisResult:
        """Everything at once. Being stuck on tests is never called complete."""
        reading = self._read(response, context.task_description)
        completion = self._completion(reading, context.task_description)
        stuck = self.detect_stuck_loop(context.error_history)
        only_tests = completion.test_only and self._only_tested(context)
        if only_tests:
            stuck = _stuck_on_tests(stuck)
        confidence = _confidence(response, reading, completion)
        reason = _reason(context, completion, stuck, confidence, only_tests=only_tests)
        return AnalysisResult(
            should_exit=reason is not None,
            exit_reason=reason,
            confidence=confidence,
            completion_signal=completion,
            stuck_signal=stuck,
            work_summary=extract_work_summary(response),
        )

    def detect_completion(self, response: str) -> CompletionSignal:
        """At least two keywords or one of very high weight, reported as results."""
        return self._completion(self._read(response, ""), "")

    def detect_stuck_loop(self, error_history: tuple[str, ...] | list[str]) -> StuckSignal:
        """The same error pattern three times among the last errors."""
        patterns = [comparable(telling_line(text) or "") for text in error_history[-LAST_ERRORS:]]
        frequency = Counter(pattern for pattern in patterns if pattern)
        repeated = tuple(sorted(p for p, count in frequency.items() if count >= REPEATED))
        most = max(frequency.values(), default=0)
        return StuckSignal(
            detected=bool(repeated),
            repeated_patterns=repeated,
            error_frequency=dict(sorted(frequency.items())),
            confidence=min(100, 25 * most) if repeated else 0,
        )

    def extract_work_summary(self, response: str) -> str:
        """Files changed, tests run and errors fixed, by the response's own words."""
        return extract_work_summary(response)

    def calculate_confidence(self, response: str, context: AnalysisContext) -> int:
        """0 to 100 from the four weighted parts."""
        reading = self._read(response, context.task_description)
        return _confidence(response, reading, self._completion(reading, context.task_description))

    def _read(self, response: str, task: str) -> Reading:
        return read_prose(response, task=task, keywords=self.keywords)

    def _completion(self, reading: Reading, task: str) -> CompletionSignal:
        very_high = self.keywords.very_high
        extra = (*very_high, *self.keywords.done)
        echoed = keywords_in(task, extra) if task else ()
        names = tuple(name for name in keywords_in(results(reading), extra) if name not in echoed)
        qualified = bool(defeaters(reading)) or says_not_done(reading)
        return CompletionSignal(
            detected=is_detected(names, very_high) and not qualified and not reading.test_only,
            keywords=names,
            test_only=reading.test_only,
            confidence=round(100 * keyword_score(names, very_high)),
        )

    def _only_tested(self, context: AnalysisContext) -> bool:
        before = context.previous_responses[-(TEST_ONLY_RESPONSES - 1) :]
        return len(before) == TEST_ONLY_RESPONSES - 1 and all(
            self._read(response, "").test_only for response in before
        )


def _stuck_on_tests(stuck: StuckSignal) -> StuckSignal:
    """Tests run again and again without a change are reported as stuck, beside any errors."""
    return replace(
        stuck,
        detected=True,
        repeated_patterns=(*stuck.repeated_patterns, TEST_ONLY_PATTERN),
        confidence=max(stuck.confidence, 25 * TEST_ONLY_RESPONSES),
    )


def _reason(
    context: AnalysisContext,
    completion: CompletionSignal,
    stuck: StuckSignal,
    confidence: int,
    *,
    only_tests: bool,
) -> str | None:
    if only_tests:
        return "test_only_loop"
    if completion.detected and confidence >= EXIT_CONFIDENCE:
        return "done_signals"
    if stuck.detected:
        return "stuck_loop"
    last = context.max_iterations is not None and context.iteration >= context.max_iterations
    return "max_iterations" if last else None


def _confidence(response: str, reading: Reading, completion: CompletionSignal) -> int:
    score = 0.0
    if completion.detected:
        score += KEYWORD_WEIGHT * completion.confidence / 100
    if says_tests_pass(reading):
        score += TEST_WEIGHT
    score += QUALITY_WEIGHT * quality_of(response).score
    if reading.error_words == 0 and response.strip():
        score += ERROR_WEIGHT
    return round(score)

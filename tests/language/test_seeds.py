"""Every example, table and guard of the four documents, named after the document."""

from __future__ import annotations

import pytest

from exitgate.analyzer import AnalysisContext, ResponseAnalyzer
from exitgate.core.policy import Keywords
from exitgate.language.keywords import completion_words_in, patterns_in
from exitgate.language.stated import stated_confidence
from exitgate.language.summary import extract_work_summary
from language.ask import ask, read

ANALYZER = ResponseAnalyzer()
LONG = (
    "Modified src/auth.py, src/token.py and tests/test_auth.py. Added `refresh()` and `revoke()`"
    " with `TokenStore`. The session now renews itself ten minutes before it would run out, and"
    " every caller was moved to the new function. I documented the new setting, its default and"
    " the two cases in which it has no effect, and removed the old helper that nobody calls,"
    " together with its setting and the page about it. "
)


class TestResponseAnalyzer:
    """000_3566426699f12f84.txt"""

    @pytest.mark.parametrize("word", ["done", "complete", "finished", "ready for review"])
    def test_one_high_keyword_is_not_enough(self, word: str) -> None:
        signal = ANALYZER.detect_completion(f"The login handler is {word}.")
        assert signal.keywords == (word,)
        assert not signal.detected

    @pytest.mark.parametrize("words", ["All tests passing.", "There are no remaining issues."])
    def test_one_very_high_keyword_is_enough(self, words: str) -> None:
        assert ANALYZER.detect_completion(words).detected

    def test_two_keywords_are_enough(self) -> None:
        signal = ANALYZER.detect_completion("The feature is complete and ready for review.")
        assert signal.detected
        assert signal.keywords == ("complete", "ready for review")

    def test_conversational_completion(self) -> None:
        assert not ANALYZER.detect_completion("That's done! Finished!").detected

    def test_partial_completion(self) -> None:
        signal = ANALYZER.detect_completion("Tests done but build failing. Docs finished.")
        assert not signal.detected

    def test_echo_detection(self) -> None:
        context = AnalysisContext(task_description="Tell me when it is done and finished.")
        echoed = ANALYZER.analyze("The page is done. The page is finished.", context)
        assert not echoed.completion_signal.detected
        own = ANALYZER.analyze("The page is done. The page is finished.", AnalysisContext())
        assert own.completion_signal.detected

    @pytest.mark.parametrize(
        "output",
        [
            "PASS src/auth.test.ts\nFAIL src/token.test.ts",
            "SKIP src/slow.test.ts\n",
            "12 tests passed",
            "3 specs failed",
            "Test Suites: 4 passed, 4 total\nTests: 12 passed, 12 total",
            "I ran the tests again:\n\n```\n12 tests passed\n```",
            "The tests still fail.\n\nFAIL src/auth.test.ts\n  ✕ logs in (3 ms)",
        ],
    )
    def test_only_test_output(self, output: str) -> None:
        assert ANALYZER.detect_completion(output).test_only

    @pytest.mark.parametrize(
        "output",
        [
            "I added a retry to src/client.ts.\n\nPASS src/client.test.ts",
            "The login now works. 12 tests passed.",
            "Here is what changed in the client.\n\n12 tests passed",
            "登录已修复。\n\n12 tests passed",
            "I read the code.",
            "",
        ],
    )
    def test_more_or_less_than_test_output(self, output: str) -> None:
        assert not ANALYZER.detect_completion(output).test_only

    def test_repeated_test_output_is_stuck_and_not_complete(self) -> None:
        output = "PASS src/auth.test.ts\nAll tests passing"
        context = AnalysisContext(iteration=3, previous_responses=(output, output))
        result = ANALYZER.analyze(output, context)
        assert result.should_exit
        assert result.exit_reason == "test_only_loop"
        once = ANALYZER.analyze(output, AnalysisContext())
        assert not once.should_exit

    @pytest.mark.parametrize(("times", "detected"), [(2, False), (3, True), (4, True)])
    def test_stuck_from_three_equal_error_patterns(self, times: int, detected: bool) -> None:
        errors = [f"2026-01-0{n} TypeError: null at /tmp/a{n}/auth.ts:{n}" for n in range(1, 5)]
        signal = ANALYZER.detect_stuck_loop(errors[:times])
        assert signal.detected is detected
        assert list(signal.error_frequency.values()) == [times]
        assert bool(signal.repeated_patterns) is detected

    def test_different_errors_are_not_stuck(self) -> None:
        errors = ["TypeError: null", "KeyError: id", "ValueError: bad date"]
        assert not ANALYZER.detect_stuck_loop(errors).detected

    def test_work_summary(self) -> None:
        text = "I modified 3 files. Now 12 tests are passing and I fixed 2 errors."
        assert extract_work_summary(text) == "Modified 3 files, 12 tests passing, 2 errors fixed"
        assert ANALYZER.extract_work_summary("Hello.") == "No work reported"

    def test_confidence_is_the_weighted_sum(self) -> None:
        context = AnalysisContext()
        weigh = ANALYZER.calculate_confidence
        assert weigh(LONG, context) == 40  # quality 20, no errors 20
        assert weigh(LONG + "It is complete and ready for review.", context) == 75
        assert weigh(LONG + "The tests pass.", context) == 65
        assert weigh(LONG + "All tests passing.", context) == 100
        assert weigh(LONG + "All tests passing. Error: disk full.", context) == 80
        assert weigh("", context) == 0

    def test_exit_needs_forty_and_a_detected_completion(self) -> None:
        assert ANALYZER.analyze(LONG + "All tests passing.", AnalysisContext()).should_exit
        high_without_words = ANALYZER.analyze(LONG + "The tests pass.", AnalysisContext())
        assert high_without_words.confidence >= 40
        assert not high_without_words.should_exit

    def test_the_last_iteration_ends(self) -> None:
        result = ANALYZER.analyze("Working on it.", AnalysisContext(iteration=5, max_iterations=5))
        assert (result.should_exit, result.exit_reason) == (True, "max_iterations")

    def test_own_keywords(self) -> None:
        own = ResponseAnalyzer(Keywords(very_high=("ship it",)))
        assert own.detect_completion("I added the page. Ship it").detected
        assert not ANALYZER.detect_completion("I added the page. Ship it").detected


class TestBlackbox:
    """001_ec5c0d5d8ea4b0e8.txt"""

    @pytest.mark.parametrize(
        ("text", "score"),
        [
            ("I am confident this is correct. Task 1 done.", 90),
            ("This certainly works.", 90),
            ("Absolutely fine.", 90),
            ("It is likely fixed.", 60),
            ("It probably works.", 60),
            ("I think this might work, but I'm not sure.", 40),
            ("Maybe it could work, it might.", 20),
            ("Maybe it might, it could, approximately.", 10),
            ("It is definitely fine.", 60),
            ("Definitely assured and guaranteed.", 80),
            ("It is definitely there, but it might move.", 50),
            ("I changed the file.", 50),
            ("I am confident, although it might be slow.", 90),
            ("I am not confident.", 50),
            ("That is unlikely.", 50),
            ("The file is confidential.", 50),
        ],
    )
    def test_confidence(self, text: str, score: int) -> None:
        assert stated_confidence(text) == score
        evidence = ask("stated_confidence", text)
        assert (evidence.measure, evidence.strength) == (score, score / 100)

    def test_no_errors_in_the_response(self) -> None:
        assert ask("response_errors", "All tasks are now complete.").is_clear

    def test_errors_in_the_response(self) -> None:
        evidence = ask("response_errors", "Error: no such table. The migration failed.")
        assert evidence.is_found
        assert evidence.measure == 2


class TestRalph:
    """003_12f76e43f2184fa4.txt"""

    @pytest.mark.parametrize(
        ("text", "pattern"),
        [
            ("all tests pass", "all tests pass"),
            ("All of the stories are complete", "all.*stories.*complete"),
            ("The project is now complete", "project.*complete"),
            ("IMPLEMENTATION COMPLETE", "implementation complete"),
            ("Nothing is left for us to do", "nothing.*left.*to.*do"),
            ("All tasks completed", "all tasks completed"),
            ("COMPLETE", "COMPLETE"),
            ("100% of the plan is complete", "100%.*complete"),
        ],
    )
    def test_each_pattern(self, text: str, pattern: str) -> None:
        assert pattern in patterns_in(text)

    def test_a_pattern_stays_on_its_line(self) -> None:
        assert patterns_in("the project\nis open, the file is there") == ()

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("All tests pass. The project is complete.", True),
            ("All stories complete. Nothing left to do.", True),
            ("All tests pass.", False),
            ("The project is not complete.", False),
            ("TASKS_COMPLETED_THIS_LOOP: 2", False),
        ],
    )
    def test_two_patterns_are_an_indicator(self, text: str, found: bool) -> None:
        assert ask("completion_patterns", text).is_found is found

    @pytest.mark.parametrize(
        ("signal", "status", "done", "not_done"),
        [
            ("true", "COMPLETE", True, False),
            ("true", "IN_PROGRESS", True, False),
            ("false", "COMPLETE", False, True),
            ("false", "IN_PROGRESS", False, True),
        ],
    )
    def test_exit_signal_has_priority(
        self, signal: str, status: str, done: bool, not_done: bool
    ) -> None:
        text = (
            "All tests pass. The project is complete.\n\n---RALPH_STATUS---\n"
            f"STATUS: {status}\nEXIT_SIGNAL: {signal}\n---END_RALPH_STATUS---"
        )
        assert ask("done_signal", text).is_found is done
        assert ask("not_done_signal", text).is_found is not_done
        assert ask("completion_patterns", text).is_found
        assert ask("completion_claim", text).is_found is done

    def test_blocked_gives_its_recommendation(self) -> None:
        text = "---RALPH_STATUS---\nSTATUS: BLOCKED\nRECOMMENDATION: Grant access\n"
        assert ask("blocked", text).measure == "Grant access"

    def test_testing_work_is_test_only_unless_something_was_edited(self) -> None:
        text = "---RALPH_STATUS---\nSTATUS: IN_PROGRESS\nWORK_TYPE: TESTING\nEXIT_SIGNAL: false\n"
        assert ask("test_only", text).is_found
        assert ask("test_only", text, edits=("src/a.py",)).is_clear

    def test_hook_mode_promise(self) -> None:
        assert ask("done_signal", "<promise>COMPLETE</promise>").is_found


class TestDoyaken:
    """004_8c7b364fbff37158.txt"""

    BLOCK = "DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n  TESTS_STATUS: pass\n  CONFIDENCE: high\n"

    def test_the_block_is_parsed(self) -> None:
        block = read(self.BLOCK).block
        assert block is not None
        assert (block.done, block.tests, block.confidence) == (True, "PASSING", "high")
        assert ask("status_block", self.BLOCK).is_found
        assert ask("done_signal", self.BLOCK).is_found

    def test_without_a_block_only_words_remain(self) -> None:
        text = "All tasks complete, tests passing."
        assert ask("status_block", text).is_clear
        assert ask("completion_words", text).is_found

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("All tasks complete", ("complete",)),
            ("implementation finished", ("finished",)),
            ("It is done", ("done",)),
            ("All 12 checks pass", ("all.*pass",)),
            ("Still reading", ()),
            ("It is incomplete", ()),
        ],
    )
    def test_completion_words(self, text: str, words: tuple[str, ...]) -> None:
        assert completion_words_in(text) == words

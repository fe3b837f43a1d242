"""The words of the guidance: what repeats, what to do about it, what speaks against a claim."""

from __future__ import annotations

REPEATS: dict[str, str] = {
    "agent_failing": "The last {times} runs ended in a failure of the agent itself: {what}.",
    "repeated_signature": "The last {times} iterations came to the same result: {what}.",
    "repeated_error": "The same error came back in {times} iterations: {what}.",
    "same_failures": "In {times} iterations tests failed and it never got better: {what}.",
    "repeated_tree": "Content went back to an earlier state {times} times: edits undo each other.",
    "repeated_message": "The last {times} messages said the same.",
    "same_trouble": "The last {times} messages tell of the same trouble: {what}.",
    "repeated_question": "The same question was asked {times} times; nobody can answer: {what}.",
    "repeated_denial": "The same permission was refused {times} times: {what}.",
    "idle": "The last {times} iterations did nothing: {what}.",
    "test_saturation": "The last {times} iterations only ran tests and changed nothing.",
    "plan_stalled": "The plan has not moved for {times} iterations: {what}.",
    "no_change": "The last {times} iterations changed no file.",
}
IN_TURNS = "{period} results take turns, {times} times over, the last of them: {what}."
IN_OTHER_WORDS = {
    "repeated_signature": "repeated_error",
    "tests_fail": "same_failures",
    "plan_open": "plan_stalled",
}
"""What says nothing more where the other is found too."""
TALK = frozenset({"idle", "repeated_message", "repeated_question"})
"""Where the iterations said something rather than did it."""
ADVICE: dict[str, str] = {
    "agent_failing": "The task is not at fault: service, account or setup must work first.",
    "repeated_signature": "Do not try this again. Find out first why it did not work.",
    "repeated_error": "Stop varying the attempt; find the cause of this error first.",
    "same_failures": "Read one failing test and what it calls before the next edit.",
    "repeated_tree": "Decide for one version and say why before editing.",
    "repeated_message": "Do the next open step instead of describing it.",
    "same_trouble": "Stop trying the same; print what really happens there and begin from that.",
    "repeated_question": "Choose the safest answer yourself, note the choice, and go on.",
    "repeated_denial": "Do not ask for it again; take a way that does not need it.",
    "open_question": "Nobody answers inside the loop: choose the safest answer and note it, or "
    "report that you are blocked and on what.",
    "run_loop": "Do not begin with the repeated call; read its result and change course.",
    "idle": "Begin with a tool call.",
    "test_saturation": "Change code or name what is missing; do not run the suite again first.",
    "plan_stalled": "Take the smallest open item, finish it and tick it.",
    "no_change": "Make one concrete change, or say what prevents it.",
    "tests_fail": "Make the failing tests pass before claiming completion.",
    "no_tests": "No test ran: run the tests and show the result.",
    "tests_stale": "The tests ran before the last edit: run them again.",
    "verify_failed": "Make the checks pass that the gate runs itself; commit all of it.",
    "checks_red": "Make the failing check pass and push, then report again.",
    "claims_refuted": "Make true what was claimed, or claim less.",
    "tests_overclaimed": "Run the whole suite after the last edit and report the totals it prints.",
    "admitted_failure": "Mend or check what you said yourself is failing or unchecked.",
    "remaining_work": "Do the work that your own message names as left.",
    "block_disagrees": "Make the fields of the status block agree with the facts.",
    "nothing_changed": "Nothing differs from the base: do the work before claiming it.",
    "plan_open": "Do the next open item of the plan, and tick it only when it is done.",
    "ended_badly": "The last run broke off: check what is half done first.",
    "tampering": "Restore the tests and checks that were weakened; make the code right instead.",
}

AGAINST_CLAIM = (
    *("tests_fail", "verify_failed", "checks_red", "tampering", "claims_refuted"),
    "tests_overclaimed",
    *("no_tests", "admitted_failure", "block_disagrees"),
    *("remaining_work", "nothing_changed", "plan_open", "ended_badly", "run_loop"),
)
"""What contradicts a claim of completion, the most telling first."""
DISPROVED = frozenset({"verify_failed", "checks_red", "claims_refuted", "tests_overclaimed"})
"""Facts against what was said, told even where nothing was claimed to be done."""
CLAIMS = frozenset({"claimed_unverified", "unverified_completion"})
ONLY_AGAINST_CLAIM = frozenset(
    {"admitted_failure", "remaining_work", "block_disagrees", "nothing_changed"}
)
"""No news to an agent that does not claim to be done."""
ECHOES = frozenset({"repeated_signature", "repeated_message"})
"""What a claim sets off just by being made again."""

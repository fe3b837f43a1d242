"""Which keys each style of status block has, and what they fill. Keys are strict."""

from __future__ import annotations

from collections.abc import Mapping

from exitgate.core.reading import BlockStyle, StatusBlock
from exitgate.language import status_values as read
from exitgate.language.words.lexicon import word_set

DONE_KEYS = {
    BlockStyle.RALPH: "EXIT_SIGNAL",
    BlockStyle.DOYAKEN: "PHASE_COMPLETE",
    BlockStyle.EXITGATE: "DONE",
}
KEYS = {
    BlockStyle.RALPH: word_set(
        """STATUS TASKS_COMPLETED_THIS_LOOP FILES_MODIFIED TESTS_STATUS WORK_TYPE EXIT_SIGNAL
        RECOMMENDATION REMAINING_WORK"""
    ),
    BlockStyle.DOYAKEN: word_set(
        """PHASE_COMPLETE FILES_MODIFIED TESTS_STATUS CONFIDENCE REMAINING_WORK"""
    ),
    BlockStyle.EXITGATE: word_set(
        """DONE STATUS FILES_MODIFIED TESTS_STATUS CONFIDENCE REMAINING_WORK NEEDS"""
    ),
}
HEADERS = {
    "RALPH_STATUS": BlockStyle.RALPH,
    "DOYAKEN_STATUS": BlockStyle.DOYAKEN,
    "EXITGATE_STATUS": BlockStyle.EXITGATE,
}
FREE_TEXT = frozenset({"RECOMMENDATION", "REMAINING_WORK", "NEEDS"})


def block_from(style: BlockStyle, fields: Mapping[str, list[str]], line: int) -> StatusBlock | None:
    """The block, or None where it is a form to fill in or says nothing of the work's state.

    A key given twice with different answers is ambiguous, and ambiguous means not done.
    """
    forms = (v for key, values in fields.items() if key not in FREE_TEXT for v in values)
    if any(read.is_template(value) for value in forms):
        return None
    done_key = DONE_KEYS[style]
    if done_key not in fields and "STATUS" not in fields:
        return None
    answers = fields.get(done_key, [])
    last = {key: values[-1] for key, values in fields.items()}
    return StatusBlock(
        style=style,
        done=all(read.truth(answer) for answer in answers) if answers else None,
        status=read.status_word(last.get("STATUS", "")),
        tasks_completed=read.whole_number(last.get("TASKS_COMPLETED_THIS_LOOP", "")),
        files_modified=read.whole_number(last.get("FILES_MODIFIED", "")),
        tests=read.tests_word(last["TESTS_STATUS"]) if "TESTS_STATUS" in last else None,
        work_type=read.work_word(last.get("WORK_TYPE", "")),
        confidence=read.plain(last.get("CONFIDENCE", "")).casefold() or None,
        remaining=read.sentence(last.get("REMAINING_WORK", "")),
        recommendation=read.sentence(last.get("RECOMMENDATION", last.get("NEEDS", ""))),
        line=line,
    )

"""Content blocks of a message: what is said, called and answered, in the vendors' spellings.

Anthropic's `tool_use`, the AI SDK's `tool-call`, Goose's `toolRequest`, Pi's `toolCall` and
Gemini's `functionCall` are one thing under five names.
"""

from __future__ import annotations

import json

from exitgate.core.transcript import CallKind, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, exit_code, mapping, text, total, words
from exitgate.ingest.tools import named_kind

SPOKEN = (None, "text", "input_text", "output_text")
CALLS = words(
    "tool_use server_tool_use mcp_tool_use tool-call tool_call toolCall toolRequest function_call"
)
RESULTS = words("tool_result mcp_tool_result tool-result toolResult toolResponse")
ID_KEYS = (
    "tool_use_id", "tool_call_id", "toolCallId", "toolUseID", "call_id", "callID", "callId", "id",
)  # fmt: skip
GIVEN_KEYS = ("input", "arguments", "args", "parameters")
TOKENS = words(
    """input_tokens output_tokens cache_creation_input_tokens cache_read_input_tokens prompt_tokens
    completion_tokens inputTokens outputTokens cacheReadTokens cacheWriteTokens
    cacheReadInputTokens cacheCreationInputTokens input output cacheRead cacheWrite
    promptTokenCount candidatesTokenCount thoughtsTokenCount"""
)


def parsed(given: object) -> object:
    """Arguments that are JSON inside a string."""
    if not isinstance(given, str) or given[:1] not in "{[" or not given:
        return given
    try:
        value: object = json.loads(given)
    except (ValueError, RecursionError):
        return given
    return value


def spoken(content: object) -> str:
    """What is said, less the blocks that think, call or answer."""
    if isinstance(content, list):
        content = [
            block
            for block in content
            if not isinstance(block, dict)
            or (block.get("type") in SPOKEN and block.get("thought") is not True)
        ]
    return blocks_text(content)


def read_block(block: Json, at: str | None, builder: TranscriptBuilder) -> None:
    kind = block.get("type")
    if function := mapping(block, "functionCall"):
        _call(text(function, "id"), function, at, builder)
    elif function := mapping(block, "functionResponse"):
        _result(text(function, "id"), function, builder)
    elif kind in CALLS:
        asked = mapping(block, "toolCall")
        asked = mapping(asked, "value", "Ok") or asked or mapping(block, "function") or block
        _call(text(block, *reversed(ID_KEYS)), asked, at, builder)
    elif kind in RESULTS:
        answer = mapping(block, "toolResult", "run") or block
        _result(text(block, *ID_KEYS), answer, builder)


def _call(id: str, asked: Json, at: str | None, builder: TranscriptBuilder) -> None:
    name = text(asked, "name", "toolName", "tool_name")
    given = next((parsed(asked[key]) for key in GIVEN_KEYS if asked.get(key) is not None), None)
    builder.call(id, name, given, at=at)
    if named_kind(name) is CallKind.FINISH and isinstance(given, dict):
        # What is handed in at the end is said, not done.
        builder.message(Role.ASSISTANT, text(given, "result", "message", "summary"), at=at)


def _result(id: str, answer: Json, builder: TranscriptBuilder) -> None:
    """The words may lie deep: `{status, value: {content: [...], isError}}`."""
    is_error = answer.get("is_error") is True or answer.get("isError") is True
    is_error = is_error or answer.get("status") in ("error", "failed")
    held: object = answer
    code: int | None = None
    for _ in range(4):
        if not isinstance(held, dict):
            break
        code = exit_code(held, "exitCode", "exit_code") if code is None else code
        is_error = is_error or held.get("isError") is True or bool(text(held, "error"))
        keys = ("content", "output", "value", "response", "result", "error", "text")
        held = next((held[key] for key in keys if held.get(key) not in (None, "")), "")
    builder.result(id, blocks_text(held), is_error=is_error, code=code)


def used_tokens(usage: Json) -> int | None:
    """The sum that is told, else of what is told apart."""
    whole = total(usage, "total_tokens") or total(usage, "totalTokens", "totalTokenCount")
    return whole or total(usage, *sorted(TOKENS))

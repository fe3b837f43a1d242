"""What is wrong with a field, in words for people who know YAML and JSON but not pydantic."""

from __future__ import annotations

EXPECTED = {
    "dict_type": "should hold settings of its own (`key: value`)",
    "mapping_type": "should hold settings of its own (`key: value`)",
    "model_type": "should be an object",
    "model_attributes_type": "should be an object",
    "dataclass_type": "should hold settings of its own (`key: value`)",
    "list_type": "should be a list",
    "tuple_type": "should be a list",
    "set_type": "should be a list",
    "frozen_set_type": "should be a list",
    "string_type": "should be text",
    "missing": "is missing",
}


def in_words(kind: str, message: str) -> str:
    """The validator's own message where it needs no translation."""
    return EXPECTED.get(kind) or f"{message[:1].lower()}{message[1:]}"

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
    "int_type": "should be a whole number",
    "int_parsing": "should be a whole number",
    "int_from_float": "should be a whole number",
    "float_type": "should be a number",
    "float_parsing": "should be a number",
    "bool_type": "should be true or false",
    "bool_parsing": "should be true or false",
    "missing": "is missing",
}
PLAINER = {"greater than or equal to": "at least", "less than or equal to": "at most"}


def in_words(kind: str, message: str) -> str:
    """The validator's own message where it needs no translation."""
    if kind in EXPECTED:
        return EXPECTED[kind]
    for long, short in PLAINER.items():
        message = message.replace(long, short)
    message = message.removeprefix("Input ")
    return f"{message[:1].lower()}{message[1:]}"

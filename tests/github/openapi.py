"""Requests and responses checked against GitHub's OpenAPI description."""

from __future__ import annotations

import copy
import json
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

REF = "#/components/"


class Operation:
    def __init__(self, spec: Description, template: str, verb: str) -> None:
        self._spec = spec
        self.template, self.verb = template, verb
        self.raw: dict[str, Any] = spec.raw["paths"][template][verb]

    @cached_property
    def queries(self) -> dict[str, dict[str, Any]]:
        shared = self._spec.raw["paths"][self.template].get("parameters", [])
        resolved = [self._spec.resolve(item) for item in [*shared, *self.raw["parameters"]]]
        return {item["name"]: item for item in resolved if item["in"] == "query"}

    def request_faults(self, query: dict[str, str], body: Any) -> list[str]:
        unknown = sorted(set(query) - set(self.queries))
        faults = [f"unknown query parameter {name}" for name in unknown]
        for name, text in query.items():
            if name in self.queries:
                schema = self.queries[name]["schema"]
                value = int(text) if schema.get("type") == "integer" and text.isdigit() else text
                faults += self._spec.faults(schema, value)
        wanted = self.raw.get("requestBody")
        if wanted is None:
            return faults + (["a body where none is described"] if body is not None else [])
        if body is None:
            return faults + (["no body"] if wanted.get("required") else [])
        return faults + self._spec.faults(wanted["content"]["application/json"]["schema"], body)

    def response_faults(self, status: int, body: Any) -> list[str]:
        answer = self.raw["responses"].get(str(status))
        if answer is None:
            return [] if status >= 400 else [f"status {status} is not described"]
        content = self._spec.resolve(answer).get("content", {}).get("application/json")
        if content is None:
            return [] if body is None or status >= 400 else ["a body where none is described"]
        return self._spec.faults(content["schema"], body)

    def example(self, status: int) -> Any:
        content = self._spec.resolve(self.raw["responses"][str(status)])["content"]
        first = next(iter(content["application/json"]["examples"].values()))
        return copy.deepcopy(self._spec.resolve(first)["value"])


class Description:
    def __init__(self, path: Path) -> None:
        self.raw: dict[str, Any] = json.loads(path.read_bytes())
        self._schemas: dict[str, Any] = {}
        self._routes = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)) + r"\Z"), template)
            for template in self.raw["paths"]
        ]
        self._deep = {"{ref}": "git/refs/.+"}

    def operation(self, verb: str, path: str) -> Operation | None:
        """Literal segments win over placeholders, as on GitHub."""
        hits = [template for pattern, template in self._routes if pattern.match(path)]
        if not hits and "/git/refs/" in path:
            hits = ["/repos/{owner}/{repo}/git/refs/{ref}"]
        for template in sorted(hits, key=lambda item: item.count("{")):
            if verb.lower() in self.raw["paths"][template]:
                return Operation(self, template, verb.lower())
        return None

    def resolve(self, item: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in item:
            kind, _, name = item["$ref"].removeprefix(REF).partition("/")
            item = self.raw["components"][kind][name]
        return item

    def faults(self, schema: dict[str, Any], value: Any) -> list[str]:
        document = {**self._converted(schema), "$defs": self._schemas}
        checker = Draft202012Validator(document, format_checker=FormatChecker())
        return [
            f"{'/'.join(map(str, fault.path)) or '(body)'}: {fault.message[:200]}"
            for fault in checker.iter_errors(value)
        ][:5]

    def _converted(self, schema: Any) -> Any:
        """OpenAPI 3.0 to JSON Schema: `nullable` becomes a type, references become local."""
        if isinstance(schema, list):
            return [self._converted(item) for item in schema]
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in self._schemas:
                self._schemas[name] = True
                self._schemas[name] = self._converted(self.raw["components"]["schemas"][name])
            return {"$ref": f"#/$defs/{name}"}
        skipped = {"nullable", "example", "examples", "discriminator", "description"}
        made = {
            key: value
            if key in ("enum", "required", "default")
            else {name: self._converted(item) for name, item in value.items()}
            if key == "properties"
            else self._converted(value)
            for key, value in schema.items()
            if key not in skipped or (key == "description" and not isinstance(value, str))
        }
        return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") else made

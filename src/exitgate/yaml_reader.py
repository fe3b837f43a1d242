"""YAML from people or repositories: small, safe, and with the line of every field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from exitgate.errors import ConfigError

MAX_BYTES = 262_144
MAX_NODES = 20_000
"""Nodes after aliases are expanded: far above any real file, far below a bomb."""
MAX_DEPTH = 40
MAX_DIGITS = 40
"""Of a number; no setting comes near it, and Python refuses to read thousands."""
TEXT = "tag:yaml.org,2002:str"
MERGE = "tag:yaml.org,2002:merge"
NUMBER = "tag:yaml.org,2002:int"

_Loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class YamlFile:
    name: str
    data: dict[str, Any]
    root: yaml.Node | None

    def line_of(self, path: tuple[str | int, ...]) -> int:
        """Line of the field at `path`, or of its nearest parent that the file really has."""
        return (1, *self._lines_to(path))[-1]

    def has(self, path: tuple[str | int, ...]) -> bool:
        return len(list(self._lines_to(path))) == len(path)

    def _lines_to(self, path: tuple[str | int, ...]) -> Iterator[int]:
        """The line of each part of the way that the file really has."""
        node = self.root
        for key in path:
            match node:
                case yaml.MappingNode():
                    pair = next((p for p in node.value if p[0].value == str(key)), None)
                    if pair is None:
                        return
                    node = pair[1]
                    yield pair[0].start_mark.line + 1
                case yaml.SequenceNode() if isinstance(key, int) and key < len(node.value):
                    node = node.value[key]
                    yield node.start_mark.line + 1
                case _:
                    return


def read_yaml(text: str, name: str) -> YamlFile:
    if len(text) > MAX_BYTES:
        raise ConfigError(
            f"{name}: {len(text)} characters is more than a configuration needs",
            hint=f"keep it under {MAX_BYTES}; was another file meant?",
        )
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        _refuse_bomb(root, name)
        _check_mappings(root, name)
        data = loader.construct_document(root) if root is not None else {}
    except yaml.MarkedYAMLError as error:
        raise _not_yaml(error, text, name) from None
    except yaml.reader.ReaderError as error:
        odd = yaml.reader.Reader.NON_PRINTABLE.search(text)
        line = f":{text.count(chr(10), 0, odd.start()) + 1}" if odd else ""
        raise ConfigError(
            f"{name}{line}: not readable as YAML: {error.reason}",
            hint="save it as plain UTF-8 text without control characters",
        ) from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise ConfigError(
            f"{name}: not readable as YAML: {' '.join(str(error).split())}",
            hint="save it as plain UTF-8 text without control characters",
        ) from None
    if data is None:
        data = {}
    if not isinstance(data, dict):
        raise ConfigError(
            f"{name}:1: expected settings, found {_kind(data)}",
            hint="a configuration is a list of `key: value` lines, e.g. `profile: standard`",
        )
    return YamlFile(name, data, root)


def _not_yaml(error: yaml.MarkedYAMLError, text: str, name: str) -> ConfigError:
    mark = error.problem_mark or error.context_mark
    line = f":{mark.line + 1}" if mark else ""
    problem = " ".join((error.problem or "not YAML").split())
    hint = "check the indentation and quotes on that line"
    if mark and "\t" in "".join(text.splitlines()[mark.line : mark.line + 1]):
        hint = "a tab stands on that line: YAML is indented with spaces"
    return ConfigError(f"{name}{line}: not readable as YAML: {problem}", hint=hint)


def _refuse_bomb(root: yaml.Node | None, name: str) -> None:
    """Count the nodes as if every alias were written out; a shared node is counted once."""
    sizes: dict[int, int] = {}
    open_nodes: set[int] = set()

    def size(node: yaml.Node, depth: int) -> int:
        if depth > MAX_DEPTH or id(node) in open_nodes:
            raise _too_large(node, name)
        if id(node) not in sizes:
            open_nodes.add(id(node))
            total = 1 + sum(size(child, depth + 1) for child in _children(node))
            open_nodes.discard(id(node))
            if total > MAX_NODES:
                raise _too_large(node, name)
            sizes[id(node)] = total
        return sizes[id(node)]

    if root is not None:
        size(root, 0)


def _check_mappings(node: yaml.Node | None, name: str) -> None:
    """Keys are what people wrote, each of them once: YAML reads `on` as a truth value."""
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != MERGE:
                _refuse_twice(key, seen, name)
                key.tag = TEXT
    elif isinstance(node, yaml.ScalarNode):
        _refuse_long_number(node, name)
    for child in _children(node) if node is not None else ():
        _check_mappings(child, name)


def _refuse_twice(key: yaml.ScalarNode, seen: set[str], name: str) -> None:
    """YAML lets the last of two equal keys win in silence; people never mean that."""
    if key.value in seen:
        raise ConfigError(
            f"{name}:{key.start_mark.line + 1}: {key.value}: stands here twice",
            hint="keep one of them",
        )
    seen.add(key.value)


def _refuse_long_number(node: yaml.ScalarNode, name: str) -> None:
    if node.tag == NUMBER and len(node.value) > MAX_DIGITS:
        raise ConfigError(
            f"{name}:{node.start_mark.line + 1}: a number of {len(node.value)} digits",
            hint="leave a budget out where there should be no limit",
        )


def _children(node: yaml.Node) -> list[yaml.Node]:
    match node:
        case yaml.MappingNode():
            return [child for pair in node.value for child in pair]
        case yaml.SequenceNode():
            return list(node.value)
        case _:
            return []


def _too_large(node: yaml.Node, name: str) -> ConfigError:
    return ConfigError(
        f"{name}:{node.start_mark.line + 1}: this value grows without bound through its aliases",
        hint="write the values out instead of nesting *aliases",
    )


def _kind(data: object) -> str:
    return {"list": "a list", "str": "text"}.get(type(data).__name__, type(data).__name__)

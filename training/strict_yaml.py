"""YAML as data only: plain mappings, lists, numbers, words, and where in the file each of them
stands.

No tags, no aliases, no code, no key twice. Booleans are `true` and `false` alone, so that an option
may be called `off`; `3e-4` is a number. What the keys mean is `config`'s care.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml
from phylarium.envs.core.errors import PhylariumError

Path = tuple[str | int, ...]


class ConfigError(PhylariumError):
    """A config that cannot be run; the message names file, line, key and what is allowed."""


@dataclass
class Document:
    """The data of one file, and for each key path the place it was written, ready for a message."""

    data: dict[str, Any]
    places: dict[Path, str]
    source: str

    def place(self, path: Path) -> str:
        """The place of a key, or of the nearest section around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, self.source)


class _Loader(yaml.SafeLoader):
    """Scalars as in YAML 1.2; aliases are refused, since they can make a small file endless."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark
            raise yaml.MarkedYAMLError(
                problem="aliases (*name) are not used in configs", problem_mark=mark
            )
        return super().compose_node(parent, index)


_INT = re.compile(r"[-+]?[0-9][0-9_]*$")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9]*)?)([eE][-+]?[0-9]+)?$|[-+]?\.(inf|nan)$", re.I
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"(true|True|false|False)$"), None
)
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(~|null|)$"), None)
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", _INT, None)
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", _FLOAT, None)


def _scalar(tag: str, text: str) -> Any:
    if tag == "tag:yaml.org,2002:bool":
        return text.lower() == "true"
    if tag == "tag:yaml.org,2002:null":
        return None
    if tag == "tag:yaml.org,2002:int":
        return int(text.replace("_", ""))
    if tag == "tag:yaml.org,2002:float":
        return float(text.replace("_", "").lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text


SCALARS = [f"tag:yaml.org,2002:{kind}" for kind in ("bool", "null", "int", "float", "str")]


def read_document(content: bytes, source: str) -> Document:
    """The document in a file's bytes; `ConfigError` names `source` and the line at fault."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ConfigError(
            f"{source}, line {line}: not UTF-8 text (byte {error.start}); save it as UTF-8"
        ) from None
    node = _compose(text, source)
    document = Document({}, {}, source)
    if node is not None:
        if not isinstance(node, yaml.MappingNode):
            raise ConfigError(f"{source}: a config is a mapping of sections, got {_kind(node)}")
        document.data = _value(node, (), document)
    return document


def _compose(text: str, source: str) -> Any:
    try:
        return yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{source}, line {mark.line + 1}" if mark else source
        problem = str(error.problem or error.context)
        if "'\\t'" in problem:
            problem = "a tab where YAML wants spaces"
        raise ConfigError(f"{where}: {problem}") from None
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + 1
        raise ConfigError(
            f"{source}, line {line}: character {error.character!r} is not allowed in YAML"
        ) from None
    except RecursionError:
        raise ConfigError(f"{source}: nested too deeply to be a config") from None


def _kind(node: Any) -> str:
    if isinstance(node, yaml.ScalarNode):
        return repr(node.value)
    return "a list" if isinstance(node, yaml.SequenceNode) else "a mapping"


def _value(node: Any, path: Path, document: Document) -> Any:
    place = f"{document.source}, line {node.start_mark.line + 1}"
    document.places.setdefault(path, place)
    if isinstance(node, yaml.MappingNode) and node.tag == "tag:yaml.org,2002:map":
        return _mapping(node, path, document)
    if isinstance(node, yaml.SequenceNode) and node.tag == "tag:yaml.org,2002:seq":
        return [_value(entry, (*path, i), document) for i, entry in enumerate(node.value)]
    if isinstance(node, yaml.ScalarNode) and node.tag in SCALARS:
        return _scalar(node.tag, node.value)
    raise ConfigError(
        f"{place}: tag {node.tag!r} is not used in configs; they hold plain data only"
    )


def _mapping(node: Any, path: Path, document: Document) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = getattr(key_node, "value", None)
        if not isinstance(key_node, yaml.ScalarNode) or not isinstance(key, str):
            raise ConfigError(
                f"{document.source}, line {line}: a key is a word, got {_kind(key_node)}"
            )
        if key in values:
            first = document.places[(*path, key)].rsplit(" ", 1)[-1]
            raise ConfigError(
                f"{document.source}, line {line}: key {key!r} is given twice, first in line {first}"
            )
        document.places[(*path, key)] = f"{document.source}, line {line}"
        values[key] = _value(value_node, (*path, key), document)
    return values


def override(document: Document, assignment: str, source: str | None = None) -> None:
    """Apply one `section.key=value`; the value is read as YAML.

    `source` says in messages where it was written; default: on the command line, with --set.
    """
    name, equals, text = assignment.partition("=")
    source = source or f"--set {assignment}"
    keys = name.strip().split(".")
    if not equals or not all(keys):
        raise ConfigError(f"{source}: write section.key=value, as in --set ppo.n_steps=64")
    node = _compose(text, source)
    inside = Document({}, {}, source)
    value = None if node is None else _value(node, tuple(keys), inside)
    section = document.data
    for depth, key in enumerate(keys[:-1], start=1):
        if section.get(key) is None:
            section[key] = {}
            document.places[tuple(keys[:depth])] = source
        section = section[key]
        if not isinstance(section, dict):
            raise ConfigError(f"{source}: {'.'.join(keys[:depth])} is a value, not a section")
    stale = [p for p in document.places if p[: len(keys)] == tuple(keys)]
    for path in stale:
        del document.places[path]
    section[keys[-1]] = value
    for path in {**inside.places, tuple(keys): source}:
        document.places[path] = source

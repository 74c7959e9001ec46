"""From a strict YAML document to a checked pydantic model; every mistake is told with file, line,
key and what is allowed.

What the keys mean is the care of the models: `config`, `benchmark_config`.
"""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Sequence
from typing import Any, TypeVar

from phylarium.envs.core.errors import nearest
from pydantic import BaseModel, ConfigDict, ValidationError

from .strict_yaml import ConfigError, Document, Path


class Section(BaseModel):
    """Strict: no unknown keys, no silent conversions, no infinities."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


Model = TypeVar("Model", bound=BaseModel)


def validated(model: type[Model], document: Document, at: Path = ()) -> Model:
    """The part of a document at a key path as a model.

    Raises `ConfigError` with a line for every place that is wrong.
    """
    data: Any = document.data
    for key in at:
        data = data[key]
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = [_sentence(model, data, document, at, each) for each in error.errors()]
        raise ConfigError("\n".join(found)) from None


def _sentence(
    outermost: type[BaseModel], data: Any, document: Document, at: Path, error: Any
) -> str:
    below, model = _walk(outermost, data, error["loc"])
    path = (*at, *below)
    place, dotted = document.place(path), ".".join(map(str, path))
    if error["type"] == "extra_forbidden":
        section = ".".join(map(str, path[:-1])) or "the config"
        return f"{place}: in {section}: {nearest('key', path[-1], model.model_fields)}"
    if error["type"] == "missing":
        key = ".".join(map(str, (*path, error["loc"][-1])))
        return f"{place}: {key} is missing"
    message = error["msg"].replace("Input should", "it should")
    if error["type"] in ("model_type", "dict_type"):
        message = "it should be a section of keys"
    near = difflib.get_close_matches(str(error["input"]), _quoted(error), n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"{place}: {dotted or 'the config'} is {error['input']!r}; {message}{hint}"


def _quoted(error: Any) -> list[str]:
    return (
        str(error.get("ctx", {}).get("expected", ""))
        .replace(" or ", ", ")
        .replace("'", "")
        .split(", ")
    )


def _walk(
    outermost: type[BaseModel], data: Any, loc: Sequence[str | int]
) -> tuple[Path, type[BaseModel]]:
    """The key path that pydantic's location names (it adds union tags), and the section's model
    there.
    """
    path: list[str | int] = []
    model = outermost
    for part in loc:
        if (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int)
        ):
            field = model.model_fields.get(str(part)) if isinstance(data, dict) else None
            data = data[part]  # type: ignore[index]
            path.append(part)
            if field is not None:
                model = _model_in(field.annotation) or model
    return tuple(path), model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if isinstance(annotation, types.GenericAlias):
        return None
    return next((m for a in typing.get_args(annotation) if (m := _model_in(a))), None)

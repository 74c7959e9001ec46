"""Options: a frozen dataclass for people, checked by field; a record inside the state for the
rules.

A field is annotated `bool`, `int`, `float`, `Literal["a", "b"]` or `tuple[int, ...]` (one entry a
seat, or a table of numbers), and declared with `option(default, sentence, low=, high=, size=,
read=)`. In the record a Literal is the index of its value.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from .errors import OptionsError, nearest


def option(
    default: Any,
    sentence: str,
    *,
    low: float | None = None,
    high: float | None = None,
    size: int | None = None,
    read: Callable[[str], tuple[int, ...]] | None = None,
) -> Any:
    """One field of an Options dataclass: its default, a sentence, bounds, and for tuples the most
    entries.

    A tuple shorter than `size` is filled with its last entry. Where a string is given for a tuple
    (words, the path of a table), `read` makes the numbers of it or raises `OptionsError`; the
    option's value is then those numbers, so that records, replays and positions hold them.
    """
    return dataclasses.field(
        default=default,
        metadata={"doc": sentence, "low": low, "high": high, "size": size, "read": read},
    )


def options_from(kind: type, given: Any) -> Any:
    """A checked `kind` from None, a mapping or a `kind`; `OptionsError`/`UnknownName` say what is
    wrong.
    """
    if given is None:
        return kind()
    if isinstance(given, kind):
        values: Mapping[str, Any] = {
            f.name: getattr(given, f.name) for f in dataclasses.fields(kind)
        }
    elif isinstance(given, Mapping):
        values = given
    else:
        raise OptionsError(
            f"options must be a mapping or {kind.__name__}, got {type(given).__name__}"
        )
    fields = {f.name: f for f in dataclasses.fields(kind)}
    hints = get_type_hints(kind)
    checked = {}
    for name, value in values.items():
        if name not in fields:
            raise nearest("option", name, fields)
        checked[name] = _checked(name, value, hints[name], fields[name].metadata)
    return kind(**checked)


def _checked(name: str, value: Any, hint: Any, limits: Mapping[str, Any]) -> Any:
    if get_origin(hint) is Literal:
        if value not in get_args(hint) or isinstance(value, bool):
            raise nearest(f"value of option {name!r}:", value, map(str, get_args(hint)))
        return value
    if get_origin(hint) is tuple:
        if isinstance(value, str) and limits["read"] is not None:
            value = limits["read"](value)
        entries = tuple(value) if isinstance(value, list | tuple) else (value,)
        if not 1 <= len(entries) <= limits["size"]:
            raise OptionsError(
                f"option {name!r} takes 1 to {limits['size']} entries, got {value!r}"
            )
        return tuple(_checked(name, entry, get_args(hint)[0], limits) for entry in entries)
    if hint is bool:
        if not isinstance(value, bool | np.bool_):
            raise OptionsError(f"option {name!r} is true or false, got {value!r}")
        return bool(value)
    wanted = (int, np.integer) if hint is int else (int, float, np.integer, np.floating)
    if isinstance(value, bool) or not isinstance(value, wanted) or value != value:
        raise OptionsError(
            f"option {name!r} is a {'whole ' if hint is int else ''}number, got {value!r}"
        )
    low, high = limits["low"], limits["high"]
    if (low is not None and value < low) or (high is not None and value > high):
        raise OptionsError(f"option {name!r} is from {low} to {high}, got {value!r}")
    return hint(value)


def options_record(kind: type) -> np.dtype[Any]:
    """The dtype of a record field that holds these options."""
    hints = get_type_hints(kind)
    fields: list[Any] = []
    for f in dataclasses.fields(kind):
        hint = hints[f.name]
        if get_origin(hint) is tuple:
            fields.append((f.name, _scalar(get_args(hint)[0]), (f.metadata["size"],)))
        else:
            fields.append((f.name, _scalar(hint)))
    return np.dtype(fields, align=False)


def _scalar(hint: Any) -> Any:
    if hint is bool or get_origin(hint) is Literal:
        return np.int8
    return np.int32 if hint is int else np.float64


def options_into(options: Any, record: Any) -> None:
    """Write checked options into their record."""
    hints = get_type_hints(type(options))
    for f in dataclasses.fields(options):
        value, hint = getattr(options, f.name), hints[f.name]
        if get_origin(hint) is Literal:
            value = get_args(hint).index(value)
        elif get_origin(hint) is tuple:
            value = value + (value[-1],) * (f.metadata["size"] - len(value))
        record[f.name] = value


def options_table(kind: type) -> str:
    """A Markdown table of a game's options."""
    hints = get_type_hints(kind)
    lines = ["| option | default | allowed | what it does |", "| --- | --- | --- | --- |"]
    for f in dataclasses.fields(kind):
        allowed = _allowed(hints[f.name], f.metadata)
        lines.append(f"| `{f.name}` | `{f.default}` | {allowed} | {f.metadata['doc']} |")
    return "\n".join(lines)


def _allowed(hint: Any, limits: Mapping[str, Any]) -> str:
    if get_origin(hint) is Literal:
        return ", ".join(f"`{a}`" for a in get_args(hint))
    if hint is bool:
        return "true, false"
    each = ", one a seat" if get_origin(hint) is tuple else ""
    return f"{limits['low']} to {limits['high']}{each}"

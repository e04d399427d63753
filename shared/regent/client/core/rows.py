"""Rows of answers as frozen dataclasses: a new member of an answer breaks nobody, and is in
``raw`` until its row has a field for it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

Read = Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What every row has."""

    #: The JSON that it was made of.
    raw: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseInTheWay(Row):
    """A group that holds messages, in so many partitions."""

    queue: str
    group: str
    partitions: int
    held_until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryMoved(Row):
    """Messages that a group would never get, and messages that it would get once more."""

    queue: str
    group: str
    skipped: int
    again: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Row):
    """What a change did; or, with ``dry_run``, what it would do. Only then the rest is there, as
    docs/http/resources.md explains it."""

    dry_run: bool = False
    at_least: bool = False
    force_needed: bool = False
    members: int = 0
    leases: tuple[LeaseInTheWay, ...] = ()
    groups: tuple[DeliveryMoved, ...] = ()


R = TypeVar("R", bound=Row)


def row(kind: type[R], raw: Mapping[str, Any]) -> R:
    """A row from its JSON, whose names are in camelCase or, for published clients, in snake_case.
    What may be missing is None then, or its default."""
    values = {}
    for name, (camel, read, instead) in _plan(cast("Any", kind)).items():
        value = raw.get(camel, raw.get(name))
        if value is not None:
            values[name] = read(value)
        elif instead is MISSING and camel not in raw and name not in raw:
            raise KeyError(camel)
        else:
            values[name] = None if instead is MISSING else instead
    return kind(raw=raw, **values)


def reader(kind: type[R]) -> Callable[[Mapping[str, Any]], R]:
    """A function that makes such rows."""
    return lambda raw: row(kind, raw)


def camel(name: str) -> str:
    """``lease_time`` → ``leaseTime``"""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def _plan(kind: Any) -> dict[str, tuple[str, Read, Any]]:
    hints = get_type_hints(kind)
    plan = {}
    for each in fields(kind):
        if each.name == "raw":
            continue
        hint = hints[each.name]
        # What stands there when the JSON has no such member.
        instead = None if type(None) in get_args(hint) else each.default
        plan[each.name] = (each.metadata.get("json", camel(each.name)), _read(hint), instead)
    return plan


def _instant(value: str | int) -> datetime:
    """An instant as texts have it, or in milliseconds since 1970, as routes of members do."""
    if isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC)
    return datetime.fromisoformat(value)


def _read(hint: Any) -> Read:
    """How a value of this type is read from its JSON."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (hint,) = (one for one in arguments if one is not type(None))
        return _read(hint)
    if origin is tuple:
        each = _read(arguments[0])
        return lambda values: tuple(each(value) for value in values)
    if hint is datetime:
        return _instant
    if isinstance(hint, type) and issubclass(hint, Row):
        return reader(hint)
    return lambda value: value

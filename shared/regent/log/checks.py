"""Checks of arguments before anything is sent. They apply the server's rules, so that the log
refuses alike over a database and over HTTP."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar
from uuid import UUID

from pydantic import (
    AwareDatetime,
    Field,
    StrictInt,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import to_json, to_jsonable_python

from regent.errors import InvalidRequest
from regent.limits import (
    MAX_CONDITIONS,
    MAX_DELAY_SECONDS,
    MAX_ERROR_LENGTH,
    MAX_HANDLED_TYPES,
    MAX_LEASE_SECONDS,
    MAX_LOG_BATCH,
    MAX_PARTITION_ATTRIBUTES,
    MAX_POSITION,
    MAX_TYPE_ATTRIBUTES,
)
from regent.names import AttributeValue, LogGroupName, Name, Scalar, Text
from regent.sentences import refused

T = TypeVar("T")

NAME: Final[TypeAdapter[str]] = TypeAdapter(Name)
GROUP: Final[TypeAdapter[str]] = TypeAdapter(LogGroupName)
POSITION: Final[TypeAdapter[int]] = TypeAdapter(Annotated[StrictInt, Field(ge=0, le=MAX_POSITION)])
BATCH: Final[TypeAdapter[int]] = TypeAdapter(Annotated[StrictInt, Field(ge=1, le=MAX_LOG_BATCH)])
LIMIT: Final[TypeAdapter[int]] = TypeAdapter(Annotated[StrictInt, Field(ge=1)])
LEASE: Final[TypeAdapter[float]] = TypeAdapter(
    Annotated[float, Field(strict=True, gt=0, le=MAX_LEASE_SECONDS)]
)
WAIT: Final[TypeAdapter[float]] = TypeAdapter(
    Annotated[float, Field(strict=True, ge=0, le=MAX_DELAY_SECONDS)]
)
TEXT: Final[TypeAdapter[str]] = TypeAdapter(Text)
INSTANT: Final[TypeAdapter[datetime]] = TypeAdapter(Annotated[AwareDatetime, Field(strict=True)])
ID: Final[TypeAdapter[UUID]] = TypeAdapter(UUID)
PARTITION_NAMES: Final[TypeAdapter[list[str]]] = TypeAdapter(
    Annotated[list[Name], Field(min_length=1, max_length=MAX_PARTITION_ATTRIBUTES)]
)
TYPES: Final[TypeAdapter[list[str]]] = TypeAdapter(
    Annotated[list[Name], Field(min_length=1, max_length=MAX_HANDLED_TYPES)]
)
TYPE_ATTRIBUTES: Final[TypeAdapter[list[str]]] = TypeAdapter(
    Annotated[list[Name], Field(max_length=MAX_TYPE_ATTRIBUTES)]
)
ATTRIBUTES: Final[TypeAdapter[dict[str, Scalar]]] = TypeAdapter(
    Annotated[
        dict[Name, AttributeValue],
        Field(max_length=MAX_PARTITION_ATTRIBUTES),
    ]
)


def checked(what: str, rule: TypeAdapter[T], value: object) -> T:
    """The value, if it follows the rule."""
    try:
        return rule.validate_python(value)
    except ValidationError as error:
        found = refused(error.errors()[:1])
        raise InvalidRequest(f"{what}: {found}") from None


def optional(what: str, rule: TypeAdapter[T], value: object) -> T | None:
    """The value, if it follows the rule; None if it is left out."""
    return None if value is None else checked(what, rule, value)


def names(what: str, rule: TypeAdapter[list[str]], value: str | Sequence[str]) -> list[str]:
    """A list of one name or several, each once."""
    every = [value] if isinstance(value, str) else value
    allowed: list[str] = checked(what, rule, every)
    return list(dict.fromkeys(allowed))


def attributes(what: str, value: Mapping[str, Any]) -> dict[str, Scalar]:
    """Attributes in the form that they have in a payload: a UUID or a date becomes a text."""
    plain = to_jsonable_python(dict(value))
    for name, each in plain.items():
        if not isinstance(each, (str, int, float)) or (
            isinstance(each, float) and not math.isfinite(each)
        ):
            raise InvalidRequest(
                f"{what}: {name} is {_short(each)}; messages are found by texts, numbers and"
                " booleans only"
            )
    return checked(what, ATTRIBUTES, plain)


def partition(value: Mapping[str, Any]) -> dict[str, Scalar]:
    """The attributes of a partition: at least one."""
    found = attributes("the partition", value)
    if not found:
        raise InvalidRequest("the partition has no attributes; it needs one at least")
    return found


def one_of(what: str, value: object, choices: Sequence[str]) -> None:
    """Refuses a value that is not one of the choices."""
    if value not in choices:
        raise InvalidRequest(f"{what}: one of {', '.join(choices)}, not {_short(value)}")


def count_conditions(count: int) -> None:
    """Refuses a number of conditions that a read may not have."""
    if not 1 <= count <= MAX_CONDITIONS:
        raise InvalidRequest(f"conditions: from 1 to {MAX_CONDITIONS}, not {count}")


def reason(value: Any) -> Any:
    """The reason, if it can be written as JSON and is not too long."""
    try:
        size = len(to_json(value, inf_nan_mode="constants"))
    except ValueError as error:
        raise InvalidRequest(f"reason: {error}") from None
    if size > MAX_ERROR_LENGTH:
        raise InvalidRequest(f"reason is {size} bytes, more than {MAX_ERROR_LENGTH}")
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"

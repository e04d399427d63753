"""The texts that name things, and the values by which messages of the log are found.

They are pydantic types: a model that uses one enforces its rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Final

from pydantic import AfterValidator, Field, StrictBool, StrictFloat, StrictInt, StringConstraints
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from regent.errors import InvalidRequest
from regent.limits import (
    CLIENT_HEADER,
    MAX_CLIENT_LENGTH,
    MAX_LEASE_ID_LENGTH,
    MAX_NAME_LENGTH,
    MAX_PATH_LENGTH,
)
from regent.masks import PATH

#: Postgres cannot store NUL in a text; everything else may be in a name. OpenAPI publishes patterns
#: as they stand here, so they are written as ECMA writes them. To pydantic they mean the same: its
#: ``$`` is the end of the text, too.
_NO_NUL = r"^[^\u0000]*$"
_UUID = r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"

Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH, pattern=_NO_NUL)]
#: A label may be empty: that means any.
Label = Annotated[str, StringConstraints(max_length=MAX_NAME_LENGTH, pattern=_NO_NUL)]
Text = Annotated[str, StringConstraints(pattern=_NO_NUL)]
LeaseId = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_LEASE_ID_LENGTH, pattern=_NO_NUL)
]
#: A path of a payload, as masks.py reads it.
MaskPath = Annotated[str, StringConstraints(max_length=MAX_NAME_LENGTH, pattern=PATH)]
UuidText = Annotated[str, StringConstraints(pattern=_UUID)]

#: The words for a text that does not match its pattern.
PATTERN_SENTENCES: Final[Mapping[str, str]] = {
    _NO_NUL: "may not hold the NUL character",
    _UUID: "takes a UUID",
    PATH: "takes a path such as card.number or items[].pin, without wildcards",
}


def check_path(path: str) -> None:
    """Refuse a path, decoded, in which some name would be too long, before it is looked for."""
    if len(path) > MAX_PATH_LENGTH:
        raise InvalidRequest(
            f"the path has {len(path)} characters; the longest that any route takes has"
            f" {MAX_PATH_LENGTH}"
        )


def _published(ways_to_be_cut: str) -> FieldInfo:
    """The same rule for OpenAPI: a name that contains a match of this pattern is refused."""
    found: FieldInfo = Field(json_schema_extra={"not": {"pattern": ways_to_be_cut}})
    return found


def _without(separator: str, what: str) -> AfterValidator:
    """Refuses names that contain or end with the separator: a router could not tell where they
    end."""

    def check(name: str) -> str:
        if separator in f"{name}/":
            raise PydanticCustomError("name", f"{what} may not contain {separator}")
        return name

    return AfterValidator(check)


def _not_ending(ending: str, what: str) -> AfterValidator:
    """Refuses names with this ending: the queue's path would be a route about another queue, or one
    slash too many would be another queue for ever."""

    def check(name: str) -> str:
        if name.endswith(ending):
            raise PydanticCustomError("name", f"{what} may not end in {ending}")
        return name

    return AfterValidator(check)


QueueName = Annotated[
    Name,
    _without("/partition/", "a queue's name"),
    _without("/partitions/", "a queue's name"),
    _not_ending("/", "a queue's name"),
    _not_ending("/depth", "a queue's name"),
    _not_ending("/messages", "a queue's name"),
    _not_ending("/explain", "a queue's name"),
    _published("/partitions?(/|$)|/(depth|messages|explain)?$"),
]
GroupName = Annotated[Name, _without("/queues/", "a group's name"), _published("/queues(/|$)")]


def checked_client(name: str | None) -> str | None:
    """The name that a client gave itself; None where it gave none."""
    if not name:
        return None
    if len(name) > MAX_CLIENT_LENGTH or not name.isascii() or not name.isprintable():
        raise InvalidRequest(
            f"{CLIENT_HEADER} is {name[:MAX_CLIENT_LENGTH]!r}, of {len(name)} characters; it takes"
            f" at most {MAX_CLIENT_LENGTH} of printable ASCII, such as a host and a process"
        )
    return name


#: The types of a value by which messages of the log are found; values are compared as text.
Scalar = str | int | float | bool


def _findable(value: Scalar) -> Scalar:
    """Refuses longer texts: they are content, by which no message is found and no guard is
    checked."""
    if isinstance(value, float):
        text = f"{Decimal(repr(value)):f}"
    elif isinstance(value, int):
        text = f"{Decimal(value):f}"  # str() refuses numbers with thousands of digits
    else:
        text = value
    if len(text) > MAX_NAME_LENGTH:
        raise PydanticCustomError(
            "attribute",
            "has {length} characters; messages are found by values of at most {most}",
            {"length": len(text), "most": MAX_NAME_LENGTH},
        )
    return value


AttributeValue = Annotated[
    Text | StrictBool | StrictInt | StrictFloat,
    AfterValidator(_findable),
]
#: A route reads the group's offsets under a path that begins with the name.
LogGroupName = Annotated[Name, _without("/offsets/", "a group's name"), _published("/offsets(/|$)")]

"""The texts that name things, and the values that messages of the log are found by, as pydantic
types: who validates with one has the rule with it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Final

from pydantic import AfterValidator, StrictBool, StrictFloat, StrictInt, StringConstraints
from pydantic_core import PydanticCustomError

from regent.errors import InvalidRequest
from regent.limits import MAX_LEASE_ID_LENGTH, MAX_NAME_LENGTH, MAX_PATH_LENGTH

#: Postgres cannot store NUL in a text; everything else may be in a name.
_NO_NUL = r"\A[^\x00]*\z"
_UUID = r"\A[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\z"

Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH, pattern=_NO_NUL)]
#: A label may be empty: that means any.
Label = Annotated[str, StringConstraints(max_length=MAX_NAME_LENGTH, pattern=_NO_NUL)]
Text = Annotated[str, StringConstraints(pattern=_NO_NUL)]
LeaseId = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_LEASE_ID_LENGTH, pattern=_NO_NUL)
]
UuidText = Annotated[str, StringConstraints(pattern=_UUID)]

#: What pydantic says of a text that does not match, in words.
PATTERN_SENTENCES: Final[Mapping[str, str]] = {
    _NO_NUL: "may not hold the NUL character",
    _UUID: "must be a UUID",
}


def check_path(path: str) -> None:
    """Refuse a path, decoded, in which some name would be too long, before it is looked for."""
    if len(path) > MAX_PATH_LENGTH:
        raise InvalidRequest(
            f"the path has {len(path)} characters; the longest that any route takes has"
            f" {MAX_PATH_LENGTH}"
        )


def _without(separator: str, what: str) -> AfterValidator:
    """Such a name, or one that ends so, would cut its path in two where no route could tell."""

    def check(name: str) -> str:
        if separator in f"{name}/":
            raise PydanticCustomError("name", f"{what} may not contain {separator}")
        return name

    return AfterValidator(check)


def _not_ending(ending: str, what: str) -> AfterValidator:
    """The path of such a queue would be that of a question to another one."""

    def check(name: str) -> str:
        if name.endswith(ending):
            raise PydanticCustomError("name", f"{what} may not end in {ending}")
        return name

    return AfterValidator(check)


QueueName = Annotated[
    Name,
    _without("/partition/", "a queue's name"),
    _without("/partitions/", "a queue's name"),
    _not_ending("/depth", "a queue's name"),
    _not_ending("/messages", "a queue's name"),
]
GroupName = Annotated[Name, _without("/queues/", "a group's name")]
#: What a message of the log can be found by; it is compared as text.
Scalar = str | int | float | bool


def _findable(value: Scalar) -> Scalar:
    """Longer texts are content: no message is found by one, and no guard would meet one."""
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
#: Its offsets are read under a path that begins with it.
LogGroupName = Annotated[Name, _without("/offsets/", "a group's name")]

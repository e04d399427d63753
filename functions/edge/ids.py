"""Ids in a request that are numbers: they come as the text that an answer has."""

from __future__ import annotations

from typing import Annotated, Any, Final, LiteralString

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from regent.identifiers import parse_partition


def _numbered(noun: LiteralString) -> BeforeValidator:
    def parsed(given: Any) -> int:
        text = str(given) if isinstance(given, (int, str)) and not isinstance(given, bool) else ""
        number = parse_partition(text)
        if number is None:
            raise PydanticCustomError("id", f"takes the id of {noun}")
        return number

    return BeforeValidator(parsed)


_DIGITS: Final = WithJsonSchema({"type": "string", "pattern": "^[0-9]{1,18}$"})

LetterId = Annotated[int, _numbered("a dead letter"), _DIGITS]
QueueId = Annotated[int, _numbered("a queue"), _DIGITS]

"""The sentences for refused values: ours, whatever pydantic has to say."""

from __future__ import annotations

import uuid
from typing import Annotated, Any, Literal, get_args

import pytest
from pydantic import AwareDatetime, BaseModel, Field, TypeAdapter, ValidationError
from pydantic_core.core_schema import ErrorType

from regent.names import AttributeValue, Name, QueueName, UuidText
from regent.numbers import WHOLE
from regent.sentences import explained


class Push(BaseModel):
    type: Literal["push"]
    queue: QueueName


class Ack(BaseModel):
    type: Literal["ack"]
    lease: Name | None = None


Operation = Annotated[Push | Ack, Field(discriminator="type")]
Small = Annotated[int, Field(strict=True, ge=1, le=9), WHOLE]
INSTANT = "takes an ISO 8601 instant with its time zone, such as 2026-11-18T09:00:00Z"


def said(rule: Any, value: Any) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(rule).validate_python(value)
    return explained(caught.value.errors(), value)


@pytest.mark.parametrize(
    ("rule", "value", "sentence"),
    [
        (Name, 5, "body: takes a text, not 5"),
        (Name, None, "body: takes a text, not null"),
        (Name, "", "body: may not be empty"),
        (Name, "x" * 256, "body: takes at most 255 characters, not 256"),
        (Name, "a\0", "body: may not hold the NUL character; this is 'a\\x00'"),
        (UuidText, "x", "body: takes a UUID, not 'x'"),
        (uuid.UUID, "x", "body: takes a UUID, not 'x'"),
        (QueueName, "a/", "a queue's name may not end in /; this is 'a/'"),
        (Small, "5", "body: takes an integer, not '5'"),
        (Small, True, "body: takes an integer, not true"),
        (Small, 5.5, "body: takes an integer, not 5.5"),
        (Small, 0, "body: takes at least 1, not 0"),
        (Small, 10, "body: takes at most 9, not 10"),
        (int, "abc", "body: takes an integer, not 'abc'"),
        (Annotated[float, Field(gt=0)], 0, "body: takes more than 0, not 0"),
        (Annotated[float, Field(lt=1.5)], "2", "body: takes less than 1.5, not '2'"),
        (Annotated[float, Field(allow_inf_nan=False)], float("inf"), "body: takes a finite number"),
        (bool, "perhaps", "body: takes true or false, not 'perhaps'"),
        (list[Name], {}, "body: takes an array, not an object"),
        (list[Name], ["a", 5], "[1]: takes a text, not 5"),
        (Annotated[list[Name], Field(max_length=1)], ["a", "b"], "at most 1 elements, not 2"),
        (Annotated[list[Name], Field(min_length=1)], [], "body: may not be empty"),
        (Annotated[list[Name], Field(min_length=2)], ["a"], "takes at least 2 elements, not 1"),
        (dict[str, Name], [], "body: takes an object, not an array"),
        (Push, 5, "body: takes an object, not 5"),
        (Push, {"type": "push"}, "queue: is missing"),
        (Push, {"type": "x", "queue": "q"}, "type: takes 'push', not 'x'"),
        (list[Operation], [{"type": "ack", "lease": 5}], "[0].lease: takes a text, not 5"),
        (list[Operation], [{"type": "push"}], "[0].queue: is missing"),
        (list[Operation], [{}], "[0]: has no 'type'"),
        (list[Operation], [{"type": "x"}], "[0]: takes 'push', 'ack' as its 'type', not 'x'"),
        (
            dict[str, AttributeValue],
            {"str": None},
            "str: takes a text, true or false, an integer or a number, not null",
        ),
        (AwareDatetime, "2026-11-18T09:00:00", f"body: {INSTANT}, not '2026-11-18T09:00:00'"),
        (AwareDatetime, "soon", f"body: {INSTANT}, not 'soon'"),
        (Name, list(range(99)), "body: takes a text, not an array"),
    ],
)
def test_a_sentence_says_what_is_taken_and_what_came(rule: Any, value: Any, sentence: str) -> None:
    (found,) = said(rule, value)
    assert sentence in found


def test_a_sentence_shows_the_start_of_a_long_value() -> None:
    (found,) = said(int, "x" * 1_000)
    assert found == f"body: takes an integer, not '{'x' * 59}…"


@pytest.mark.parametrize("kind", get_args(ErrorType))
def test_no_word_of_pydantic_leaks(kind: str) -> None:
    """Whatever type a field of tomorrow has."""
    words = "Input should be what pydantic calls it"
    context = dict.fromkeys(
        ("ge", "gt", "le", "lt", "expected", "discriminator", "tag", "expected_tags", "pattern"), 1
    ) | {"pattern": r"^[^\u0000]*$", "min_length": 2, "max_length": 3, "actual_length": 1}
    problem = {"type": kind, "msg": words, "loc": ("body", "x"), "input": "v", "ctx": context}
    (found,) = explained([problem], {"x": "v"})
    if kind == "value_error":
        assert found == f"x: {words}; this is 'v'"
    else:
        assert "Input" not in found
        assert found.startswith(("x: takes ", "x: is missing", "x: may not", "x: has no "))


def test_words_of_our_own_are_kept() -> None:
    problem = {"type": "day", "msg": "is no day of the week", "loc": ("day",), "input": "Mo"}
    assert explained([problem], {"day": "Mo"}) == ["day: is no day of the week; this is 'Mo'"]

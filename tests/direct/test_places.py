"""The URL and the password of a straight road: what is refused, and what is never shown."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

from regent import AsyncRegent, ClientCredentials, Regent
from regent.client import InvalidConfig
from regent.client.errors import Misused
from regent.direct.place import Place

WRONG = {
    "an unknown parameter": ("postgresql://u:s3cret@h/db?sslmod=require", "'sslmod'"),
    "a bad escape": ("postgresql://u:s3cret%zz@h/db", "cannot be read"),
    "an @ in the password": ("postgresql://u:s3cret@more@h/db?x=1", "'x'"),
    "an open bracket": ("postgresql://u:s3cret@[h/db", "cannot be read"),
    "a question mark in the password": ("postgresql://u:s3?cret=1@[h/db", "cannot be read"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_url_that_cannot_be_read(name: str) -> None:
    url, sentence = WRONG[name]
    with pytest.raises(InvalidConfig, match=sentence) as refused:
        Place.at(url, None)
    shown = "".join(traceback.format_exception(refused.value))
    assert "s3" not in shown.replace(repr(url), "")


@pytest.mark.parametrize(
    "url",
    ["postgres:/u:s3cret@h/db", "http://u:s3cret@h", "u:s3cret@h/db", "postgresql:u:s3cret@h"],
)
def test_what_looks_like_no_url_shows_no_password_either(url: str) -> None:
    with pytest.raises(InvalidConfig, match="…@h") as refused:
        Regent(url)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://u:s3cret@h:5433/db?sslmode=require", "postgresql://u@h:5433/db"),
        ("postgres://h/db?password=s3cret", "postgresql://h/db"),
        ("postgresql://u@/db?host=/var/run/s", "postgresql://u@/db"),
        ("postgresql://a:1,b:2/db?target_session_attrs=read-write", "postgresql://a,b:1,2/db"),
        ("postgresql://", "postgresql://localhost"),
    ],
)
def test_a_password_and_parameters_are_not_shown(url: str, shown: str) -> None:
    place = Place.at(url, None)
    assert place.shown == shown
    assert "s3cret" not in repr(place)


@pytest.mark.parametrize(
    "more",
    [{"headers": {"a": "b"}}, {"ssl_context": object()}, {"proxy": "http://proxy:3128"}],
    ids=lambda more: next(iter(more)),
)
@pytest.mark.parametrize("kind", [Regent, AsyncRegent])
def test_what_is_for_servers_is_refused(kind: type[Any], more: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfig, match=f"{next(iter(more))} is for servers"):
        kind("postgresql://h/db", **more)


def test_auth_is_a_password_or_a_function_that_returns_one() -> None:
    identity = ClientCredentials("https://issuer/token", "id", "secret")
    with pytest.raises(InvalidConfig, match="it takes a password"):
        Regent("postgresql://h/db", auth=identity)
    with pytest.raises(InvalidConfig, match="type str and cannot be sent"):
        Regent("postgresql://h/db", auth="s3\0cret")


def test_a_function_is_asked_for_each_connection(url: str, owner: Any) -> None:
    asked: list[str] = []

    def token() -> str:
        asked.append("once more")
        return "s3cret"

    with Regent(url, auth=token) as regent:
        regent.queue("q").push(1)
        regent.queue("q").push(2)
        assert len(asked) == 1
        owner.end_sessions()
        regent.queue("q").push(3)
    assert len(asked) == 2


async def _coroutine() -> str:
    return "s3cret"


@pytest.mark.parametrize(
    ("function", "raised", "words"),
    [
        (lambda: {}["no token"], KeyError, "no token"),
        (lambda: "", InvalidConfig, "type str and cannot be sent"),
        (lambda: b"s3cret", InvalidConfig, "type bytes and cannot be sent"),
        (_coroutine, Misused, "coroutine function"),
    ],
)
def test_what_goes_wrong_in_the_function_is_raised(
    url: str, function: Any, raised: type[Exception], words: str
) -> None:
    with Regent(url, auth=function) as regent, pytest.raises(raised, match=words) as error:
        regent.queue("q").push(1)
    assert "s3cret" not in str(error.value)

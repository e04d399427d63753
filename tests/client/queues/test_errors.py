"""The errors of the server are those of the client, by their codes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest

from regent import errors as of_the_server
from regent.client import errors as of_the_client
from regent.errors import (
    CODES,
    Conflict,
    Invalid,
    NotAllowed,
    NotFound,
    RegentError,
    TooLarge,
    Unavailable,
)
from tests.client.handlers import Wire, both
from tests.docs.markdown import code, table
from tests.docs.test_docs import ROOT

_ROWS = table((ROOT / "docs/http/queue.md").read_text(), "Code")
DOCUMENTED = {code(row["Code"]): int(row["Status"]) for row in _ROWS}
FAMILIES = {
    400: Invalid,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    413: TooLarge,
    429: Unavailable,
    503: Unavailable,
}


@pytest.fixture(params=["threads", "asyncio"])
def regent(request: pytest.FixtureRequest, wire: Wire) -> Iterator[Any]:
    """Both clients. What is answered here never comes to the end of a road."""
    yield from both(request.param, transport=wire)


def test_every_code_of_the_documentation_has_a_class() -> None:
    assert len(DOCUMENTED) > 50
    assert {name: CODES[name].status for name in DOCUMENTED} == DOCUMENTED


def test_the_documentation_has_every_code() -> None:
    assert set(CODES) - set(DOCUMENTED) == {"ENCRYPTION_REQUIRED", "BATCH_INCOMPLETE"}


@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_a_code_is_raised_as_its_class_and_its_family(regent: Any, wire: Wire, name: str) -> None:
    status = DOCUMENTED[name]
    wire.refuse("/resources/queues/q", status, name, times=99, retry_after="40")
    with pytest.raises(RegentError) as refused:
        regent.queue("q").show()
    error = refused.value
    assert type(error) is CODES[name]
    assert (error.code, error.status, error.retry_after_seconds) == (name, status, 40)
    assert str(error) == "refused by the test"
    if status in FAMILIES:
        assert isinstance(error, FAMILIES[status])


@pytest.mark.parametrize("status", sorted(FAMILIES))
def test_a_code_of_a_newer_server_is_its_family(regent: Any, wire: Wire, status: int) -> None:
    wire.refuse("/resources/queues/q", status, "NEWER", times=99, retry_after="40")
    with pytest.raises(FAMILIES[status]) as refused:
        regent.queue("q").show()
    assert (type(refused.value), refused.value.code) == (FAMILIES[status], "NEWER")


def test_no_class_is_there_twice() -> None:
    """``except errors.QueueFull`` catches what the client raises, and there is no other one."""
    theirs = {
        name
        for name, kind in vars(of_the_server).items()
        if isinstance(kind, type) and kind.__module__ == of_the_server.__name__
    }
    ours = {
        name
        for name, kind in vars(of_the_client).items()
        if isinstance(kind, type) and kind.__module__ == of_the_client.__name__
    }
    assert theirs & ours == set()


@pytest.mark.parametrize("name", ["Unreachable", "UnexpectedAnswer", "InvalidConfig", "Misused"])
def test_errors_of_the_client_are_of_the_same_tree(name: str) -> None:
    assert issubclass(getattr(of_the_client, name), RegentError)


def test_the_status_of_a_family_is_known_to_http() -> None:
    for kind in CODES.values():
        if kind.status != 500:
            assert HTTPStatus(kind.status)
    assert pickle.loads(pickle.dumps(CODES["QUEUE_FULL"]("full", {"depth": 1}))).message == "full"

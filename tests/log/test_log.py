"""The log as a whole: whether there is one, how it is emptied, opened and closed."""

from __future__ import annotations

import json

import psycopg
import pytest

from regent.client.core.http1 import HttpRequest, Reply
from regent.client.errors import UnexpectedAnswer, Unreachable
from regent.database import Database, OpenTransaction
from regent.errors import (
    Busy,
    ClaimLost,
    ConcurrentAppend,
    Conflict,
    DatabaseForbidden,
    DatabaseUnavailable,
    InvalidRequest,
    NotFound,
    RegentError,
    Unauthorized,
    Unavailable,
)
from regent.log import Log
from regent.settings import Settings
from tests.log.conftest import Place
from tests.log.courses import created, joined
from tests.log.steps import held, places
from tests.support.rows import rows, value


class Server:
    """A transport to a server that always gives the same answer."""

    def __init__(self, status: int, content: bytes) -> None:
        self._reply = Reply(status, {}, content)
        self.requests: list[HttpRequest] = []

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        self.requests.append(request)
        return self._reply

    def close(self) -> None:
        """A log does not close what it did not open."""
        raise AssertionError


def answered(status: int, body: object) -> Log:
    """A log whose server gives this answer."""
    return Log.at("http://server", transport=Server(status, json.dumps(body).encode()))


def test_a_log_is_installed(log: Log) -> None:
    assert log.installed() is True


def test_a_database_without_a_log_says_so(owner_url: str, database: Database) -> None:
    rows(owner_url, "drop schema log cascade")
    assert Log.over(database).installed() is False


def test_a_server_without_a_log_says_so() -> None:
    assert answered(404, {"error": "no route", "code": "NOT_FOUND"}).installed() is False


def test_clearing_empties_the_log(place: Place) -> None:
    log = place.log
    log.register_group("g")
    log.append([created("A"), joined("A", "joe")])
    log.ack("g", held(log))
    owner = Database(Settings(database_url=place.owner_url))
    Log.over(owner).clear()
    owner.close()
    assert (list(log.read_all()), log.groups(), log.types()) == ([], [], {})
    left = "select count(*) from log.offsets, log.offset_keys, log.message_keys, log.kinds"
    assert value(place.owner_url, left) == 0
    assert log.append(created("A")).positions == (1,)
    with pytest.raises((DatabaseForbidden, InvalidRequest)):
        log.clear()
    assert places(log.read_all()) == [1]


def test_the_owner_of_the_tables_may_clear_them(owner_url: str, database: Database) -> None:
    """This needs no superuser."""
    log = Log.over(database)
    log.append(created("A"))
    with psycopg.connect(owner_url) as connection:
        connection.execute("set role regent_owner")
        Log.over(OpenTransaction(connection)).clear()
    assert list(log.read_all()) == []


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (409, "CONCURRENT_APPEND", ConcurrentAppend),
        (409, "CLAIM_LOST", ClaimLost),
        (401, "UNAUTHORIZED", Unauthorized),
        (404, "NOT_FOUND", NotFound),
        (500, "INTERNAL", RegentError),
        (503, "DATABASE_UNAVAILABLE", DatabaseUnavailable),
        (418, "SOMETHING_NEW", RegentError),
        (409, "SOMETHING_NEW", Conflict),
    ],
)
def test_a_code_becomes_the_error_that_it_stands_for(
    status: int, code: str, kind: type[RegentError]
) -> None:
    log = answered(status, {"error": "A sentence.", "code": code, "detail": {"a": 1}})
    with pytest.raises(RegentError, match=r"A sentence\.") as refused:
        log.append([])
    assert (type(refused.value), refused.value.detail) == (kind, {"a": 1})


def test_a_gateways_own_refusal_is_told() -> None:
    with pytest.raises(Unavailable, match="Too Many Requests") as refused:
        answered(429, {"message": "Too Many Requests"}).append([])
    assert refused.value.code == "HTTP_429"


@pytest.mark.parametrize("content", [b"<html>", b"[]", b"\xff"])
def test_an_answer_that_is_not_ours_is_told(content: bytes) -> None:
    with pytest.raises(UnexpectedAnswer, match="is this Regent"):
        Log.at("http://server", transport=Server(200, content)).append([])


def test_a_server_that_is_not_there_is_told() -> None:
    with (
        Log.at("http://127.0.0.1:9") as log,
        pytest.raises(Unreachable, match=r"POST http://127.0.0.1:9/api/v1/log/append"),
    ):
        log.append([])


def test_requests_go_to_the_servers_path_with_the_token() -> None:
    server = Server(201, b'{"positions": [], "lastPosition": 0}')
    with Log.at("https://server/stage/", auth="secret", transport=server) as log:
        log.append([])
    (request,) = server.requests
    assert request.origin + request.target == "https://server/stage/api/v1/log/append"
    assert dict(request.headers)["Authorization"] == "Bearer secret"


def test_a_request_is_tried_once() -> None:
    server = Server(503, b'{"error": "no time", "code": "BUSY"}')
    with pytest.raises(Busy):
        Log.at("http://server", transport=server).append([])
    assert len(server.requests) == 1

"""GET /health."""

import pytest

from regent import __version__
from tests.support.http import Call, restart


def test_health_is_200_when_the_database_answers(call: Call) -> None:
    reply = call("GET", "/health")
    assert reply.status == 200
    assert reply.body == {
        "status": "healthy",
        "database": "connected",
        "server": "ok",
        "version": __version__,
    }


def test_health_is_503_when_it_does_not(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    restart(monkeypatch, database_url="postgresql://nobody@127.0.0.1:9/none")
    reply = call("GET", "/health")
    assert reply.status == 503
    assert reply.body["status"] == "unhealthy"
    assert reply.body["server"] == "ok"
    assert reply.body["database"].startswith("cannot connect to the database")


def test_routes_are_503_when_the_database_is_away(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, database_url="postgresql://nobody:hunter2@127.0.0.1:9/none")
    reply = call("POST", "/api/v1/push", {"items": [{"queue": "q"}]})
    assert (reply.status, reply.body["code"]) == (503, "DATABASE_UNAVAILABLE")
    assert reply.headers["Retry-After"] == "1"
    assert "hunter2" not in reply.body["error"]

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


AWAY = "postgresql://nobody:hunter2@127.0.0.1:9/none"


def test_health_is_503_when_it_does_not(
    call: Call, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    restart(monkeypatch, database_url=AWAY)
    reply = call("GET", "/health")
    assert reply.status == 503
    assert reply.body["status"] == "unhealthy"
    assert reply.body["server"] == "ok"
    assert reply.body["database"] == "cannot connect to the database"
    assert_only_the_log_says_where(caplog)


def test_a_database_that_pauses_is_asked_only_when_a_caller_insists(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, database_url=AWAY, database_pauses="true")
    reply = call("GET", "/health")
    assert (reply.status, reply.body["database"]) == (200, "not asked")
    assert call("GET", "/health", query={"deep": True}).status == 503


def test_deep_is_true_or_false(call: Call) -> None:
    reply = call("GET", "/health", query={"deep": "perhaps"})
    assert (reply.status, reply.body["code"]) == (400, "INVALID_REQUEST")
    assert "deep" in reply.body["error"]


def assert_only_the_log_says_where(caplog: pytest.LogCaptureFixture) -> None:
    assert "cannot connect to the database: " in caplog.text
    assert "127.0.0.1" in caplog.text
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize("path", ["/metrics", "/metrics/prometheus", "/api/v1/status"])
def test_routes_are_503_when_the_database_is_away(
    path: str, call: Call, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    restart(monkeypatch, database_url=AWAY)
    reply = call("GET", path)
    assert (reply.status, reply.body["code"]) == (503, "DATABASE_UNAVAILABLE")
    assert reply.headers["Retry-After"] == "1"
    assert reply.body["error"] == "cannot connect to the database"
    assert_only_the_log_says_where(caplog)

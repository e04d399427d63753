"""GET, POST /api/v1/system/maintenance…"""

import pytest

from tests.support.http import Call, restart
from tests.support.queue_http import pop, push, refused

PATH = "/api/v1/system/maintenance"


def test_the_switches_are_off_at_first(call: Call) -> None:
    for path in (PATH, f"{PATH}/pop"):
        reply = call("GET", path)
        assert (reply.status, reply.body) == (
            200,
            {
                "maintenanceMode": False,
                "popMaintenanceMode": False,
                "changedAt": None,
                "queues": [],
                "bufferedMessages": 0,
                "bufferHealthy": True,
                "bufferStats": {},
            },
        )


def test_a_push_in_maintenance_is_refused_with_retry_after(call: Call) -> None:
    assert call("POST", PATH, {"enabled": True}).body["maintenanceMode"] is True
    reply = call("POST", "/api/v1/push", {"items": [{"queue": "q", "payload": 1}]})
    body = refused(reply, 503, "IN_MAINTENANCE")
    assert body["detail"] == {"queues": None}
    assert int(reply.headers["Retry-After"]) > 0
    transaction = {"operations": [{"type": "push", "items": [{"queue": "q"}]}]}
    refused(call("POST", "/api/v1/transaction", transaction), 503, "IN_MAINTENANCE")
    assert call("POST", PATH, {"enabled": False}).body["maintenanceMode"] is False
    push(call, "q", 1)


def test_a_pop_in_maintenance_finds_nothing(call: Call) -> None:
    push(call, "q", 1)
    assert call("POST", f"{PATH}/pop", {"enabled": True}).body["popMaintenanceMode"] is True
    assert pop(call, "q") == []
    call("POST", f"{PATH}/pop", {"enabled": False})
    assert len(pop(call, "q")) == 1


def test_one_queue_in_maintenance(call: Call) -> None:
    push(call, "a", 1)
    answer = call("POST", PATH, {"enabled": True, "queue": "a"})
    assert answer.body["maintenanceMode"] is False
    assert answer.body["queues"] == [{"queue": "a", "push": True, "pop": False}]
    reply = call("POST", "/api/v1/push", {"items": [{"queue": "a", "payload": 1}]})
    assert refused(reply, 503, "IN_MAINTENANCE")["detail"] == {"queues": ["a"]}
    push(call, "b", 1)


@pytest.mark.parametrize("path", [PATH, f"{PATH}/pop"])
def test_maintenance_refuses_what_has_another_form(call: Call, path: str) -> None:
    for body in ({}, {"enabled": "perhaps"}, {"enabled": None}, {"enabled": True, "queue": 5}):
        refused(call("POST", path, body), 400, "INVALID_REQUEST")
    nowhere = call("POST", path, {"enabled": True, "queue": "nowhere"})
    assert refused(nowhere, 404, "QUEUE_NOT_FOUND")["detail"] == {"queue": "nowhere"}
    assert call("GET", path).body["queues"] == []


@pytest.mark.parametrize("path", [PATH, f"{PATH}/pop"])
def test_a_reader_sees_the_switches_and_turns_none(
    call: Call, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    restart(monkeypatch, auth_required="true")
    seen = call("GET", path, claims={"role": "read-only"})
    assert (seen.status, seen.body["maintenanceMode"]) == (200, False)
    for role in ("read-only", "read-write"):
        turned = call("POST", path, {"enabled": True}, claims={"role": role})
        assert refused(turned, 403, "FORBIDDEN")["detail"] == {"needed": "admin", "given": role}
    refused(call("GET", path), 401, "UNAUTHORIZED")
    assert call("GET", path, claims={"role": "admin"}).body == seen.body

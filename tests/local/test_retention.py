"""A real server deletes what its queues' retention allows, and nothing that is pending."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.local.conftest import LocalServer, wait_until
from tests.races.sessions import rewrite
from tests.support.clock import Clock
from tests.support.retention import left

HANDLERS = "tests.local.retention_handlers"
PENDING = [("p", 2)]


def prepared(server: LocalServer) -> None:
    """Three messages of two hours ago, of which a group has read two. They may go after one."""
    post = server.client.post
    options = {"retentionEnabled": True, "retentionSeconds": 3600}
    assert post("/api/v1/configure", json={"queue": "q", "options": options}).status_code == 200
    items = [{"queue": "q", "partition": "p", "payload": n} for n in range(3)]
    assert post("/api/v1/push", json={"items": items}).status_code == 201
    taken = server.client.get("/api/v1/pop/queue/q?batch=2&autoAck=true").json()
    assert [message["data"] for message in taken["messages"]] == [0, 1]


@pytest.mark.parametrize("mode", ["", "job"])
def test_the_clock_deletes_what_is_completed_and_old(tmp_path: Path, mode: str) -> None:
    server = LocalServer(tmp_path, {"REGENT_RETENTION": mode}, handlers=HANDLERS)
    try:
        prepared(server)
        clock = Clock(server.database_url)
        clock.advance(2 * 3600)
        gone = wait_until(lambda: len(left(server.database_url)) < 3, 20 if not mode else 1)
        assert gone is (mode == "")
        assert left(server.database_url)[-1:] == PENDING
        rest = server.client.get("/api/v1/pop/queue/q?batch=9&autoAck=true").json()
        assert [message["data"] for message in rest["messages"]] == [2]
    finally:
        server.stop()


def test_the_clock_leaves_a_database_that_is_not_the_servers_alone(
    tmp_path: Path, owner_url: str
) -> None:
    """It may be one from which a job archives."""
    server = LocalServer(tmp_path, {"REGENT_DATABASE_URL": owner_url}, handlers=HANDLERS)
    try:
        prepared(server)
        Clock(owner_url).advance(2 * 3600)
        assert not wait_until(lambda: len(left(owner_url)) < 3, 1)
    finally:
        server.stop()


def test_a_clock_that_deletes_pending_messages_is_caught(tmp_path: Path) -> None:
    server = LocalServer(tmp_path, {}, handlers=HANDLERS)
    try:
        url = server.database_url
        rewrite(url, "_retention_cut", ("least(v_slowest, p_upto)", "p_upto"))
        prepared(server)
        Clock(url).advance(2 * 3600)
        assert wait_until(lambda: left(url) == [], 20)
    finally:
        server.stop()

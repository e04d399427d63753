"""The server writes down what its handlers have counted of their requests."""

from __future__ import annotations

from pathlib import Path

from tests.local.conftest import LocalServer, wait_until
from tests.support.rows import rows, value

HANDLERS = "functions.handlers"


def test_a_server_that_stops_has_written_its_counts(tmp_path: Path, owner_url: str) -> None:
    server = LocalServer(tmp_path, {"REGENT_DATABASE_URL": owner_url}, handlers=HANDLERS)
    try:
        items = [{"queue": "orders", "payload": 1}]
        assert server.client.post("/api/v1/push", json={"items": items}).status_code == 201
        assert server.client.get("/api/v1/pop/queue/orders").status_code == 200
        assert server.client.get("/api/v1/pop/queue/orders").status_code == 204
        assert server.client.get("/api/v1/resources/queues").status_code == 200
    finally:
        assert server.stop() == 0
    counted = rows(
        owner_url,
        "select queue, pushes, pops, empty_pops, others from queen.request_counts"
        " order by queue, consumer_group",
    )
    assert [tuple(row.values()) for row in counted] == [
        ("", 0, 0, 0, 1),
        ("orders", 1, 0, 0, 0),
        ("orders", 0, 1, 1, 0),
    ]


def test_a_server_writes_its_counts_while_it_runs(tmp_path: Path, owner_url: str) -> None:
    environment = {"REGENT_DATABASE_URL": owner_url}
    server = LocalServer(tmp_path, environment, handlers="tests.local.hasty_handlers")

    def empty_pops() -> float:
        found: float = value(
            owner_url, "select coalesce(sum(empty_pops), 0) from queen.request_counts"
        )
        return found

    try:
        for count in (1, 2):
            assert server.client.get("/api/v1/pop/queue/orders").status_code == 204
            assert wait_until(lambda seen=count: empty_pops() == seen)
    finally:
        server.stop()

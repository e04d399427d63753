"""`make run` of this checkout: it serves, Ctrl-C ends all of it, the data is there the next time.

It takes the environment of the tests instead of the server's own, so that nothing is installed;
test_fresh_clone.py does the same from nothing.
"""

from __future__ import annotations

import time
from pathlib import Path

from tests.quickstart.conftest import ROOT, StartMake, left_over

THESE = "SERVER=.venv/dev"
ITEM = {"queue": "kept", "partition": "p", "transactionId": "t-1", "payload": {"n": 1}}


def test_it_serves_stops_and_finds_its_data_again(make_run: StartMake, tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    first = make_run(ROOT, THESE, REGENT_DATA_DIR=folder)
    assert first.client.post("/api/v1/push", json={"items": [ITEM]}).status_code == 201
    assert "postgres" in first.started.values()
    assert len(first.started) >= 6
    began = time.monotonic()
    first.press_ctrl_c()
    assert time.monotonic() - began < 10
    assert left_over(first.started) == {}

    second = make_run(ROOT, THESE, REGENT_DATA_DIR=folder)
    assert "Making" not in second.output
    popped = second.client.get("/api/v1/pop/queue/kept")
    assert popped.status_code == 200, popped.text
    (message,) = popped.json()["messages"]
    assert (message["transactionId"], message["data"]) == ("t-1", {"n": 1})
    second.press_ctrl_c()
    assert left_over(second.started) == {}


def test_the_greeting_is_a_push_and_a_pop_to_copy(make_run: StartMake, tmp_path: Path) -> None:
    run = make_run(ROOT, THESE, REGENT_DATA_DIR=str(tmp_path / "data"))
    assert f"curl -X POST http://localhost:{run.port}/api/v1/push" in run.output
    assert f"curl 'http://localhost:{run.port}/api/v1/pop/queue/orders" in run.output

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


def test_encryption_needs_no_setup(make_run: StartMake, tmp_path: Path) -> None:
    key = tmp_path / "data" / "encryption.key"
    cards = {"queue": "cards", "options": {"encryptionEnabled": True}}
    first = make_run(ROOT, THESE, REGENT_DATA_DIR=str(key.parent))
    assert not key.exists()
    assert first.client.post("/api/v1/configure", json=cards).status_code == 200
    made = key.read_text()
    item = {"queue": "cards", "payload": {"number": 4242}}
    assert first.client.post("/api/v1/push", json={"items": [item] * 3}).status_code == 201
    first.press_ctrl_c()

    second = make_run(ROOT, THESE, REGENT_DATA_DIR=str(key.parent))
    messages = second.client.get("/api/v1/pop/queue/cards?batch=3").json()["messages"]
    assert [each["data"] for each in messages] == [{"number": 4242}] * 3
    assert key.read_text() == made
    assert key.stat().st_mode & 0o777 == 0o600


def test_the_greeting_is_a_push_and_a_pop_to_copy(make_run: StartMake, tmp_path: Path) -> None:
    run = make_run(ROOT, THESE, REGENT_DATA_DIR=str(tmp_path / "data"))
    assert f"curl -X POST http://localhost:{run.port}/api/v1/push" in run.output
    assert f"curl 'http://localhost:{run.port}/api/v1/pop/queue/orders" in run.output

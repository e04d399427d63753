"""queen.list_redrives: those that run, and the newest that ended."""

from __future__ import annotations

import pytest

from regent.paging import Page
from regent.stores.dead_letters import DeadLetters
from regent.stores.queue import Queues
from tests.support.dead_letters import bury
from tests.support.redrives import start


def test_they_are_listed_and_few_that_ended_are_kept(
    carrier: DeadLetters, store: Queues, monkeypatch: pytest.MonkeyPatch
) -> None:
    bury(store, "q", 1)
    first, second, third = start(carrier), start(carrier), start(carrier)
    for redrive in (first, second, third):
        carrier.stop_redrive(redrive)
    monkeypatch.setattr("regent.stores.dead_letters.KEPT_REDRIVES", 2)
    fourth = start(carrier)
    page = carrier.list_redrives(Page(2))
    assert [row["id"] for row in page.rows] == [str(fourth), str(third)]
    assert (page.total, page.next_key) == (3, (third,))
    rest = carrier.list_redrives(Page(2, 0, page.next_key))
    assert [(row["id"], row["status"]) for row in rest.rows] == [(str(second), "stopped")]
    assert rest.rows[0]["filter"] == {"queue": "q"}

"""queen.read_redrive: how far a redrive is."""

from __future__ import annotations

import pytest

from regent.errors import RedriveNotFound
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.dead_letters import bury
from tests.support.redrives import carried, start


def test_it_tells_what_was_asked_and_where_the_messages_are(
    carrier: DeadLetters, store: Queues
) -> None:
    bury(store, "q", 1, 2, group="g")
    redrive = start(carrier, LetterFilter(queue="q", group="g"), "repair", limit=2, by="ann")
    carried(carrier)
    row = carrier.read_redrive(redrive)
    (copies,) = row.pop("copies")
    assert (copies["offset"], copies["count"]) == (0, 2)
    assert row == {
        "id": str(redrive),
        "status": "done",
        "queue": "q",
        "to": "repair",
        "filter": {"queue": "q", "group": "g"},
        "ratePerSecond": None,
        "limit": 2,
        "letters": 2,
        "redriven": 2,
        "messages": 2,
        "error": None,
        "startedBy": "ann",
        "startedAt": row["startedAt"],
        "changedAt": row["changedAt"],
    }


def test_one_that_is_not_there(carrier: DeadLetters) -> None:
    with pytest.raises(RedriveNotFound, match="there is no redrive 7"):
        carrier.read_redrive(7)

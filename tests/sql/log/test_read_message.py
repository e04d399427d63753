"""log.read_message: one message by its id."""

import uuid
from collections.abc import Callable

import pytest

from regent.database import Connection, OpenTransaction
from regent.errors import LogMessageNotFound
from regent.stores.log import LogStore
from tests.support.log import append, created


def test_a_message_is_read_whole(log: LogStore) -> None:
    root = created("Algebra")
    reply = {**created("History"), "causationId": root["id"], "metadata": {"by": "ada"}}
    append(log, root, reply)
    found = log.read_message(reply["id"])
    assert found.pop("createdAt").endswith("Z")
    assert found == {
        "position": 2,
        "id": reply["id"],
        "type": "course.created",
        "payload": {"course_name": "History"},
        "metadata": {"by": "ada"},
        "causationId": root["id"],
        "correlationId": None,
    }


def test_an_id_that_is_not_there_is_refused(log: LogStore) -> None:
    nobody = str(uuid.uuid4())
    with pytest.raises(LogMessageNotFound) as refused:
        log.read_message(nobody)
    assert refused.value.detail == {"id": nobody}


def test_a_message_behind_an_append_in_flight_is_not_there_yet(
    log: LogStore, connect: Callable[[], Connection]
) -> None:
    append(log, created("Algebra"))
    slow = connect()
    append(LogStore(OpenTransaction(slow)), created("Algebra"))
    behind = created("History")
    append(log, behind)
    with pytest.raises(LogMessageNotFound):
        log.read_message(behind["id"])
    slow.commit()
    assert log.read_message(behind["id"])["position"] == 3

"""log.read_correlated: a conversation."""

import uuid

import pytest

from regent.errors import LogMessageNotFound
from regent.stores.log import LogStore
from tests.support.log import append, created, positions


def test_all_messages_of_a_correlation_in_order(log: LogStore) -> None:
    talk = str(uuid.uuid4())
    one, two = ({**created("Algebra"), "correlationId": talk} for _ in range(2))
    append(log, one, created("History"), two)
    for each in (one, two):
        assert positions(log.read_correlated(each["id"], None, 9)) == [1, 3]


def test_the_message_that_began_it_belongs_to_it(log: LogStore) -> None:
    root = created("Algebra")
    replies = [{**created("x"), "correlationId": root["id"]} for _ in range(2)]
    append(log, root, created("History"), *replies)
    for each in (root, *replies):
        assert positions(log.read_correlated(each["id"], None, 9)) == [1, 3, 4]


def test_a_message_that_belongs_to_none_stands_alone(log: LogStore) -> None:
    one = created("Algebra")
    append(log, one, created("History"))
    assert positions(log.read_correlated(one["id"], None, 9)) == [1]
    assert positions(log.read_correlated(one["id"], 1, 9)) == []


def test_a_long_conversation_has_pages(log: LogStore) -> None:
    root = created("Algebra")
    append(log, root, *({**created("x"), "correlationId": root["id"]} for _ in range(4)))
    assert positions(log.read_correlated(root["id"], None, 2)) == [1, 2]
    assert positions(log.read_correlated(root["id"], 2, 2)) == [3, 4]
    assert positions(log.read_correlated(root["id"], 4, 2)) == [5]


def test_an_id_that_is_not_there_is_refused(log: LogStore) -> None:
    nobody = str(uuid.uuid4())
    with pytest.raises(LogMessageNotFound) as refused:
        log.read_correlated(nobody, None, 9)
    assert refused.value.detail == {"id": nobody}

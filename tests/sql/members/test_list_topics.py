"""queen.list_topics: the topics, and where the partitions of one begin and end."""

import pytest

from regent.errors import UnknownTopic
from regent.paging import Page
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.members import produce
from tests.support.store import push


def test_topics_are_listed_by_name_and_other_queues_are_not(
    members: Members, store: Queues
) -> None:
    push(store, "a queue", 1)
    for name, partitions in (("b", 2), ("a", 1), ("c", 3)):
        members.create_topic(name, partitions)
    listed = members.list_topics(Page(10))
    assert [(row["topic"], row["partitions"]) for row in listed.rows] == [
        ("a", 1),
        ("b", 2),
        ("c", 3),
    ]
    assert (listed.total, listed.next_key) == (3, None)
    assert [row["offsets"] for row in listed.rows] == [None] * 3
    assert members.list_topics(Page(5, 3)) == ([], None, 0, {})
    second = members.list_topics(Page(1, after=("a",)))
    assert ([row["topic"] for row in second.rows], *second[1:3]) == (["b"], ("b",), 3)
    last = members.list_topics(Page(5, 2))
    assert ([row["topic"] for row in last.rows], *last[1:3]) == (["c"], None, 3)


def test_a_topic_says_where_its_partitions_begin_and_end(members: Members) -> None:
    members.create_topic("t", 11)
    produce(members, "t", 1, 2, partition=10)
    (topic,) = members.list_topics(topic="t").rows
    assert [part["partition"] for part in topic["offsets"]] == list(range(11))
    assert topic["offsets"][10] == {"partition": 10, "logStartOffset": 0, "highWatermark": 2}
    assert topic["offsets"][9] == {"partition": 9, "logStartOffset": 0, "highWatermark": 0}


def test_what_is_no_topic_is_refused(members: Members, store: Queues) -> None:
    push(store, "q", 1)
    for name in ("q", "nowhere"):
        with pytest.raises(UnknownTopic) as refused:
            members.list_topics(topic=name)
        assert refused.value.detail == {"topic": name}

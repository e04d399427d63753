"""Pushes whose keys choose the partition, beside growth and beside a queue that is made anew."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from regent.stores.queue_types import PushItem
from tests.races.sessions import BOTH_WAYS, Session, by_the_long_way, ended
from tests.support.store import configure

#: Its hash is odd, so it moves from partition 1 of 2 to partition 3 of 4.
MOVING = next(word for word in map(str, range(99)) if crc32(word.encode()) % 4 == 3)


def keyed(transaction: str, key: str = MOVING) -> PushItem:
    return {"queue": "q", "payload": 1, "key": key, "transactionId": transaction}


def fixed(session: Session, count: int) -> None:
    configure(session.queues, "q", partitions=count)
    session.commit()


def stored(session: Session) -> list[tuple[str, str]]:
    """The partition and the id of each message."""
    return [
        tuple(row)
        for row in session.execute(
            "select p.name, m.transaction_text from queen.messages m"
            " join queen.partitions p on p.id = m.partition_id order by 1, 2"
        )
    ]


@BOTH_WAYS
def test_a_repetition_waits_for_the_first_try_and_is_a_duplicate(session, watcher, broken, way):
    if way == "long":
        by_the_long_way(broken)
    one, two = session(), session()
    fixed(one, 4)
    one.queues.push([keyed("t")])  # not committed: its answer was lost, and it goes on
    call = two.start(two.queues.push, [keyed("t")])
    watcher.waits(two, call)
    one.commit()
    assert [pushed.duplicate for pushed in ended(two, call)] == [True]


@BOTH_WAYS
def test_of_two_tries_around_growth_the_second_is_a_duplicate(session, broken, way, gate):
    if way == "long":
        by_the_long_way(broken)
    one, two = session(), session()
    fixed(one, 2)
    one.queues.push([keyed("t")])
    one.commit()
    fixed(two, 4)
    assert [pushed.duplicate for pushed in two.queues.push([keyed("t")])] == [True]
    two.commit()
    assert stored(gate) == [("1", "t")]


@pytest.mark.parametrize("items", [[keyed("t")], [keyed("t"), keyed("u", "b")]], ids=["1", "2"])
def test_a_push_that_waits_for_growth_is_one_that_came_before_it(
    session, watcher, gate, items: list[Any]
):
    """It has chosen, and waits for its partition. Growth does not hold partitions, so it commits
    meanwhile; the message is where its key belonged, and there a repetition finds it."""
    one, two = session(), session()
    fixed(one, 2)
    gate.execute("select from queen.partitions where name = '1' for no key update")
    call = one.start(one.queues.push, items)
    watcher.waits(one, call)
    fixed(two, 4)
    gate.rollback()
    assert [pushed.duplicate for pushed in ended(one, call)] == [False] * len(items)
    assert [pushed.duplicate for pushed in two.queues.push(items)] == [True] * len(items)
    two.commit()
    assert ("1", "t") in stored(gate)


@pytest.mark.parametrize("count", [1, 3, 0], ids=["fewer", "more", "none"])
def test_a_push_to_a_queue_that_is_made_anew_follows_the_new_one(
    session, watcher, gate, count: int
):
    """The partition that it waits for is deleted, so it begins anew and chooses again."""
    one, two = session(autocommit=True), session()
    fixed(two, 2)
    two.queues.delete_queue("q")
    if count:
        configure(two.queues, "q", partitions=count)
    else:
        two.queues.push([{"queue": "q", "partition": "Default"}])
    call = one.start(one.queues.push, [keyed("t")])
    watcher.waits(one, call)
    two.commit()
    answer = call.result(20)
    assert [pushed.duplicate for pushed in answer] == [False]
    place = str(crc32(MOVING.encode()) % count) if count else "Default"
    assert (place, "t") in stored(gate)


def test_a_lane_that_is_numbered_twice_is_caught(session, broken, gate):
    """Messages of one partition have to be one lane, or two of them get one offset."""
    broken(
        "_lanes_by_key",
        ("dense_rank() over (order by i.q, i.name)::integer", "i.nth::integer"),
    )
    one = session(autocommit=True)
    configure(one.queues, "q", partitions=2)
    assert one.start(_refusal, one).result(20) is not None


def _refusal(session: Session) -> str | None:
    try:
        session.queues.push([keyed("t"), keyed("u")])
    except Exception as error:  # noqa: BLE001 - whichever way the mistake shows
        return type(error).__name__
    offsets = session.execute('select "offset" from queen.messages order by 1')
    return None if offsets == [(0,), (1,)] else str(offsets)

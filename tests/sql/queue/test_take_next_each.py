"""queen.take_next_each: acks of many consumers, and then a pop for each, in one commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from regent.errors import NotSubscribed
from regent.limits import MAX_POP_BYTES, MAX_TOGETHER_ACKS
from regent.stores.queue import Queues
from regent.stores.queue_calls import QueueCalls
from regent.stores.queue_types import Ack, Acked, Lease, Source
from tests.sql.queue.conftest import Ways
from tests.support.rows import value
from tests.support.store import acks, payloads, pop, push, request

HOLDS = "select count(lease_id) from queen.partition_consumers"


def together(
    store: Queues, *requests: Sequence[Ack], group: str = "g", **asked: Any
) -> list[tuple[list[Acked], Lease]]:
    """As the local server sends them; what is not answered goes again."""
    wanted = request(group=group, **asked)
    left: list[Any] = [
        QueueCalls(store).take_next(each, Source("q"), wanted, MAX_POP_BYTES) for each in requests
    ]
    assert len({call.key for call in left}) == 1
    found: list[tuple[list[Acked], Lease]] = []
    while left:
        answers = left[0].carry_out_together(left)
        found += answers
        left = left[len(answers) :]
    return found


def leased(store: Queues, *names: str) -> list[list[Ack]]:
    """The acks of a lease on each partition."""
    pop(store, "q", group="g")
    for name in names:
        push(store, "q", name, partition=name)
    return [acks(pop(store, "q", group="g"), group="g") for _ in names]


def test_each_request_has_its_outcomes_and_the_next(store: Queues) -> None:
    a, b = leased(store, "a", "b")
    push(store, "q", "more", partition="a")
    push(store, "q", "most", partition="b")
    stale: list[Ack] = [{**a[0], "leaseId": "00000000-0000-4000-8000-000000000001"}]
    found = together(store, b, stale, [], a)
    assert [[each.code for each in acked] for acked, _ in found] == [
        [None],
        ["INVALID_LEASE"],
        [],
        [None],
    ]
    assert [payloads(lease) for _, lease in found] == [['"more"'], ['"most"'], [], []]
    assert all(store.ack(acks(lease, group="g"))[0].success for _, lease in found[:2])


def test_it_agrees_with_acks_and_then_pops(store: Queues, ways: Ways) -> None:
    a, b, c = leased(store, "a", "b", "c")
    push(store, "q", "more", "most", partition="b")
    last: list[Ack] = [{**c[0], "upTo": True}]
    acked, taken = ways.take_next_each([last, a, b], "q", group="g", batch=2)
    assert len(acked) == 3
    assert [row[12] for row in taken] == ['"more"', '"most"', None]


def test_where_nobody_follows_all_of_it_is_refused(store: Queues, owner_url: str) -> None:
    """It never subscribes. The acks are undone, so each request may be sent by itself."""
    a, b = leased(store, "a", "b")
    elsewhere = [
        QueueCalls(store).take_next(each, Source("r"), request(group="g"), MAX_POP_BYTES)
        for each in (a, b)
    ]
    with pytest.raises(NotSubscribed):
        elsewhere[0].carry_out_together(elsewhere)
    assert value(owner_url, HOLDS) == 2


def test_answers_that_grow_too_large_leave_the_others_a_pop(store: Queues, owner_url: str) -> None:
    answers = leased(store, "a", "b", "c")
    for name in "abc":
        push(store, "q", "x" * 1_500_000, partition=name)
    found = together(store, *answers)
    outcomes = [each for acked, _ in found for each in acked]
    assert [(each.success, each.repeated) for each in outcomes] == [(True, False)] * 3
    assert [len(lease.messages) for _, lease in found] == [1, 1, 1]
    assert value(owner_url, HOLDS) == 3


def test_each_lease_has_its_key(store: Queues) -> None:
    a, b = leased(store, "a", "b")
    push(store, "q", "more", partition="a")
    push(store, "q", "most", partition="b")
    keys = [f"01a1ef2e-be52-7293-8b8d-017564f12a9{number}" for number in (1, 0)]
    calls: list[Any] = [
        QueueCalls(store).take_next(
            each, Source("q"), request(group="g", lease_key=key), MAX_POP_BYTES
        )
        for each, key in zip((a, b), keys, strict=True)
    ]
    leases = [lease.id.partition(".")[0] for _, lease in calls[0].carry_out_together(calls)]
    assert leases == keys


def test_what_is_not_common_goes_alone(store: Queues) -> None:
    (a,) = leased(store, "a")
    calls = QueueCalls(store)

    def key(answers: Sequence[Ack], queue: str | None = "q", **asked: Any) -> Any:
        source = Source(queue, asked.pop("partition", None))
        return calls.take_next(answers, source, request(group="g", **asked), MAX_POP_BYTES).key

    assert key(a) == key([]) == key([{**a[0], "upTo": True}]) is not None
    assert key(a) != key(a, batch=2)
    lost: Ack = {**a[0], "status": "failed"}
    elsewhere: Ack = {**a[0], "partitionId": "999"}
    for answers in ([lost], [*a, elsewhere], a * (MAX_TOGETHER_ACKS + 1)):
        assert key(answers) is None
    assert key(a, partition="a") is key(a, None) is key(a, partitions=2) is None
    assert key(a, per_partition=1) is None
    repeated = request(group="g", lease_key="01a1ef2e-be52-7293-8b8d-017564f12a90", repeat=True)
    assert calls.take_next(a, Source("q"), repeated, MAX_POP_BYTES).key is None

"""queen.ack_lanes: acks of many requests in one statement, each judged by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regent.stores.queue import Queues
from regent.stores.queue_calls import QueueCalls
from regent.stores.queue_types import Ack, Acked
from tests.sql.queue.conftest import Ways
from tests.support.store import acks, pop, push


def together(store: Queues, *requests: Sequence[Ack]) -> list[list[Acked]]:
    """As the local server sends them."""
    calls: list[Any] = [QueueCalls(store).ack(request) for request in requests]
    assert len({call.key for call in calls}) == 1
    found: list[list[Acked]] = calls[0].carry_out_together(calls)
    return found


def leased(store: Queues, *names: str, group: str = "g") -> list[list[Ack]]:
    pop(store, "q", group=group)
    for name in names:
        push(store, "q", name, partition=name)
    return [acks(pop(store, "q", group=group), group=group) for _ in names]


def test_each_request_has_its_outcomes(store: Queues) -> None:
    requests = leased(store, "a", "b", "c")
    outcomes = together(store, *reversed(requests))
    assert [[(each.success, each.partition) for each in one] for one in outcomes] == [
        [(True, "c")],
        [(True, "b")],
        [(True, "a")],
    ]
    assert pop(store, "q", group="g").messages == []


def test_a_refused_request_refuses_only_itself(store: Queues) -> None:
    a, b, c = leased(store, "a", "b", "c")
    stale: list[Ack] = [{**b[0], "leaseId": "00000000-0000-4000-8000-000000000001"}]
    unknown: list[Ack] = [{**b[0], "partitionId": "999999"}]
    outcomes = together(store, a, stale, unknown, c)
    assert [one[0].success for one in outcomes] == [True, False, False, True]
    assert [one[0].code for one in outcomes] == [None, "INVALID_LEASE", "MESSAGE_NOT_FOUND", None]
    assert store.ack(b)[0].success


def test_of_two_requests_for_one_lease_the_first_one_counts(store: Queues) -> None:
    (request,) = leased(store, "a")
    first, second = together(store, request, request)
    assert (first[0].success, first[0].repeated) == (True, False)
    assert (second[0].success, second[0].repeated) == (True, True)


def test_an_impossible_partition_is_told_beside_the_others(store: Queues) -> None:
    a, b = leased(store, "a", "b")
    impossible: Ack = {**a[0], "partitionId": "none of ours"}
    outcomes = together(store, [impossible, *a], b)
    assert [each.code for each in outcomes[0]] == ["MESSAGE_NOT_FOUND", None]
    assert [each.place for each in outcomes[0]] == [0, 1]
    assert outcomes[1][0].success


def test_lanes_agree_with_acks_one_by_one(store: Queues, ways: Ways) -> None:
    a, b, c = leased(store, "a", "b", "c")
    push(store, "q", "more", partition="a")
    assert all(row[2] for row in ways.ack_lanes([c, a, b]))
    assert len(ways.ack_lanes([a, a, c])) == 3

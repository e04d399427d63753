"""queen.ack_lane: as queen.ack, for a lane of which everything is completed."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from regent.stores.groups import Groups, Target
from regent.stores.queue import Queues
from regent.stores.queue_types import Ack, Lease
from tests.sql.queue.conftest import Ways
from tests.support.clock import StoppedClock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, payloads, pop, push

OTHER_LEASE = "00000000-0000-4000-8000-000000000002"


@pytest.fixture
def leased(store: Queues) -> Lease:
    """Three of four messages of one partition."""
    push(store, "q", *range(4), partition="p")
    return pop(store, "q", batch=3)


def with_lease(answers: list[Ack], lease_id: str | None) -> list[Ack]:
    return [{**answer, "leaseId": lease_id} for answer in answers]


def test_a_whole_lease_in_order_goes_the_short_way(ways: Ways, leased: Lease) -> None:
    went = ways.ack(acks(leased))
    assert went.is_short
    assert [outcome.success for outcome in went.answer.values()] == [True] * 3


def test_up_to_its_last_message_a_lease_goes_the_short_way(
    store: Queues, ways: Ways, leased: Lease
) -> None:
    first, _, last = ({**answer, "upTo": True} for answer in acks(leased))
    assert not ways.ack([first]).is_short  # type: ignore[list-item]
    assert ways.ack([last]).is_short  # type: ignore[list-item]
    (outcome,) = store.ack([last])  # type: ignore[list-item]
    assert (outcome.success, outcome.lease_released) == (True, True)
    assert payloads(pop(store, "q")) == ["3"]


def test_without_a_lease_id_the_live_lease_is_meant(ways: Ways, leased: Lease) -> None:
    assert ways.ack(with_lease(acks(leased), None)).is_short


def test_the_last_messages_go_the_short_way(store: Queues, ways: Ways, leased: Lease) -> None:
    complete(store, leased)
    rest = pop(store, "q", batch=3)
    assert ways.ack(acks(rest)).is_short
    complete(store, rest)
    assert pop(store, "q").messages == []
    push(store, "q", "new", partition="p")
    assert payloads(pop(store, "q")) == ['"new"']


def test_messages_that_were_deleted_behind_the_lease_are_passed(
    ways: Ways, leased: Lease, owner_url: str
) -> None:
    rows(owner_url, 'delete from queen.messages where "offset" = 3')
    assert not ways.ack(acks(leased)).is_short


def test_a_hole_in_the_lease_goes_the_long_way(
    store: Queues, ways: Ways, leased: Lease, owner_url: str
) -> None:
    rows(owner_url, 'delete from queen.messages where "offset" = 1')
    assert not ways.ack(acks(leased)).is_short
    assert not ways.ack(acks(leased, leased.messages[0], leased.messages[2])).is_short


def test_a_lease_around_a_hole_goes_the_short_way(
    store: Queues, ways: Ways, owner_url: str
) -> None:
    push(store, "q", *range(4), partition="p")
    rows(owner_url, 'delete from queen.messages where "offset" = 1')
    lease = pop(store, "q", batch=3)
    assert payloads(lease) == ["0", "2"]
    assert ways.ack(acks(lease)).is_short


def test_another_order_goes_the_long_way_and_is_accepted(ways: Ways, leased: Lease) -> None:
    went = ways.ack(acks(leased)[::-1])
    assert not went.is_short
    assert all(outcome.success for outcome in went.answer.values())


def test_a_message_twice_goes_the_long_way(ways: Ways, leased: Lease) -> None:
    answers = acks(leased)
    assert not ways.ack([*answers, answers[0]]).is_short
    assert not ways.ack([answers[0], answers[0], answers[2]]).is_short


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_foreign_key_goes_the_long_way_and_is_refused(
    ways: Ways, leased: Lease, wrong: int
) -> None:
    answers = acks(leased)
    answers[wrong] = {**answers[wrong], "transactionId": str(uuid.uuid4())}
    went = ways.ack(answers)
    assert not went.is_short
    assert went.answer[wrong].code == "MESSAGE_NOT_FOUND"


@pytest.mark.parametrize("places", [[0], [1], [2], [0, 1], [1, 2], [0, 2]])
def test_a_part_goes_the_long_way(ways: Ways, leased: Lease, places: list[int]) -> None:
    went = ways.ack(acks(leased, *(leased.messages[place] for place in places)))
    assert not went.is_short
    assert all(outcome.success for outcome in went.answer.values())


def test_the_rest_after_a_part_goes_the_long_way(
    store: Queues, ways: Ways, leased: Lease, owner_url: str
) -> None:
    store.ack(acks(leased, leased.messages[1]))
    assert not ways.ack(acks(leased, leased.messages[0], leased.messages[2])).is_short
    assert not ways.ack(acks(leased)).is_short


@pytest.mark.parametrize("lease_id", ["nonsense", OTHER_LEASE, f"{OTHER_LEASE}.1"])
def test_another_lease_is_refused(ways: Ways, leased: Lease, lease_id: str) -> None:
    went = ways.ack(with_lease(acks(leased), lease_id))
    assert not went.is_short
    assert {outcome.code for outcome in went.answer.values()} == {"INVALID_LEASE"}


def test_a_lease_that_ran_out_is_refused(
    ways: Ways, leased: Lease, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(299.999)
    assert ways.ack(acks(leased)).is_short
    stopped_clock.advance(0.001)
    went = ways.ack(acks(leased))
    assert not went.is_short
    assert {outcome.code for outcome in went.answer.values()} == {"INVALID_LEASE"}


def test_a_repeated_ack_is_recognised(store: Queues, ways: Ways, leased: Lease) -> None:
    complete(store, leased)
    for _ in range(2):
        went = ways.ack(acks(leased))
        assert not went.is_short
        assert all(outcome.repeated for outcome in went.answer.values())
        pop(store, "q")


def test_what_failed_or_came_again_goes_the_long_way(
    store: Queues, ways: Ways, leased: Lease, stopped_clock: StoppedClock
) -> None:
    store.ack(acks(leased, status="retry"))
    again = pop(store, "q", batch=3)
    assert not ways.ack(acks(again)).is_short
    store.ack(acks(again, status="failed"))
    stopped_clock.advance(60)
    assert not ways.ack(acks(pop(store, "q", batch=3))).is_short


def test_the_batch_limit_grows_by_both_ways(
    store: Queues, ways: Ways, leased: Lease, owner_url: str
) -> None:
    for limit in (3, 499, 500):
        rows(owner_url, "update queen.partition_consumers set batch_limit = %s", (limit,))
        assert ways.ack(acks(leased)).is_short


def test_a_lease_of_several_partitions_is_answered_one_by_one(
    store: Queues, ways: Ways, owner_url: str
) -> None:
    for name in "ab":
        push(store, "q", 1, 2, partition=name)
    lease = pop(store, "q", batch=4, partitions=2)
    assert ways.ack(acks(lease)[:2]).is_short
    assert ways.ack(acks(lease)[2:]).is_short
    complete(store, lease)
    assert value(owner_url, "select sum(committed) from queen.partition_consumers") == 4


@pytest.mark.parametrize("change", [{"partitionId": "999999"}, {"group": "nobody"}])
def test_a_place_that_is_not_there_is_refused(ways: Ways, leased: Lease, change: Any) -> None:
    went = ways.ack([{**answer, **change} for answer in acks(leased)])
    assert not went.is_short
    assert not any(outcome.success for outcome in went.answer.values())


def test_after_a_seek_back_only_the_new_lease_counts(
    store: Queues, database: Any, ways: Ways, leased: Lease
) -> None:
    """Another consumer has the same messages now. Only its lease differs."""
    Groups(database).seek("__QUEUE_MODE__", "q", None, Target("beginning"), force=True)
    again = pop(store, "q", batch=3)
    assert payloads(again) == payloads(leased)
    stale = ways.ack(acks(leased))
    assert {outcome.code for outcome in stale.answer.values()} == {"INVALID_LEASE"}
    assert ways.ack(acks(again)).is_short

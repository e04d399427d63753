"""queen.pop_each: pops of many consumers in one statement."""

from __future__ import annotations

from regent.database import Database
from regent.stores.queue import Queues
from regent.stores.queue_types import Lease
from tests.sql.queue.conftest import Ways
from tests.support.rows import rows, value
from tests.support.store import complete, configure, payloads, pop, push, request

_IN = "partition_id = (select p.id from queen.partitions p where p.name = "


def texts(leases: list[Lease]) -> list[list[str]]:
    return [payloads(lease) for lease in leases]


def fill(store: Queues, *names: str, each: int = 1) -> None:
    """The group is there, and each partition has messages."""
    configure(store, "q")
    pop(store, "q")
    for name in names:
        push(store, "q", *[f"{name}{number}" for number in range(each)], partition=name)


def test_the_first_pop_gets_the_oldest_partition(store: Queues) -> None:
    fill(store, "a", "b", "c", each=2)
    leases = store.pop_each("q", request(batch=9), [None] * 2)
    assert texts(leases) == [['"a0"', '"a1"'], ['"b0"', '"b1"']]
    assert len({lease.id for lease in leases}) == 2
    assert all(acked.success for lease in leases for acked in complete(store, lease))


def test_all_behind_the_first_empty_pop_are_empty(store: Queues, owner_url: str) -> None:
    fill(store, "a")
    leases = store.pop_each("q", request(), [None] * 3)
    assert texts(leases) == [['"a0"'], [], []]
    assert [lease.queue_exists for lease in leases] == [True] * 3
    assert value(owner_url, "select count(lease_id) from queen.partition_consumers") == 1


def test_a_first_pop_subscribes_the_group(store: Queues) -> None:
    push(store, "q", "old", partition="p")
    assert texts(store.pop_each("q", request(group="g"), [None] * 2)) == [['"old"'], []]
    assert texts(store.pop_each("q", request(group="new", mode="new"), [None] * 2)) == [[], []]


def test_a_queue_that_is_not_there_is_told_to_all(store: Queues, owner_url: str) -> None:
    leases = store.pop_each("q", request(group="g"), [None] * 3)
    assert [(lease.messages, lease.queue_exists) for lease in leases] == [([], False)] * 3
    names = "select consumer_group from queen.consumer_groups_metadata"
    assert [row["consumer_group"] for row in rows(owner_url, names)] == ["g"]


def test_an_answer_that_grows_too_large_leaves_the_others(
    store: Queues, database: Database
) -> None:
    fill(store, "a", "b", "c", "d")
    leases = "{" + ",".join(f"00000000-0000-4000-8000-{n:012}" for n in range(4)) + "}"
    statement = "select lease, payload from queen.pop_each($1, $2, $3, $4, $5, $6, $7)"
    found = database.call(statement, "q", "__QUEUE_MODE__", 1, leases, 8, "all", None)
    # Four characters each: the second one reaches the bound. A row about its lease ends each pop.
    assert [payload for _, payload in found] == ['"a0"', None, '"b0"', None, None]
    assert [lease is None for lease, _ in found] == [False] * 4 + [True]


def test_the_store_answers_as_many_as_were_looked_for(store: Queues) -> None:
    fill(store, "a", "b", "c")
    large = "x" * 1_500_000
    push(store, "q", large, partition="large 1")
    push(store, "q", large, partition="large 2")
    push(store, "q", "last", partition="last")
    leases = store.pop_each("q", request(), [None] * 7)
    assert [len(lease.messages) for lease in leases] == [1] * 5
    assert texts(store.pop_each("q", request(), [None] * 2)) == [['"last"'], []]


def test_what_is_not_plain_is_popped_as_well(store: Queues, ways: Ways) -> None:
    store.configure("q", namespace=None, task=None, partitions=None, options={"window_buffer": 0})
    fill(store, "a", "b", "c", each=3)
    given_back = pop(store, "q", batch=2)
    store.ack(
        [
            {
                "transactionId": given_back.messages[0].transaction_id,
                "partitionId": str(given_back.messages[0].partition_id),
                "status": "retry",
                "group": "__QUEUE_MODE__",
                "leaseId": given_back.id,
            }
        ]
    )
    found = ways.pop_each("q", 5, group="__QUEUE_MODE__", batch=5)
    assert len(found) == 9 + 3  # the messages, and a row about each lease


def test_a_partition_whose_messages_were_deleted_is_passed_by(
    store: Queues, owner_url: str
) -> None:
    fill(store, "a", "b", "c", each=3)
    rows(
        owner_url, f"delete from queen.messages where {_IN} 'b') or (\"offset\" = 1 and {_IN} 'c'))"
    )
    leases = store.pop_each("q", request(batch=3), [None] * 3)
    assert texts(leases) == [['"a0"', '"a1"', '"a2"'], ['"c0"', '"c2"'], []]
    assert all(acked.success for lease in leases for acked in complete(store, lease))


def test_answers_that_grow_too_large_behind_deleted_messages_leave_the_last(
    store: Queues, database: Database, owner_url: str
) -> None:
    """The lease of `d` is written before anybody looks for something large."""
    fill(store, "a", "b", "c", "d")
    for name in ("large 1", "large 2"):
        push(store, "q", "x" * 5_000, partition=name)
    rows(owner_url, f"delete from queen.messages where {_IN} 'b') or {_IN} 'c')")
    leases = [f"00000000-0000-4000-8000-{n:012}" for n in range(4)]
    found = database.call(
        "select lease, payload from queen.pop_each($1, $2, $3, $4, $5, $6, $7)",
        *("q", "__QUEUE_MODE__", 1, "{" + ",".join(leases) + "}", 4_000, "all", None),
    )
    taken = [(str(lease), len(payload)) for lease, payload in found if payload is not None]
    assert taken == [(leases[0], 4), (leases[1], 4), (leases[2], 5_002)]
    assert [lease is None for lease, _ in found] == [False] * 6 + [True]


def test_each_lease_is_written_with_the_name_of_its_client(store: Queues, owner_url: str) -> None:
    fill(store, "a", "b", "c")
    names = ['web-1:7 "quoted", \\', None, "web-2:9"]
    store.pop_each("q", request(), names)
    found = "select c.lease_client as name from queen.partition_consumers c order by partition_id"
    assert [row["name"] for row in rows(owner_url, found)] == [None, *names]

"""queen.transaction: pushes, acks and required leases in one Postgres transaction."""

import pytest

from regent.errors import (
    ConcurrentAppend,
    IllegalGeneration,
    InvalidLease,
    NotOwner,
    OffsetBeyondHead,
    QueueFull,
    TransactionRefused,
    UnknownGroup,
    UnknownMember,
)
from regent.stores.log import Appended, LogAppend, LogStore
from regent.stores.members import Members
from regent.stores.queue import Queues
from regent.stores.queue_types import OffsetCommit, PushItem
from tests.support.clock import Clock, StoppedClock
from tests.support.log import condition, created
from tests.support.members import group_on, produce, settled
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, payloads, pop, push

OUT: list[PushItem] = [{"queue": "out", "payload": 1}]


def test_a_push_and_an_ack_happen_together(store: Queues) -> None:
    push(store, "in", 1)
    lease = pop(store, "in")
    pushed, acked, *_ = store.transaction(OUT, acks(lease), [lease.id], "alice")
    assert [p.duplicate for p in pushed] == [False]
    assert [a.success for a in acked] == [True]
    (message,) = pop(store, "out").messages
    assert (message.payload, message.producer_sub) == ("1", "alice")
    assert pop(store, "in").messages == []


def test_a_refused_ack_takes_everything_back(store: Queues, owner_url: str) -> None:
    push(store, "in", 1, 2)
    lease = pop(store, "in")
    other = [{**acks(lease)[0], "transactionId": "unknown"}]
    with pytest.raises(TransactionRefused) as raised:
        store.transaction(OUT, [*acks(lease), *other], [])  # type: ignore[list-item]
    assert raised.value.detail == {"refused": {"1": "MESSAGE_NOT_FOUND"}}
    assert value(owner_url, "select count(*) from queen.messages") == 2
    assert rows(owner_url, "select name from queen.queues where name = 'out'") == []
    assert [a.success for a in complete(store, lease)] == [True]


def test_a_required_lease_must_be_live(store: Queues, clock: Clock) -> None:
    push(store, "in", 1)
    lease = pop(store, "in")
    store.transaction(OUT, [], [lease.id])
    clock.advance(301)
    for required in (lease.id, "x", "0f8fad5b-d9cb-469f-a165-70867728950e.1"):
        with pytest.raises(InvalidLease):
            store.transaction(OUT, [], [required])
    assert len(pop(store, "out", batch=9).messages) == 1


def test_every_required_lease_must_be_live(store: Queues) -> None:
    push(store, "in", 1, partition="a")
    push(store, "in", 1, partition="b")
    first, second = pop(store, "in"), pop(store, "in")
    complete(store, first)
    with pytest.raises(InvalidLease):
        store.transaction(OUT, [], [second.id, first.id])
    store.transaction(OUT, [], [second.id])


def test_a_transaction_may_end_the_lease_that_it_requires(store: Queues) -> None:
    push(store, "in", 1)
    lease = pop(store, "in")
    _, acked, *_ = store.transaction([], acks(lease), [lease.id])
    assert acked[0].lease_released is True


def test_a_transaction_is_repeated_by_the_leases_of_its_acks(store: Queues) -> None:
    """`requiredLeases` ends with the first time; a repeated ack and push are known again."""
    push(store, "in", 1)
    lease = pop(store, "in")
    out: list[PushItem] = [{"queue": "out", "transactionId": "1", "payload": 1}]
    store.transaction(out, acks(lease), [lease.id])
    with pytest.raises(InvalidLease):
        store.transaction(out, acks(lease), [lease.id])
    pushed, acked, *_ = store.transaction(out, acks(lease), [])
    assert [(p.duplicate, a.success) for p, a in zip(pushed, acked, strict=True)] == [(True, True)]
    assert len(pop(store, "out", batch=9).messages) == 1


def test_a_full_queue_takes_everything_back(store: Queues) -> None:
    configure(store, "out", max_queue_size=1)
    push(store, "out", 0)
    push(store, "in", 1)
    lease = pop(store, "in")
    with pytest.raises(QueueFull):
        store.transaction(OUT, acks(lease), [])
    assert [a.success for a in complete(store, lease)] == [True]


def test_pushes_answer_in_the_order_of_their_items(store: Queues) -> None:
    items: list[PushItem] = [
        {"queue": "out", "partition": partition, "transactionId": str(place)}
        for place, partition in enumerate("abab")
    ]
    pushed, acked, *_ = store.transaction(items, [], [])
    assert [p.transaction_id for p in pushed] == ["0", "1", "2", "3"]
    assert pushed[0].partition_id == pushed[2].partition_id
    assert acked == []


def test_a_message_may_move_on_within_its_own_queue(store: Queues) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    store.transaction([{"queue": "q", "payload": 2}], acks(lease), [])
    assert payloads(pop(store, "q", batch=9)) == ["2"]


def test_offsets_are_committed_with_the_pushes_that_came_of_them(
    store: Queues, members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, "in")
    produce(members, "in", 1, 2, partition=0)
    (member,) = settled(members, stopped_clock, group, "a")
    commit: OffsetCommit = {"group": group, "member_id": member, "offsets": {0: 2}}
    store.transaction(OUT, [], [], commits=[{**commit, "generation": 1}])
    assert members.read_offsets(group, 0) == {0: 2}
    assert len(pop(store, "out").messages) == 1


def test_a_refused_commit_takes_everything_back(
    store: Queues, members: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    group = group_on(members, "in")
    produce(members, "in", 1, 2, partition=0)
    (member,) = settled(members, stopped_clock, group, "a")
    commit: OffsetCommit = {"group": group, "member_id": member, "offsets": {0: 1}}
    for wrong, kind in (
        ({**commit, "generation": 0}, IllegalGeneration),
        ({**commit, "offsets": {4: 0}}, NotOwner),
        ({**commit, "offsets": {0: 3}}, OffsetBeyondHead),
        ({**commit, "member_id": "nobody"}, UnknownMember),
        ({**commit, "group": "G_nowhere_app"}, UnknownGroup),
    ):
        with pytest.raises(kind):
            store.transaction(OUT, [], [], commits=[commit, wrong])  # type: ignore[list-item]
    assert members.read_offsets(group, 0) == {0: 0}
    assert rows(owner_url, "select name from queen.queues where name = 'out'") == []


def test_commits_of_several_groups_and_acks_happen_together(
    store: Queues, members: Members, stopped_clock: StoppedClock
) -> None:
    commits: list[OffsetCommit] = []
    for app in "ba":
        group = group_on(members, app=app)
        (member,) = settled(members, stopped_clock, group, "x")
        commits.append({"group": group, "member_id": member, "offsets": {0: 1, 1: 0}})
    produce(members, "t", 1, partition=0)
    lease = pop(store, "t", group="popping")
    store.transaction(OUT, acks(lease, group="popping"), [lease.id], commits=commits)
    assert [members.read_offsets(c["group"], 0) for c in commits] == [{0: 1}, {0: 1}]
    rewound: OffsetCommit = {**commits[0], "offsets": {0: 0}, "force": True}
    store.transaction([], [], [], commits=[rewound, commits[1]])
    assert [members.read_offsets(c["group"], 0) for c in commits] == [{0: 0}, {0: 1}]


def test_a_commit_in_a_transaction_finds_what_is_due_done(
    store: Queues, members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    members.join_group(group, "b", 10_000)
    stopped_clock.advance(0.5)
    commit: OffsetCommit = {"group": group, "member_id": a, "offsets": {0: 0}, "generation": 1}
    with pytest.raises(IllegalGeneration):
        store.transaction(OUT, [], [], commits=[commit])
    store.transaction(OUT, [], [], commits=[{**commit, "generation": 2}])


def test_an_append_and_an_ack_happen_together(store: Queues, log: LogStore) -> None:
    push(store, "in", 1)
    lease = pop(store, "in")
    append = LogAppend([created("Algebra")])
    _, acked, appended, _ = store.transaction([], acks(lease), [lease.id], append=append)
    assert [a.success for a in acked] == [True]
    assert appended == Appended([1], 1)
    assert pop(store, "in").messages == []


def test_a_broken_guard_takes_pushes_and_acks_back(store: Queues, log: LogStore) -> None:
    log.append([created("Algebra")])
    push(store, "in", 1)
    lease = pop(store, "in")
    append = LogAppend([created("Algebra")], [condition("course.created", course_name="Algebra")])
    with pytest.raises(ConcurrentAppend) as refused:
        store.transaction(OUT, acks(lease), [], append=append)
    assert refused.value.detail == {"conflicts": [1], "lastPosition": 0}
    assert pop(store, "out").messages == []
    assert [outcome.success for outcome in complete(store, lease)] == [True]

"""queen.take_next: as an ack and then a pop of the same group, in one commit."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import GroupHasMembers, NotSubscribed, RegentError
from regent.settings import Settings
from regent.stores.groups import Groups
from regent.stores.members import Members
from regent.stores.queue import Queues
from regent.stores.queue_types import Ack, Lease
from tests.sql.queue.conftest import Ways
from tests.support.clock import StoppedClock
from tests.support.members import SESSION_SECONDS, group_on, settled
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, payloads, pop, push, request, take_next

KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


@pytest.fixture
def leased(store: Queues, stopped_clock: StoppedClock) -> Lease:
    """The messages of the first of three partitions, which have three messages each."""
    for name in "abc":
        push(store, "q", *(f"{name}{number}" for number in range(3)), partition=name)
        stopped_clock.advance(1)
    return pop(store, "q", batch=3)


def successes(outcomes: Any) -> list[bool]:
    return [outcome.success for outcome in outcomes]


def everything(owner_url: str) -> list[Any]:
    """The rows that an ack or a pop may change."""
    tables = ("partition_consumers", "dead_letter_queue", "attempts", "consumer_groups_metadata")
    return [rows(owner_url, f"select * from queen.{table} t order by t::text") for table in tables]


def test_a_whole_lease_and_a_plain_pop_go_the_short_way(ways: Ways, leased: Lease) -> None:
    went = ways.take_next(acks(leased), "q", batch=3)
    assert went.is_short
    outcomes, popped = went.answer
    assert successes(outcomes.values()) == [True] * 3
    assert [row[4] for row in popped] == ["b", "b", "b"]


def test_nothing_to_ack_is_a_pop(ways: Ways, store: Queues, leased: Lease) -> None:
    assert ways.take_next([], "q", batch=2).answer[1] == ways.pop("q", batch=2).answer
    outcomes, lease = take_next(store, [], "q", batch=2)
    assert (outcomes, payloads(lease)) == ([], ['"b0"', '"b1"'])


def test_nothing_to_take_is_an_ack(ways: Ways, store: Queues) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    went = ways.take_next(acks(lease), "q")
    assert (went.is_short, went.answer[1]) == (True, [])
    outcomes, none = take_next(store, acks(lease), "q")
    assert (successes(outcomes), none) == ([True], Lease("", []))


def test_it_sees_the_partition_that_its_acks_freed(store: Queues, ways: Ways) -> None:
    push(store, "q", *range(5), partition="only")
    lease = pop(store, "q", batch=2)
    assert ways.take_next(acks(lease), "q", batch=9).is_short
    seen = [payloads(lease)]
    while lease.messages:
        outcomes, lease = take_next(store, acks(lease), "q", batch=2)
        assert all(successes(outcomes))
        seen.append(payloads(lease))
    assert seen == [["0", "1"], ["2", "3"], ["4"], []]


def test_part_of_a_lease_keeps_its_partition(store: Queues, ways: Ways, leased: Lease) -> None:
    first = acks(leased)[0]
    assert not ways.take_next([first], "q").is_short
    outcomes, lease = take_next(store, [first], "q")
    assert (successes(outcomes), payloads(lease)) == ([True], ['"b0"'])
    assert store.extend(leased.id, 600)[0] == 1


def test_refused_acks_do_not_stop_it(
    store: Queues, ways: Ways, leased: Lease, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(300)
    ways.take_next(acks(leased), "q", batch=9)
    outcomes, lease = take_next(store, acks(leased), "q", batch=9)
    assert [outcome.code for outcome in outcomes] == ["INVALID_LEASE"] * 3
    assert payloads(lease) == ['"a0"']  # after an expiry, half as many


def test_a_failed_message_rests_and_others_are_taken(store: Queues, leased: Lease) -> None:
    outcomes, lease = take_next(store, acks(leased, status="failed"), "q", batch=9)
    assert successes(outcomes) == [True] * 3
    assert payloads(lease) == ['"b0"', '"b1"', '"b2"']


def test_what_is_given_back_goes_behind_the_others(store: Queues, leased: Lease) -> None:
    _, lease = take_next(store, acks(leased, status="retry"), "q", batch=9)
    assert payloads(lease) == ['"b0"', '"b1"', '"b2"']


def test_acks_of_several_partitions_and_a_pop_of_several(store: Queues, leased: Lease) -> None:
    complete(store, leased)
    held = pop(store, "q", batch=6, partitions=2)
    push(store, "q", "later", partition="a")
    unknown: Ack = {**acks(held)[0], "transactionId": "unknown"}
    outcomes, lease = take_next(store, [*acks(held), unknown], "q", batch=9, partitions=9)
    assert successes(outcomes) == [True] * 6 + [False]
    assert [outcome.partition for outcome in outcomes] == ["b"] * 3 + ["c"] * 3 + ["b"]
    assert payloads(lease) == ['"later"']
    impossible: Ack = {**unknown, "partitionId": "x"}
    outcomes, _ = take_next(store, [impossible, *acks(lease)], "q")
    assert [outcome.code for outcome in outcomes] == ["MESSAGE_NOT_FOUND", None]


def test_a_named_partition(store: Queues, leased: Lease) -> None:
    pop(store, "q", "c")
    outcomes, lease = take_next(store, acks(leased), "q", "b")
    assert (successes(outcomes), payloads(lease)) == ([True] * 3, ['"b0"'])
    assert take_next(store, [], "q", "none") == ([], Lease("", []))


def test_labels(store: Queues) -> None:
    for name, priority in (("low", 0), ("high", 1)):
        store.configure(
            name, namespace="ns", task=name, partitions=None, options={"priority": priority}
        )
        push(store, name, name, partition="p")
    lease = store.pop_matching("ns", "", request())
    assert payloads(lease) == ['"high"']
    outcomes, after = take_next(store, acks(lease), None, namespace="ns")
    assert (successes(outcomes), payloads(after)) == ([True], ['"low"'])
    assert payloads(take_next(store, acks(after), None, task="high")[1]) == []


@pytest.mark.parametrize("partitions", [1, 2])
@pytest.mark.parametrize("labels", [False, True])
def test_the_lease_is_as_long_as_asked(
    store: Queues, leased: Lease, owner_url: str, partitions: int, labels: bool
) -> None:
    where: dict[str, Any] = {"queue": None, "namespace": "q"} if labels else {"queue": "q"}
    asked = {"partitions": partitions, "lease_seconds": 7, "batch": 3}
    _, lease = take_next(store, acks(leased), **where, **asked)
    assert lease.seconds == 7
    length = (
        "select extract(epoch from lease_expires_at - leased_at) from queen.partition_consumers"
    )
    assert value(owner_url, f"{length} where lease_id is not null") == 7
    _, lease = take_next(store, acks(lease), **where)
    assert lease.seconds == 300


def test_both_ways_agree_on_an_answer_that_is_too_large(
    store: Queues, ways: Ways, leased: Lease, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(-10)
    push(store, "q", *["x" * 400_000] * 4, partition="large")
    for room, count in ((1_300_000, 3), (1_000_100, 2)):
        went = ways.take_next(acks(leased), "q", batch=4, max_bytes=room)
        assert (went.is_short, len(went.answer[1])) == (False, count)
        _, lease = take_next(store, acks(leased), "q", batch=4, max_bytes=room)
        assert len(lease.messages) == count
        store.ack(acks(lease, status="retry"))


def test_beside_many_outcomes_nothing_is_taken(store: Queues, leased: Lease) -> None:
    """One message may take 4 MiB, so it needs room."""
    names = 3 * 6 * len("qa")
    assert take_next(store, acks(leased), "q", max_bytes=999_999 + names)[1].messages == []
    push(store, "q", "again", partition="a")
    held = pop(store, "q", batch=9, partitions=2)
    room = 1_000_000 + 6 * 6 * len("qb")
    two_lanes = [*acks(held)[:3], *acks(held)[4:], acks(held)[3]]
    assert take_next(store, two_lanes, "q", max_bytes=room - 1)[1].messages == []
    assert len(take_next(store, two_lanes, "q", max_bytes=room)[1].messages) == 1


def test_both_ways_agree_on_messages_that_are_not_there(
    ways: Ways, leased: Lease, owner_url: str
) -> None:
    rows(owner_url, "delete from queen.messages where payload::text in ('\"b0\"', '\"b2\"')")
    assert [row[5] for row in ways.take_next(acks(leased), "q", batch=3).answer[1]] == [1]
    rows(owner_url, "delete from queen.messages where payload::text = '\"b1\"'")
    assert not ways.take_next(acks(leased), "q", batch=3).is_short


def test_payloads_are_opened(database: Database) -> None:
    store = Queues(database, Encryption(Settings(encryption_key=KEY)))
    configure(store, "q", encryption_enabled=True)
    push(store, "q", "first", "second")
    outcomes, lease = take_next(store, acks(pop(store, "q")), "q")
    assert (successes(outcomes), payloads(lease)) == ([True], ['"second"'])


@pytest.mark.parametrize("close", ["queue", "group"])
def test_acks_count_where_nothing_is_handed_out(
    store: Queues, leased: Lease, owner_url: str, database: Database, close: str
) -> None:
    if close == "queue":
        rows(owner_url, "update queen.queues set pop_maintenance = true")
    else:
        Groups(database).pause_group("__QUEUE_MODE__", "q", paused=True)
    outcomes, lease = take_next(store, acks(leased), "q", batch=9)
    assert (successes(outcomes), lease.messages) == ([True] * 3, [])


def test_it_subscribes_nobody(store: Queues, leased: Lease, owner_url: str) -> None:
    store.configure("other", namespace="ns", task=None, partitions=None, options={})
    store.pop_matching("ns", "", request(group="labels"))
    store.configure("later", namespace="ns2", task=None, partitions=None, options={})
    push(store, "other", 1, partition="p")
    pop(store, "other", "p", group="partition")
    before = everything(owner_url)
    mine = acks(leased)

    def refused(answers: list[Ack], *place: Any, group: str, **labels: str) -> str:
        with pytest.raises(NotSubscribed) as error:
            take_next(store, answers, *place, group=group, **labels)
        return error.value.message

    assert refused(mine, "other", group="__QUEUE_MODE__") == (
        "group __QUEUE_MODE__ is not subscribed to queue other; pop it once"
    )
    assert refused(mine, "unknown", group="__QUEUE_MODE__").startswith("group __QUEUE_MODE__ is")
    assert refused([], "q", group="new") == "group new is not subscribed to queue q; pop it once"
    assert refused([], "other", "Default", group="partition") == (
        "group partition is not subscribed to partition Default of queue other; pop it once"
    )
    assert "partition none of queue q" in refused([], "q", "none", group="new")
    assert "queue other" in refused([], "other", group="partition")
    assert refused([], None, group="g", namespace="ns", task="t") == (
        "group g is not subscribed to namespace 'ns', task 't'; pop it once"
    )
    assert "namespace 'ns2'" in refused([], None, group="__QUEUE_MODE__", namespace="ns2")
    assert everything(owner_url) == before
    assert payloads(take_next(store, [], "other", "p", group="partition")[1]) == []
    assert payloads(take_next(store, [], None, group="labels", namespace="ns")[1]) == ["1"]


def test_a_queue_that_came_under_the_labels_is_subscribed_to_by_a_pop(
    store: Queues, owner_url: str
) -> None:
    push(store, "ns.a", 1)
    lease = store.pop_matching("ns", "", request())
    push(store, "ns.b", 2)
    with pytest.raises(NotSubscribed):
        take_next(store, acks(lease), None, namespace="ns")
    store.pop_matching("ns", "", request())
    assert take_next(store, acks(lease), None, namespace="ns")[0][0].success


def test_a_group_with_members_is_left_to_them(
    store: Queues,
    leased: Lease,
    members: Members,
    stopped_clock: StoppedClock,
    owner_url: str,
) -> None:
    """Also when the members are gone and nobody has noticed: to remove them takes locks that come
    before those of the acks."""
    group = group_on(members)
    settled(members, stopped_clock, group, "a")
    push(store, "t", 1, partition="0")
    pop(store, "q", group=group)  # the same name, as a leased group of another queue
    for _ in range(2):
        before = everything(owner_url)
        with pytest.raises(GroupHasMembers):
            take_next(store, acks(leased, group=group), "t", group=group)
        assert everything(owner_url) == before
        stopped_clock.advance(SESSION_SECONDS + 1)
    assert value(owner_url, "select count(*) from queen.members") == 1
    store.pop("t", None, request(group=group))
    assert value(owner_url, "select count(*) from queen.members") == 0
    take_next(store, [], "t", group=group)


def test_labels_pass_a_group_with_members_by(
    store: Queues, members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    store.pop_matching("t", "", request(group=group))
    settled(members, stopped_clock, group, "a")
    push(store, "t", 1, partition="0")
    assert take_next(store, [], None, group=group, namespace="t")[1].messages == []


def test_an_error_undoes_the_acks(store: Queues, leased: Lease, owner_url: str) -> None:
    before = everything(owner_url)
    with pytest.raises(RegentError):
        take_next(store, acks(leased, status="dlq"), "unknown")
    assert everything(owner_url) == before
    assert successes(complete(store, leased)) == [True] * 3

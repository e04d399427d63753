"""Partitions that come and go under a consumer."""

from __future__ import annotations

import logging
import time

import pytest

from regent.client import ConsumerConfig, JoinFailed, UnknownTopic
from tests.client.wires import (
    Group,
    Wire,
    committed,
    fill,
    forget,
    in_thread,
    make_topic,
    members,
    poll_until,
    poll_until_they_own,
    values,
    wait_until,
)
from tests.support.clock import Clock
from tests.support.http import Call


class Heard:
    """What the callbacks of a consumer were told, in order."""

    def __init__(self) -> None:
        self.told: list[tuple[str, list[int]]] = []

    @property
    def listeners(self):
        return {
            "on_assigned": lambda partitions: self.told.append(("assigned", partitions)),
            "on_revoked": lambda partitions: self.told.append(("revoked", partitions)),
        }


def test_subscribing_tells_what_was_assigned(call: Call, group: Group) -> None:
    make_topic(call, 3)
    heard = Heard()
    consumer = group.consumer(listeners=heard.listeners)
    assert heard.told == [("assigned", [0, 1, 2])]
    assert (consumer.topic, consumer.group_id) == ("t", "G_t_app")
    assert consumer.member_id.startswith("G_t_app-")
    assert consumer.generation == 1


def test_a_second_consumer_takes_half_and_its_end_gives_it_back(call: Call, group: Group) -> None:
    make_topic(call, 4)
    heard = Heard()
    first = group.consumer(listeners=heard.listeners)
    second = group.consumer()
    poll_until_they_own([first, second], [(0, 1), (2, 3)])
    assert heard.told == [("assigned", [0, 1, 2, 3]), ("revoked", [2, 3])]
    second.close()
    poll_until_they_own([first], [(0, 1, 2, 3)])
    assert heard.told[2:] == [("assigned", [2, 3])]
    assert first.generation == 3


def test_what_stays_goes_on_and_what_comes_begins_at_its_committed_offset(
    call: Call, group: Group
) -> None:
    make_topic(call, 2)
    for partition in range(2):
        fill(call, *range(6), partition=partition)
    first = group.consumer(enable_auto_commit=False)
    poll_until(first, 12)
    first.commit({0: 2, 1: 4})
    second = group.consumer(enable_auto_commit=False)
    assert values(poll_until(second, 2)) == [4, 5]
    poll_until_they_own([first], [(0,)])
    assert values(first.poll(0.2)) == []  # not from 2 again: nobody else had it


def test_what_is_done_is_committed_before_going_on(call: Call, group: Group) -> None:
    """Of what is kept; the server has fenced what is lost."""
    make_topic(call, 2)
    for partition in range(2):
        fill(call, *range(3), partition=partition)
    first = group.consumer(heartbeat_interval_ms=5_000)
    poll_until(first, 6)
    group.consumer()
    assert committed(call) == {0: 0, 1: 0}
    first.poll(0.5)  # its commit is refused, and so it hears of the rebalance
    first.poll(0.5)
    wait_until(lambda: committed(call)[0] == 3)
    assert committed(call) == {0: 3, 1: 0}


def test_a_partition_that_was_gone_and_is_back_goes_on_where_the_other_one_got(
    call: Call, group: Group
) -> None:
    """It comes and goes between two polls: only the generation tells."""
    make_topic(call, 1)
    fill(call, *range(10))
    heard = Heard()
    first = group.consumer(max_poll_records=2, listeners=heard.listeners, enable_auto_commit=False)
    assert values(first.poll(5)) == [0, 1]
    forget(call, first)
    other = group.consumer(max_poll_records=7)
    assert values(other.poll(5)) == list(range(7))
    other.close()
    assert values(poll_until(first, 2)) == [7, 8]
    assert heard.told == [("assigned", [0]), ("revoked", [0]), ("assigned", [0])]


def test_so_does_one_that_came_back_before_it_was_missed(call: Call, group: Group) -> None:
    """The member lives all the time; between two of its polls partitions are dealt out twice."""
    make_topic(call, 2)
    fill(call, *range(10), partition=1)
    heard = Heard()
    first = group.consumer(max_poll_records=2, listeners=heard.listeners)
    assert values(first.poll(5)) == [0, 1]
    first.commit()
    other = group.consumer()
    assert values(poll_until(other, 8)) == list(range(2, 10))
    other.close()
    wait_until(lambda: members(call) == [[0, 1]])
    wait_until(lambda: first._membership.heartbeat.generation == 3)
    assert values(first.poll(0.3)) == []
    assert heard.told[1:] == [("revoked", [0, 1]), ("assigned", [0, 1])]
    assert committed(call) == {0: 0, 1: 10}


def test_what_was_done_in_the_meantime_does_not_come_again(call: Call, group: Group) -> None:
    """The member was forgotten, nobody took its partition, and it has done more than it said."""
    make_topic(call, 1)
    fill(call, *range(4))
    consumer = group.consumer(max_poll_records=2)
    assert values(consumer.poll(5)) == [0, 1]
    forget(call, consumer)
    assert values(poll_until(consumer, 2)) == [2, 3]
    assert committed(call) == {0: 2}


def test_what_was_fetched_of_a_lost_partition_is_not_delivered(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *range(4), partition=0)
    fill(call, *range(10, 14), partition=1)
    first = group.consumer()
    seen = [next(first).value]
    second = group.consumer()
    assert values(poll_until(second, 4)) == [10, 11, 12, 13]
    wait_until(lambda: first._membership.is_stale)
    seen += [next(first).value for _ in range(3)]
    assert seen == [0, 1, 2, 3]
    assert values(first.poll(0.2)) == []
    assert first.assignment == (0,)


def test_while_it_is_unclear_whose_they_are_records_are_not_delivered(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    fill(call, *range(4))
    consumer = group.consumer()
    assert next(consumer).value == 0
    forget(call, consumer)
    wire.refuse("/join", 500, "INTERNAL", times=1_000)
    assert values(consumer.poll(0.3)) == []
    wire.mend()
    assert values(poll_until(consumer, 3)) == [1, 2, 3]


def test_a_rebalance_during_a_long_poll_is_noticed_in_it(call: Call, group: Group) -> None:
    make_topic(call, 2)
    first = group.consumer()
    second = group.consumer()
    poll_until_they_own([first, second], [(0,), (1,)])
    waiting = in_thread(lambda: first.poll(20))
    second.close()
    fill(call, "for whoever has it", partition=1)
    assert values(waiting.result(10)) == ["for whoever has it"]
    assert first.assignment == (0, 1)


def test_a_member_that_was_forgotten_joins_again_with_the_next_poll(
    call: Call, group: Group, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 2)
    fill(call, "a", partition=1)
    heard = Heard()
    consumer = group.consumer(listeners=heard.listeners, heartbeat_interval_ms=200)
    was = consumer.member_id
    clock.advance(11)
    wait_until(lambda: not consumer._membership.heartbeat.is_member)
    assert members(call) == []
    assert values(consumer.poll(5)) == ["a"]
    assert consumer.member_id != was
    assert heard.told == [("assigned", [0, 1]), ("revoked", [0, 1]), ("assigned", [0, 1])]
    assert "the next poll joins again" in caplog.text


def test_a_group_that_was_deleted_is_made_again(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a", "b")
    consumer = group.consumer()
    assert values(consumer.poll(5)) == ["a", "b"]
    gone = call("DELETE", "/api/v1/metadata/consumer-groups/G_t_app", query={"force": True})
    assert gone.status == 200
    # With it went its offsets: who deletes a group wants it to begin anew.
    assert values(poll_until(consumer, 2)) == ["a", "b"]
    assert members(call) == [[0]]


def test_a_group_that_somebody_else_made_again_is_a_new_one(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, "a", "b")
    first = group.consumer()
    poll_until(first, 2)
    for _ in range(2):  # its generation is beyond what the new group will have
        group.consumer().close()
        poll_until_they_own([first], [(0, 1)])
    first.commit()
    body = {"topic": "t", "appId": "app"}
    call("DELETE", "/api/v1/metadata/consumer-groups/G_t_app", query={"force": True})
    call("POST", "/api/v1/metadata/consumer-groups/find-or-create", body)
    assert values(poll_until(first, 2)) == ["a", "b"]


def test_of_a_topic_that_was_made_anew_everything_is_read(call: Call, group: Group) -> None:
    """The second one to notice finds a group as many rebalances old as the one that it knew: what
    it was done with says nothing about the new records."""
    make_topic(call, 2)
    first, second = group.consumer(), group.consumer()
    poll_until_they_own([first, second], [(0,), (1,)])
    fill(call, *range(3), partition=1)
    assert values(poll_until(second, 3)) == [0, 1, 2]
    assert call("DELETE", "/api/v1/metadata/topics/t").status == 200
    make_topic(call, 2)
    fill(call, *range(10, 15), partition=1)
    wait_until(lambda: not first._membership.heartbeat.is_member)
    wait_until(lambda: not second._membership.heartbeat.is_member)
    assert values(first.poll(5)) == [10, 11, 12, 13, 14]
    found = values(poll_until(second, 5))
    assert (second.generation, found) == (2, [10, 11, 12, 13, 14])
    second.close()
    assert committed(call) == {0: 0, 1: 5}


def test_a_poll_that_cannot_join_again_warns_and_the_next_one_tries_anew(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    forget(call, consumer)
    wire.refuse("/join", 409, "GROUP_IS_LEASED", times=100)
    assert len(consumer.poll(0.2)) == 0
    assert "poll of t failed: joining group app on t failed" in caplog.text
    wire.mend()
    assert values(consumer.poll(5)) == ["a"]


@pytest.mark.parametrize("part", ["/join", "/assignment/", "/consumer-group/offsets"])
def test_a_rebalance_that_fails_half_way_is_begun_again(
    call: Call, wire: Wire, group: Group, part: str
) -> None:
    make_topic(call, 2)
    fill(call, "a", partition=1)
    consumer = group.consumer()
    forget(call, consumer)
    wire.refuse(part, 400, "NO", times=2)
    assert values(poll_until(consumer, 1)) == ["a"]
    assert members(call) == [[0, 1]]


def test_joining_fails_with_the_cause(call: Call, wire: Wire, group: Group) -> None:
    consumer = group.consumer(None)
    with pytest.raises(JoinFailed) as failed:
        consumer.subscribe("nowhere")
    assert isinstance(failed.value.__cause__, UnknownTopic)
    make_topic(call, 1)
    wire.refuse("/assignment/", 400, "NO")
    with pytest.raises(JoinFailed, match="no assignment of t came"):
        consumer.subscribe("t")
    consumer.subscribe("t")
    assert consumer.assignment == (0,)
    assert len(members(call)) == 1


def test_who_could_not_subscribe_holds_no_partitions(call: Call, wire: Wire, group: Group) -> None:
    """It beats no more for what it does not poll, and the next topic has a group of its own."""
    make_topic(call, 2)
    make_topic(call, 1, "another")
    fill(call, "a", "b", topic="another")
    consumer = group.consumer(None)
    wire.refuse("/assignment/", 400, "NO")
    with pytest.raises(JoinFailed):
        consumer.subscribe("t")
    assert members(call) == []
    consumer.subscribe("another")
    assert consumer.group_id == "G_another_app"
    assert values(poll_until(consumer, 2)) == ["a", "b"]
    assert members(call, "G_another_app") == [[0]]


def test_a_group_that_goes_before_it_is_joined_is_made_again(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    consumer = group.consumer(None)
    gone = ("DELETE", "/api/v1/metadata/consumer-groups/G_t_app")
    wire.on("/join", lambda: call(*gone))
    consumer.subscribe("t")
    assert consumer.assignment == (0,)
    consumer.close()
    wire.on("/join", lambda: call(*gone), times=3)
    with pytest.raises(JoinFailed, match="the session or the group ended 3 times"):
        group.consumer(None).subscribe("t")


def test_a_session_that_ends_before_the_assignment_is_begun_again(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    consumer = group.consumer(None)

    def forget_all() -> None:
        member = call("GET", "/api/v1/metadata/consumer-groups/G_t_app").body["members"][0]
        leave = {"groupId": "G_t_app", "memberId": member["memberId"]}
        call("POST", "/api/v1/consumer-group/leave", leave)

    wire.on("/assignment/", forget_all)
    consumer.subscribe("t")
    assert consumer.assignment == (0,)
    consumer.close()
    wire.on("/assignment/", forget_all, times=3)
    with pytest.raises(JoinFailed, match="the session or the group ended 3 times"):
        group.consumer(None, wire=wire).subscribe("t")


def test_what_a_callback_raises_reaches_the_program_and_breaks_nothing(
    call: Call, group: Group
) -> None:
    make_topic(call, 2)
    fill(call, "a", partition=0)
    told = []

    def fails(partitions: list[int]) -> None:
        raise ZeroDivisionError

    first = group.consumer(listeners={"on_assigned": told.append, "on_revoked": fails})
    group.consumer()
    wait_until(lambda: first._membership.is_stale)
    with pytest.raises(ZeroDivisionError):
        first.poll(0.2)
    assert first.assignment == (0,)
    first._on_revoked = None
    assert first.poll(0.1) is not None


def test_a_callback_may_commit(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(None, enable_auto_commit=False)
    consumer.subscribe(
        "t",
        on_assigned=lambda partitions: consumer.commit({0: 1}),
    )
    assert committed(call) == {0: 1}


def test_an_old_generation_is_not_taken_for_a_new_one(call: Call, group: Group) -> None:
    """A heartbeat's answer that comes late says less than what is known already."""
    make_topic(call, 1)
    consumer = group.consumer()
    membership = consumer._membership
    known = consumer.generation
    membership.heartbeat._hear(membership.place.member, known - 1)
    assert not membership.is_stale
    membership.heartbeat._hear(("G_t_app", "somebody else"), known + 5)
    assert not membership.is_stale
    membership.heartbeat._hear(membership.place.member, known + 1)
    assert membership.is_stale


def test_its_logs_say_what_it_reads(
    call: Call, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "regent.client")
    make_topic(call, 2)
    consumer = group.consumer()
    assert f"{consumer.consumer_id} reads [0, 1] of t from generation 1 on" in caplog.text
    assert isinstance(consumer.config, ConsumerConfig)
    time.sleep(0)

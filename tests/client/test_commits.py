"""What is committed, when, and what happens when a commit is refused."""

from __future__ import annotations

import logging
import threading
import time

import pytest

from regent.client import JoinFailed, RegentError, StaleAssignment, UnknownMember, Unreachable
from regent.client.committer import Committer
from tests.client.wires import (
    Group,
    Wire,
    committed,
    fill,
    forget,
    make_topic,
    poll_until,
    poll_until_they_own,
    values,
    wait_until,
)
from tests.support.http import Call


def test_auto_commit_commits_what_the_poll_before_returned(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(5))
    consumer = group.consumer(max_poll_records=2)
    assert values(consumer.poll(5)) == [0, 1]
    assert committed(call) == {0: 0}
    consumer.poll(5)
    wait_until(lambda: committed(call) == {0: 2})
    consumer.poll(5)
    wait_until(lambda: committed(call) == {0: 4})
    wait_until(lambda: consumer.committed == {0: 4})


def test_an_iteration_commits_when_all_that_was_fetched_is_done(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(4))
    consumer = group.consumer(max_poll_records=2)
    assert [next(consumer).value for _ in range(2)] == [0, 1]
    time.sleep(0.1)
    assert committed(call) == {0: 0}
    next(consumer)
    wait_until(lambda: committed(call) == {0: 2})


def test_nothing_new_is_no_request(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    consumer.poll(5)
    for _ in range(5):
        consumer.poll(0)
    wait_until(lambda: committed(call) == {0: 1})
    consumer.commit()
    assert len(wire.paths("commit-offsets")) == 1


def test_a_commit_that_was_not_sent_yet_holds_up_no_later_one(
    call: Call, wire: Wire, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The committer's thread comes late, while the program polls once more and then works for
    long: what the last poll is done with is committed all the same, in one request."""
    run = Committer._run

    def late(committer: Committer) -> None:
        time.sleep(0.5)
        run(committer)

    monkeypatch.setattr(Committer, "_run", late)
    make_topic(call, 1)
    fill(call, "a", "b")
    consumer = group.consumer(max_poll_records=1)
    assert [values(consumer.poll(5)) for _ in range(3)] == [["a"], ["b"], []]
    wait_until(lambda: committed(call) == {0: 2})
    assert len(wire.paths("commit-offsets")) == 1


def test_without_auto_commit_nothing_is_committed_by_itself(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(3))
    consumer = group.consumer(max_poll_records=1, enable_auto_commit=False)
    for _ in range(3):
        consumer.poll(5)
    consumer.close()
    assert committed(call) == {0: 0}
    again = group.consumer()
    assert values(again.poll(5)) == [0, 1, 2]


def test_commit_commits_what_was_delivered_and_waits(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *range(3), partition=0)
    fill(call, *range(2), partition=1)
    consumer = group.consumer(enable_auto_commit=False)
    poll_until(consumer, 5)
    consumer.commit()
    assert committed(call) == {0: 3, 1: 2}
    assert consumer.committed == {0: 3, 1: 2}


def test_in_an_iteration_commit_includes_the_record_at_hand(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(3))
    consumer = group.consumer(enable_auto_commit=False)
    next(consumer)
    next(consumer)
    consumer.commit()
    assert committed(call) == {0: 2}


def test_offsets_of_ones_own_can_be_committed(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *range(3), partition=0)
    fill(call, *range(3), partition=1)
    consumer = group.consumer(enable_auto_commit=False)
    poll_until(consumer, 6)
    consumer.commit({1: 2})
    assert committed(call) == {0: 0, 1: 2}


def test_a_later_auto_commit_does_not_go_back_behind_a_commit_of_ones_own(
    call: Call, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, *range(3))
    consumer = group.consumer()
    assert next(consumer).value == 0
    consumer.commit({0: 3})
    consumer.close()
    assert committed(call) == {0: 3}
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    ("offsets", "code"),
    [
        ({0: 9}, "OFFSET_BEYOND_HEAD"),
        ({7: 1}, "NOT_OWNER"),
        ({0: -1}, "INVALID_REQUEST"),
        ({0: 2**63}, "INVALID_REQUEST"),
    ],
)
def test_commit_raises_what_the_server_refuses(
    call: Call, group: Group, offsets: dict[int, int], code: str
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    with pytest.raises(RegentError) as refused:
        consumer.commit(offsets)
    assert refused.value.code == code
    assert committed(call) == {0: 0}


def test_a_commit_that_goes_back_is_refused(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a", "b")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    consumer.commit()
    with pytest.raises(RegentError) as refused:
        consumer.commit({0: 1})
    assert refused.value.code == "OFFSET_REWIND"


def test_a_commit_whose_answer_was_lost_is_sent_again(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    wire.lose_answer("commit-offsets", times=2)
    consumer.commit()
    assert committed(call) == {0: 1}
    assert len(wire.paths("commit-offsets")) == 3


def test_a_commit_in_the_background_gives_a_future(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    assert consumer.commit_async().result(5) is None
    assert committed(call) == {0: 1}


def test_commits_in_the_background_keep_their_order(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(10))
    consumer = group.consumer(max_poll_records=1, enable_auto_commit=False)
    wire.on("commit-offsets", lambda: time.sleep(0.3))  # the first one takes its time
    futures = []
    for _ in range(10):
        consumer.poll(5)
        futures.append(consumer.commit_async())
    for future in futures:
        future.result(5)
    assert committed(call) == {0: 10}


def test_a_failed_commit_in_the_background_is_logged_and_made_up_for(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, *range(4))
    consumer = group.consumer(max_poll_records=2)
    poll_until(consumer, 2)
    wire.refuse("commit-offsets", 500, "INTERNAL")
    consumer.poll(5)
    wait_until(lambda: "a commit failed, the next one makes up for it" in caplog.text)
    assert committed(call) == {0: 0}
    # It is logged a moment before it is over, and a poll in that moment leaves it to the next one.
    wait_until(lambda: len(consumer.poll(0)) == 0 and committed(call) == {0: 4})


def test_while_a_commit_is_on_its_way_a_poll_does_not_wait_for_it(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    fill(call, *range(4))
    consumer = group.consumer(max_poll_records=1)
    consumer.poll(5)
    over = threading.Event()
    wire.on("commit-offsets", lambda: over.wait(10))
    assert [values(consumer.poll(5)) for _ in range(3)] == [[1], [2], [3]]
    over.set()
    wait_until(lambda: committed(call) == {0: 3})
    assert len(wire.paths("commit-offsets")) == 2
    consumer.poll(0)
    wait_until(lambda: committed(call) == {0: 4})


def test_a_commit_after_a_rebalance_is_refused_and_the_next_poll_knows(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 2)
    fill(call, "a", partition=0)
    fill(call, "b", partition=1)
    first = group.consumer(enable_auto_commit=False, heartbeat_interval_ms=5_000)
    poll_until(first, 2)
    second = group.consumer(enable_auto_commit=False)
    assert second.assignment == (1,)
    with pytest.raises(StaleAssignment):
        first.commit()
    assert committed(call) == {0: 0, 1: 0}
    first.poll(0.5)  # no heartbeat told it
    assert first.assignment == (0,)
    first.commit()
    assert committed(call) == {0: 1, 1: 0}
    assert values(poll_until(second, 1)) == ["b"]


def test_a_commit_queued_before_a_rebalance_does_not_count_after_it(
    call: Call, wire: Wire, group: Group
) -> None:
    """What was read under the old assignment must not be committed under the new one's name."""
    make_topic(call, 1)
    fill(call, *range(6))
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    joined_again = threading.Event()
    wire.on("commit-offsets", lambda: joined_again.wait(10))
    commits = [consumer.commit_async({0: 1}), consumer.commit_async({0: 2})]
    forget(call, consumer)
    consumer.poll(0)
    joined_again.set()
    for late in commits:
        with pytest.raises(UnknownMember):
            late.result(10)
    assert committed(call) == {0: 0}


def test_close_commits_what_was_delivered(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a", "b")
    with group.consumer() as consumer:
        consumer.poll(5)
    assert committed(call) == {0: 2}


def test_when_the_program_fails_what_it_had_in_hand_comes_again(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(4))

    def program() -> None:
        with group.consumer(max_poll_records=2) as consumer:
            consumer.poll(5)
            consumer.poll(5)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        program()
    assert committed(call) == {0: 2}


def test_the_same_with_try_and_finally(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(4))

    def program() -> None:
        consumer = group.consumer()
        try:
            for record in consumer:
                if record.value == 2:
                    raise ZeroDivisionError
        finally:
            consumer.close()

    with pytest.raises(ZeroDivisionError):
        program()
    assert committed(call) == {0: 2}


def test_a_commit_without_an_answer_is_raised(
    call: Call, wire: Wire, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regent.client.membership.COMMIT_SECONDS", 0.3)
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    wire.cut("commit-offsets", times=1_000)
    with pytest.raises(Unreachable):
        consumer.commit()


def test_commits_go_on_while_partitions_move(call: Call, group: Group) -> None:
    make_topic(call, 4)
    consumers = [group.consumer()]
    for partition in range(4):
        fill(call, *range(3), partition=partition)
    poll_until(consumers[0], 12)
    consumers.append(group.consumer())
    poll_until_they_own(consumers, [(0, 1), (2, 3)])
    for consumer in consumers:
        consumer.commit()
    # The second one begins anew where the first one's commit came too late.
    assert committed(call)[0] == committed(call)[1] == 3


def test_a_close_after_a_rebalance_commits_what_is_still_its_own(call: Call, group: Group) -> None:
    """As when all consumers of a group are ended at once."""
    make_topic(call, 2)
    for partition in range(2):
        fill(call, *range(3), partition=partition)
    revoked: list[list[int]] = []
    first = group.consumer(heartbeat_interval_ms=5_000, listeners={"on_revoked": revoked.append})
    poll_until(first, 6)
    group.consumer()
    first.close()
    assert committed(call) == {0: 3, 1: 0}
    assert revoked == [[0, 1]]


def test_a_close_after_the_session_ended_does_not_join_again(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    consumer.poll(5)
    forget(call, consumer)
    consumer.close()
    assert len(wire.paths("/join")) == 1
    assert committed(call) == {0: 0}
    assert "the last commit failed, some records come again" in caplog.text


def test_a_close_after_both_does_not_either(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(heartbeat_interval_ms=5_000)
    consumer.poll(5)
    leave = {"groupId": "G_t_app", "memberId": consumer.member_id}
    wire.on("/assignment/", lambda: call("POST", "/api/v1/consumer-group/leave", leave))
    wire.refuse("commit-offsets", 409, "ILLEGAL_GENERATION")
    consumer.close()
    assert len(wire.paths("/join")) == 1
    assert "the consumer is not in its group any more" in caplog.text


def test_a_consumer_that_never_joined_cannot_be_closed_wrongly(call: Call, group: Group) -> None:
    consumer = group.consumer(None)
    with pytest.raises(JoinFailed, match="there is no topic nowhere"):
        consumer.subscribe("nowhere")
    consumer.close()
    consumer.close()

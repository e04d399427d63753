"""Seed 003's claims about consumers as members: heartbeats, rebalances, errors, the end."""

from __future__ import annotations

import logging
import threading
import time

import pytest

from regent.client import (
    JoinFailed,
    Misused,
    RegentError,
    StaleAssignment,
)
from tests.client.programs import Program, group_of, run, server, topic
from tests.client.test_sigterm import POLLING
from tests.client.wires import (
    Group,
    Wire,
    committed,
    fill,
    forget,
    group,
    make_topic,
    members,
    poll_until,
    poll_until_they_own,
    wait_until,
    wire,
)
from tests.local.conftest import LocalServer
from tests.support.clock import Clock
from tests.support.http import Call

__all__ = ["group", "run", "server", "topic", "wire"]


def sent(wire: Wire) -> list[str]:
    """The last part of each request's path, without heartbeats, which come at any moment."""
    return [
        path.removeprefix("/api/v1/").split("/G_")[0]
        for path in wire.paths()
        if "heartbeat" not in path
    ]


# Phase 3: heartbeat


def test_003_heartbeat_thread_is_a_daemon_named_after_the_consumer(
    call: Call, group: Group
) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    named = {t.name: t.daemon for t in threading.enumerate()}
    assert named[f"consumer-heartbeat-{consumer.consumer_id}"] is True


def test_003_heartbeat_comes_at_its_interval(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    group.consumer(heartbeat_interval_ms=100)
    time.sleep(1)
    assert 3 <= len(wire.paths("/heartbeat")) <= 11


def test_003_heartbeat_names_group_member_and_generation(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    seen = len(wire.paths("/heartbeat"))
    wait_until(lambda: len(wire.paths("/heartbeat")) > seen)
    beat = [b for (_, p), b in zip(wire.sent, wire.bodies, strict=False) if "heartbeat" in p][-1]
    assert f'"groupId":"G_t_app","memberId":"{consumer.member_id}","generation":1' in beat


def test_003_a_higher_generation_means_a_rebalance(call: Call, group: Group) -> None:
    make_topic(call, 2)
    first = group.consumer()
    assert (first.generation, first.assignment) == (1, (0, 1))
    second = group.consumer()
    poll_until_they_own([first, second], [(0,), (1,)])
    assert (first.generation, second.generation) == (2, 2)


def test_003_a_consumer_that_beats_is_not_dead_however_busy(
    call: Call, wire: Wire, group: Group, clock: Clock
) -> None:
    make_topic(call, 1)
    group.consumer(session_timeout_ms=2_000)
    for _ in range(3):
        clock.advance(1.5)
        seen = len(wire.paths("/heartbeat"))
        wait_until(lambda: len(wire.paths("/heartbeat")) >= seen + 2)  # noqa: B023 - at once
    assert members(call) == [[0]]


def test_003_a_consumer_that_does_not_beat_is_dead_after_its_session(
    call: Call, wire: Wire, group: Group, clock: Clock
) -> None:
    make_topic(call, 10)
    consumers = [group.consumer() for _ in range(3)]
    poll_until_they_own(consumers, [(0, 1, 2, 3), (4, 5, 6), (7, 8, 9)])
    consumers[1]._membership.heartbeat.stop()
    for _ in range(3):
        clock.advance(5)
        seen = len(wire.paths("/heartbeat"))
        wait_until(lambda: len(wire.paths("/heartbeat")) >= seen + 6)  # noqa: B023 - at once
    poll_until_they_own([consumers[0], consumers[2]], [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)])


def test_003_an_unknown_member_joins_again(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    was = consumer.member_id
    forget(call, consumer)
    poll_until_they_own([consumer], [(0,)])
    wait_until(lambda: consumer.poll(0) is not None and consumer.member_id != was)


# Rebalance, seen by a consumer


def test_003_new_partitions_begin_at_the_committed_offset_or_0(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *range(3), partition=0)
    fill(call, *range(3), partition=1)
    with group.consumer(enable_auto_commit=False) as before:
        poll_until(before, 6)
        before.commit({0: 2})
    consumer = group.consumer()
    assert [(r.partition, r.value) for r in poll_until(consumer, 4)] == [
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
    ]


def test_003_a_rebalance_saves_progress_and_forgets_lost_partitions(
    call: Call, group: Group
) -> None:
    """The server refuses commits to lost partitions; progress in the kept one is committed."""
    make_topic(call, 2)
    fill(call, *range(3), partition=0)
    fill(call, *range(3), partition=1)
    first = group.consumer()
    poll_until(first, 6)
    second = group.consumer()
    poll_until_they_own([first, second], [(0,), (1,)])
    wait_until(lambda: committed(call)[0] == 3)
    assert first.positions == {0: 3}


def test_003_a_stale_generation_is_refused_and_the_assignment_fetched(
    call: Call, group: Group
) -> None:
    make_topic(call, 2)
    fill(call, "a")
    first = group.consumer(enable_auto_commit=False, heartbeat_interval_ms=5_000)
    first.poll(5)
    group.consumer()
    with pytest.raises(StaleAssignment) as stale:
        first.commit()
    assert (stale.value.status, stale.value.code) == (409, "ILLEGAL_GENERATION")
    first.poll(0.5)
    assert (first.assignment, first.generation) == ((0,), 2)


def test_003_a_deleted_group_is_made_again(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    call("DELETE", "/api/v1/metadata/consumer-groups/G_t_app", query={"force": True})
    wait_until(lambda: not consumer._membership.heartbeat.is_member)
    consumer.poll(0.5)
    assert members(call) == [[0]]


# Errors


def test_003_a_heartbeat_that_fails_is_logged_and_goes_on(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    group.consumer()
    wire.cut("/heartbeat", times=3)
    wait_until(lambda: caplog.text.count("a heartbeat failed") == 3)
    seen = len(wire.paths("/heartbeat"))
    wait_until(lambda: len(wire.paths("/heartbeat")) > seen)


def test_003_a_poll_that_fails_is_empty_with_a_warning(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    wire.cut("/records", times=1_000)
    assert len(consumer.poll(0.2)) == 0
    (warning,) = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert warning.getMessage().startswith("poll of t failed")


def test_003_a_commit_that_fails_raises(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    wire.refuse("commit-offsets", 500, "INTERNAL")
    with pytest.raises(RegentError):
        consumer.commit()


def test_003_a_join_that_fails_raises(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    wire.refuse("/join", 500, "INTERNAL")
    consumer = group.consumer(None)
    with pytest.raises(JoinFailed):
        consumer.subscribe("t")
    with pytest.raises(Misused):
        consumer.poll(1)


# Closing


def test_003_close_leaves_stops_the_heartbeat_and_closes_http(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    consumer.close()
    assert wire.paths()[-1] == "/api/v1/consumer-group/leave"
    assert not any(t.name.startswith("consumer-heartbeat-") for t in threading.enumerate())
    with pytest.raises(Misused, match="closed"):
        consumer._http.call("GET", "/health")
    assert members(call) == []


def test_003_close_rebalances_the_others(call: Call, group: Group) -> None:
    make_topic(call, 2)
    first, second = group.consumer(), group.consumer()
    poll_until_they_own([first, second], [(0,), (1,)])
    second.close()
    poll_until_they_own([first], [(0, 1)])


def test_003_consumers_can_be_used_with_with(call: Call, group: Group) -> None:
    make_topic(call, 1)
    with group.consumer() as consumer:
        assert members(call) == [[0]]
    assert members(call) == []
    consumer.close()


def test_003_sigterm_is_a_graceful_shutdown(server: LocalServer, topic: str, run) -> None:
    polling: Program = run(POLLING, server.url, topic)
    polling.say("all seen")
    polling.send()
    assert polling.end() == (143, "cleaned up\n", "")
    assert group_of(server, topic) == {"members": 0, "offsets": {"0": 3, "1": 3}}

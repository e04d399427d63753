"""The thread that keeps a consumer in its group."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from regent.client import heartbeat
from regent.client.api import Member, Standing
from tests.client.wires import STUCK_SECONDS, Group, Wire, forget, make_topic, members, wait_until
from tests.support.clock import Clock
from tests.support.http import Call


def beats(wire: Wire) -> int:
    return len(wire.paths("/heartbeat"))


def heartbeat_threads() -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name.startswith("consumer-heartbeat-")]


def test_it_is_a_daemon_named_after_the_consumer(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    (thread,) = heartbeat_threads()
    assert thread.name == f"consumer-heartbeat-{consumer.consumer_id}"
    assert thread.daemon


def test_it_beats_while_the_program_is_busy_beyond_its_session(
    call: Call, wire: Wire, group: Group, clock: Clock
) -> None:
    make_topic(call, 1)
    group.consumer(session_timeout_ms=1_000, heartbeat_interval_ms=50)
    for _ in range(4):  # two seconds of the server's time, the program does not poll
        clock.advance(0.5)
        seen = beats(wire)
        wait_until(lambda: beats(wire) >= seen + 2)  # noqa: B023 - called at once
    assert members(call) == [[0]]


def test_a_program_that_does_nothing_but_count_does_not_lose_its_partitions(
    call: Call, group: Group
) -> None:
    make_topic(call, 1)
    in_real_time = Wire(call)
    consumer = group.consumer(wire=in_real_time, session_timeout_ms=1_000, heartbeat_interval_ms=50)
    was = consumer.member_id
    until = time.monotonic() + 1.5
    count = 0
    while time.monotonic() < until:
        count += 1
    assert members(call) == [[0]]
    consumer.poll(0)
    assert consumer.member_id == was


def test_it_survives_a_server_that_fails_and_says_so(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    group.consumer()
    wire.cut("/heartbeat")
    wire.refuse("/heartbeat", 500, "INTERNAL")
    wire.refuse("/heartbeat", 503)
    wait_until(lambda: caplog.text.count("a heartbeat failed, the next one comes in") >= 3)
    seen = beats(wire)
    wait_until(lambda: beats(wire) > seen + 1)
    assert members(call) == [[0]]


def test_it_survives_what_nobody_thought_of(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    group.consumer()

    def break_it() -> None:
        raise ZeroDivisionError

    wire.on("/heartbeat", break_it)
    wait_until(lambda: "ZeroDivisionError" in caplog.text)
    seen = beats(wire)
    wait_until(lambda: beats(wire) > seen + 1)


def test_it_does_not_retry_by_itself(call: Call, wire: Wire, group: Group) -> None:
    """The next heartbeat is the retry: an outage must not make consumers ask more often."""
    make_topic(call, 1)
    consumer = group.consumer(heartbeat_interval_ms=200)
    wire.refuse("/heartbeat", 503, times=1_000)
    before = beats(wire)
    time.sleep(1)
    assert 3 <= beats(wire) - before <= 6
    assert consumer._membership.heartbeat.is_member


def test_it_says_which_generation_the_consumer_acts_upon(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    consumer = group.consumer()

    def last() -> str:
        sent = zip(wire.sent, wire.bodies, strict=False)
        return [body for (_, path), body in sent if "heartbeat" in path][-1]

    before = beats(wire)  # one may have left before the assignment came
    wait_until(lambda: beats(wire) > before + 1)
    assert f'"memberId":"{consumer.member_id}"' in last()
    assert '"generation":1' in last()


def test_it_comes_sooner_while_a_rebalance_is_pending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "_PENDING_SECONDS", 0.05)
    beaten: list[int] = []

    class Pending:
        def heartbeat(self, member: Member, generation: int, within_seconds: float) -> Standing:
            beaten.append(generation)
            return Standing(1, rebalance_in_progress=True)

    beating = heartbeat.Heartbeat(Pending(), "c", interval_seconds=1.1, session_seconds=10)
    beating.follow(Member("g", "m"), 1)
    # At its own interval, so many would take longer than `wait_until` waits.
    wait_until(lambda: 1.1 * len(beaten) > STUCK_SECONDS)
    beating.stop()
    beating.join(5)


def test_a_forgotten_member_is_silent_until_it_joins_again(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    forget(call, consumer)
    seen = beats(wire)
    time.sleep(0.3)
    assert beats(wire) == seen
    consumer.poll(0.5)
    wait_until(lambda: beats(wire) > seen + 1)


def test_it_ends_when_the_consumer_is_closed(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    consumer.close()
    assert heartbeat_threads() == []
    seen = beats(wire)
    time.sleep(0.2)
    assert beats(wire) == seen


def test_it_ends_when_the_consumer_is_forgotten(call: Call, wire: Wire, group: Group) -> None:
    """Or its partitions would be nobody's for ever."""
    make_topic(call, 1)
    consumer = group.consumer()
    group._opened.remove(consumer)
    wait_until(lambda: beats(wire) > 0)
    del consumer
    gc.collect()
    wait_until(lambda: heartbeat_threads() == [])


def test_a_heartbeat_that_hangs_leaves_time_for_another_one(group: Group) -> None:
    heartbeat = group.consumer(
        None, heartbeat_interval_ms=3_000, session_timeout_ms=10_000
    )._membership.heartbeat
    assert heartbeat._within == 5.0

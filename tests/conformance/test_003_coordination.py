"""Seed 003: how a group is coordinated: states, generation, rebalances, failures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.clock import StoppedClock
from tests.support.http import Call
from tests.support.members_http import (
    assignment,
    commit,
    described,
    group_on,
    heartbeat,
    join,
    leave,
    offsets,
    owned,
    produce,
    settled,
)
from tests.support.queue_http import refused_twice

HEARTBEAT_SECONDS = 3
SESSION_SECONDS = 10


def beat(call: Call, clock: StoppedClock, group: str, *members: str, seconds: float) -> None:
    """Let time pass while these members send a heartbeat every three seconds."""
    left = seconds
    while left > 0:
        clock.advance(min(HEARTBEAT_SECONDS, left))
        left -= HEARTBEAT_SECONDS
        for member in members:
            assert heartbeat(call, group, member).body["success"] is True


def test_003_states_go_round_from_empty_to_empty(call: Call, stopped_clock: StoppedClock) -> None:
    """REBALANCING ends with the transaction that carries the rebalance out: no client sees it."""
    group = group_on(call)
    states = [described(call, group)["state"]]
    first = join(call, group, "1")
    states.append(described(call, group)["state"])
    stopped_clock.advance(0.5)
    states.append(described(call, group)["state"])
    second = join(call, group, "2")
    states.append(described(call, group)["state"])
    stopped_clock.advance(0.5)
    states.append(described(call, group)["state"])
    for member in (first, second):
        leave(call, group, member)
        states.append(described(call, group)["state"])
    assert states == [
        *("EMPTY", "PREPARING_REBALANCE", "STABLE", "PREPARING_REBALANCE", "STABLE"),
        *("PREPARING_REBALANCE", "EMPTY"),
    ]


def test_003_ten_partitions_of_three_consumers(call: Call, stopped_clock: StoppedClock) -> None:
    ids = settled(call, stopped_clock, group_on(call, partitions=10), "1", "2", "3")
    assert owned(call, *ids) == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_003_consumer_two_of_three_fails(call: Call, stopped_clock: StoppedClock) -> None:
    """Generation 5 becomes 6; ten partitions become five and five; the heartbeat says so."""
    group = group_on(call, partitions=10)
    for _ in range(2):  # a group with a past: generation 5 when it is stable
        (passer_by,) = settled(call, stopped_clock, group, "passer-by")
        leave(call, group, passer_by)
    one, two, three = settled(call, stopped_clock, group, "1", "2", "3")
    assert owned(call, one, two, three) == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert described(call, group)["generation"] == 5
    assert heartbeat(call, group, one, generation=5).body["generation"] == 5
    beat(call, stopped_clock, group, one, three, seconds=SESSION_SECONDS + 0.5)
    seen = heartbeat(call, group, one, generation=5).body
    assert (seen["success"], seen["generation"]) == (True, 6)
    assert owned(call, one, three) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
    assert assignment(call, one)["generation"] == 6


@pytest.mark.parametrize("consumers", range(1, 6))
def test_003_ranges_are_those_of_the_seeds_algorithm(
    call: Call, stopped_clock: StoppedClock, consumers: int
) -> None:
    for partitions in range(1, 13):
        group = group_on(call, f"t{partitions}", partitions)
        ids = settled(call, stopped_clock, group, *map(str, range(consumers)))
        each, extra = partitions // consumers, partitions % consumers
        wanted = []
        for i in range(consumers):
            start = i * each + min(i, extra)
            wanted.append(list(range(start, start + each + (1 if i < extra else 0))))
        assert owned(call, *ids) == wanted


def test_003_the_half_second_is_started_again_by_each_change(
    call: Call, stopped_clock: StoppedClock
) -> None:
    group = group_on(call)
    first = join(call, group, "1")
    for name in ("2", "3", "4"):
        stopped_clock.advance(0.499)
        second = join(call, group, name)
        assert described(call, group)["generation"] == 0
    stopped_clock.advance(0.499)
    leave(call, group, second)
    stopped_clock.advance(0.499)
    assert heartbeat(call, group, first).body["generation"] == 0
    stopped_clock.advance(0.001)
    assert heartbeat(call, group, first).body["generation"] == 1


def test_003_every_trigger_makes_one_new_generation(
    call: Call, stopped_clock: StoppedClock
) -> None:
    """A join, a leave, a failure, and a topic that grows."""
    group = group_on(call, partitions=4)
    one, two = settled(call, stopped_clock, group, "1", "2")
    generations = [assignment(call, one)["generation"]]
    (three,) = settled(call, stopped_clock, group, "3")
    generations.append(assignment(call, one)["generation"])
    leave(call, group, two)
    stopped_clock.advance(0.5)
    generations.append(assignment(call, one)["generation"])
    beat(call, stopped_clock, group, one, seconds=SESSION_SECONDS + 0.5)
    generations.append(assignment(call, one)["generation"])
    refused_twice(heartbeat(call, group, three), 404, "UNKNOWN_MEMBER_ID")
    call("POST", "/api/v1/metadata/topics", {"topic": "orders", "partitions": 8})
    stopped_clock.advance(0.5)
    generations.append(assignment(call, one)["generation"])
    assert generations == [1, 2, 3, 4, 5]
    assert owned(call, one) == [[0, 1, 2, 3, 4, 5, 6, 7]]


def test_003_a_generation_never_goes_back(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    seen = [0]
    for _ in range(5):
        (member,) = settled(call, stopped_clock, group, "1")
        seen.append(heartbeat(call, group, member).body["generation"])
        leave(call, group, member)
        seen.append(described(call, group)["generation"])
    assert all(before < after for before, after in pairwise(seen))


def test_003_a_member_lives_by_a_heartbeat_every_three_seconds(
    call: Call, stopped_clock: StoppedClock
) -> None:
    group = group_on(call)
    (member,) = settled(call, stopped_clock, group, "1")
    beat(call, stopped_clock, group, member, seconds=60)
    assert described(call, group)["memberCount"] == 1


def test_003_a_session_lasts_as_long_as_the_member_says(
    call: Call, stopped_clock: StoppedClock
) -> None:
    """10 seconds, unless it says otherwise."""
    group = group_on(call)
    usual = join(call, group, "usual")
    patient = join(call, group, "patient", sessionTimeoutMs=30_000)
    stopped_clock.advance(9.999)
    assert described(call, group)["memberCount"] == 2
    stopped_clock.advance(0.001)
    refused_twice(heartbeat(call, group, usual), 404, "UNKNOWN_MEMBER_ID")
    stopped_clock.advance(19.999)
    assert described(call, group)["memberCount"] == 1
    stopped_clock.advance(0.001)
    refused_twice(heartbeat(call, group, patient), 404, "UNKNOWN_MEMBER_ID")


def test_003_a_member_that_was_not_heard_of_has_to_join_again(
    call: Call, stopped_clock: StoppedClock
) -> None:
    group = group_on(call)
    (member,) = settled(call, stopped_clock, group, "1")
    stopped_clock.advance(SESSION_SECONDS)
    refused_twice(heartbeat(call, group, member), 404, "UNKNOWN_MEMBER_ID")
    (again,) = settled(call, stopped_clock, group, "1")
    assert again != member
    assert owned(call, again) == [[0, 1, 2]]


def test_003_who_takes_over_starts_at_the_committed_offset_or_at_0(
    call: Call, stopped_clock: StoppedClock
) -> None:
    """What was processed and not committed comes again: at least once."""
    group = group_on(call, partitions=2)
    produce(call, 0, *"abcde")
    produce(call, 1, *"xyz")
    (one,) = settled(call, stopped_clock, group, "1")
    commit(call, group, one, {"0": 3})
    stopped_clock.advance(SESSION_SECONDS)
    (two,) = settled(call, stopped_clock, group, "2")
    assert owned(call, two) == [[0, 1]]
    assert offsets(call, group) == {"0": 3, "1": 0}
    read = call(
        "GET",
        "/api/v1/consumer-group/records",
        query={"topic": "orders", "partition": 0, "offset": offsets(call, group)["0"]},
    )
    assert [record["value"] for record in read.body["records"]] == ["d", "e"]


def test_003_a_stale_member_commits_nothing(call: Call, stopped_clock: StoppedClock) -> None:
    """Stale request protection: neither with the old generation nor without one."""
    group = group_on(call, partitions=2)
    produce(call, 1, *"abc")
    (one,) = settled(call, stopped_clock, group, "1")
    (two,) = settled(call, stopped_clock, group, "2")
    reply = commit(call, group, one, {"1": 3}, generation=1)
    refused_twice(reply, 409, "ILLEGAL_GENERATION")
    refused_twice(commit(call, group, one, {"1": 3}), 409, "NOT_OWNER")
    assert offsets(call, group) == {"0": 0, "1": 0}
    assert commit(call, group, two, {"1": 3}, generation=2).status == 200


def test_003_partitions_whose_owner_stays_are_not_touched(
    call: Call, stopped_clock: StoppedClock
) -> None:
    """No stop of the world: the first member commits before, while and after another comes."""
    group = group_on(call, partitions=3)
    produce(call, 0, *"abc")
    (one,) = settled(call, stopped_clock, group, "1")
    commit(call, group, one, {"0": 1})
    join(call, group, "2")
    commit(call, group, one, {"0": 2})
    stopped_clock.advance(0.5)
    assert commit(call, group, one, {"0": 3}).body["generation"] == 2

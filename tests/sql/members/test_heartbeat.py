"""queen.heartbeat: a member lives, and hears of a rebalance."""

from collections.abc import Callable

import pytest

from regent.database import Connection
from regent.errors import IllegalGeneration, UnknownGroup, UnknownMember
from regent.stores.members import Members, Standing
from tests.support.clock import StoppedClock
from tests.support.members import generation, group_on, join, owned, produce, settled, state


def test_a_heartbeat_keeps_a_member_for_another_session(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    a, b = settled(members, stopped_clock, group, "a", "b")
    for _ in range(5):
        stopped_clock.advance(9)
        for member in (a, b):
            assert members.heartbeat(group, member) == Standing(1, "STABLE")
    assert owned(members, a, b) == [[0, 1], [2, 3]]


def test_a_member_that_stops_beating_is_replaced(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    a, b = settled(members, stopped_clock, group, "a", "b")
    members.heartbeat(group, b)
    stopped_clock.advance(9.4)
    assert members.heartbeat(group, a) == Standing(1, "STABLE")
    stopped_clock.advance(0.6)  # ten seconds without a heartbeat of b
    assert members.heartbeat(group, a) == Standing(1, "PREPARING_REBALANCE")
    with pytest.raises(UnknownMember):
        members.heartbeat(group, b)
    stopped_clock.advance(0.5)
    assert members.heartbeat(group, a) == Standing(2, "STABLE")
    assert owned(members, a) == [[0, 1, 2, 3]]


def test_what_was_due_long_ago_is_done_as_of_then(
    members: Members, stopped_clock: StoppedClock
) -> None:
    """No request came between the end of b's session and now: the half second is over too."""
    group = group_on(members)
    a = members.join_group(group, "a", 60_000).member_id
    join(members, group, "b")
    stopped_clock.advance(0.5)
    members.heartbeat(group, a)
    stopped_clock.advance(30)
    assert members.heartbeat(group, a) == Standing(2, "STABLE")
    assert owned(members, a) == [[0, 1, 2, 3]]


def test_a_member_hears_of_a_rebalance_by_its_heartbeat(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    join(members, group, "b")
    assert members.heartbeat(group, a) == Standing(1, "PREPARING_REBALANCE")
    stopped_clock.advance(0.5)
    assert members.heartbeat(group, a) == Standing(2, "STABLE")


def test_an_old_generation_is_no_error_of_a_heartbeat(
    members: Members, stopped_clock: StoppedClock
) -> None:
    """A heartbeat is how a member hears of a new generation."""
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    assert members.heartbeat(group, a, 0) == Standing(1, "STABLE")


def test_a_heartbeat_can_commit(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    produce(members, "t", 1, 2, partition=0)
    (a,) = settled(members, stopped_clock, group, "a")
    assert members.heartbeat(group, a, 1, {0: 2}) == Standing(1, "STABLE")
    assert members.read_offsets(group, 0) == {0: 2}
    assert members.heartbeat(group, a, None, {}) == Standing(1, "STABLE")


def test_a_heartbeat_whose_commit_is_refused_is_refused(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    produce(members, "t", 1, 2, partition=0)
    (a,) = settled(members, stopped_clock, group, "a")
    stopped_clock.advance(5)
    with pytest.raises(IllegalGeneration):
        members.heartbeat(group, a, 0, {0: 2})
    assert members.read_offsets(group, 0) == {0: 0}
    stopped_clock.advance(5)
    assert state(members, group) == "EMPTY"


def test_who_is_no_member_hears_that(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    other = group_on(members, app="other")
    (member,) = settled(members, stopped_clock, group, "a")
    for given, name in ((group, "x"), (other, member)):
        with pytest.raises(UnknownMember):
            members.heartbeat(given, name)
    with pytest.raises(UnknownGroup):
        members.heartbeat("G_nowhere_app", member)
    assert generation(members, group) == 1


def test_nobody_waits_for_the_disk_to_say_that_he_lives(
    members: Members, stopped_clock: StoppedClock, connect: Callable[[], Connection]
) -> None:
    """Only a heartbeat with a rebalance or offsets waits, because other members rely on these."""
    group = group_on(members)
    produce(members, "t", 1, partition=0)
    (a,) = settled(members, stopped_clock, group, "a")
    session = connect()
    session.execute("set synchronous_commit = on")  # the tests' server has it off
    session.commit()

    def waits(offsets: str | None = None) -> bool:
        session.execute("select * from queen.heartbeat(%s, %s, null, %s)", (group, a, offsets))
        (setting,) = session.execute("show synchronous_commit").fetchone() or ()
        session.commit()
        return bool(setting == "on")

    assert waits() is False
    assert waits('{"0": 1}') is True
    join(members, group, "b")
    assert waits() is False
    stopped_clock.advance(0.5)
    assert waits() is True
    assert generation(members, group) == 2

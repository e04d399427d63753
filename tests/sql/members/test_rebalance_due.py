"""queen.rebalance_due: the schedule does what is due in groups that nobody calls."""

from collections.abc import Iterator

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.members import Members
from tests.support.clock import StoppedClock
from tests.support.members import group_on, join, settled
from tests.support.rows import rows

STORED = (
    "select name, generation,"
    "       (select count(*) from queen.members m where m.group_id = g.id) as members"
    "  from queen.member_groups g order by name"
)


@pytest.fixture
def schedule(owner_url: str) -> Iterator[Members]:
    """As the role that the schedule logs in with."""
    url = owner_url.replace("//postgres@", "//regent_reclaim@")
    database = Database(Settings(database_url=url))
    yield Members(database, Encryption(Settings()))
    database.close()


def test_nothing_is_due(members: Members, schedule: Members, stopped_clock: StoppedClock) -> None:
    assert schedule.rebalance_due() is False
    settled(members, stopped_clock, group_on(members), "a")
    assert schedule.rebalance_due() is False


def test_groups_that_nobody_calls_are_dealt_out_one_by_one(
    members: Members, schedule: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    for app in "abc":
        join(members, group_on(members, app=app), "x")
    stopped_clock.advance(0.5)
    assert [schedule.rebalance_due() for _ in range(4)] == [True, True, True, False]
    assert [tuple(row.values()) for row in rows(owner_url, STORED)] == [
        ("G_t_a", 1, 1),
        ("G_t_b", 1, 1),
        ("G_t_c", 1, 1),
    ]


def test_members_that_died_are_removed(
    members: Members, schedule: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    settled(members, stopped_clock, group_on(members), "a", "b")
    stopped_clock.advance(10)
    assert [schedule.rebalance_due() for _ in range(2)] == [True, False]
    assert [tuple(row.values()) for row in rows(owner_url, STORED)] == [("G_t_app", 2, 0)]


def test_a_member_that_beat_meanwhile_is_looked_at_and_kept(
    members: Members, schedule: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    stopped_clock.advance(9)
    members.heartbeat(group, member)
    stopped_clock.advance(1)
    assert [schedule.rebalance_due() for _ in range(2)] == [True, False]
    assert [tuple(row.values()) for row in rows(owner_url, STORED)] == [("G_t_app", 1, 1)]

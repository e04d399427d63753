"""queen.list_member_groups: the groups, and of one of them its members."""

import pytest

from regent.errors import UnknownGroup
from regent.paging import Page
from regent.stores.members import Members
from tests.support.clock import StoppedClock
from tests.support.members import EPOCH_OF_2030_MS, group_on, join, settled

NOW = EPOCH_OF_2030_MS


def test_a_group_describes_its_members(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members, "orders", 3, "billing")
    a, b = settled(members, stopped_clock, group, "a", "b")
    assert members.list_member_groups(group=group).rows == [
        {
            "groupId": "G_orders_billing",
            "topic": "orders",
            "appId": "billing",
            "state": "STABLE",
            "generation": 1,
            "createdAtMs": NOW,
            "lastModifiedAtMs": NOW + 500,
            "memberCount": 2,
            "members": [
                {
                    "memberId": a,
                    "consumerId": "a",
                    "sessionTimeoutMs": 10_000,
                    "joinedAt": NOW,
                    "lastHeartbeat": NOW + 500,
                    "partitions": [0, 1],
                },
                {
                    "memberId": b,
                    "consumerId": "b",
                    "sessionTimeoutMs": 10_000,
                    "joinedAt": NOW,
                    "lastHeartbeat": NOW,
                    "partitions": [2],
                },
            ],
        }
    ]


def test_groups_are_listed_by_id(members: Members, stopped_clock: StoppedClock) -> None:
    for app in ("b", "c", "a"):
        group_on(members, app=app)
    join(members, "G_t_b", "x", "y")
    listed = members.list_member_groups(Page(10)).rows
    assert [(row["groupId"], row["state"], row["memberCount"]) for row in listed] == [
        ("G_t_a", "EMPTY", 0),
        ("G_t_b", "PREPARING_REBALANCE", 2),
        ("G_t_c", "EMPTY", 0),
    ]
    assert [row["members"] for row in listed] == [None] * 3
    page = members.list_member_groups(Page(1, after=("G_t_a",)))
    assert ([row["groupId"] for row in page.rows], page.next_key) == (["G_t_b"], ("G_t_b",))


def test_the_list_shows_groups_as_they_are_now(
    members: Members, stopped_clock: StoppedClock
) -> None:
    for app in ("settled", "dead"):
        join(members, group_on(members, app=app), "x")
    stopped_clock.advance(0.5)
    (dead, alive) = members.list_member_groups(Page(10)).rows
    assert (dead["state"], alive["state"], alive["generation"]) == ("STABLE", "STABLE", 1)
    stopped_clock.advance(9)
    members.heartbeat(
        "G_t_settled",
        members.list_member_groups(group="G_t_settled").rows[0]["members"][0]["memberId"],
    )
    stopped_clock.advance(5)
    listed = members.list_member_groups(Page(10)).rows
    assert [(row["appId"], row["state"], row["generation"]) for row in listed] == [
        ("dead", "EMPTY", 2),
        ("settled", "STABLE", 1),
    ]


def test_a_group_that_is_not_there_is_refused(members: Members) -> None:
    with pytest.raises(UnknownGroup) as refused:
        members.list_member_groups(group="G_nowhere_app")
    assert refused.value.detail == {"groupId": "G_nowhere_app"}
    assert members.list_member_groups(Page(10)) == ([], None, None, {})

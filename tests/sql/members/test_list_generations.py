"""queen.list_generations: what led to each rebalance of a group, and who got what."""

from __future__ import annotations

from typing import Any

import pytest

from regent.errors import UnknownGroup
from regent.limits import KEPT_CHANGES, KEPT_GENERATIONS, MAX_POP_BYTES
from regent.paging import Page
from regent.rows import Row
from regent.stores.members import Members
from tests.support.clock import StoppedClock
from tests.support.members import EPOCH_OF_2030_MS, group_on, join, settled
from tests.support.rows import rows, value

NOW = EPOCH_OF_2030_MS


def history(members: Members, group: str, limit: int = 1_000) -> list[Row]:
    return members.list_generations(group, Page(limit)).rows


def what(row: Row) -> list[tuple[str, str | None]]:
    """The changes that led to a generation."""
    return [(each["change"], each["consumerId"]) for each in row["changes"]]


def owners(row: Row) -> dict[str, list[int]]:
    return {each["consumerId"]: each["partitions"] for each in row["members"]}


def test_a_generation_has_its_changes_and_its_members(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    assert history(members, group) == []
    settled(members, stopped_clock, group, "a", "b")
    assert history(members, group) == [
        {
            "generation": 1,
            "changes": [
                {"change": "joined", "consumerId": "a", "at": NOW},
                {"change": "joined", "consumerId": "b", "at": NOW},
            ],
            "changeCount": 2,
            "rebalancedAtMs": NOW + 500,
            "memberCount": 2,
            "members": [
                {"consumerId": "a", "partitions": [0, 1]},
                {"consumerId": "b", "partitions": [2, 3]},
            ],
        }
    ]


def test_each_change_says_of_which_kind_it_was(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    a, b, c = settled(members, stopped_clock, group, *"abc")
    members.leave_group(group, a)
    stopped_clock.advance(0.5)
    members.heartbeat(group, b)
    members.evict_member(group, b)
    stopped_clock.advance(0.5)
    members.heartbeat(group, c)
    members.create_topic("t", 5)
    stopped_clock.advance(0.5)
    members.heartbeat(group, c)
    stopped_clock.advance(60)
    found = history(members, group)
    assert [(row["generation"], what(row), owners(row)) for row in found] == [
        (5, [("expired", "c")], {}),
        (4, [("grew", None)], {"c": [0, 1, 2, 3, 4]}),
        (3, [("evicted", "b")], {"c": [0, 1, 2, 3]}),
        (2, [("left", "a")], {"b": [0, 1], "c": [2, 3]}),
        (1, [("joined", "a"), ("joined", "b"), ("joined", "c")], {"a": [0, 1], "b": [2], "c": [3]}),
    ]
    # A session ends when it ends, however late it is noticed.
    assert found[0]["changes"][0]["at"] == found[1]["rebalancedAtMs"] + 10_000
    assert found[0]["rebalancedAtMs"] == found[1]["rebalancedAtMs"] + 60_000


def test_the_generation_to_come_has_changes_only(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    join(members, group, "b")
    members.leave_group(group, a)
    coming, present = history(members, group)
    assert (coming["generation"], what(coming)) == (2, [("joined", "b"), ("left", "a")])
    assert [coming[name] for name in ("rebalancedAtMs", "memberCount", "members")] == [None] * 3
    assert present["generation"] == 1


def test_a_member_that_joins_again_changes_nothing(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    settled(members, stopped_clock, group, "a")
    join(members, group, "a")
    assert [row["generation"] for row in history(members, group)] == [1]


def test_members_without_partitions_are_counted(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=2)
    settled(members, stopped_clock, group, *"abc")
    (row,) = history(members, group)
    assert (row["memberCount"], owners(row)) == (3, {"a": [0], "b": [1]})


def test_pages_lead_from_the_newest_to_the_oldest(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    for consumer in "abcde":
        settled(members, stopped_clock, group, consumer)
    page, found = Page(2), []
    while True:
        listing = members.list_generations(group, page)
        found.append([row["generation"] for row in listing.rows])
        if listing.next_key is None:
            break
        page = Page(2, after=listing.next_key)
    assert found == [[5, 4], [3, 2], [1]]


def test_a_page_ends_before_it_is_too_large(
    members: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    """One generation always fits."""
    group = group_on(members)
    for consumer in "abc":
        settled(members, stopped_clock, group, consumer)
    longer = "jsonb_build_array(jsonb_build_object('consumerId', repeat('x', %s), 'partitions', 1))"
    rows(owner_url, f"update queen.generations set members = {longer}", (MAX_POP_BYTES // 2,))
    listing = members.list_generations(group, Page(100))
    assert ([row["generation"] for row in listing.rows], listing.next_key) == ([3], (3,))
    rows(owner_url, f"update queen.generations set members = {longer}", (2 * MAX_POP_BYTES,))
    listing = members.list_generations(group, Page(100))
    assert ([row["generation"] for row in listing.rows], listing.next_key) == ([3], (3,))


def test_the_last_generations_are_kept(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    for _ in range(KEPT_GENERATIONS // 2 + 2):
        (member,) = settled(members, stopped_clock, group, "a")
        members.leave_group(group, member)
    found = [row["generation"] for row in history(members, group)]
    newest = KEPT_GENERATIONS + 4
    assert found == [*range(newest, newest - KEPT_GENERATIONS, -1)]


def test_the_first_changes_of_a_generation_are_kept_and_all_are_counted(
    members: Members, stopped_clock: StoppedClock
) -> None:
    """One by one as they join, and at once as their sessions end."""
    group = group_on(members)
    names = [f"c{nth}" for nth in range(KEPT_CHANGES + 3)]
    settled(members, stopped_clock, group, *names)
    (row,) = history(members, group)
    assert [name for _, name in what(row)] == names[:KEPT_CHANGES]
    assert row["changeCount"] == KEPT_CHANGES + 3
    stopped_clock.advance(60)
    row = history(members, group)[0]
    assert ({change for change, _ in what(row)}, len(row["changes"])) == ({"expired"}, KEPT_CHANGES)
    assert row["changeCount"] == KEPT_CHANGES + 3


def test_a_history_goes_with_its_group(
    members: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    group = group_on(members)
    settled(members, stopped_clock, group, "a")
    members.delete_member_group(group, force=True)
    assert value(owner_url, "select count(*) from queen.generations") == 0
    with pytest.raises(UnknownGroup) as refused:
        history(members, group)
    assert refused.value.detail == {"groupId": group}


def test_a_group_that_goes_with_its_last_member_leaves_nothing(
    members: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    members.create_topic("t", 1)
    group: Any = members.register_group("t", "a", delete_when_empty=True)["groupId"]
    (member,) = settled(members, stopped_clock, group, "a")
    members.evict_member(group, member)
    assert value(owner_url, "select count(*) from queen.generations") == 0

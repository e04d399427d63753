"""queen.preview_evict_member: what an eviction would do, before it is done."""

from __future__ import annotations

import pytest

from regent.errors import UnknownGroup, UnknownMember
from regent.paging import Page
from regent.stores.members import Members
from tests.support.clock import StoppedClock
from tests.support.members import group_on, owned, produce, settled
from tests.support.rows import rows


def test_the_preview_says_what_the_eviction_then_does(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=5)
    a, b, c = settled(members, stopped_clock, group, *"abc")
    produce(members, "t", 1, 2, 3, partition=0)
    produce(members, "t", 4, partition=1)
    produce(members, "t", 5, partition=2)  # another member's
    members.commit_offsets(group, a, {0: 1})
    preview = members.preview_evict_member(group, a)
    assert preview == {
        "consumerId": "a",
        "partitions": [0, 1],
        "membersLeft": 2,
        "uncommitted": 3,
        "assignment": [
            {"consumerId": "b", "partitions": [0, 1, 2]},
            {"consumerId": "c", "partitions": [3, 4]},
        ],
    }
    assert owned(members, a, b, c) == [[0, 1], [2, 3], [4]]  # nothing has changed
    done = members.evict_member(group, a)
    assert done == {name: preview[name] for name in done}
    stopped_clock.advance(0.5)
    newest = members.list_generations(group, Page(1)).rows[0]
    assert newest["members"] == preview["assignment"]


def test_members_whose_sessions_are_over_get_nothing(
    members: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    group = group_on(members)
    a, b, silent = settled(members, stopped_clock, group, *"abc")
    stopped_clock.advance(6)
    members.heartbeat(group, a)
    members.heartbeat(group, b)
    stopped_clock.advance(6)
    before = rows(owner_url, "select * from queen.members order by place")
    preview = members.preview_evict_member(group, a)
    assert (preview["membersLeft"], preview["assignment"]) == (
        1,
        [{"consumerId": "b", "partitions": [0, 1, 2, 3]}],
    )
    with pytest.raises(UnknownMember) as refused:
        members.preview_evict_member(group, silent)
    assert refused.value.detail == {"memberId": silent}
    assert rows(owner_url, "select * from queen.members order by place") == before


def test_the_last_members_eviction_leaves_nobody(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    preview = members.preview_evict_member(group, a)
    assert (preview["membersLeft"], preview["assignment"]) == (0, [])


def test_what_is_not_there_is_refused(members: Members) -> None:
    group = group_on(members)
    with pytest.raises(UnknownMember):
        members.preview_evict_member(group, "x")
    with pytest.raises(UnknownGroup):
        members.preview_evict_member("G_nowhere_app", "x")

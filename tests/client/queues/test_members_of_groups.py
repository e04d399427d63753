"""Members of a topic's group, for those who look after it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from regent.errors import UnknownGroup, UnknownMember
from tests.client.handlers import Wire
from tests.support.clock import StoppedClock
from tests.support.http import Call
from tests.support.members_http import group_on, owned, produce, settled

JOINED = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def group(call: Call, stopped_clock: StoppedClock) -> str:
    """A topic with three partitions, and a group with two members."""
    name = group_on(call)
    owned(call, *settled(call, stopped_clock, name, "a", "b"))
    return name


def test_a_member_is_seen_and_evicted(regent: Any, call: Call, group: str) -> None:
    produce(call, 0, "x")
    watched = regent.group(group)
    first, second = watched.members()
    assert (first.consumer_id, first.partitions, second.partitions) == ("a", (0, 1), (2,))
    assert (first.joined_at, first.session_timeout_ms) == (JOINED, 10_000)
    preview = watched.evict(first.member_id, dry_run=True)
    assert (preview.dry_run, preview.uncommitted, preview.members_left) == (True, 1, 1)
    assert [(each.consumer_id, each.partitions) for each in preview.assignment] == [
        ("b", (0, 1, 2))
    ]
    evicted = watched.evict(first.member_id)
    assert (evicted.consumer_id, evicted.partitions, evicted.dry_run) == ("a", (0, 1), False)
    assert [each.consumer_id for each in watched.members()] == ["b"]
    with pytest.raises(UnknownMember):
        watched.evict(first.member_id)
    coming, present = watched.generations()
    assert (coming.generation, coming.rebalanced_at, coming.members) == (2, None, None)
    assert [(each.change, each.consumer_id) for each in coming.changes] == [("evicted", "a")]
    assert (present.change_count, present.members[0].partitions) == (2, (0, 1))
    assert present.changes[0].at == JOINED
    assert [row.generation for row in watched.generations(limit=1)] == [2]


def test_an_eviction_whose_answer_is_lost_is_not_sent_again(
    regent: Any, wire: Wire, group: str
) -> None:
    """A repeat would find no member."""
    watched = regent.group(group)
    member = watched.members()[0].member_id
    wire.lose_answer("/members/")
    with pytest.raises(Exception, match="lost"):
        watched.evict(member)
    assert [each.consumer_id for each in watched.members()] == ["b"]


def test_a_group_that_is_not_there(regent: Any) -> None:
    for asks in (
        regent.group("G_nowhere_app").members,
        lambda: list(regent.group("G_nowhere_app").generations()),
        lambda: regent.group("G_nowhere_app").evict("m"),
    ):
        with pytest.raises(UnknownGroup):
            asks()

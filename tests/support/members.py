"""The steps of which tests of topics and members are made: what the handlers do, without HTTP."""

from __future__ import annotations

from typing import Any

from regent.stores.members import Members, Produced
from tests.support.clock import StoppedClock

#: From the last join, leave or failure to the rebalance.
REBALANCE_SECONDS = 0.5
SESSION_MS = 10_000
SESSION_SECONDS = 10.0
EPOCH_OF_2030_MS = 1_893_456_000_000  # where a stopped clock begins


def produce(
    members: Members, topic: str, *values: Any, partition: int | None = None, **fields: Any
) -> list[Produced]:
    """Store records."""
    records = [{"value": value, "partition": partition, **fields} for value in values]
    return members.produce(topic, records)  # type: ignore[arg-type]


def group_on(members: Members, topic: str = "t", partitions: int = 4, app: str = "app") -> str:
    """A topic, and the group of an application on it; the group's id."""
    members.create_topic(topic, partitions)
    group: str = members.register_group(topic, app)["groupId"]
    return group


def join(members: Members, group: str, *consumers: str) -> list[str]:
    """Join at one moment, without a rebalance; the members' ids."""
    return [members.join_group(group, consumer, SESSION_MS).member_id for consumer in consumers]


def settled(members: Members, clock: StoppedClock, group: str, *consumers: str) -> list[str]:
    """Join, and let the rebalance come; the members' ids."""
    joined = join(members, group, *consumers)
    clock.advance(REBALANCE_SECONDS)
    if joined:
        members.read_assignment(joined[0])
    return joined


def owned(members: Members, *member_ids: str) -> list[list[int]]:
    """What each has been assigned."""
    return [members.read_assignment(member_id).partitions for member_id in member_ids]


def generation(members: Members, group: str) -> int:
    """The group's."""
    found: int = members.list_member_groups(group=group).rows[0]["generation"]
    return found


def state(members: Members, group: str) -> str:
    """The group's."""
    found: str = members.list_member_groups(group=group).rows[0]["state"]
    return found

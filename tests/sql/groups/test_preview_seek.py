"""queen.preview_seek: what a seek would do, which is what it then does."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from regent.database import Database
from regent.errors import GroupNotFound, LeaseLive, PartitionNotFound, QueueNotFound
from regent.stores.groups import Groups, Target
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.races.sessions import rewrite
from tests.support.clock import Clock
from tests.support.members import group_on
from tests.support.previews import moved, open_to, told
from tests.support.rows import rows, value
from tests.support.store import pop, push

END, BEGINNING = Target("end"), Target("beginning")
TARGETS = [
    ("a", Target("offset", offset=2)),
    (None, END),
    (None, BEGINNING),
    ("a", Target("offset", offset=3)),
    ("a", Target("offset", offset=1)),
    ("b", END),
    ("c", Target("offset", offset=2)),
    ("c", BEGINNING),
]


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def agrees(groups: Groups, owner_url: str, partition: str | None, target: Target) -> Any:
    """Look, seek, and compare; the preview's row."""
    (seen,) = groups.preview_seek("g", "q", partition, target)
    before = open_to(owner_url)
    sought = groups.seek("g", "q", partition, target, force=True)
    assert (seen["partitionsUpdated"], seen["cursor"]) == sought
    assert told([seen]) == moved(before, open_to(owner_url))
    return seen


@pytest.mark.usefixtures("many_states")
@pytest.mark.parametrize(("partition", "target"), TARGETS)
def test_a_seek_does_what_its_preview_says(
    groups: Groups, owner_url: str, partition: str | None, target: Target
) -> None:
    seen = agrees(groups, owner_url, partition, target)
    assert seen["held"] == (0 if partition in ("b", "c") else 1)
    again = agrees(groups, owner_url, partition, target)
    assert (again["skipped"], again["again"]) == (0, 0)


@pytest.mark.usefixtures("many_states")
def test_skipped_and_again_are_numbers_of_messages(groups: Groups) -> None:
    (end,) = groups.preview_seek("g", "q", None, END)
    (beginning,) = groups.preview_seek("g", "q", None, BEGINNING)
    assert (end["partitionsUpdated"], end["skipped"], end["again"]) == (3, 10, 0)
    assert (beginning["partitionsUpdated"], beginning["skipped"], beginning["again"]) == (3, 0, 7)
    assert (end["atLeast"], end["members"]) == (False, 0)


def test_to_an_instant_and_before_one_that_is_to_come(
    groups: Groups, store: Queues, clock: Clock, owner_url: str
) -> None:
    push(store, "q", 1, 2)
    clock.advance(100)
    instant = value(owner_url, "select queen.now()")
    push(store, "q", 3)
    pop(store, "q", group="g", batch=9, auto_ack=True)
    assert agrees(groups, owner_url, None, Target("timestamp", instant=instant))["again"] == 1
    pop(store, "q", group="later", mode="timestamp", instant=instant + timedelta(days=1))
    (seen,) = groups.preview_seek("later", "q", None, BEGINNING)
    assert (seen["partitionsUpdated"], seen["skipped"], seen["again"]) == (1, 0, 3)


def test_leases_and_members_in_the_way_are_told_and_nothing_is_changed(
    groups: Groups, store: Queues, members: Members, owner_url: str
) -> None:
    state = "select string_agg(c::text || c.xmin, ' ' order by c) from queen.partition_consumers c"
    push(store, "q", 1, 2)
    pop(store, "q", group="g")
    before = value(owner_url, state)
    (seen,) = groups.preview_seek("g", "q", None, END)
    with pytest.raises(LeaseLive) as refused:
        groups.seek("g", "q", None, END)
    assert (seen["held"], seen["heldUntil"]) == (1, (refused.value.detail or {})["heldUntil"])
    assert value(owner_url, state) == before
    group = group_on(members, partitions=2)
    members.join_group(group, "one", 10_000)
    topic = rows(owner_url, "select name from queen.queues where fixed_partitions > 0")[0]["name"]
    assert groups.preview_seek(group, topic, None, END)[0]["members"] == 1


def test_it_says_where_it_stopped(store: Queues, owner_url: str) -> None:
    for name in "abc":
        push(store, "q", 1, partition=name)
        pop(store, "q", name, group="g", auto_ack=True)
    looked = "select * from queen.preview_seek('g', 'q', null, 'beginning', null, null, %s)"
    (two,), (three,) = rows(owner_url, looked, (2,)), rows(owner_url, looked, (3,))
    assert (two["at_least"], two["again"], three["at_least"], three["again"]) == (True, 2, False, 3)


def test_what_is_not_there_is_refused_as_by_the_seek(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, partition="p")
    push(store, "q", 1, partition="other")
    pop(store, "q", "p", group="g")
    for names, error in (
        (("g", "no", None), QueueNotFound),
        (("g", "q", "no"), PartitionNotFound),
        (("no", "q", None), GroupNotFound),
        (("g", "q", "other"), GroupNotFound),
    ):
        for ask in (groups.preview_seek, groups.seek):
            with pytest.raises(error):
                ask(*names, END)


@pytest.mark.usefixtures("many_states")
@pytest.mark.parametrize(
    "change",
    [
        ("_moved_delivery", ("_open_in(c.completed, f.first, t.target)", "t.target - f.first")),
        (
            "_moved_delivery",
            ("when p.removed = 0 or exists", "when true or exists"),
            ("p.head, p.removed),", "p.head, 0),"),
        ),
        ("seek", ("_seek_changes(c, t.target)", "c.committed <> t.target")),
        (
            "seek",
            (
                "completed = _missing_offsets(a.id, v_group, a.cursor, a.head, a.removed)",
                "completed = null",
            ),
        ),
    ],
)
def test_a_preview_that_disagrees_is_caught(
    groups: Groups, owner_url: str, change: tuple[str, *tuple[tuple[str, str], ...]]
) -> None:
    rewrite(owner_url, *change)
    with pytest.raises(AssertionError):
        [agrees(groups, owner_url, *where) for where in TARGETS]

"""queen.preview_delete_group: what a deletion would do, which is what it then does."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.errors import LeaseLive
from regent.rows import camel
from regent.stores.groups import Deleted, Groups
from regent.stores.queue import Queues
from tests.races.sessions import rewrite
from tests.support.previews import moved, open_to, told
from tests.support.rows import rows
from tests.support.store import pop, push


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def look(groups: Groups, queue: str | None, *, records: bool = True, mode: str = "all") -> Any:
    return groups.preview_delete_group("g", queue, records=records, default_mode=mode)


def agrees(
    groups: Groups, store: Queues, owner_url: str, queue: str | None, *, records: bool
) -> list[Any]:
    """Look, delete, let the group pop again, and compare; the preview's rows."""
    seen = look(groups, queue, records=records)
    before = open_to(owner_url)
    deleted = groups.delete_group("g", queue, records=records, force=True)
    assert Deleted(*(seen[0][camel(name)] for name in Deleted._fields)) == deleted
    for row in seen:
        pop(store, row["queue"], group="g")
    assert told(seen) == moved(before, open_to(owner_url))
    return seen


@pytest.mark.usefixtures("many_states")
@pytest.mark.parametrize("records", [True, False])
@pytest.mark.parametrize("queue", ["q", None])
def test_a_deletion_does_what_its_preview_says(
    groups: Groups, store: Queues, owner_url: str, queue: str | None, records: bool
) -> None:
    push(store, "other", "history")
    pop(store, "other", group="g", mode="new")
    push(store, "other", 1, 2)
    pop(store, "other", group="g", auto_ack=True)
    seen = agrees(groups, store, owner_url, queue, records=records)
    assert (seen[0]["queue"], seen[0]["held"], seen[0]["deadLetters"]) == ("q", 1, 1)
    assert told(seen)["q", "g"] == (0, 7)
    if queue is None:
        assert told(seen)["other", "g"] == (0, 2 if records else 1)
        assert seen[0]["partitions"] == 4


def test_without_a_record_the_settings_mode_decides(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, 2, 3)
    pop(store, "q", group="g", auto_ack=True)
    assert told(look(groups, "q", mode="new")) == {("q", "g"): (2, 0)}
    assert told(look(groups, "q", records=False, mode="new")) == {("q", "g"): (0, 1)}


def test_what_is_not_there_has_nothing_to_lose(groups: Groups) -> None:
    for queue in ("q", None):
        (row,) = look(groups, queue)
        assert (row["partitions"], row["deadLetters"], row["subscriptions"]) == (0, 0, 0)
        assert (row["queue"], row["atLeast"], row["members"]) == (None, False, 0)


def test_a_lease_is_told_that_is_in_the_way(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    (row,) = look(groups, "q")
    with pytest.raises(LeaseLive) as refused:
        groups.delete_group("g", "q", records=True, force=False)
    assert (row["held"], row["heldUntil"]) == (1, (refused.value.detail or {})["heldUntil"])


def test_queues_share_what_it_looks_at(store: Queues, owner_url: str) -> None:
    for queue in ("one", "two"):
        for name in "ab":
            push(store, queue, 1, partition=name)
            pop(store, queue, name, group="g", auto_ack=True)
    looked = "select * from queen.preview_delete_group('g', null, true, 'all', %s)"
    assert [(row["at_least"], row["again"]) for row in rows(owner_url, looked, (2,))] == [
        (True, 1),
        (True, 1),
    ]
    assert {row["at_least"] for row in rows(owner_url, looked, (4,))} == {False}


@pytest.mark.usefixtures("many_states")
@pytest.mark.parametrize(
    "change",
    [
        ("preview_delete_group", ("when 'all' then 'beginning'", "when 'none' then 'beginning'")),
        ("delete_group", ("d.group_id = any(v_groups)", "false")),
    ],
)
def test_a_preview_that_disagrees_is_caught(
    groups: Groups, store: Queues, owner_url: str, change: tuple[str, tuple[str, str]]
) -> None:
    rewrite(owner_url, *change)
    with pytest.raises(AssertionError):
        agrees(groups, store, owner_url, "q", records=False)

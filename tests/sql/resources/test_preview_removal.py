"""queen.preview_removal: what it would do to clear or delete, which is what that then does."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.errors import LeaseLive, PartitionNotFound, PartitionsFixed, QueueNotFound
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.races.sessions import rewrite
from tests.support.previews import moved, open_to, told
from tests.support.rows import rows, stored, value
from tests.support.store import configure, pop, push

LETTERS = "select count(*) from queen.dead_letter_queue"
WAYS = [("clear", None), ("clear", "a"), ("delete", "c"), ("delete", None)]


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def carry_out(resources: Resources, store: Queues, verb: str, partition: str | None) -> None:
    if verb == "clear":
        cleared = resources.clear_queue("q", partition=partition, force=True)
        assert cleared["partitions"] == (3 if partition is None else 1)
    elif partition is None:
        assert store.delete_queue("q")
    else:
        resources.delete_partition("q", partition, force=True)


def agrees(
    resources: Resources, store: Queues, owner_url: str, verb: Any, partition: str | None
) -> list[Any]:
    """Look, clear or delete, and compare; the preview's rows."""
    seen = resources.preview_removal(verb, "q", partition)
    before, kept, letters = open_to(owner_url), stored(owner_url), value(owner_url, LETTERS)
    carry_out(resources, store, verb, partition)
    assert seen[0]["deletedMessages"] == kept - stored(owner_url)
    assert seen[0]["deadLetters"] == letters - value(owner_url, LETTERS)
    assert told(seen) == moved(before, open_to(owner_url))
    return seen


@pytest.mark.usefixtures("many_states")
@pytest.mark.parametrize(("verb", "partition"), WAYS)
def test_what_is_cleared_or_deleted_is_what_its_preview_says(
    resources: Resources, store: Queues, owner_url: str, verb: str, partition: str | None
) -> None:
    push(store, "neighbour", 1)
    seen = agrees(resources, store, owner_url, verb, partition)
    assert (seen[0]["existed"], seen[0]["atLeast"]) == (True, False)
    assert seen[0]["deletedMessages"] == {None: 17, "a": 6, "c": 5}[partition]
    assert seen[0]["deadLetters"] == (verb == "delete")
    assert [(row["consumerGroup"], row["held"]) for row in seen if row["held"]] == (
        [] if partition == "c" else [("g", 1)]
    )


def test_a_lease_is_told_that_is_in_the_way(resources: Resources, store: Queues) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    (row,) = resources.preview_removal("clear", "q")
    with pytest.raises(LeaseLive) as refused:
        resources.clear_queue("q", partition=None, force=False)
    assert (row["held"], row["heldUntil"]) == (1, (refused.value.detail or {})["until"])


def test_a_queue_without_groups_and_one_that_is_not_there(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", 1)
    (row,) = resources.preview_removal("delete", "q")
    assert (row["existed"], row["deletedMessages"], row["consumerGroup"]) == (True, 1, None)
    (row,) = resources.preview_removal("delete", "no")
    assert (row["existed"], row["deletedMessages"], row["partitions"]) == (False, 0, 0)


def test_what_cannot_be_done_is_refused_as_by_the_change(
    resources: Resources, store: Queues
) -> None:
    configure(store, "fixed", partitions=2)
    push(store, "q", 1)
    for verb, names, error in (
        ("clear", ("no", None), QueueNotFound),
        ("clear", ("q", "no"), PartitionNotFound),
        ("delete", ("no", "p"), QueueNotFound),
        ("delete", ("q", "no"), PartitionNotFound),
        ("delete", ("fixed", "0"), PartitionsFixed),
    ):
        with pytest.raises(error):
            resources.preview_removal(verb, *names)  # type: ignore[arg-type]


def test_it_says_where_it_stopped(store: Queues, owner_url: str) -> None:
    for name in "abcd":
        push(store, "q", 1, partition=name)
    for group in ("g", "h"):
        pop(store, "q", group=group)
    looked = "select * from queen.preview_removal('q', null, 'delete', %s)"
    few, half, all_of_them = (rows(owner_url, looked, (most,)) for most in (2, 4, 8))
    assert [(row["at_least"], row["deleted_messages"], row["skipped"]) for row in few] == [
        (True, 2, 1),
        (True, 2, 1),
    ]
    assert [(row["at_least"], row["deleted_messages"], row["skipped"]) for row in half] == [
        (True, 4, 2),
        (True, 4, 2),
    ]
    assert [(row["at_least"], row["skipped"]) for row in all_of_them] == [(False, 4), (False, 4)]


@pytest.mark.usefixtures("many_states")
@pytest.mark.parametrize(
    "change",
    [
        ("preview_removal", ("sum(p.head - p.tail - p.removed)", "sum(p.head - p.tail)")),
        ("preview_removal", ("'end', null, null", "'beginning', null, null")),
        ("preview_removal", ("d.partition_id = v_one", "false")),
        ("clear_queue", ("delete from messages m where", "delete from messages m where false and")),
    ],
)
def test_a_preview_that_disagrees_is_caught(
    resources: Resources, store: Queues, owner_url: str, change: tuple[str, tuple[str, str]]
) -> None:
    rewrite(owner_url, *change)
    with pytest.raises(AssertionError):
        [agrees(resources, store, owner_url, *way) for way in WAYS]

"""queen.note_change: a note is a part of its change."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from regent.changes import Change, noted, noting, present_change
from regent.database import Database
from regent.paging import Page
from regent.stores.audit import Audit, WhichChanges
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.rows import rows, stored, value
from tests.support.store import push

CLEAR = Change("ann", "clear_queue", {"queue": "q"}, {}, "r1")


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def clear(resources: Resources, change: Change | None = CLEAR) -> None:
    with noting(change):
        resources.clear_queue("q", partition=None, force=False)


def notes(database: Database) -> list[dict[str, Any]]:
    return Audit(database).list_changes(WhichChanges(), Page(9)).rows


def test_a_change_that_cannot_be_noted_is_not_made(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    push(store, "q", 1)
    rows(owner_url, "alter table queen.changes add check (false)")
    with pytest.raises(psycopg.errors.CheckViolation):
        clear(resources)
    assert stored(owner_url) == 1


def test_a_note_in_a_statement_of_its_own_is_found(
    resources: Resources, store: Queues, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(database: Database, statement: Any, given: Any, *, result: Any) -> Any:
        rows = database.fetch_rows(statement, given)
        change = present_change()
        assert change is not None
        database.fetch(noted("select 1", "json_build_object()"), change.columns())
        return rows

    monkeypatch.setattr(Database, "change_rows", twice)
    with pytest.raises(AssertionError, match="assert 0 == 1"):
        test_a_change_that_cannot_be_noted_is_not_made(resources, store, owner_url)


def test_only_whoever_wants_a_note_gets_one(
    database: Database, resources: Resources, store: Queues
) -> None:
    push(store, "q", 1)
    clear(resources, None)
    assert notes(database) == []
    clear(resources)
    assert [note["subject"] for note in notes(database)] == ["ann"]
    assert present_change() is None


@pytest.mark.parametrize(
    ("found", "result", "counts"),
    [
        ("values (1), (2)", "json_build_object('n', sum(column1)) from done", {"n": 3}),
        ("values (1), (2)", "json_build_object('n', 1) from done where column1 > 2", None),
        ("select 1 where false", "json_build_object('n', count(*)) from done", {"n": 0}),
        ("select 1 where false", "json_build_object('n', 1) from done", None),
    ],
)
def test_it_is_noted_whether_or_not_rows_come_back(
    database: Database, owner_url: str, found: Any, result: Any, counts: dict[str, int] | None
) -> None:
    with noting(CLEAR):
        assert database.change(found, (), result=result) == database.fetch(found)
    noted_results = [row["result"] for row in rows(owner_url, "select result from queen.changes")]
    assert noted_results == ([] if counts is None else [counts])


def test_a_partition_that_is_named_by_its_id_has_its_names(
    database: Database, store: Queues, owner_url: str
) -> None:
    push(store, "q", 1, partition="p")
    partition = value(owner_url, "select id from queen.partitions")
    for target in (str(partition), "0", "x", "9" * 40):
        with noting(Change("ann", "retry", {"partitionId": target}, {}, "r1")):
            database.change("select 1", (), result="json_build_object()")
    targets = [row["target"] for row in rows(owner_url, "select target from queen.changes")]
    assert targets == [
        {"queue": "q", "partition": "p", "partitionId": str(partition)},
        *({"partitionId": target} for target in ("0", "x", "9" * 40)),
    ]
    assert len(Audit(database).list_changes(WhichChanges(queue="q"), Page(9)).rows) == 1

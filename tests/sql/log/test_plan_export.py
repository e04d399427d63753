"""log.plan_export: the next messages to export, none of which another one can still come before."""

from __future__ import annotations

from contextlib import closing

import psycopg
import pytest

from regent.database import Database
from regent.stores.log import LogStore
from tests.races.sessions import Session, rewrite
from tests.support import warm
from tests.support.log import append, created, message
from tests.support.rows import rows

MUCH = 10**9


@pytest.fixture
def export(owner_url: str):
    """The store, as the role of the export."""
    with warm.opened(owner_url.replace("//postgres@", "//regent_export@")) as database:
        yield LogStore(database)


def test_ranges_follow_each_other_up_to_the_safe_position(log: LogStore, export: LogStore) -> None:
    append(log, *(created("Algebra") for _ in range(5)))
    assert export.plan_export(0, 2, MUCH) == (2, 2, 5)
    assert export.plan_export(2, 2, MUCH) == (4, 2, 5)
    assert export.plan_export(4, 2, MUCH) == (5, 1, 5)
    assert export.plan_export(5, 2, MUCH) == (None, 0, 5)


def test_a_range_ends_where_it_has_enough_bytes_and_has_one_message_at_least(
    log: LogStore, export: LogStore
) -> None:
    append(log, *(message("t", text="x" * 1_000) for _ in range(3)))
    assert export.plan_export(0, 9, 2_500) == (2, 2, 3)
    assert export.plan_export(0, 9, 1) == (1, 1, 3)


def plan_beside_an_append(log: LogStore, export: LogStore, url: str) -> int | None:
    """Position 2 is taken and not committed; position 3 is."""
    append(log, created("Algebra"))
    with closing(Session(url)) as slow:
        append(slow.log, created("Algebra"))
        append(log, created("Algebra"))
        upto, _, _ = export.plan_export(0, 9, MUCH)
        slow.commit()
    return upto


def test_no_message_can_still_come_before_those_of_a_range(log, export, url) -> None:
    assert plan_beside_an_append(log, export, url) == 1
    assert export.plan_export(1, 9, MUCH) == (3, 2, 3)


def test_ranges_beyond_the_safe_position_are_caught(log, export, url, owner_url) -> None:
    rewrite(owner_url, "plan_export", ("m.position <= v_safe", "true"))
    assert plan_beside_an_append(log, export, url) == 3


def test_nobody_else_may_plan_or_read_it(url: str, jobs_url: str) -> None:
    for role in (url, jobs_url):
        for statement in (
            "select * from log.plan_export(0, 1, 1)",
            "select * from log.messages_to_export",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                rows(role, statement)


def test_what_the_export_reads_is_what_was_appended(
    database: Database, log: LogStore, owner_url: str
) -> None:
    first = message("t", n=1)
    append(log, first, {**message("u"), "metadata": {"m": 1}, "causationId": first["id"]})
    one, two = rows(
        owner_url.replace("//postgres@", "//regent_export@"),
        "select * from log.messages_to_export order by position",
    )
    assert (one["position"], one["type"], one["id"]) == (1, "t", first["id"])
    assert (one["payload"], one["metadata"]) == ('{"n":1}', None)
    assert (two["metadata"], two["causation_id"]) == ('{"m":1}', first["id"])

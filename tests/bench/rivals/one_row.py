"""Regent's log with another way to keep commit order: an append takes positions from one row, and
holds that row to its commit. A reader needs no safe position then, and appends take turns."""

from __future__ import annotations

import psycopg

from regent.install import install
from tests.support.routines import variant

_TAKEN = """with taken as (
                update counter set head = head + cardinality(v_new.places)
                returning head - cardinality(v_new.places) as base),
            item as materialized (
                select (select base from taken) + row_number() over () as position,"""
_FROM_SEQUENCE = """with item as materialized (
                select nextval('log.positions') as position,"""
_GIVEN = "coalesce(pg_sequence_last_value('log.positions'), 0)"
#: By routine: the present text, and its replacement.
CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "append": (("perform _mark_append();", ""), (_FROM_SEQUENCE, _TAKEN)),
    "_safe_position": (
        ("v_given := _last_position();", "return _last_position();"),
        ("perform _require_fresh_looks();", ""),
    ),
    "_last_position": ((_GIVEN, "(select head from log.counter)"),),
}


def install_one_row(url: str) -> None:
    """Regent's schema, with those routines replaced."""
    install(url)
    with psycopg.connect(url) as connection:
        connection.execute("set role regent_owner")
        connection.execute("set search_path = log, pg_temp")
        connection.execute("set check_function_bodies = off")
        connection.execute("create table counter (head bigint not null) with (fillfactor = 10)")
        connection.execute("insert into counter values (0)")
        for routine, changes in CHANGES.items():
            connection.execute(variant(f"log.{routine}", *changes).encode())

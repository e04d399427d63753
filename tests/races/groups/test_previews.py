"""Previews wait for nobody, and nobody waits for them."""

from __future__ import annotations

import psycopg
import pytest

from regent.limits import MAX_PREVIEWED
from regent.stores.groups import Target
from tests.races.sessions import Broken, Open, Watcher, pop, push

#: As the stores ask.
PREVIEWS = {
    "seek": "queen.preview_seek('g', 'q', null, 'beginning', null, null, {most})",
    "seek of a partition": "queen.preview_seek('g', 'q', 'p', 'end', null, null, {most})",
    "delete group": "queen.preview_delete_group('g', null, true, 'all', {most})",
    "clear": "queen.preview_removal('q', null, 'clear', {most})",
    "delete": "queen.preview_removal('q', null, 'delete', {most})",
    "configure": "queen.preview_configure('q', null, null, null, '{{\"ttl\": 1}}', null, {most})",
    "redrive": 'queen.preview_redrive(\'{{"queue": "q"}}\', null, null, {most})',
    "purge": 'queen.count_dead_letters(\'{{"queue": "q"}}\', null, {most})',
}


def looks(session: Open) -> None:
    """Every preview, in a transaction that may neither write nor lock a row."""
    onlooker = session()
    onlooker.execute("set transaction read only")
    for preview in PREVIEWS.values():
        onlooker.execute("select * from " + preview.format(most=MAX_PREVIEWED))
    advisory = "select count(*) from pg_locks where pid = %s and locktype = 'advisory'"
    assert onlooker.execute(advisory, (onlooker.pid,)) == [(0,)]
    onlooker.rollback()


def test_a_preview_waits_for_nobody_and_locks_nothing(session: Open, watcher: Watcher) -> None:
    consumer, operator, onlooker = session(), session(), session()
    push(consumer, "a", "b")
    pop(consumer)
    consumer.commit()
    operator.groups.seek("g", "q", None, Target("beginning"), force=True)  # holds all of its rows
    for preview in PREVIEWS.values():
        look = onlooker.start(
            onlooker.execute, "select * from " + preview.format(most=MAX_PREVIEWED)
        )
        assert watcher.settled(onlooker, look)
        assert look.result() is not None
    operator.rollback()
    looks(session)


def test_a_preview_that_locks_is_caught(session: Open, broken: Broken) -> None:
    consumer = session()
    push(consumer, "a")
    pop(consumer)
    consumer.commit()
    broken(
        "preview_removal",
        ("plpgsql stable security", "plpgsql security"),
        ("where q.name = p_queue;", "where q.name = p_queue for no key update;"),
    )
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        looks(session)

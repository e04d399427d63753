"""The connection dies at each step of the protocol: after a retry nothing is lost or doubled."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import DatabaseUnavailable
from regent.settings import Settings
from regent.stores.queue import Queues
from tests.races.proxy import CutWire
from tests.races.sessions import Session, acks, drain, item, payloads, pop

MOST_STEPS = 40


@pytest.fixture
def wire(url: str) -> Iterator[CutWire]:
    parts = urlsplit(url)
    (server_folder,) = parse_qs(parts.query)["host"]
    with tempfile.TemporaryDirectory(prefix="regent-wire-") as folder:
        wire = CutWire(Path(folder), f"{server_folder}/.s.PGSQL.5432")
        wire.url = f"postgresql://regent_api@/{parts.path[1:]}?host={folder}"
        yield wire
        wire.close()


@pytest.fixture
def over_the_wire(wire: CutWire) -> Iterator[Queues]:
    database = Database(Settings(database_url=wire.url))
    yield Queues(database, Encryption(Settings()))
    database.close()


CUTS = [(direction, relay) for direction in ("sent", "answered") for relay in (False, True)]


def cuts(wire: CutWire, direction: str, relay: bool) -> Iterator[int]:
    """Arm the wire for one step after the other, until a call needs no more steps."""
    for step in itertools.count(1):
        assert step < MOST_STEPS
        wire.arm(direction, step, relay=relay)
        yield step
        wire.disarm()
        if not wire.cut:
            return


def retried(call, *arguments):
    """Repeat as a client does after a 503. The answer, and the number of repeats."""
    for tries in range(5):
        try:
            return call(*arguments), tries
        except DatabaseUnavailable:
            pass
    raise AssertionError("one cut made five calls fail")


@pytest.mark.parametrize(("direction", "relay"), CUTS)
def test_a_push_that_is_cut_anywhere_is_stored_once(session, wire, over_the_wire, direction, relay):
    """The connection's first statement, which it prepares, is cut as well as later ones."""
    reader: Session = session(autocommit=True)
    answers, tried = {}, 0
    for step in cuts(wire, direction, relay):
        name = f"{step:02}"
        (answer,), tries = retried(over_the_wire.push, [item("q", name, transaction=name)])
        answers[name] = answer.message_id
        tried += tries
    assert tried >= 1
    stored = pop(reader).messages
    assert [(message.transaction_id, str(message.id)) for message in stored] == list(
        answers.items()
    )


@pytest.mark.parametrize(("direction", "relay"), CUTS)
def test_an_ack_that_is_cut_anywhere_completes_once(session, wire, over_the_wire, direction, relay):
    reader: Session = session(autocommit=True)
    for step in cuts(wire, direction, relay):
        name = f"{step:02}"
        reader.queues.push([item("q", name, transaction=name)])
        lease = pop(reader)
        assert payloads(lease) == [name]
        (answer,), _ = retried(over_the_wire.ack, acks(lease))
        assert answer.success
    assert payloads(pop(reader)) == []


@pytest.mark.parametrize(("direction", "relay"), CUTS)
def test_a_transaction_that_is_cut_anywhere_happens_once(
    session, wire, over_the_wire, direction, relay
):
    reader: Session = session(autocommit=True)
    expected = []
    for step in cuts(wire, direction, relay):
        name = f"{step:02}"
        reader.queues.push([item("q", name, transaction=name)])
        lease = pop(reader)
        follow_up = [item("next", name, transaction=name)]
        retried(over_the_wire.transaction, follow_up, acks(lease), [])
        expected.append(name)
    assert payloads(pop(reader)) == []
    assert drain(reader, queue="next") == expected


@pytest.mark.parametrize(("direction", "relay"), CUTS)
def test_a_push_without_transaction_ids_of_its_own_is_doubled_and_so_the_check_can_fail(
    session, wire, over_the_wire, direction, relay
):
    """The ids are there for this: without them, some cut stores a message twice."""
    reader: Session = session(autocommit=True)
    pushed = []
    for step in cuts(wire, direction, relay):
        retried(over_the_wire.push, [item("q", f"{step:02}")])
        pushed.append(f"{step:02}")
    stored = drain(reader)
    assert set(stored) == set(pushed)
    if direction == "answered":
        assert len(stored) > len(pushed)


def test_a_connection_that_died_while_idle_is_replaced_unseen(owner_url, store):
    store.push([item("q", "one")])
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where application_name = 'regent' and datname = current_database()"
        )
    assert not store.push([item("q", "two")])[0].duplicate

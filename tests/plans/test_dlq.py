"""Of a hundred thousand dead letters, a page or a chunk touches those that it lists or moves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from regent.stores.dead_letters import LetterFilter
from tests.plans.counters import Work, measure
from tests.races.sessions import Session
from tests.support.databases import Databases
from tests.support.dead_letters import fill

TRACE = "7b1c6dd4-58f4-4a35-9d56-4b0f6f1f9b11"
NEEDLE = "00000000-0000-4000-8000-000000000001"
#: Tables that are read whole while they have a handful of rows.
SMALL = {"queues", "consumer_groups"}
PAGES: dict[str, dict[str, Any]] = {
    "all": {},
    "of a queue": {"queue": "q"},
    "of a group": {"group": "g"},
    "of a queue's group": {"queue": "q", "group": "g"},
    "of a namespace": {"namespace": "ns"},
    "of a partition": {"queue": "q", "partition": "p5"},
    "of a partition's group": {"queue": "q", "partition": "p5", "group": "g"},
    "of a transaction": {"key": NEEDLE},
    "of a trace": {"trace": TRACE},
    "by id": {"ids": [1, 17, 93]},
    "of a reason that all have": {"queue": "q", "reason": "rejected"},
    "of a queue without news": {"queue": "old"},
    "of a rare kind": {"fingerprint": "rare #"},
    "of a rare kind in a queue": {"queue": "q", "fingerprint": "rare #"},
    "of a kind that all have": {"queue": "q", "fingerprint": "no"},
    "of a rare error": {"queue": "q", "error": "rare 1"},
}
Call = Callable[[Session], Any]


def page(asked: dict[str, Any], before: int | None = None, counted: int = 0) -> Call:
    return lambda session: session.execute(
        "select * from queen.list_dead_letters(%s, %s, 10, 0, 1000000, %s)",
        (json.dumps(asked), before, counted),
    )


def redrive(to: str | None = None, **asked: Any) -> Call:
    def call(session: Session) -> None:
        found = session.dead_letters.redrive(LetterFilter(**{"queue": "q", **asked}), to, 10)
        assert len(found) == 10

    return call


def purge(asked: dict[str, Any]) -> Call:
    def call(session: Session) -> None:
        ((purged, _),) = session.execute(
            "select * from queen.purge_dead_letters(%s, null, 10)", (json.dumps(asked),)
        )
        assert purged == 10

    return call


OPERATIONS: dict[str, Call] = {
    **{f"a page {name}": page(asked) for name, asked in PAGES.items()},
    "a second page of a queue": page({"queue": "q"}, before=90),
    "a redrive": redrive(),
    "a redrive of a group": redrive(group="g"),
    "a redrive of a partition": redrive(partition="p7"),
    "a redrive of a rare kind": redrive(fingerprint="rare #"),
    "a redrive of a rare error": redrive(error="rare 1"),
    "a redrive to another queue": redrive(to="other"),
    "a redrive of a queue behind all others": redrive(queue="late"),
    "a purge": purge({}),
    "a purge of a queue": purge({"queue": "q"}),
    "a purge of a rare kind": purge({"queue": "q", "fingerprint": "rare #"}),
    "a purge of a partition": purge({"queue": "q", "partition": "p6"}),
}


def fill_all(owner_url: str, *, partitions: int, each: int, analyze: bool) -> None:
    # In their namespace from the start: pages read each queue's row again for each letter, and how
    # long they also read the versions before an update is left to the time of a vacuum.
    of = {"namespace": "ns"}
    fill(owner_url, "old", partitions=1, each=30, analyze=False, **of)
    fill(owner_url, "q", partitions=partitions, each=each, analyze=False, **of)
    fill(owner_url, "late", partitions=1, each=100, analyze=analyze, **of)
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "update queen.dead_letter_queue set trace_id = %s, transaction_key = %s where id = 50",
            (TRACE, NEEDLE),
        )
        # As many in each shape, far behind the newest.
        owner.execute(
            "update queen.dead_letter_queue d set fingerprint = 'rare #', error_message = 'rare 1'"
            "  from queen.partitions p join queen.queues q on q.id = p.queue_id"
            " where p.id = d.partition_id and q.name = 'q' and d.\"offset\" in (3, 5, 7, 9, 11, 13)"
            "   and p.name in (select 'p' || i from generate_series(1, 25) i)"
        )


def works(owner_url: str, open_session: Any) -> dict[str, Work]:
    """The third call of each operation, when the session has made its plans."""
    session = open_session(owner_url)
    session.execute("set lock_timeout = '5s'")
    found = {}
    for name, call in OPERATIONS.items():
        for _ in range(2):
            call(session)
            session.commit()
        found[name] = measure(session.connection, lambda call=call: call(session))  # type: ignore[misc]
    return found


@pytest.fixture(scope="module")
def lettered(databases: Databases, template: str) -> Iterator[Callable[..., str]]:
    """The name of a template with so many letters in each of so many partitions, made once."""
    made: set[str] = set()

    def name(partitions: int, each: int, *, analyze: bool = True) -> str:
        state = "analyzed" if analyze else "plain"
        made.add(named := f"letters_{partitions}_{each}_{state}")
        fill = partial(fill_all, partitions=partitions, each=each, analyze=analyze)
        return databases.template(named, fill, copy_of=template)

    yield name
    for template_made in made:
        databases.drop_template(template_made)


@pytest.fixture
def open_letters(
    lettered: Callable[..., str], open_copy: Callable[[str], str]
) -> Callable[..., str]:
    """A database with so many letters; its URL as the superuser."""
    return lambda *shape, **more: open_copy(lettered(*shape, **more))


@pytest.fixture
def narrow(open_letters: Callable[..., str], open_session: Any) -> dict[str, Work]:
    """The operations on a thousand letters: 40 in each of 25 partitions."""
    return works(open_letters(25, 40), open_session)


def excess(wide: dict[str, Work], narrow: dict[str, Work]) -> dict[str, list[str]]:
    found = {}
    for name, work in wide.items():
        complaints = [
            complaint
            for complaint in work.excess(narrow[name])
            if complaint.removeprefix("sequential scan of ") not in SMALL
        ]
        if complaints:
            found[name] = complaints
    return found


@pytest.mark.parametrize("analyze", [True, False], ids=["analyzed", "without statistics"])
@pytest.mark.parametrize("shape", [(2_500, 40), (25, 4_000)])
def test_nothing_grows_with_the_number_of_letters(
    open_letters, open_session, narrow, shape, analyze
):
    assert excess(works(open_letters(*shape, analyze=analyze), open_session), narrow) == {}


@pytest.mark.parametrize(
    ("index", "operation"),
    [
        ("dead_letter_queue_group", "a page of a queue without news"),
        ("dead_letter_queue_partition", "a page of a partition"),
        ("dead_letter_queue_transaction", "a page of a transaction"),
        ("dead_letter_queue_trace", "a page of a trace"),
        ("dead_letter_queue_order", "a redrive"),
        ("dead_letter_queue_error", "a page of a rare kind in a queue"),
        ("dead_letter_queue_error_order", "a redrive of a rare kind"),
    ],
)
def test_a_missing_index_is_reported(open_letters, open_session, narrow, index, operation):
    owner_url = open_letters(25, 4_000)
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(f"drop index queen.{index}".encode())
    assert operation in excess(works(owner_url, open_session), narrow)


def test_a_total_is_counted_from_an_index_and_only_so_far(open_letters, open_session):
    session = open_session(open_letters(25, 4_000))
    for _ in range(2):
        page({"queue": "q"}, counted=1_000)(session)
    work = measure(session.connection, lambda: page({"queue": "q"}, counted=1_000)(session))
    assert work.rows <= 1_100
    assert work.blocks <= 200


def test_a_redrive_of_one_message_looks_it_up(open_letters, open_session, narrow):
    session = open_session(open_letters(25, 4_000))
    one = LetterFilter(partition_id=21, transaction_id=NEEDLE)
    work = measure(session.connection, lambda: session.dead_letters.redrive(one, None, 1))
    assert session.dead_letters.redrive(one, None, 1) == []
    assert work.blocks <= 200
    assert "dead_letter_queue" not in work.sequential_scans

"""queen.preview_redrive: what redrives would do, which is what they then do."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import GroupNotFound, InMaintenance, PartitionNotFound, QueueNotFound
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance
from tests.races.sessions import rewrite
from tests.support.dead_letters import bury
from tests.support.previews import moved, open_to
from tests.support.rows import rows
from tests.support.store import acks, pop, push

Q = LetterFilter(queue="q")


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


@pytest.fixture
def buried(store: Queues) -> None:
    """Letters of two groups, some for one message, in two partitions; a group that has done all,
    and one that follows a single partition."""
    bury(store, "q", 1, 2, 3, partition="a", group="g", error="x")
    bury(store, "q", 4, partition="b", group="g", error="y")
    store.ack(acks(pop(store, "q", "a", group="h", batch=2), group="h", status="dlq"))
    for _ in "ab":
        pop(store, "q", group="done", batch=9, auto_ack=True)
    pop(store, "q", "a", group="alone", batch=9, auto_ack=True)
    push(store, "target", 1, partition="a")
    pop(store, "target", group="elsewhere", auto_ack=True)


def agrees(
    dead: DeadLetters, owner_url: str, which: LetterFilter, to: str | None, limit: int | None
) -> list[Any]:
    """Look, redrive, and compare; the preview's rows."""
    seen = dead.preview_redrive(which, to, limit)
    before = open_to(owner_url)
    done = dead.redrive(which, to, 100 if limit is None else limit)
    assert seen[0]["messages"] == len(done)
    assert seen[0]["redriven"] == sum(message.letters for message in done)
    assert seen[0]["remaining"] == dead.count_dead_letters(which)
    told = {(row["queue"], row["consumerGroup"]): (0, row["again"]) for row in seen if row["again"]}
    assert told == moved(before, open_to(owner_url))
    return seen


@pytest.mark.usefixtures("buried")
@pytest.mark.parametrize(
    ("asked", "counts"),
    [
        ((Q, None, None), (6, 4, 0)),
        ((Q, None, 2), (4, 2, 2)),
        ((Q, "target", None), (6, 4, 0)),
        ((LetterFilter(queue="q", group="h"), None, None), (2, 2, 0)),
        ((LetterFilter(queue="q", partition="b"), None, None), (1, 1, 0)),
        ((LetterFilter(queue="q", reason="retries"), None, None), (0, 0, 0)),
    ],
)
def test_a_redrive_does_what_its_preview_says(
    dead: DeadLetters, owner_url: str, asked: Any, counts: tuple[int, int, int]
) -> None:
    seen = agrees(dead, owner_url, *asked)
    assert (seen[0]["redriven"], seen[0]["messages"], seen[0]["remaining"]) == counts
    assert seen[0]["atLeast"] is False


@pytest.mark.usefixtures("buried")
def test_each_group_of_the_target_gets_what_it_follows(dead: DeadLetters) -> None:
    told = {row["consumerGroup"]: row["again"] for row in dead.preview_redrive(Q, None, None)}
    assert told == {"done": 4, "g": 4, "alone": 3, "h": 3}
    (elsewhere,) = dead.preview_redrive(Q, "target", None)
    assert (elsewhere["consumerGroup"], elsewhere["again"]) == ("elsewhere", 4)
    (nobody,) = dead.preview_redrive(Q, "new", None)
    assert (nobody["consumerGroup"], nobody["messages"]) == (None, 4)


def test_what_cannot_be_redriven_is_refused_as_by_the_redrive(
    dead: DeadLetters, store: Queues, database: Database
) -> None:
    bury(store, "q", 1)
    for which, error in (
        (LetterFilter(queue="no"), QueueNotFound),
        (LetterFilter(queue="q", partition="no"), PartitionNotFound),
        (LetterFilter(queue="q", group="no"), GroupNotFound),
    ):
        with pytest.raises(error):
            dead.preview_redrive(which, None, None)
    Maintenance(database).switch_maintenance(queue="q", push=True)
    with pytest.raises(InMaintenance):
        dead.preview_redrive(Q, None, None)


@pytest.mark.usefixtures("buried")
def test_it_says_where_it_stopped(owner_url: str) -> None:
    looked = 'select * from queen.preview_redrive(\'{"queue": "q"}\', null, null, %s)'
    few, enough = rows(owner_url, looked, (2,))[0], rows(owner_url, looked, (6,))[0]
    assert (few["at_least"], few["messages"]) == (True, 2)
    assert (enough["at_least"], enough["messages"], enough["remaining"]) == (False, 4, 0)


@pytest.mark.usefixtures("buried")
@pytest.mark.parametrize(
    "change",
    [
        ("preview_redrive", ("count(distinct c.nth)", "count(*)")),
        ("preview_redrive", ("or exists (select", "or true or exists (select")),
        (
            "redrive",
            (
                "select array(select c.id from chosen c)",
                "select array(select max(c.id) from chosen c)",
            ),
        ),
    ],
)
def test_a_preview_that_disagrees_is_caught(
    dead: DeadLetters, owner_url: str, change: tuple[str, tuple[str, str]]
) -> None:
    rewrite(owner_url, *change)
    with pytest.raises(AssertionError):
        agrees(dead, owner_url, Q, None, None)

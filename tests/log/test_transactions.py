"""Appends, claims and acks in one transaction with a queue's, over a database."""

from __future__ import annotations

import pytest

from regent.database import (
    Connection,
    Database,
    IsolationLevel,
    OpenTransaction,
    UnexpectedDatabaseError,
)
from regent.encryption import Encryption
from regent.log import ClaimLost, ConcurrentAppend, Guard, Log
from regent.settings import Settings
from regent.stores.queue import Queues
from tests.log.courses import UserJoinedCourse, joined
from tests.log.steps import claim, held, places
from tests.support.store import acks, payloads, pop, push


class Stop(Exception):
    """An error that a program raises in the middle of a transaction."""


@pytest.fixture
def log(database: Database) -> Log:
    return Log.over(database)


def within(connection: Connection) -> tuple[Log, Queues]:
    transaction = OpenTransaction(connection)
    return Log.over(transaction), Queues(transaction, Encryption(Settings()))


def test_an_append_a_push_and_an_ack_happen_together(
    database: Database, store: Queues, log: Log
) -> None:
    push(store, "orders", {"user": "joe"})
    order = pop(store, "orders", group="g")

    def work(connection: Connection) -> None:
        inside, queues = within(connection)
        inside.append(joined("A", "joe"), Guard(UserJoinedCourse.to_conditions(user_id="joe"), 0))
        push(queues, "letters", "welcome")
        queues.ack(acks(order, group="g"))
        # No other session sees any of it yet.
        assert list(log.read_all()) == []

    database.transaction(work)
    assert places(log.read_all()) == [1]
    assert payloads(pop(store, "letters")) == ['"welcome"']
    assert pop(store, "orders", group="g").messages == []


def test_a_conflict_undoes_all_of_it_and_says_so(
    database: Database, store: Queues, log: Log
) -> None:
    push(store, "orders", {"user": "joe"})
    order = pop(store, "orders", group="g")
    log.append(joined("A", "joe"))
    tries = []

    def work(connection: Connection) -> None:
        inside, queues = within(connection)
        tries.append(1)
        queues.ack(acks(order, group="g"))
        push(queues, "letters", "welcome")
        inside.append(joined("A", "joe"), Guard(UserJoinedCourse.to_conditions(user_id="joe"), 0))

    with pytest.raises(ConcurrentAppend) as refused:
        database.transaction(work)
    assert refused.value.detail == {"conflicts": [1], "lastPosition": 0}
    assert tries == [1]
    assert pop(store, "letters").messages == []
    assert [each.success for each in store.ack(acks(order, group="g"))] == [True]


def test_an_error_of_the_program_undoes_all_of_it(database: Database, log: Log) -> None:
    log.register_group("g")
    log.append(joined("A", "joe"))
    found = held(log)

    def work(connection: Connection) -> None:
        inside, _ = within(connection)
        inside.append(joined("B", "joe"))
        inside.ack("g", found)
        raise Stop

    with pytest.raises(Stop):
        database.transaction(work)
    assert places(log.read_all()) == [1]
    log.ack("g", found)


def test_an_ack_that_comes_too_late_undoes_what_was_written(database: Database, log: Log) -> None:
    log.register_group("g")
    log.append(joined("A", "joe"))
    found = held(log)
    log.release("g", found)

    def work(connection: Connection) -> None:
        inside, queues = within(connection)
        push(queues, "letters", "welcome")
        inside.ack("g", found)

    with pytest.raises(ClaimLost):
        database.transaction(work)


def test_a_claim_in_a_transaction_is_there_when_it_commits(database: Database, log: Log) -> None:
    log.register_group("g")
    log.append(joined("A", "joe"))

    def work(connection: Connection) -> None:
        inside, _ = within(connection)
        held(inside)
        assert claim(inside) is None
        raise Stop

    with pytest.raises(Stop):
        database.transaction(work)
    assert places(held(log).messages) == [1]


def test_a_part_of_a_transaction_may_fail_alone(database: Database, log: Log) -> None:
    def work(connection: Connection) -> None:
        transaction = OpenTransaction(connection)
        inside = Log.over(transaction)
        inside.append(joined("A", "joe"))
        with pytest.raises(ConcurrentAppend):
            transaction.transaction(
                lambda _: inside.append(
                    joined("A", "joe"), Guard(UserJoinedCourse.to_conditions(user_id="joe"), 0)
                )
            )
        inside.append(joined("B", "joe"))

    database.transaction(work)
    assert [message.payload["course_name"] for message in log.read_all()] == ["A", "B"]


def test_a_part_of_a_transaction_has_no_isolation_level_of_its_own(database: Database) -> None:
    def work(connection: Connection) -> None:
        part = OpenTransaction(connection)
        part.transaction(lambda _: None)
        with pytest.raises(ValueError, match="isolation level"):
            part.transaction(lambda _: None, IsolationLevel.SERIALIZABLE)

    database.transaction(work)


def test_a_log_at_another_isolation_level_is_refused(database: Database) -> None:
    """Its guard would not see messages that were committed meanwhile."""

    def work(connection: Connection) -> None:
        within(connection)[0].append(
            joined("A", "joe"), Guard(UserJoinedCourse.to_conditions(user_id="joe"), 0)
        )

    with pytest.raises(UnexpectedDatabaseError, match="read committed"):
        database.transaction(work, IsolationLevel.REPEATABLE_READ)

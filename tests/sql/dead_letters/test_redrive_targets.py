"""queen.redrive: where dead letters may go, and where they may not."""

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import (
    EncryptionUnavailable,
    InMaintenance,
    QueueFull,
    UnknownPartition,
)
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance
from tests.support.dead_letters import all_of, bury, mark
from tests.support.rows import rows, value
from tests.support.store import configure, payloads, pop, push

KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
Q = LetterFilter(queue="q")


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def test_into_another_queue_which_is_made_with_its_partitions(
    dead: DeadLetters, store: Queues
) -> None:
    bury(store, "q", 1, 2, partition="a")
    bury(store, "q", 3, partition="b")
    assert pop(store, "repair", group="early", mode="new").messages == []
    assert len(dead.redrive(Q, "repair", 10)) == 3
    lease = pop(store, "repair", group="early", batch=10, partitions=9)
    assert [(m.partition, m.payload) for m in lease.messages] == [
        ("a", "1"),
        ("a", "2"),
        ("b", "3"),
    ]
    assert mark(store, "repair")["redriven"]["queue"] == "q"
    assert all_of(store, "q") == [1, 2, 3]  # for a new group they are as they were


def test_without_letters_no_queue_is_made(dead: DeadLetters, store: Queues) -> None:
    push(store, "q", 1)
    assert dead.redrive(Q, "repair", 10) == []
    assert not store.delete_queue("repair")


def test_a_queue_with_fixed_partitions_takes_those_that_it_has(
    dead: DeadLetters, store: Queues
) -> None:
    configure(store, "fixed", 2)
    bury(store, "q", 1, partition="1")
    bury(store, "q", 2, partition="2")
    with pytest.raises(UnknownPartition) as refused:
        dead.redrive(Q, "fixed", 10)
    assert refused.value.detail == {"queue": "fixed", "partitions": 2}
    assert dead.count_dead_letters(Q) == 2
    assert len(dead.redrive(LetterFilter(queue="q", partition="1"), "fixed", 10)) == 1
    assert payloads(pop(store, "fixed", "1")) == ["1"]


@pytest.mark.parametrize("target", [None, "other"])
def test_a_full_queue_takes_nothing_of_a_chunk(
    dead: DeadLetters, store: Queues, owner_url: str, target: str | None
) -> None:
    bury(store, "q", 1, 2, 3)
    limited = target or "q"
    configure(store, limited, max_queue_size=4)
    push(store, limited, "a", "b")
    with pytest.raises(QueueFull) as refused:
        dead.redrive(Q, target, 10)
    assert refused.value.detail == {
        "queue": limited,
        "depth": 2,
        "maxSize": 4,
        "remaining": 2,
        "requested": 3,
    }
    assert dead.count_dead_letters(Q) == 3
    assert len(dead.redrive(Q, target, 2)) == 2
    assert value(owner_url, "select current_depth from queen.queue_depths where queue_name = %s",
                 (limited,)) == 4  # fmt: skip
    with pytest.raises(QueueFull):
        push(store, limited, "c")


def test_push_maintenance_refuses_a_redrive(
    dead: DeadLetters, store: Queues, database: Database
) -> None:
    switches = Maintenance(database)
    bury(store, "q", 1)
    switches.switch_maintenance(push=True)
    with pytest.raises(InMaintenance):
        dead.redrive(Q, None, 10)
    switches.switch_maintenance(push=False)
    switches.switch_maintenance(queue="q", push=True)
    with pytest.raises(InMaintenance) as refused:
        dead.redrive(Q, None, 10)
    assert refused.value.detail == {"queues": ["q"]}
    assert dead.count_dead_letters(Q) == 1
    assert len(dead.redrive(Q, "elsewhere", 10)) == 1


def test_plain_letters_are_sealed_for_a_queue_that_stores_ciphertext_only(
    database: Database, owner_url: str
) -> None:
    encryption = Encryption(Settings(encryption_key=KEY))
    store, dead = Queues(database, encryption), DeadLetters(database, encryption)
    bury(store, "q", {"secret": 1}, {"secret": 2})
    configure(store, "q", encryption_enabled=True)
    bury(store, "q", {"secret": 3})
    ciphertext = value(owner_url, "select payload::text from queen.dead_letter_queue where id = 3")
    assert len(dead.redrive(Q, None, 10)) == 3
    lease = pop(store, "q", batch=10)
    assert payloads(lease) == ['{"secret":1}', '{"secret":2}', '{"secret":3}']
    assert all(message.is_encrypted for message in lease.messages)
    stored = rows(owner_url, 'select payload::text from queen.messages where "offset" > 2')
    assert not any("secret" in row["payload"] for row in stored)
    assert stored[-1]["payload"] == ciphertext
    assert dead.count_dead_letters(LetterFilter()) == 0


def test_ciphertext_stays_ciphertext_in_a_plain_queue(database: Database) -> None:
    encryption = Encryption(Settings(encryption_key=KEY))
    store, dead = Queues(database, encryption), DeadLetters(database, encryption)
    configure(store, "q", encryption_enabled=True)
    bury(store, "q", {"secret": 1})
    assert len(dead.redrive(Q, "plain", 10)) == 1
    (message,) = pop(store, "plain").messages
    assert (message.payload, message.is_encrypted) == ('{"secret":1}', True)


def test_without_a_key_a_plain_letter_is_not_stored_in_plain(
    dead: DeadLetters, database: Database, store: Queues
) -> None:
    bury(store, "q", 1)
    configure(Queues(database, Encryption(Settings(encryption_key=KEY))), "q",
               encryption_enabled=True)  # fmt: skip
    with pytest.raises(EncryptionUnavailable):
        dead.redrive(Q, None, 10)
    assert dead.count_dead_letters(Q) == 1
    assert pop(store, "q").messages == []

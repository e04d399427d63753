"""queen.read_message: one message, whole, and what each group made of it."""

from __future__ import annotations

import base64
from typing import Any

import orjson
import pytest

from functions.forms.configure import Options
from regent.database import Database
from regent.encryption import Encryption
from regent.errors import MessageNotFound
from regent.settings import Settings
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop

KEY = base64.b64encode(b"0" * 32).decode()


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def pushed(store: Queues, transaction: str = "t", **fields: Any) -> str:
    """A message; the id of its partition."""
    item: Any = {"queue": "q", "partition": "p", "transactionId": transaction, **fields}
    return str(store.push([item])[0].partition_id)


def read(stored: StoredMessages, partition: str, transaction: str = "t") -> dict[str, Any]:
    """The message as it leaves: its JSON columns are parsed by the reader."""
    message: dict[str, Any] = orjson.loads(
        orjson.dumps(stored.read_message(partition, transaction))
    )
    return message


def test_a_message_has_its_payload_and_headers_as_they_were(
    store: Queues, stored: StoredMessages
) -> None:
    payload = {"z": 1, "a": [1e16, None, "ü"], "empty": {}}
    partition = pushed(store, payload=payload, headers={"h": 1}, key="k", delaySeconds=60)
    message = read(stored, partition)
    assert (message["payload"], message["headers"], message["key"]) == (payload, {"h": 1}, "k")
    assert (message["queue"], message["partition"]) == ("q", "p")
    assert message["availableAt"] > message["createdAt"]
    assert message["consumerGroups"] == []
    assert (message["errorMessage"], message["retryCount"]) == (None, 0)
    assert "decryptionError" not in message


def test_null_and_nothing_are_null(store: Queues, stored: StoredMessages) -> None:
    partition = pushed(store, payload=None)
    message = read(stored, partition)
    assert (message["payload"], message["headers"], message["availableAt"]) == (None, None, None)


def test_a_message_that_is_not_there_is_not_found(store: Queues, stored: StoredMessages) -> None:
    partition = pushed(store)
    for where, what in (
        (partition, "other"),
        ("99", "t"),
        ("-1", "t"),
        ("p", "t"),
        ("9" * 30, "t"),
    ):
        with pytest.raises(MessageNotFound) as refused:
            stored.read_message(where, what)
        assert refused.value.detail == {"partitionId": where, "transactionId": what}


def test_each_group_says_what_it_made_of_it(
    store: Queues, stored: StoredMessages, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", retry_delay=0, retry_limit=5)
    partition = pushed(store)
    for group, status, error in (
        ("done", "completed", None),
        ("rejected", "dlq", "not for us"),
        ("failed", "failed", "no such account"),
    ):
        (ack,) = acks(pop(store, "q", group=group), group=group, status=status)  # type: ignore[arg-type]
        store.ack([{**ack, "error": error}])
        clock.advance(1)
    held = pop(store, "q", group="held")
    clock.advance(5)
    message = read(stored, partition)
    groups = {group.pop("consumerGroup"): group for group in message["consumerGroups"]}
    assert list(groups) == ["done", "failed", "held", "rejected"]
    nothing = {"errorMessage": None, "failedAt": None, "leaseId": None, "leaseExpiresAt": None,
               "processingAt": None, "deadLetter": None}  # fmt: skip
    attempts = {name: group.pop("lastAttempts") for name, group in groups.items()}
    assert attempts.pop("failed") == [{"at": groups["failed"]["failedAt"],
                                       "error": "no such account"}]  # fmt: skip
    assert attempts == {"done": [], "held": [], "rejected": []}
    consumed = {name: group.pop("lastConsumedAt") for name, group in groups.items()}
    assert (consumed["failed"], consumed["held"]) == (None, None)
    assert message["createdAt"] < consumed["done"] < consumed["rejected"]
    assert groups["done"] == {"status": "completed", "attempts": 0, **nothing}
    failed_at, rejected_at = (groups[name].pop("failedAt") for name in ("failed", "rejected"))
    assert failed_at > rejected_at > message["createdAt"]
    assert groups["failed"] == {
        **{name: value for name, value in nothing.items() if name != "failedAt"},
        "status": "failed",
        "attempts": 1,
        "errorMessage": "no such account",
    }
    (letter,) = rows(owner_url, "select id::text from queen.dead_letter_queue")
    assert groups["rejected"] == {
        "status": "dead",
        "attempts": 0,
        "errorMessage": "not for us",
        "leaseId": None,
        "leaseExpiresAt": None,
        "processingAt": None,
        "deadLetter": {"id": letter["id"], "reason": "rejected"},
    }
    expires_at = groups["held"].pop("leaseExpiresAt")
    processing_at = groups["held"].pop("processingAt")
    lease = rows(owner_url, "select queen._instant(leased_at) as at from queen.partition_consumers"
                 " where lease_id is not null")  # fmt: skip
    assert [row["at"] for row in lease] == [processing_at]
    assert failed_at < processing_at < expires_at
    assert groups["held"]["leaseId"] == held.id
    assert expires_at == message["leaseExpiresAt"]
    assert (message["status"], message["queueStatus"]) == ("dead", None)
    assert (message["errorMessage"], message["retryCount"]) == ("no such account", 1)
    assert (message["consumedBy"], message["totalGroups"]) == (1, 4)


def test_the_lease_that_is_told_is_one_that_can_be_used(
    store: Queues, stored: StoredMessages
) -> None:
    partition = pushed(store)
    pop(store, "q", group="g")
    (group,) = read(stored, partition)["consumerGroups"]
    assert store.extend(group["leaseId"], 60)[0] == 1
    complete(store, pop(store, "q", group="other"), "other")
    (group, other) = read(stored, partition)["consumerGroups"]
    assert (group["status"], other["leaseId"]) == ("processing", None)


def test_the_options_of_the_queue_have_the_names_of_the_api(
    store: Queues, stored: StoredMessages
) -> None:
    options = {"lease_time": 7, "retry_limit": 1, "max_queue_size": 9, "dead_letter_queue": True}
    store.configure("q", namespace=None, task=None, partitions=3, options=options)
    item: Any = {"queue": "q", "transactionId": "t"}
    partition = str(store.push([item])[0].partition_id)
    config = read(stored, partition)["queueConfig"]
    assert list(config) == list(Options.model_fields)
    assert (config["leaseTime"], config["retryLimit"], config["maxSize"]) == (7, 1, 9)
    assert (config["deadLetterQueue"], config["partitions"]) == (True, 3)


def test_an_encrypted_payload_is_decrypted_where_its_key_is(
    database: Database, stored: StoredMessages
) -> None:
    encryption = Encryption(Settings(encryption_key=KEY))
    queues = Queues(database, encryption)
    configure(queues, "q", encryption_enabled=True)
    partition = pushed(queues, payload={"secret": 1})
    message = read(StoredMessages(database, encryption), partition)
    assert (message["isEncrypted"], message["payload"]) == (True, {"secret": 1})
    lost = read(stored, partition)
    assert lost["payload"] is None
    assert "which is not here" in lost["decryptionError"]

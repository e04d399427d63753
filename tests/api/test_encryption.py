"""Queues with encryptionEnabled: what the database holds, and what happens when a key is away."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError

from tests.support.clock import Clock
from tests.support.http import Call, restart
from tests.support.kms import REGION, MasterKeys
from tests.support.queue_http import ack, complete, configure, data, pop, push, refused
from tests.support.rows import dead_letters, rows
from tests.support.rows import stored as stored_messages

CARD = {"card": "canary-4242"}
OLD, NEW = (base64.b64encode(byte * 32).decode() for byte in (b"o", b"n"))


@pytest.fixture
def with_kms(call: Call, master_keys: MasterKeys, monkeypatch: pytest.MonkeyPatch) -> MasterKeys:
    """The server's master key is in KMS."""
    monkeypatch.setenv("AWS_REGION", REGION)
    restart(monkeypatch, encryption_key="", encryption_kms_key=master_keys.arn)
    return master_keys


def secret(call: Call, queue: str = "q", **options: Any) -> None:
    configure(call, queue, encryptionEnabled=True, **options)


def raw(owner_url: str) -> str:
    """Everything that the tables hold, as text."""
    tables = [row["relname"] for row in rows(owner_url, "select relname from pg_class where"
              " relkind = 'r' and relnamespace = 'queen'::regnamespace")]  # fmt: skip
    assert {"messages", "dead_letter_queue", "data_keys", "attempts"} <= set(tables)
    return "\n".join(
        str(row["t"]) for t in tables for row in rows(owner_url, f"select t::text from queen.{t} t")
    )


def store_instead(owner_url: str, payload: str) -> None:
    """Overwrite the payload of the first message in the table, as an intruder could."""
    rows(owner_url, 'update queen.messages set payload = %s where "offset" = 0', (payload,))


def test_a_queue_with_kms_stores_ciphertext_only(
    call: Call, with_kms: MasterKeys, owner_url: str
) -> None:
    secret(call)
    push(call, "q", CARD, None, *range(98))
    assert "canary" not in raw(owner_url)
    popped = pop(call, "q", batch=100)
    assert data(popped) == [CARD, None, *range(98)]
    assert all(message["isEncrypted"] for message in popped)
    assert with_kms.calls == {"GenerateDataKey": 1}
    complete(call, *popped)


def test_a_message_names_its_data_key_which_is_kept_once(
    call: Call, with_kms: MasterKeys, owner_url: str
) -> None:
    secret(call)
    push(call, "q", *range(5))
    (key,) = rows(owner_url, "select id, kms_key from queen.data_keys")
    payloads = [row["payload"] for row in rows(owner_url, "select payload from queen.messages")]
    assert [set(payload) for payload in payloads] == [{"key", "sealed"}] * 5
    assert {payload["key"] for payload in payloads} == {key["id"]}
    assert key["kms_key"] == with_kms.arn
    assert len(json.dumps(payloads[0])) < 130


def test_keys_headers_and_ids_are_not_encrypted(call: Call, owner_url: str) -> None:
    """As the documents say."""
    secret(call)
    push(call, "q", "canary", key="clear-k", headers={"clear": "h"}, transactionId="clear-t")
    found = raw(owner_url)
    assert "canary" not in found
    (row,) = rows(owner_url, "select key, headers, transaction_text from queen.messages")
    assert row == {"key": "clear-k", "headers": {"clear": "h"}, "transaction_text": "clear-t"}


def test_a_message_whose_master_key_is_disabled_holds_nobody_up(
    call: Call, with_kms: MasterKeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    push(call, "q", "before")
    secret(call)
    push(call, "q", CARD, CARD)
    configure(call, "q")
    push(call, "q", "after")
    with_kms.disable()
    restart(monkeypatch)
    popped = pop(call, "q", batch=9)
    assert data(popped) == ["before", None, None, "after"]
    assert ["decryptionError" in message for message in popped] == [False, True, True, False]
    error = popped[1]["decryptionError"]
    assert "DisabledException" in error
    assert with_kms.arn in error
    assert with_kms.calls["Decrypt"] == 1
    complete(call, popped[0])
    outcomes = ack(call, *popped[1:3], status="dlq", error="no key")
    assert [outcome["success"] for outcome in outcomes] == [True, True]
    complete(call, popped[3])
    assert pop(call, "q") == []
    push(call, "q", "next")
    assert data(pop(call, "q")) == ["next"]


def test_a_message_that_was_given_back_is_read_when_its_key_is_there_again(
    call: Call, with_kms: MasterKeys, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    secret(call)
    push(call, "q", CARD)
    with_kms.failing = {"Decrypt": EndpointConnectionError(endpoint_url="https://kms")}
    restart(monkeypatch)
    (message,) = pop(call, "q")
    assert message["data"] is None
    assert "try again" in message["decryptionError"]
    ack(call, message, status="retry")
    with_kms.failing = {}
    restart(monkeypatch)
    clock.advance(2)
    (message,) = pop(call, "q")
    assert message["data"] == CARD
    assert "decryptionError" not in message


def test_a_lost_data_key_is_an_error_of_its_messages_only(
    call: Call, with_kms: MasterKeys, monkeypatch: pytest.MonkeyPatch, owner_url: str
) -> None:
    secret(call)
    push(call, "q", CARD)
    rows(owner_url, "delete from queen.data_keys")
    restart(monkeypatch)
    push(call, "q", "good")
    lost, good = pop(call, "q", batch=2)
    assert (lost["data"], good["data"]) == (None, "good")
    assert "not in queen.data_keys" in lost["decryptionError"]
    complete(call, lost, good)


@pytest.mark.parametrize(
    "stored",
    ["5", "null", "[]", "{}", '"text"', '{"key": [], "sealed": {}}', '{"key": "k", "sealed": ""}'],
)
def test_a_payload_that_is_no_ciphertext_is_an_error_of_its_message(
    call: Call, owner_url: str, stored: str
) -> None:
    secret(call)
    push(call, "q", 1, 2)
    store_instead(owner_url, stored)
    damaged, good = pop(call, "q", batch=2)
    assert (damaged["data"], good["data"]) == (None, 2)
    assert damaged["decryptionError"]


def test_a_payload_that_was_tampered_with_is_not_handed_out(call: Call, owner_url: str) -> None:
    secret(call)
    push(call, "q", {"amount": 1}, {"amount": 2})
    first = 'from queen.messages where "offset" = 0'
    ((payload,),) = (row.values() for row in rows(owner_url, f"select payload {first}"))
    sealed = bytearray(base64.b64decode(payload["sealed"]))
    sealed[14] ^= 1
    payload["sealed"] = base64.b64encode(sealed).decode()
    store_instead(owner_url, json.dumps(payload))
    changed, good = pop(call, "q", batch=2)
    assert (changed["data"], good["data"]) == (None, {"amount": 2})
    assert changed["decryptionError"] == "this message's ciphertext was changed"


@pytest.mark.parametrize("path", ["/api/v1/push", "/api/v1/transaction"])
def test_a_push_while_kms_is_away_stores_nothing_and_says_when_to_come_back(
    call: Call,
    with_kms: MasterKeys,
    monkeypatch: pytest.MonkeyPatch,
    owner_url: str,
    path: str,
) -> None:
    secret(call)
    push(call, "in", "a")
    (message,) = pop(call, "in")
    rows(owner_url, "delete from queen.data_keys")
    with_kms.failing = {"GenerateDataKey": "ThrottlingException"}
    restart(monkeypatch)
    items = [{"queue": "open", "payload": 1}, {"queue": "q", "payload": CARD}]
    acked = {name: message[name] for name in ("transactionId", "partitionId", "leaseId")}
    body: dict[str, Any] = {"items": items}
    if path.endswith("transaction"):
        operations = [
            {"type": "ack", "status": "completed", **acked},
            {"type": "push", "items": items},
        ]
        body = {"operations": operations}
    reply = call("POST", path, body)
    problem = refused(reply, 503, "KEY_SERVICE_UNAVAILABLE")
    assert reply.headers["Retry-After"] == "5"
    assert problem["detail"]["reason"] == "ThrottlingException"
    assert "canary" not in str(reply)
    assert stored_messages(owner_url) == 1
    with_kms.failing = {}
    restart(monkeypatch)
    assert call("POST", path, body).status in (200, 201)
    assert data(pop(call, "q")) == [CARD]


def test_a_push_under_a_disabled_key_is_refused_with_what_to_do(
    call: Call, with_kms: MasterKeys, monkeypatch: pytest.MonkeyPatch, owner_url: str
) -> None:
    secret(call)
    with_kms.disable()
    restart(monkeypatch)
    reply = call("POST", "/api/v1/push", {"items": [{"queue": "q", "payload": CARD}]})
    problem = refused(reply, 400, "ENCRYPTION_UNAVAILABLE")
    assert problem["error"].endswith("(DisabledException): enable it")
    assert problem["detail"] == {"kmsKey": with_kms.arn, "reason": "DisabledException"}
    assert "Retry-After" not in reply.headers
    assert stored_messages(owner_url) == 0


def test_a_queue_is_not_configured_under_a_key_that_does_not_work(
    call: Call, with_kms: MasterKeys, monkeypatch: pytest.MonkeyPatch, owner_url: str
) -> None:
    counted: list[str] = []
    monkeypatch.setattr("functions.edge.http.count", counted.append)
    body = {"queue": "q", "options": {"encryptionEnabled": True}}
    with_kms.failing = {"GenerateDataKey": "AccessDeniedException"}
    reply = call("POST", "/api/v1/configure", body)
    problem = refused(reply, 400, "ENCRYPTION_UNAVAILABLE")
    assert "allow kms:GenerateDataKey and kms:Decrypt" in problem["error"]
    with_kms.failing = {"GenerateDataKey": "KMSInternalException"}
    refused(call("POST", "/api/v1/configure", body), 503, "KEY_SERVICE_UNAVAILABLE")
    assert counted == ["KeysRefused", "KeysRefused"]
    assert rows(owner_url, "select name from queen.queues") == []
    configure(call, "q")
    assert with_kms.calls["GenerateDataKey"] == 2


def test_local_keys_rotate(call: Call, monkeypatch: pytest.MonkeyPatch, owner_url: str) -> None:
    restart(monkeypatch, encryption_key=OLD)
    secret(call)
    push(call, "q", "old")
    restart(monkeypatch, encryption_key=f"{NEW},{OLD}")
    push(call, "q", "new")
    keys = "select payload ->> 'key' as key from queen.messages order by \"offset\""
    first, second = (row["key"] for row in rows(owner_url, keys))
    assert first != second
    assert data(pop(call, "q", batch=2, consumerGroup="a")) == ["old", "new"]
    restart(monkeypatch, encryption_key=NEW)
    lost, read = pop(call, "q", batch=2, consumerGroup="b")
    assert (lost["data"], read["data"]) == (None, "new")
    assert first in lost["decryptionError"]


def test_a_queue_moves_from_a_local_key_to_kms(
    call: Call, master_keys: MasterKeys, monkeypatch: pytest.MonkeyPatch, owner_url: str
) -> None:
    secret(call)
    push(call, "q", "local")
    monkeypatch.setenv("AWS_REGION", REGION)
    restart(monkeypatch, encryption_kms_key=master_keys.arn)
    push(call, "q", "kms")
    restart(monkeypatch)
    assert data(pop(call, "q", batch=2)) == ["local", "kms"]
    assert rows(owner_url, "select kms_key from queen.data_keys") == [{"kms_key": master_keys.arn}]


@pytest.mark.parametrize("ending", ["dlq", "failed"])
def test_dead_letters_are_ciphertext(
    call: Call, with_kms: MasterKeys, owner_url: str, ending: str
) -> None:
    secret(call, retryLimit=0)
    push(call, "q", CARD)
    ack(call, *pop(call, "q"), status=ending, error="no")
    ((payload, *_),) = dead_letters(owner_url)
    assert set(payload) == {"key", "sealed"}
    (flag,) = rows(owner_url, "select is_encrypted from queen.dead_letter_queue")
    assert flag == {"is_encrypted": True}
    assert "canary" not in raw(owner_url)


def test_a_redriven_dead_letter_stays_ciphertext_and_is_read(
    call: Call, with_kms: MasterKeys, owner_url: str
) -> None:
    """Under another transaction id, in the same queue and in one that is not encrypted."""
    secret(call)
    push(call, "q", CARD, CARD)
    ack(call, *pop(call, "q", batch=2), status="dlq")
    for to in ({}, {"to": "plain"}):
        letters = call("GET", "/api/v1/dlq", query={"queue": "q"}).body["messages"]
        assert letters[0]["data"] == CARD
        body = {"queue": "q", "ids": [letters[0]["id"]], **to}
        assert call("POST", "/api/v1/dlq/redrive", body).status == 200
        assert "canary" not in raw(owner_url)
        (message,) = pop(call, to.get("to", "q"))
        assert (message["data"], message["isEncrypted"]) == (CARD, True)
        complete(call, message)


def test_a_payload_is_in_no_log_and_no_error(
    call: Call,
    with_kms: MasterKeys,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not even at DEBUG."""
    caplog.set_level("DEBUG")
    secret(call)
    push(call, "q", CARD, CARD)
    assert data(pop(call, "q", consumerGroup="a")) == [CARD]
    for failure in ("AccessDeniedException", "ThrottlingException"):
        with_kms.failing = {"GenerateDataKey": failure, "Decrypt": failure}
        restart(monkeypatch)
        assert "canary" not in str(pop(call, "q", consumerGroup=failure))
        push_again = call("POST", "/api/v1/push", {"items": [{"queue": "q", "payload": CARD}]})
        assert push_again.status in (400, 503)
        assert "canary" not in str(push_again)
    out, err = capfd.readouterr()
    assert "canary" not in out + err + caplog.text
    assert "botocore" in caplog.text

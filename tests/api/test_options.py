"""Queue options are obeyed, not only stored. (Retries: test_ack_failures.py; maximum sizes:
tests/conformance/test_002_limits.py; priority: test_pop.py.)"""

import base64

import pytest

from tests.support.clock import Clock
from tests.support.http import Call, restart
from tests.support.queue_http import complete, configure, data, pop, pop_labels, push, refused
from tests.support.rows import dead_letters, rows, value


def test_lease_time_is_how_long_a_lease_runs(call: Call, clock: Clock) -> None:
    configure(call, "q", leaseTime=10)
    push(call, "q", 1)
    assert data(pop(call, "q")) == [1]
    clock.advance(9)
    assert pop(call, "q") == []
    clock.advance(1.1)
    assert data(pop(call, "q")) == [1]


def test_delayed_processing_hides_a_message_until_its_time(call: Call, clock: Clock) -> None:
    configure(call, "q", delayedProcessing=60)
    push(call, "q", 1)
    clock.advance(30)
    push(call, "q", 2)
    assert pop(call, "q", batch=9) == []
    clock.advance(29)
    assert pop(call, "q", batch=9) == []
    clock.advance(1.1)
    popped = pop(call, "q", batch=9)
    assert data(popped) == [1]
    complete(call, *popped)
    assert pop(call, "q", batch=9) == []
    clock.advance(30)
    assert data(pop(call, "q", batch=9)) == [2]


def test_a_delayed_message_holds_back_those_behind_it(call: Call, clock: Clock) -> None:
    push(call, "q", 1)
    push(call, "q", 2, delaySeconds=60)
    push(call, "q", 3)
    popped = pop(call, "q", batch=9)
    assert data(popped) == [1]
    complete(call, *popped)
    assert pop(call, "q", batch=9) == []
    clock.advance(60.1)
    assert data(pop(call, "q", batch=9)) == [2, 3]


def test_delayed_processing_applies_to_every_kind_of_pop(call: Call, clock: Clock) -> None:
    configure(call, "q", delayedProcessing=60, namespace="n")
    push(call, "q", 1, partition="p")
    for _ in range(2):
        assert pop(call, "q", "p") == []
        assert pop_labels(call, namespace="n") == []
        assert pop(call, "q", autoAck=True) == []
    clock.advance(60.1)
    assert data(pop_labels(call, namespace="n")) == [1]


def test_window_buffer_waits_until_a_partition_is_quiet(call: Call, clock: Clock) -> None:
    configure(call, "q", windowBuffer=10)
    push(call, "q", 1, partition="busy")
    push(call, "q", 2, partition="quiet")
    clock.advance(8)
    push(call, "q", 3, partition="busy")
    assert pop(call, "q", batch=9) == []
    clock.advance(3)
    assert data(pop(call, "q", batch=9, partitions=9)) == [2]
    clock.advance(8)
    assert data(pop(call, "q", batch=9, partitions=9)) == [1, 3]


def test_ttl_passes_over_old_messages_and_counts_them(
    call: Call, clock: Clock, owner_url: str
) -> None:
    configure(call, "q", ttl=60)
    push(call, "q", 1, 2)
    clock.advance(61)
    push(call, "q", 3)
    assert data(pop(call, "q", batch=9)) == [3]
    assert value(owner_url, "select passed::text from queen.partition_consumers") == "{[0,2)}"
    assert dead_letters(owner_url) == []


def test_without_a_ttl_a_message_never_expires(call: Call, clock: Clock) -> None:
    push(call, "q", 1)
    clock.advance(10 * 365 * 86_400)
    assert data(pop(call, "q")) == [1]


def test_max_wait_makes_dead_letters_of_old_messages(
    call: Call, clock: Clock, owner_url: str
) -> None:
    configure(call, "q", maxWaitTimeSeconds=60)
    push(call, "q", 1, 2)
    clock.advance(61)
    push(call, "q", 3)
    assert data(pop(call, "q", batch=9)) == [3]
    assert dead_letters(owner_url) == [
        (1, "max_wait", "Waited longer than 60 seconds", 0),
        (2, "max_wait", "Waited longer than 60 seconds", 0),
    ]


def test_max_wait_spares_messages_under_a_lease(call: Call, clock: Clock, owner_url: str) -> None:
    configure(call, "q", maxWaitTimeSeconds=60, leaseTime=300)
    push(call, "q", 1)
    popped = pop(call, "q")
    clock.advance(61)
    assert pop(call, "q") == []
    complete(call, *popped)
    assert dead_letters(owner_url) == []


def test_partitions_spreads_pushes_without_a_partition(call: Call, owner_url: str) -> None:
    configure(call, "q", partitions=3)
    for number in range(6):
        push(call, "q", number)
    counts = rows(
        owner_url,
        "select p.name, count(*) as messages from queen.messages m"
        " join queen.partitions p on p.id = m.partition_id group by 1 order by 1",
    )
    assert [tuple(row.values()) for row in counts] == [("0", 2), ("1", 2), ("2", 2)]


def test_partitions_keeps_the_items_of_a_request_together(call: Call, owner_url: str) -> None:
    configure(call, "q", partitions=3)
    push(call, "q", *"abcd")
    assert value(owner_url, "select count(distinct partition_id) from queen.messages") == 1
    assert data(pop(call, "q", batch=9)) == ["a", "b", "c", "d"]


def test_an_encrypted_queue_stores_ciphertext_only(call: Call, owner_url: str) -> None:
    configure(call, "q", encryptionEnabled=True)
    push(call, "q", {"card": "canary-4242"}, None)
    raw = rows(owner_url, "select payload::text, is_encrypted from queen.messages")
    assert [row["is_encrypted"] for row in raw] == [True, True]
    assert "canary" not in str(raw)
    popped = pop(call, "q", batch=2)
    assert data(popped) == [{"card": "canary-4242"}, None]
    assert [message["isEncrypted"] for message in popped] == [True, True]


def test_an_encrypted_payload_never_looks_the_same_twice(call: Call, owner_url: str) -> None:
    configure(call, "q", encryptionEnabled=True)
    push(call, "q", "same", "same")
    first, second = rows(owner_url, "select payload from queen.messages")
    assert first != second


def test_one_request_may_hold_messages_for_plain_and_encrypted_queues(
    call: Call, owner_url: str
) -> None:
    configure(call, "secret", encryptionEnabled=True)
    items = [{"queue": "plain", "payload": "a"}, {"queue": "secret", "payload": "b"}]
    assert call("POST", "/api/v1/push", {"items": items}).status == 201
    assert data(pop(call, "plain")) == ["a"]
    assert data(pop(call, "secret")) == ["b"]
    flags = rows(owner_url, 'select is_encrypted from queen.messages order by "partition_id"')
    assert sorted(row["is_encrypted"] for row in flags) == [False, True]


def test_a_queue_may_become_encrypted_and_plain_again(call: Call) -> None:
    push(call, "q", 1)
    configure(call, "q", encryptionEnabled=True)
    push(call, "q", 2)
    configure(call, "q")
    push(call, "q", 3)
    popped = pop(call, "q", batch=9)
    assert [(m["data"], m["isEncrypted"]) for m in popped] == [(1, False), (2, True), (3, False)]


def test_a_push_to_an_encrypted_queue_needs_the_key(
    call: Call, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(call, "q", encryptionEnabled=True)
    restart(monkeypatch, encryption_key="")
    reply = call("POST", "/api/v1/push", {"items": [{"queue": "q", "payload": "canary"}]})
    refused(reply, 400, "ENCRYPTION_UNAVAILABLE")
    assert value(owner_url, "select count(*) from queen.messages") == 0


def test_a_message_whose_key_is_not_here_is_not_lost_and_holds_nobody_up(
    call: Call, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
    configure(call, "q", encryptionEnabled=True)
    push(call, "q", "precious")
    configure(call, "q")
    push(call, "q", "plain")
    restart(monkeypatch, encryption_key=base64.b64encode(b"?" * 32).decode())
    sealed, plain = pop(call, "q", batch=2)
    assert sealed["data"] is None
    assert "which is not here" in sealed["decryptionError"]
    assert plain["data"] == "plain"
    assert "decryptionError" not in plain
    complete(call, plain)
    restart(monkeypatch, encryption_key=key)
    clock.advance(301)
    assert data(pop(call, "q")) == ["precious"]

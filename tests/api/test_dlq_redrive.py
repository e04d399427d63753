"""POST /api/v1/dlq/redrive, POST /api/v1/messages/…/retry: dead letters become messages again."""

from typing import Any

import pytest

from tests.support.clock import Watch
from tests.support.dead_letters import bury_over_http, fill, letters, numbers
from tests.support.http import Call, Context, restart
from tests.support.queue_http import ack, configure, data, pop, push, refused

REDRIVE = "/api/v1/dlq/redrive"
OUTCOMES = "/api/v1/dlq/outcomes"
HUGE = 10**40


def retry(call: Call, message: dict[str, Any], body: Any = None) -> Any:
    path = f"/api/v1/messages/{message['partitionId']}/{message['transactionId']}/retry"
    return call("POST", path, body)


def test_one_message_is_tried_again(call: Call) -> None:
    (message,) = bury_over_http(call, "q", {"n": 1}, transactionId="order/1")
    reply = retry(call, message)
    assert reply.status == 200
    new_id = reply.body["messageId"]
    assert reply.body == {
        "success": True,
        "partitionId": message["partitionId"],
        "transactionId": "order/1",
        "messageId": new_id,
        "newTransactionId": new_id,
        "redriven": 1,
    }
    assert letters(call) == []
    (again,) = pop(call, "q")
    assert (again["id"], again["transactionId"], again["data"]) == (new_id, new_id, {"n": 1})
    assert again["headers"]["redriven"]["transactionId"] == "order/1"
    assert again["headers"]["redriven"]["times"] == 1
    body = refused(retry(call, message), 404, "DEAD_LETTER_NOT_FOUND")
    assert body["detail"] == {"partitionId": message["partitionId"], "transactionId": "order/1"}


def test_one_message_is_tried_again_for_one_group(call: Call) -> None:
    push(call, "q", 1)
    for group in ("g", "h"):
        (message,) = pop(call, "q", consumerGroup=group)
        path = f"/api/v1/messages/{message['partitionId']}/{message['transactionId']}/dlq"
        body = {"consumerGroup": group, "force": True}
        assert call("POST", path, body).status == 200
    refused(retry(call, message, {"consumerGroup": "other"}), 404, "DEAD_LETTER_NOT_FOUND")
    assert retry(call, message, {"consumerGroup": "g"}).body["redriven"] == 1
    assert [letter["consumerGroup"] for letter in letters(call)] == ["h"]
    assert retry(call, message, {}).body["redriven"] == 1


@pytest.mark.parametrize("partition", ["1", "99", "x", "-1", str(HUGE), "\u0661"])
def test_what_never_died_cannot_be_tried_again(call: Call, partition: str) -> None:
    push(call, "q", 1, transactionId="t")
    reply = retry(call, {"partitionId": partition, "transactionId": "t"})
    refused(reply, 404, "DEAD_LETTER_NOT_FOUND")


def redrive(call: Call, context: Context | None = None, **body: Any) -> dict[str, Any]:
    reply = call("POST", REDRIVE, {"queue": "q", **body}, context=context)
    assert reply.status == 200, reply
    answer: dict[str, Any] = reply.body
    assert sum(copies["count"] for copies in answer.pop("copies")) == min(1_000, answer["messages"])
    return answer


def test_a_queue_is_redriven(call: Call) -> None:
    bury_over_http(call, "q", *range(3))
    bury_over_http(call, "other", "stays")
    assert redrive(call) == {"redriven": 3, "messages": 3, "remaining": 0, "more": False}
    assert numbers(call) == ["stays"]
    assert data(pop(call, "q", batch=10)) == [0, 1, 2]
    assert redrive(call) == {"redriven": 0, "messages": 0, "remaining": 0, "more": False}


def test_a_redrive_says_which_and_where_to(call: Call) -> None:
    bury_over_http(call, "q", 1, 2, group="g", partition="a")
    bury_over_http(call, "q", 3, group="h", partition="b")
    last = letters(call, limit=1)[0]["failedAt"]
    assert redrive(call, ids=["1", 99], to="repair")["messages"] == 1
    assert redrive(call, consumerGroup="h", partition="a")["messages"] == 0
    assert redrive(call, reason="moved")["messages"] == 0
    assert redrive(call, failedFrom=last, consumerGroup="h", to="repair")["messages"] == 1
    assert redrive(call, failedTo=last, partition="a", to="repair")["messages"] == 1
    popped = pop(call, "repair", batch=10, partitions=5)
    assert [(m["partition"], m["data"]) for m in popped] == [("a", 1), ("a", 2), ("b", 3)]


def test_letters_of_two_groups_make_one_message(call: Call) -> None:
    push(call, "q", 1)
    for group in ("g", "h"):
        (message,) = pop(call, "q", consumerGroup=group)
        path = f"/api/v1/messages/{message['partitionId']}/{message['transactionId']}/dlq"
        call("POST", path, {"consumerGroup": group, "force": True})
    assert redrive(call) == {"redriven": 2, "messages": 1, "remaining": 0, "more": False}


def test_a_kind_of_errors_is_redriven_and_its_copies_are_followed(call: Call) -> None:
    bury_over_http(call, "q", 1, 2, group="g", partition="a", error="no account 1")
    bury_over_http(call, "q", 3, group="g", partition="a", error="late")
    bury_over_http(call, "q", 4, group="g", partition="b", error="no account 2")
    body = {"queue": "q", "consumerGroup": "g", "fingerprint": "no account #"}
    answer = call("POST", REDRIVE, body).body
    assert (answer["messages"], answer["remaining"]) == (3, 0)
    assert [(each["offset"], each["count"]) for each in answer["copies"]] == [(3, 2), (1, 1)]
    assert numbers(call) == [3]
    messages = pop(call, "q", "a", batch=2, consumerGroup="g")
    ack(call, messages[0], status="completed")
    ack(call, messages[1], status="dlq", error="late")
    asked = {"copies": answer["copies"], "consumerGroup": "g"}
    assert call("POST", OUTCOMES, asked).body["groups"] == [
        {"queue": "q", "consumerGroup": "g", "messages": 3, "completed": 1, "open": 1, "dead": 1}
    ]
    assert call("POST", REDRIVE, {"queue": "q", "error": "late"}).body["messages"] == 2


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"copies": None},
        {"copies": [{"partitionId": "1", "offset": 0}]},
        {"copies": [{"partitionId": 1, "offset": 0, "count": 1}]},
        {"copies": [{"partitionId": "1", "offset": -1, "count": 1}]},
        {"copies": [{"partitionId": "1", "offset": 0, "count": 0}]},
        {"copies": [{"partitionId": "1", "offset": HUGE, "count": 1}]},
        {"copies": [{"partitionId": "1", "offset": 0, "count": HUGE}]},
        {"copies": [{"partitionId": "1", "offset": 0, "count": 1}] * 1001},
        {"copies": [], "consumerGroup": ""},
    ],
)
def test_outcomes_of_another_form_are_refused(call: Call, body: Any) -> None:
    refused(call("POST", OUTCOMES, body), 400, "INVALID_REQUEST")


def test_outcomes_of_partitions_that_cannot_be_are_none(call: Call) -> None:
    copies = [{"partitionId": each, "offset": 0, "count": 1} for each in ("x", "99", "\0", "")]
    assert call("POST", OUTCOMES, {"copies": copies}).body == {"groups": []}


def test_a_limit_is_enough(call: Call, watch: Watch) -> None:
    bury_over_http(call, "q", *range(5))
    assert redrive(call, limit=2) == {"redriven": 2, "messages": 2, "remaining": 3, "more": False}
    assert numbers(call) == [4, 3, 2]
    assert watch.slept == []


@pytest.mark.parametrize(
    ("rate", "count", "slept"),
    [
        (2, 5, [1.0, 1.0, 1.0]),
        (5, 5, [1.0]),
        (400, 500, [1.0, 1.0]),
        (1000, 1100, [0.5, 0.5, 0.5]),
        (501, 500, [0.5, 0.5]),
    ],
)
def test_no_second_brings_more_than_the_rate(  # noqa: PLR0917
    call: Call, watch: Watch, owner_url: str, rate: int, count: int, slept: list[float]
) -> None:
    fill(owner_url, "q", partitions=1, each=count)
    answer = redrive(call, ratePerSecond=rate)
    assert answer == {"redriven": count, "messages": count, "remaining": 0, "more": False}
    assert watch.slept == slept


def test_after_twenty_seconds_there_is_more(call: Call, watch: Watch, owner_url: str) -> None:
    fill(owner_url, "q", partitions=2, each=15)
    assert redrive(call, ratePerSecond=1) == {
        "redriven": 20,
        "messages": 20,
        "remaining": 10,
        "more": True,
    }
    assert watch.slept == [1.0] * 20
    assert redrive(call, ratePerSecond=1)["redriven"] == 10


def test_a_lambda_without_time_stops_earlier(call: Call, watch: Watch, owner_url: str) -> None:
    fill(owner_url, "q", partitions=1, each=10)
    short, none = Context(remaining_ms=5_000), Context(remaining_ms=0)
    assert redrive(call, short, ratePerSecond=1) == {
        "redriven": 3,
        "messages": 3,
        "remaining": 7,
        "more": True,
    }
    assert redrive(call, none) == {"redriven": 7, "messages": 7, "remaining": 0, "more": False}


def test_a_full_queue_refuses_a_redrive(call: Call) -> None:
    bury_over_http(call, "q", *range(3))
    configure(call, "q", maxSize=2)
    reply = call("POST", REDRIVE, {"queue": "q"})
    body = refused(reply, 429, "QUEUE_FULL")
    assert body["detail"] == {
        "queue": "q",
        "depth": 0,
        "maxSize": 2,
        "remaining": 2,
        "requested": 3,
    }
    assert int(reply.headers["Retry-After"]) > 0
    assert redrive(call, limit=2)["remaining"] == 1
    message = letters(call)[0]
    refused(retry(call, message), 429, "QUEUE_FULL")
    assert len(letters(call)) == 1


def test_a_queue_that_is_full_on_the_way_has_taken_what_fitted(call: Call, watch: Watch) -> None:
    bury_over_http(call, "q", *range(5))
    configure(call, "target", maxSize=4)
    answer = redrive(call, to="target", ratePerSecond=2)
    assert answer == {"redriven": 4, "messages": 4, "remaining": 1, "more": True}
    reply = call("POST", REDRIVE, {"queue": "q", "to": "target"})
    refused(reply, 429, "QUEUE_FULL")


def test_maintenance_refuses_a_redrive(call: Call) -> None:
    (message,) = bury_over_http(call, "q", 1)
    call("POST", "/api/v1/system/maintenance", {"enabled": True, "queue": "q"})
    refused(call("POST", REDRIVE, {"queue": "q"}), 503, "IN_MAINTENANCE")
    refused(retry(call, message), 503, "IN_MAINTENANCE")
    assert len(letters(call)) == 1


def test_a_plain_letter_is_encrypted_on_its_way(call: Call) -> None:
    bury_over_http(call, "q", {"secret": 1})
    configure(call, "q", encryptionEnabled=True)
    redrive(call)
    (message,) = pop(call, "q")
    assert (message["data"], message["isEncrypted"]) == ({"secret": 1}, True)


def test_without_a_key_nothing_is_redriven_into_an_encrypting_queue(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    bury_over_http(call, "q", 1)
    configure(call, "secret", encryptionEnabled=True)
    restart(monkeypatch, encryption_key="")
    reply = call("POST", REDRIVE, {"queue": "q", "to": "secret"})
    refused(reply, 400, "ENCRYPTION_UNAVAILABLE")
    assert numbers(call) == [1]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "INVALID_REQUEST"),
        ({"queue": None}, 400, "INVALID_REQUEST"),
        ({"queue": "a\x00"}, 400, "INVALID_REQUEST"),
        ({"queue": "x" * 256}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "consumerGroup": 5}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "consumerGroup": ""}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ids": []}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ids": ["one"]}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ids": [True]}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ids": [1.0]}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ids": [-1]}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ids": [HUGE]}, 400, "INVALID_REQUEST"),
        ('{"queue": "q", "ids": [' + "9" * 5_000 + "]}", 400, "INVALID_JSON"),
        ({"queue": "q", "ids": ["1"] * 1001}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ids": "1"}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "to": ""}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "to": "a/partition/b"}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ratePerSecond": 0}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ratePerSecond": 0.5}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ratePerSecond": HUGE}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "limit": 0}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "limit": HUGE}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "reason": "bad luck"}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "fingerprint": ""}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "fingerprint": "x" * 201}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "error": "x" * 10_001}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "error": "a\x00"}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "failedFrom": "yesterday"}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "failedTo": 5}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "failedTo": "0001-01-01T00:00:00+23:00"}, 400, "INVALID_REQUEST"),
        ({"queue": "nowhere"}, 404, "QUEUE_NOT_FOUND"),
        ({"queue": "q", "consumerGroup": "nobody"}, 404, "GROUP_NOT_FOUND"),
        ({"queue": "q", "partition": "nowhere"}, 404, "PARTITION_NOT_FOUND"),
        ({"queue": "q", "to": "fixed"}, 400, "UNKNOWN_PARTITION"),
    ],
)
def test_a_redrive_that_is_refused_changes_nothing(
    call: Call, body: Any, status: int, code: str
) -> None:
    bury_over_http(call, "q", 1)
    configure(call, "fixed", partitions=2)
    refused(call("POST", REDRIVE, body), status, code)
    assert numbers(call) == [1]

"""POST /api/v1/configure: a queue's options, their bounds and their defaults."""

from typing import Any

import pytest

from tests.support.clock import Clock
from tests.support.http import Call, restart
from tests.support.queue_http import configure, pop, push, refused
from tests.support.rows import rows, value

PATH = "/api/v1/configure"
DEFAULTS: dict[str, Any] = {
    "leaseTime": 300,
    "retryLimit": 3,
    "retryDelay": 1000,
    "retryDelayMax": 0,
    "priority": 0,
    "delayedProcessing": 0,
    "windowBuffer": 0,
    "maxSize": 0,
    "ttl": 0,
    "maxWaitTimeSeconds": 0,
    "retentionEnabled": False,
    "retentionSeconds": 0,
    "completedRetentionSeconds": 0,
    "pendingRetentionSeconds": 0,
    "deadLetterRetentionSeconds": 0,
    "encryptionEnabled": False,
    "deadLetterQueue": False,
    "dlqAfterMaxRetries": False,
    "payloads": "all",
    "maskPaths": [],
    "partitions": None,
}
OTHERS: dict[str, Any] = {
    "leaseTime": 10,
    "retryLimit": 7,
    "retryDelay": 20,
    "retryDelayMax": 30,
    "priority": -4,
    "delayedProcessing": 1,
    "windowBuffer": 2,
    "maxSize": 40,
    "ttl": 50,
    "maxWaitTimeSeconds": 60,
    "retentionEnabled": True,
    "retentionSeconds": 70,
    "completedRetentionSeconds": 80,
    "pendingRetentionSeconds": 90,
    "deadLetterRetentionSeconds": 100,
    "encryptionEnabled": True,
    "deadLetterQueue": True,
    "dlqAfterMaxRetries": True,
    "payloads": "none",
    "maskPaths": ["card.number", "items[].pin"],
    "partitions": 3,
}


def test_configure_makes_a_queue_with_its_default_partition(call: Call, owner_url: str) -> None:
    reply = call("POST", PATH, {"queue": "shop.orders"})
    queue_id = value(owner_url, "select id from queen.queues")
    (partition,) = rows(owner_url, "select id, name from queen.partitions")
    assert reply.status == 200
    assert partition["name"] == "Default"
    assert reply.body == {
        "configured": True,
        "queueId": str(queue_id),
        "partitionId": str(partition["id"]),
        "queue": "shop.orders",
        "namespace": "shop",
        "task": "orders",
        "options": DEFAULTS,
        "revision": 1,
        "ignoredOptions": [],
        "warnings": [],
    }


def test_configure_answers_the_options_it_was_given(call: Call) -> None:
    answer = configure(call, "q", namespace="n", task="t", **OTHERS)
    assert (answer["namespace"], answer["task"]) == ("n", "t")
    assert answer["options"] == OTHERS


def test_configure_again_answers_the_same_queue(call: Call) -> None:
    first = configure(call, "q", leaseTime=10)
    again = configure(call, "q", leaseTime=20)
    assert (again["queueId"], again["partitionId"]) == (first["queueId"], first["partitionId"])
    assert again["options"]["leaseTime"] == 20


def test_configure_puts_an_absent_option_back_to_its_default(call: Call) -> None:
    fixed = {name: option for name, option in OTHERS.items() if name != "partitions"}
    configure(call, "q", **fixed)
    assert configure(call, "q", leaseTime=5)["options"] == {**DEFAULTS, "leaseTime": 5}


def test_configure_takes_a_null_option_as_its_default(call: Call) -> None:
    configure(call, "q", leaseTime=10, priority=3)
    assert configure(call, "q", **dict.fromkeys(DEFAULTS))["options"] == DEFAULTS


def test_configure_keeps_labels_that_are_not_given(call: Call) -> None:
    configure(call, "q", namespace="n", task="t")
    answer = configure(call, "q", namespace=None, task="u")
    assert (answer["namespace"], answer["task"]) == ("n", "u")
    answer = configure(call, "q", namespace="", task="u")
    assert (answer["namespace"], answer["task"]) == (None, "u")


def test_configure_keeps_what_the_queue_holds(call: Call, owner_url: str) -> None:
    push(call, "q", 1, 2)
    configure(call, "q", leaseTime=10)
    assert value(owner_url, "select count(*) from queen.messages") == 2


def test_configure_names_the_options_that_it_ignores(call: Call) -> None:
    answer = configure(call, "q", leasetime=10, zebra={"a": [1]}, leaseTime=20, maxsize=None)
    assert answer["ignoredOptions"] in (["leasetime", "zebra"], ["leasetime", "maxsize", "zebra"])
    assert answer["options"] == {**DEFAULTS, "leaseTime": 20}


BOUNDS = [
    ("leaseTime", 1, 86_400),
    ("retryLimit", 0, 1_000_000_000),
    ("retryDelay", 0, 86_400_000),
    ("retryDelayMax", 0, 86_400_000),
    ("priority", -1_000_000_000, 1_000_000_000),
    ("delayedProcessing", 0, 315_360_000),
    ("windowBuffer", 0, 315_360_000),
    ("maxSize", 0, 1_000_000_000),
    ("ttl", 0, 315_360_000),
    ("maxWaitTimeSeconds", 0, 315_360_000),
    ("retentionSeconds", 0, 315_360_000),
    ("completedRetentionSeconds", 0, 315_360_000),
    ("pendingRetentionSeconds", 0, 315_360_000),
    ("deadLetterRetentionSeconds", 0, 315_360_000),
    ("partitions", 1, 1_000),
]


def test_configure_bounds_numbers(call: Call, owner_url: str) -> None:
    for name, low, high in BOUNDS:
        for option in (low - 1, high + 1, "5", 1.5, True, [], {}, 10**30, ""):
            reply = call("POST", PATH, {"queue": "q", "options": {name: option}})
            answer = refused(reply, 400, "INVALID_REQUEST")
            assert answer["error"].startswith(f"options.{name}: ")
    assert rows(owner_url, "select * from queen.queues") == []
    for name, low, high in BOUNDS:
        for option in (low, high):
            assert configure(call, f"{name}{option}", **{name: option})["options"][name] == option


def test_configure_takes_only_booleans_for_switches(call: Call) -> None:
    for name in ("retentionEnabled", "encryptionEnabled", "deadLetterQueue", "dlqAfterMaxRetries"):
        for option in (0, 1, "true", "", [], {}):
            reply = call("POST", PATH, {"queue": "q", "options": {name: option}})
            answer = refused(reply, 400, "INVALID_REQUEST")
            assert answer["error"].startswith(f"options.{name}: ")


def test_configure_refuses_what_has_another_form(call: Call, owner_url: str) -> None:
    for body, where in (
        ({}, "queue"),
        ({"options": {}}, "queue"),
        *(({"queue": v}, "queue") for v in (None, 5, "", [], "x" * 256, "a\0", "a/partition/b")),
        *(
            ({"queue": "q", name: v}, name)
            for name in ("namespace", "task")
            for v in (5, [], "x" * 256, "a\0")
        ),
        *(({"queue": "q", "options": v}, "options") for v in (5, [], "x")),
    ):
        answer = refused(call("POST", PATH, body), 400, "INVALID_REQUEST")
        assert answer["error"].startswith(f"{where}: "), (body, answer)
    assert rows(owner_url, "select * from queen.queues") == []


def test_configure_makes_a_fixed_number_of_partitions(call: Call, owner_url: str) -> None:
    answer = configure(call, "q", partitions=3)
    found = rows(owner_url, "select id, name from queen.partitions order by name")
    assert [partition["name"] for partition in found] == ["0", "1", "2"]
    assert answer["partitionId"] == str(found[0]["id"])


def test_configure_lets_a_fixed_number_grow(call: Call, owner_url: str) -> None:
    configure(call, "q", partitions=2)
    assert configure(call, "q", partitions=4)["options"]["partitions"] == 4
    assert configure(call, "q")["options"]["partitions"] == 4
    assert value(owner_url, "select count(*) from queen.partitions") == 4


def test_configure_refuses_fewer_partitions(call: Call, owner_url: str) -> None:
    configure(call, "q", partitions=3, leaseTime=10)
    reply = call("POST", PATH, {"queue": "q", "options": {"partitions": 2, "leaseTime": 20}})
    body = refused(reply, 409, "PARTITIONS_FIXED")
    assert body["detail"] == {"queue": "q", "partitions": 3, "requested": 2}
    assert value(owner_url, "select lease_time from queen.queues") == 10


def test_configure_refuses_to_fix_the_partitions_of_a_free_queue(call: Call) -> None:
    push(call, "q", 1)
    reply = call("POST", PATH, {"queue": "q", "options": {"partitions": 2}})
    refused(reply, 409, "PARTITIONS_FIXED")


def test_configure_needs_a_key_for_encryption(
    call: Call, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, encryption_key="")
    reply = call("POST", PATH, {"queue": "q", "options": {"encryptionEnabled": True}})
    refused(reply, 400, "ENCRYPTION_UNAVAILABLE")
    assert rows(owner_url, "select * from queen.queues") == []


@pytest.mark.parametrize(
    ("options", "warning"),
    [
        (
            {"ttl": 5, "delayedProcessing": 60},
            (
                "ttl is 5 s, but no message is handed out before it is 60 s old (delayedProcessing,"
                " windowBuffer), so every message expires: raise ttl"
            ),
        ),
        (
            {"maxWaitTimeSeconds": 60, "windowBuffer": 60},
            (
                "maxWaitTimeSeconds is 60 s, but no message is handed out before it is 60 s old"
                " (delayedProcessing, windowBuffer), so every message becomes a dead letter: raise"
                " maxWaitTimeSeconds"
            ),
        ),
    ],
)
def test_an_age_that_no_message_survives_is_taken_with_a_warning(
    call: Call, options: dict[str, int], warning: str
) -> None:
    answer = configure(call, "q", **options)
    assert answer["warnings"] == [warning]
    assert answer["options"] == {**DEFAULTS, **options}


def test_an_age_above_the_delay_needs_no_warning(call: Call) -> None:
    assert configure(call, "q", ttl=61, delayedProcessing=60)["warnings"] == []
    assert configure(call, "q", delayedProcessing=60, windowBuffer=5)["warnings"] == []


def test_what_a_warning_says_happens(call: Call, clock: Clock) -> None:
    configure(call, "q", ttl=5, delayedProcessing=60)
    push(call, "q", "never seen")
    for seconds in (0, 59, 2):
        clock.advance(seconds)
        assert pop(call, "q") == []


def test_a_revision_counts_changes_of_options_and_labels(call: Call, owner_url: str) -> None:
    def revision() -> int:
        found: int = call("GET", "/api/v1/resources/queues/q").body["revision"]
        return found

    push(call, "q", 1)
    assert revision() == 1
    assert configure(call, "q")["revision"] == 1  # nothing changed
    for number, (option, given) in enumerate(OTHERS.items()):
        if option == "partitions":  # a queue that has some keeps them
            continue
        given_so_far = {name: OTHERS[name] for name in list(OTHERS)[: number + 1]}
        assert configure(call, "q", **given_so_far)["revision"] == number + 2, (option, given)
    before = revision()
    assert configure(call, "q", namespace="n", **given_so_far)["revision"] == before + 1
    assert configure(call, "q", task="t", **given_so_far)["revision"] == before + 2
    rows(owner_url, "update queen.queues set max_queue_size = 41")
    assert revision() == before + 3
    push(call, "q", 2)
    pop(call, "q")
    call("POST", "/api/v1/system/maintenance", {"enabled": True, "queue": "q"})
    assert revision() == before + 3


def test_a_change_of_another_revision_is_refused_and_changes_nothing(call: Call) -> None:
    old = configure(call, "q", leaseTime=10)["revision"]
    body = {"queue": "q", "ifRevision": old, "options": {"leaseTime": 20}}
    mine = call("POST", PATH, body)
    assert (mine.status, mine.body["revision"]) == (200, old + 1)
    late = refused(call("POST", PATH, {**body, "options": {"leaseTime": 30}}), 409, "QUEUE_CHANGED")
    assert late["error"] == (
        f"queue q was changed: its revision is {old + 1}, not {old}; read it again"
    )
    assert late["detail"] == {"queue": "q", "revision": old + 1, "ifRevision": old}
    options = call("GET", "/api/v1/resources/queues/q").body["options"]
    assert options["leaseTime"] == 20


def test_a_queue_that_is_gone_is_not_made_anew_by_its_revision(call: Call) -> None:
    body = {"queue": "50%s", "ifRevision": 1, "options": {}}
    gone = refused(call("POST", PATH, body), 409, "QUEUE_CHANGED")
    assert gone["error"] == "queue 50%s is not there any more; read it again"
    assert gone["detail"] == {"queue": "50%s", "revision": None, "ifRevision": 1}
    assert call("GET", "/api/v1/resources/queues").body["total"] == 0


@pytest.mark.parametrize("revision", [0, -1, 1.5, "1", True, 10**10])
def test_what_is_no_revision_is_refused(call: Call, revision: Any) -> None:
    configure(call, "q", leaseTime=10)
    body = {"queue": "q", "ifRevision": revision, "options": {}}
    refused(call("POST", PATH, body), 400, "INVALID_REQUEST")
    assert call("GET", "/api/v1/resources/queues/q").body["options"]["leaseTime"] == 10

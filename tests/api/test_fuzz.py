"""Whatever comes in, the answer is the client's fault or a success: never a 5xx.

Each test has one database and many requests; the examples are the same in every run.
"""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.http import Call
from tests.support.queue_http import pop, push

FUZZ = settings(
    max_examples=150,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TEXT = st.text(max_size=20) | st.sampled_from(["q", "Default", "a\x00", "x" * 256, "1", "now"])
SCALAR = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**40), max_value=10**40)
    | st.floats()
    | TEXT
)
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)
)


def fields(**known: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object whose known fields are there or not, right or wrong."""
    return st.fixed_dictionaries({}, optional={name: right | JSON for name, right in known.items()})


ITEM = fields(
    queue=st.just("q"),
    partition=TEXT,
    payload=JSON,
    transactionId=TEXT,
    traceId=st.uuids().map(str),
    key=TEXT,
    headers=st.dictionaries(TEXT, JSON, max_size=3),
    delaySeconds=st.floats(0, 10),
)
VERDICT = fields(
    transactionId=TEXT,
    partitionId=st.sampled_from(["1", "2"]),
    status=st.sampled_from(["completed", "failed", "retry", "dlq"]),
    leaseId=TEXT,
    error=TEXT,
    upTo=st.booleans(),
    consumerGroup=TEXT,
)
OPTIONS = fields(
    leaseTime=st.integers(1, 9),
    retryLimit=st.integers(0, 9),
    maxSize=st.integers(0, 2),
    partitions=st.integers(1, 3),
    ttl=st.integers(0, 9),
    encryptionEnabled=st.booleans(),
)


def never_5xx(call: Call, method: str, path: str, body: Any = None, **rest: Any) -> None:
    # NaN and infinities are written as Python writes them: no JSON, which is a client's error too.
    text = None if body is None else json.dumps(body)
    reply = call(method, path, text, **rest)
    assert reply.status < 500, (body, rest, reply)
    if reply.status >= 400:
        assert {"error", "code", "requestId"} <= set(reply.body)


def test_fuzz_push(call: Call) -> None:
    @FUZZ
    @given(JSON | fields(items=st.lists(ITEM, max_size=4)))
    def run(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/push", body)

    run()


def test_fuzz_ack(call: Call) -> None:
    push(call, "q", *range(100))
    pop(call, "q", batch=50)

    @FUZZ
    @given(JSON | VERDICT)
    def one(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/ack", body)

    @FUZZ
    @given(fields(acknowledgments=st.lists(VERDICT, max_size=5), consumerGroup=TEXT))
    def many(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/ack/batch", body)

    one()
    many()


def test_fuzz_transaction(call: Call) -> None:
    operation = st.one_of(
        ITEM.map(lambda item: {"type": "push", "items": [item]}),
        VERDICT.map(lambda verdict: {"type": "ack", **verdict}),
        fields(type=TEXT, items=JSON),
    )

    @FUZZ
    @given(
        JSON
        | fields(
            operations=st.lists(operation, max_size=4),
            requiredLeases=st.lists(TEXT, max_size=2),
            kv=st.just([]),
        )
    )
    def run(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/transaction", body)

    run()


def test_fuzz_configure(call: Call) -> None:
    @FUZZ
    @given(JSON | fields(queue=TEXT, namespace=TEXT, task=TEXT, options=OPTIONS))
    def run(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/configure", body)

    run()


def test_fuzz_extend(call: Call) -> None:
    @FUZZ
    @given(TEXT.filter(bool), JSON | fields(seconds=st.integers(1, 9)))
    def run(lease: str, body: Any) -> None:
        never_5xx(call, "POST", f"/api/v1/lease/{lease}/extend", body)

    run()


def test_fuzz_pop(call: Call) -> None:
    push(call, "q", *range(100))
    number = st.integers(-1, 200).map(str) | st.floats().map(str) | TEXT
    flag = st.sampled_from(["true", "false", "1"]) | TEXT
    query = st.fixed_dictionaries(
        {"timeout": st.just("0")},
        optional={
            "batch": number,
            "partitions": number,
            "wait": flag,
            "autoAck": flag,
            "consumerGroup": TEXT,
            "subscriptionMode": TEXT | st.sampled_from(["new", "all"]),
            "subscriptionFrom": TEXT | st.datetimes().map(str),
            "autopilot": flag,
            "namespace": TEXT,
            "task": TEXT,
        },
    )
    name = TEXT.filter(bool)

    @FUZZ
    @given(query, name, name)
    def run(query: dict[str, str], queue: str, partition: str) -> None:
        never_5xx(call, "GET", "/api/v1/pop", query=query)
        never_5xx(call, "GET", "/api/v1/pop/queue/q", query=query)
        never_5xx(call, "GET", f"/api/v1/pop/queue/{queue}", query=query)
        never_5xx(call, "GET", f"/api/v1/pop/queue/{queue}/partition/{partition}", query=query)

    run()


def test_fuzz_delete(call: Call) -> None:
    @FUZZ
    @given(TEXT.filter(bool))
    def run(queue: str) -> None:
        never_5xx(call, "DELETE", f"/api/v1/resources/queues/{queue}")

    run()

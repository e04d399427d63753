"""GET /api/v1/pop…: an answer fits what Lambda may answer (6 MB), whatever was pushed."""

import json

from tests.support.http import Call
from tests.support.queue_http import data, pop, push

LAMBDA_BYTES = 6 * 1024 * 1024


def size(call: Call, queue: str, **query: object) -> int:
    reply = call("GET", f"/api/v1/pop/queue/{queue}", query=query)
    assert reply.status == 200
    return len(json.dumps(reply.body, ensure_ascii=False, separators=(",", ":")).encode())


def test_a_pop_stops_at_its_bound(call: Call) -> None:
    for number in range(3):
        push(call, "q", str(number) * 1_300_000)
    assert [text[0] for text in data(pop(call, "q", batch=10))] == ["0", "1"]


def test_a_pop_hands_out_one_message_whatever_its_size(call: Call) -> None:
    push(call, "q", "x" * (4 * 1024 * 1024 - 2))
    push(call, "q", "y")
    assert [text[0] for text in data(pop(call, "q", batch=10))] == ["x"]


def test_the_bound_holds_for_compressed_payloads(call: Call) -> None:
    for _ in range(3):
        push(call, "q", ["abc" * 100] * 5_000)
    assert size(call, "q", batch=10) < LAMBDA_BYTES


def test_the_bound_holds_for_all_partitions_together(call: Call) -> None:
    for partition in "abc":
        push(call, "q", "x" * 3_000_000, partition=partition)
    assert size(call, "q", batch=10, partitions=3) < LAMBDA_BYTES


def test_the_bound_holds_for_headers(call: Call) -> None:
    for _ in range(2):
        push(call, "q", *range(400), headers={"h": "x" * 10_000})
    assert size(call, "q", batch=5_000) < LAMBDA_BYTES


def test_the_bound_holds_for_long_names(call: Call) -> None:
    name = "x" * 255
    for _ in range(4):
        push(call, name, *range(2_500), partition=name, key=name)
    assert size(call, name, batch=5_000) < LAMBDA_BYTES


def test_the_bound_holds_for_names_that_json_makes_longer(call: Call) -> None:
    partition = "\x01" * 255
    for _ in range(5):
        push(call, "q", *range(1_000), partition=partition)
    assert 1_000_000 < size(call, "q", batch=5_000, autoAck=True) < LAMBDA_BYTES
    # The long way.
    assert 1_000_000 < size(call, "q", batch=5_000, partitions=2) < LAMBDA_BYTES


def test_what_did_not_fit_comes_next(call: Call) -> None:
    for number in range(3):
        push(call, "q", [number, "x" * 1_500_000])
    seen = []
    while popped := pop(call, "q", batch=10, autoAck=True):
        seen += [payload[0] for payload in data(popped)]
    assert seen == [0, 1, 2]


def test_numbers_come_out_as_they_went_in(call: Call) -> None:
    """jsonb would write 1e308 out in full: 4 MiB of these would answer 200 MiB."""
    payload = ",".join(["1e308"] * 100_000)
    body = f'{{"items":[{{"queue":"q","payload":[{payload}]}}]}}'
    assert call("POST", "/api/v1/push", body).status == 201
    assert data(pop(call, "q")) == [[1e308] * 100_000]

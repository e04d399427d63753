"""Answers for callers that take gzip."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest

from functions.api import log as log_handler
from functions.api import metrics as metrics_handler
from functions.api import openapi as openapi_handler
from functions.api import pop as pop_handler
from functions.api import queues as queues_handler
from functions.edge.compression import takes_gzip
from tests.support.http import Call, Context, event
from tests.support.log import message
from tests.support.log_http import append
from tests.support.queue_http import push

GZIP = "gzip, deflate, br"


def answered(handler: Any, path: str, accepted: str | None = GZIP) -> Any:
    request = event("GET", path)
    if accepted is not None:
        request["headers"]["accept-encoding"] = accepted
    return handler.handler(request, Context())


def unpacked(answer: Any) -> str:
    assert answer["isBase64Encoded"] is True
    assert answer["headers"]["Content-Encoding"] == "gzip"
    return gzip.decompress(base64.b64decode(answer["body"])).decode()


@pytest.mark.usefixtures("call")
def test_a_long_answer_is_compressed_for_who_takes_gzip() -> None:
    path = "/openapi.json"
    packed, plain = answered(openapi_handler, path), answered(openapi_handler, path, None)
    assert unpacked(packed) == plain["body"]
    assert len(packed["body"]) * 4 < len(plain["body"])
    for each in (packed, plain):
        assert each["headers"]["Vary"] == "Accept-Encoding"
        assert each["headers"]["Content-Type"] == "application/json"
    assert "Content-Encoding" not in plain["headers"]
    assert plain["isBase64Encoded"] is False


def test_metrics_for_prometheus_are_compressed(call: Call) -> None:
    push(call, "q", 1)
    packed = answered(metrics_handler, "/metrics/prometheus")
    assert "regent_queues 1\n" in unpacked(packed)
    assert packed["headers"]["Content-Type"].startswith("text/plain")


def test_what_is_short_stays_as_it_is(call: Call) -> None:
    path = "/api/v1/resources/queues"
    for number in range(3):
        push(call, f"q{number}", 1)
    short = answered(queues_handler, path)
    assert json.loads(short["body"])["total"] == 3
    assert not {"Vary", "Content-Encoding"} & set(short["headers"])
    for number in range(3, 9):
        push(call, f"{number} é😀", 1)
    assert json.loads(unpacked(answered(queues_handler, path)))["total"] == 9


def test_hot_functions_compress_nothing(call: Call) -> None:
    push(call, "q", "x" * 10_000)
    popped = answered(pop_handler, "/api/v1/pop/queue/q")
    assert json.loads(popped["body"])["messages"][0]["data"] == "x" * 10_000
    append(call, message("note", text="x" * 200, more=["y" * 200] * 20))
    read = answered(log_handler, "/api/v1/log/messages")
    assert len(read["body"]) > 4_000
    for plain in (popped, read):
        assert plain["isBase64Encoded"] is False
        assert not {"Vary", "Content-Encoding"} & set(plain["headers"])


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip", True),
        ("br;q=1.0,gzip;q=0.8", True),
        ("gzip ; q=0.001", True),
        ("gzip;q=1", True),
        ("gzip;q=", False),
        ("", False),
        ("identity", False),
        ("deflate, br", False),
        ("xgzip, gzipped", False),
        ("gzip;q=0", False),
        ("br, gzip; q=0.000", False),
        (";;,;=,gzip;;q", False),
    ],
)
def test_gzip_is_taken_when_it_is_named_and_not_refused(accepted: str, taken: bool) -> None:
    assert takes_gzip(accepted) is taken

"""On Lambda, requests are counted in the process and written at the end of one, now and then."""

from __future__ import annotations

from tests.library.test_telemetry import run_on_lambda
from tests.support.rows import rows

#: Pushes at these seconds, in one environment.
PUSHES = """
from functions.edge import counting
now = 100.0
counting.monotonic = lambda: now
from tests.support.http import Context, event
from functions.api import push
for now in {seconds}:
    body = {{"items": [{{"queue": "orders", "payload": 1}}]}}
    assert push.handler(event("POST", "/api/v1/push", body), Context())["statusCode"] == 201
"""
#: A request that asks the database for nothing, in an environment that has not connected yet.
LOOKS = """
from functions.edge import counting
now = 100.0
counting.monotonic = lambda: now
from tests.support.http import Context, event
from functions.api import openapi
for now in (100.0, 200.0):
    assert openapi.handler(event("GET", "/openapi.json"), Context())["statusCode"] == 200
"""


def counted(owner_url: str) -> list[tuple[str, float, float]]:
    found = rows(owner_url, "select queue, pushes, others from queen.request_counts")
    return [(row["queue"], row["pushes"], row["others"]) for row in found]


def test_what_was_counted_is_written_after_a_while(url: str, owner_url: str) -> None:
    run_on_lambda(url, PUSHES.format(seconds=(100.0, 105.0, 109.9)))
    assert counted(owner_url) == []
    run_on_lambda(url, PUSHES.format(seconds=(100.0, 105.0, 110.0, 111.0)))
    assert counted(owner_url) == [("orders", 3.0, 0.0)]


def test_a_database_that_pauses_is_not_woken_up_to_count(url: str, owner_url: str) -> None:
    run_on_lambda(url, LOOKS, REGENT_DATABASE_PAUSES="true")
    assert counted(owner_url) == []
    run_on_lambda(url, LOOKS)
    assert counted(owner_url) == [("", 0.0, 2.0)]
    run_on_lambda(url, PUSHES.format(seconds=(100.0, 110.0)), REGENT_DATABASE_PAUSES="true")
    assert ("orders", 2.0, 0.0) in counted(owner_url)

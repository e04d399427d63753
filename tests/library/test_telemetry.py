"""Metrics and log lines that a handler prints on Lambda, in a process of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys

from regent.costs import measured
from regent.stores.queue import Queues
from tests.support.store import acks, pop, push

PUSH = """
from tests.support.http import Context, event
from functions.api import push
body = {"items": [{"queue": "orders", "payload": {"card": "canary-4242"}}] * 3}
answer = push.handler(event("POST", "/api/v1/push", body), Context())
assert answer["statusCode"] == 201, answer
"""


RECLAIM = """
from tests.support.http import Context
from functions.schedules import reclaim
assert reclaim.handler({}, Context(60_000))["activityCounted"]
"""

REFRESH = """
from tests.support.http import Context, event
from functions.api import status
assert status.handler(event("POST", "/api/v1/stats/refresh"), Context())["statusCode"] == 200
"""


def run_on_lambda(url: str, script: str = PUSH, **environment: str) -> list[dict[str, object]]:
    """The JSON lines that a handler leaves on standard output."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={
            "PATH": os.environ["PATH"],
            "AWS_LAMBDA_FUNCTION_NAME": "push",
            "AWS_REGION": "eu-west-1",
            "REGENT_DATABASE_URL": url,
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "canary-4242" not in done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_push_on_lambda_prints_nothing_but_its_cold_start(url: str) -> None:
    """A line for each request would cost a tenth of it; the reclaim tells what was pushed."""
    (line,) = run_on_lambda(url)
    assert (line["ColdStart"], line["service"]) == ([1.0], "regent")
    assert line["_aws"]["CloudWatchMetrics"][0]["Namespace"] == "Regent"  # type: ignore[index]


def test_a_reclaim_tells_who_watches_how_things_stand(url: str, store: Queues) -> None:
    push(store, "q", 1, 2, 3)
    store.ack(acks(pop(store, "q", batch=2)))
    lines = run_on_lambda(
        url.replace("regent_api@", "regent_reclaim@"),
        RECLAIM,
        REGENT_SERVICE="regent-prod",
        REGENT_RETENTION="job",
        REGENT_LAG_SLO='{"billing": {"queue": "q", "seconds": 60}}',
    )
    (objective,) = [line for line in lines if "ObjectiveMissed" in line]
    assert (objective["Objective"], objective["service"]) == ("billing", "regent-prod")
    (line,) = [line for line in lines if "OpenMessages" in line]
    assert line["OpenMessages"] == [1.0]
    assert line["DeadLetters"] == [0.0]
    assert [line[f"Messages{what}"] for what in ("Pushed", "Popped", "Acked")] == [
        [3.0],
        [2.0],
        [2.0],
    ]
    assert line["LogHeld"] == [0.0]
    assert line["ArchiveAge"] == [0.0]
    assert line["service"] == "regent-prod"
    metrics = line["_aws"]["CloudWatchMetrics"][0]["Metrics"]  # type: ignore[index]
    assert {"Name": "OldestMessageAge", "Unit": "Seconds"} in metrics
    # Two ages, of the archive and of retention, are paid for with the jobs.
    assert len(metrics) - 2 == measured.RECLAIM_METRICS


def test_a_count_that_somebody_asks_for_is_told_too(url: str, store: Queues) -> None:
    push(store, "q", 1)
    store.ack(acks(pop(store, "q"), status="dlq"))
    (line,) = [line for line in run_on_lambda(url, REFRESH) if "DeadLetters" in line]
    assert line["DeadLetters"] == [1.0]


def test_tracing_sends_a_segment_of_the_handler(url: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as daemon:
        daemon.bind(("127.0.0.1", 0))
        daemon.settimeout(10)
        run_on_lambda(
            url,
            REGENT_TRACING="true",
            LAMBDA_TASK_ROOT="/var/task",
            _X_AMZN_TRACE_ID="Root=1-5759e988-bd862e3fe1be46a994272793;"
            "Parent=53995c3f42cd8ad8;Sampled=1",
            AWS_XRAY_DAEMON_ADDRESS=f"127.0.0.1:{daemon.getsockname()[1]}",
        )
        segment = json.loads(daemon.recv(65_536).decode().split("\n", 1)[1])
    assert segment["name"].startswith("## ")
    assert segment["trace_id"] == "1-5759e988-bd862e3fe1be46a994272793"
    assert "canary-4242" not in json.dumps(segment)

"""What the reclaim measures for alarms: objectives of lag, and retention that stands still."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from functions.edge import telemetry
from functions.schedules import reclaim
from regent.settings import Settings
from tests.support.clock import StoppedClock
from tests.support.http import Call
from tests.support.queue_http import pop, push

OBJECTIVES = '{"orders": {"queue": "orders", "seconds": 60}, "all": {"seconds": 90}}'
Run = Callable[..., dict[str, Any]]


@pytest.fixture
def printed(
    whole_run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[dict[str, Any]]]:
    """``printed(lag_slo=…)`` → the metrics of a run on Lambda, without those of the queues."""

    def run(**given: Any) -> list[dict[str, Any]]:
        settings = Settings(on_lambda=True, service="regent-prod", **given)
        monkeypatch.setattr(reclaim, "settings", lambda: settings)
        monkeypatch.setattr(telemetry, "settings", lambda: settings)
        monkeypatch.setattr(reclaim, "count", lambda *counted: counts.append(counted))
        monkeypatch.setattr(reclaim, "instrumented", lambda handler: handler)
        monkeypatch.setattr(reclaim, "report_activity", lambda _: None)
        counts: list[Any] = []
        capsys.readouterr()
        whole_run()
        lines = [
            json.loads(line) for line in capsys.readouterr().out.splitlines() if "_aws" in line
        ]
        ages = [{"RetentionAge": each[1]} for each in counts if each[0] == "RetentionAge"]
        return [*lines, *ages]

    return run


def told(line: dict[str, Any]) -> dict[str, Any]:
    (metrics,) = line["_aws"]["CloudWatchMetrics"]
    assert (metrics["Namespace"], metrics["Dimensions"]) == ("Regent", [["Objective", "service"]])
    assert line["service"] == "regent-prod"
    return {name: line[name] for name in ("Objective", "ObjectiveLag", "ObjectiveMissed")}


def test_objectives_are_measured_and_judged(
    call: Call, printed: Callable[..., list[dict[str, Any]]], stopped_clock: StoppedClock
) -> None:
    push(call, "orders", 1)
    pop(call, "orders", consumerGroup="billing")
    stopped_clock.advance(80)
    found = [told(line) for line in printed(lag_slo=OBJECTIVES)]
    assert sorted(found, key=lambda each: str(each["Objective"])) == [
        {"Objective": "all", "ObjectiveLag": [80.0], "ObjectiveMissed": [0.0]},
        {"Objective": "orders", "ObjectiveLag": [80.0], "ObjectiveMissed": [1.0]},
    ]


def test_a_stack_without_objectives_measures_none(
    call: Call, printed: Callable[..., list[dict[str, Any]]]
) -> None:
    push(call, "orders", 1)
    assert printed() == []


def test_retention_that_a_job_does_is_watched(
    call: Call, printed: Callable[..., list[dict[str, Any]]], stopped_clock: StoppedClock
) -> None:
    assert printed(retention="job") == []
    push(call, "orders", 1)
    stopped_clock.advance(86_400)
    assert printed(retention="job") == [{"RetentionAge": 86_400.0}]
    assert printed(retention="delete") == []

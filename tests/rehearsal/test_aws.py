"""How AWS reads schedules, patterns, rules, alarms and lines: the examples of AWS's own pages, and
what AWS refuses."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tests.rehearsal.aws import access_logs, alarms, crons, lifecycles, patterns
from tests.rehearsal.requests.functions import Metric

FRIDAY = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("expression", "due"),
    [
        ("cron(0/15 * * * ? *)", ["20 00:00", "20 00:15", "20 00:30"]),
        ("cron(30 3 * * ? *)", ["20 03:30", "21 03:30", "22 03:30"]),
        ("cron(15 12 ? * MON-FRI *)", ["20 12:15", "23 12:15", "24 12:15"]),
        ("cron(0 18 ? * 1,7 2026)", ["21 18:00", "22 18:00", "28 18:00"]),
        ("cron(0 8 25 NOV ? *)", ["25 08:00"]),
    ],
)
def test_a_schedule_is_due(expression: str, due: list[str]) -> None:
    found = list(crons.read(expression).due(FRIDAY, FRIDAY + dt.timedelta(days=10)))
    assert [each.strftime("%d %H:%M") for each in found[:3]] == due


@pytest.mark.parametrize(
    "expression",
    [
        "cron(0/15 * * * * *)",
        "cron(0/15 * ? * ? *)",
        "cron(0/15 * * * ?)",
        "rate(15 minutes)",
        "cron(60 * * * ? *)",
        "cron(0 24 * * ? *)",
        "cron(0 3 ? * 0 *)",
        "cron(0 3 ? * MOON *)",
        "cron(? 3 * * ? *)",
        "cron(0 3 * * ? 26)",
        "cron(0/0 3 * * ? *)",
    ],
)
def test_a_schedule_that_glue_refuses(expression: str) -> None:
    with pytest.raises(crons.NotACron):
        crons.read(expression)


def test_an_event_matches_in_every_field_of_the_pattern() -> None:
    pattern = {"source": ["aws.glue"], "detail": {"state": ["FAILED", "TIMEOUT"]}}
    event = {"source": "aws.glue", "detail": {"state": "FAILED", "jobName": "a"}, "id": "0"}
    assert patterns.matches(pattern, event)
    assert not patterns.matches(pattern, {**event, "source": "aws.glu"})
    assert not patterns.matches(pattern, {**event, "detail": {"state": "STOPPED"}})
    assert not patterns.matches(pattern, {"source": "aws.glue"})
    for strange in ({"source": "aws.glue"}, {"source": []}, {"source": [{"prefix": "aws."}]}):
        with pytest.raises(patterns.NotAPattern):
            patterns.matches(strange, event)


def test_an_object_moves_and_goes_by_the_rules_that_are_on() -> None:
    rules: list[dict[str, Any]] = [
        {"status": "Enabled", "filter": {"prefix": "a/"}, "expiration": {"days": 7}},
        {
            "status": "Enabled",
            "filter": {"prefix": ""},
            "transitions": [{"days": 90, "storageClass": "GLACIER"}],
            "noncurrentVersionExpiration": {"noncurrentDays": 30},
            "abortIncompleteMultipartUpload": {"daysAfterInitiation": 1},
        },
        {"status": "Disabled", "filter": {"prefix": ""}, "expiration": {"days": 1}},
    ]
    assert lifecycles.of_current(rules, "b/x", 89) == lifecycles.Fate(True, "STANDARD")
    assert lifecycles.of_current(rules, "b/x", 90) == lifecycles.Fate(True, "GLACIER")
    assert not lifecycles.of_current(rules, "b/x", 90).can_be_read
    assert lifecycles.of_current(rules, "a/x", 6).is_there
    assert not lifecycles.of_current(rules, "a/x", 7).is_there
    assert lifecycles.of_replaced(rules, "b/x", 29).is_there
    assert not lifecycles.of_replaced(rules, "b/x", 30).is_there
    assert not lifecycles.of_upload(rules, "b/x", 1).is_there


def test_a_line_has_the_values_of_its_request() -> None:
    format_ = '{"who": "$context.authorizer.claims.sub", "status": "$context.status"}'
    assert access_logs.line(format_, {"status": "201"}) == {"who": "-", "status": "201"}
    for unknown in ("$context.latency", "$context.authorizer.claims.", "$context.identity.ip"):
        with pytest.raises(access_logs.UnknownVariable):
            access_logs.line(f'{{"a": "{unknown}"}}', {})


_METRIC = Metric("A", "b", frozenset())
_ALARM = {
    "namespace": "A", "metricName": "b", "statistic": "Sum", "period": 300, "threshold": 2,
    "evaluationPeriods": 3, "datapointsToAlarm": 2, "comparisonOperator": "GreaterThanThreshold",
    "treatMissingData": "notBreaching",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "samples", "rings"),
    [
        ({}, {0: [3], 5: [3]}, True),
        ({}, {0: [1, 1, 1], 14: [2, 2]}, True),
        ({}, {0: [3]}, False),
        ({}, {0: [3], 15: [3]}, False),
        ({}, {0: [2], 5: [2], 10: [2]}, False),
        ({"statistic": "Average"}, {0: [1, 5], 5: [3]}, True),
        ({"statistic": "Maximum"}, {0: [1, 1, 1], 5: [3]}, False),
        ({"comparisonOperator": "LessThanThreshold"}, {0: [1], 5: [1]}, True),
        ({"comparisonOperator": "LessThanThreshold"}, {0: [2], 5: [3]}, False),
        ({"treatMissingData": "breaching"}, {0: [2]}, True),
    ],
)
def test_an_alarm_rings(changed: Any, samples: dict[int, list[float]], rings: bool) -> None:
    assert alarms.rings(_ALARM | changed, {_METRIC: samples}, 30) is rings


def test_an_alarm_on_a_share_needs_both_numbers() -> None:
    part = {
        "id": "part",
        "metric": {"namespace": "A", "metricName": "b", "period": 60, "stat": "Sum"},
    }
    whole = {"id": "whole", "metric": {**part["metric"], "metricName": "c"}}  # type: ignore[dict-item]
    share = {"id": "share", "expression": "100 * part / whole", "returnData": True}
    alarm = {
        "metricQueries": [part, whole, share], "threshold": 1, "evaluationPeriods": 1,
        "comparisonOperator": "GreaterThanThreshold", "treatMissingData": "notBreaching",
    }  # fmt: skip
    count = Metric("A", "c", frozenset())
    assert alarms.rings(alarm, {_METRIC: {0: [2]}, count: {0: [100]}}, 2)
    assert not alarms.rings(alarm, {_METRIC: {0: [1]}, count: {0: [100]}}, 2)
    assert not alarms.rings(alarm, {_METRIC: {0: [2]}}, 2)
    assert not alarms.rings(alarm, {_METRIC: {0: [2]}, count: {0: [0]}}, 2)

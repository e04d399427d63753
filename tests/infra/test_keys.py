"""Config keys with rules of their own: windows of the database, objectives of lag, insights."""

from __future__ import annotations

import json
from typing import Any

import pytest

from infra.config import read_config
from regent.objectives import Objective
from tests.infra.test_config import SIGNED, said_of

MAINTENANCE = "sun:03:00-sun:04:00"


@pytest.mark.parametrize(
    ("maintenance", "backup"),
    [
        ("", ""),
        (MAINTENANCE, ""),
        ("", "23:45-00:15"),
        (MAINTENANCE, "04:00-04:30"),
        (MAINTENANCE, "02:00-03:00"),
        ("sun:23:30-mon:00:30", "00:30-23:30"),
        ("sun:03:00-mon:03:00", ""),
    ],
)
def test_windows_that_aws_takes(maintenance: str, backup: str) -> None:
    config = read_config(SIGNED | {"maintenanceWindow": maintenance, "backupWindow": backup})
    assert (config.maintenance_window, config.backup_window) == (maintenance, backup)


@pytest.mark.parametrize(
    ("key", "text", "minutes"),
    [
        ("maintenanceWindow", "sun:03:00-sun:03:29", 29),
        ("maintenanceWindow", "sun:03:00-sun:03:00", 0),
        ("maintenanceWindow", "sun:03:00-sat:03:00", 8_640),
        ("maintenanceWindow", "sun:03:00-mon:03:01", 1_441),
        ("backupWindow", "23:50-00:10", 20),
        ("backupWindow", "01:00-01:00", 0),
    ],
)
def test_a_window_that_aws_would_refuse(key: str, text: str, minutes: int) -> None:
    assert said_of(**{key: text}) == (
        f"{key} is {text!r}, {minutes} minutes: AWS takes 30 at least, and a day at most"
    )


@pytest.mark.parametrize(
    ("maintenance", "backup"),
    [
        (MAINTENANCE, "03:30-04:30"),
        (MAINTENANCE, "02:30-03:01"),
        (MAINTENANCE, "02:00-05:00"),
        (MAINTENANCE, "03:10-03:50"),
        ("sun:23:30-mon:00:30", "00:00-01:00"),
        ("mon:00:00-mon:00:30", "23:45-00:15"),
        ("sat:23:00-sun:23:00", "12:00-13:00"),
    ],
)
def test_windows_that_overlap_are_refused(maintenance: str, backup: str) -> None:
    assert said_of(maintenanceWindow=maintenance, backupWindow=backup) == (
        f"maintenanceWindow is {maintenance!r} and backupWindow {backup!r}: they overlap, which AWS"
        " refuses; move one of them"
    )


def objectives(**given: Any) -> dict[str, str]:
    return {"lagSlo": json.dumps(given)}


def test_objectives_have_names() -> None:
    given = objectives(
        billing={"queue": "orders/eu", "consumerGroup": "billing", "seconds": 30, "percent": 99.9},
        everything={"seconds": 3_600},
    )
    assert read_config(SIGNED | given).lag_slo == {
        "billing": Objective(queue="orders/eu", consumerGroup="billing", seconds=30, percent=99.9),
        "everything": Objective(seconds=3_600),
    }


SECONDS = {"seconds": 60}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"a": {"queue": "q"}}, "lagSlo.a.seconds is {'queue': 'q'}: Field required"),
        ({"a": {"seconds": 0}},
         "lagSlo.a.seconds is 0: Input should be greater than or equal to 1"),
        ({"a": SECONDS | {"percent": 100}},
         "lagSlo.a.percent is 100: Input should be less than 100"),
        ({"a": SECONDS | {"percent": 49}},
         "lagSlo.a.percent is 49: Input should be greater than or equal to 50"),
        ({"a": SECONDS | {"group": "g"}},
         "lagSlo.a.group is 'g': an objective takes queue, consumerGroup, seconds and percent"),
        ({"a b": SECONDS},
         "lagSlo.a b is 'a b': String should match pattern '^[a-z0-9]+(-[a-z0-9]+)*$'"),
        ({f"a{number}": SECONDS for number in range(21)}, "at most 20 items"),
    ],
)  # fmt: skip
def test_an_objective_that_says_too_little_is_refused(given: Any, sentence: str) -> None:
    assert sentence in said_of(**objectives(**given))


def test_insights_need_a_database_of_some_size() -> None:
    assert said_of(insights="true", minAcu="1.5") == (
        "insights is true, and minAcu is 1.5: Performance Insights keeps a database from its least"
        " size; set minAcu to 2 at least, or do without insights"
    )
    assert read_config(SIGNED | {"insights": "true", "minAcu": "2"}).insights

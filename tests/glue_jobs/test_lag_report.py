"""The groups furthest behind, and a plot of their lag."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pyarrow as pa

from glue_jobs.lib.lag_report import WORST_GROUPS, plot, worst_groups
from glue_jobs.lib.login import Login
from glue_jobs.lib.plot import time_plot
from regent.settings import Settings
from tests.support.lag import rollup

START = datetime(2030, 1, 1, tzinfo=UTC)
SVG = "{http://www.w3.org/2000/svg}"


def rollups(*rows: tuple[str, str, str, int]) -> pa.Table:
    names = ("scope", "queue_name", "consumer_group", "offset_lag")
    more = {"time_lag_max_seconds": 1.5, "lagging_partitions": 2, "verdict": "stopped"}
    return pa.Table.from_pylist([dict(zip(names, row, strict=True)) | more for row in rows])


def test_groups_that_are_behind_are_listed_the_worst_first() -> None:
    found = worst_groups(
        rollups(
            ("consumer", "q", "g", 5), ("consumer", "q", "up to date", 0),
            ("consumer", "q", "h", 7), ("queue", "q", "", 12), ("consumer", "p", "g", 5),
        )
    )  # fmt: skip
    assert [(row["queue"], row["group"], row["offset lag"]) for row in found] == [
        *(("q", "h", 7), ("p", "g", 5), ("q", "g", 5)),
    ]
    assert found[0] | {"queue": "", "group": ""} == {
        "queue": "",
        "group": "",
        "offset lag": 7,
        "time lag, seconds": 1.5,
        "partitions behind": 2,
        "verdict": "stopped",
    }
    many = rollups(*(("consumer", "q", f"g{n}", 1 + n) for n in range(WORST_GROUPS + 1)))
    assert len(worst_groups(many)) == WORST_GROUPS


def test_the_plot_has_a_line_for_each_of_the_worst_groups(
    owner_url: str, jobs_url: str, tmp_path: Path
) -> None:
    for number in range(3):
        at = START + timedelta(minutes=15 * number)
        named = {"queue_name": "q's <queue>", "consumer_group": "g"}
        rollup(owner_url, at, "consumer", offset_lag=10 * number, **named)
        rollup(owner_url, at, "consumer", offset_lag=99, queue_name="other", consumer_group="g")
        rollup(owner_url, at, "system", offset_lag=100)
    login = Login(Settings(database_url=jobs_url))
    file = tmp_path / "lag.svg"
    plot(login, [{"queue": "q's <queue>", "group": "g"}], file)
    drawn = ET.fromstring(file.read_text())
    (line,) = drawn.iter(f"{SVG}polyline")
    assert line.get("points") == "80.0,320.0 430.0,195.0 780.0,70.0"
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert {"g on q's <queue>", "2030-01-01 00:00", "2030-01-01 00:30", "20"} <= set(texts)
    assert "prefers-color-scheme: dark" in file.read_text()
    plot(login, [], file)
    assert "all groups" in file.read_text()


def test_a_single_snapshot_can_be_drawn() -> None:
    drawn = ET.fromstring(time_plot("t", {"a": [(START, 0)]}))
    (line,) = drawn.iter(f"{SVG}polyline")
    assert line.get("points") == "80.0,320.0"

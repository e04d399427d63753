"""queen.list_job_runs: the runs of a job, and the last run of each."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from regent.paging import Page
from regent.stores.status import Activity
from tests.support.clock import StoppedClock
from tests.support.job_runs import begin


@pytest.fixture
def runs(owner_url: str, stopped_clock: StoppedClock) -> list[str]:
    """Three runs of lag, a minute apart; and one of retention between them."""
    found = []
    for name in ("lag", "lag", "retention", "lag"):
        found.append(begin(owner_url, name))
        stopped_clock.advance(60)
    return found


def test_of_one_job_the_newest_first_page_by_page(activity: Activity, runs: list[str]) -> None:
    first = activity.list_job_runs("lag", Page(2))
    assert [row["id"] for row in first.rows] == [runs[3], runs[1]]
    assert first.next_key == ("2030-01-01T00:01:00.000000Z", runs[1])
    key = (datetime(2030, 1, 1, 0, 1, tzinfo=UTC), UUID(runs[1]))
    second = activity.list_job_runs("lag", Page(2, 0, key))
    assert [row["id"] for row in second.rows] == [runs[0]]
    assert second.next_key is None
    assert [row["id"] for row in activity.list_job_runs("lag", Page(1, 1)).rows] == [runs[1]]


def test_of_all_jobs_the_last_run_of_each(activity: Activity, runs: list[str]) -> None:
    found = activity.list_job_runs(None, Page(10)).rows
    assert [(row["name"], row["id"]) for row in found] == [
        ("lag", runs[3]),
        ("retention", runs[2]),
    ]

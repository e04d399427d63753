"""queen.begin_job_run: a run of a job is there as soon as it begins."""

from __future__ import annotations

from regent.paging import Page
from regent.stores.status import Activity
from tests.support.clock import StoppedClock
from tests.support.job_runs import begin
from tests.support.rows import value


def test_a_run_is_running_until_it_can_run_no_more(
    activity: Activity, owner_url: str, stopped_clock: StoppedClock
) -> None:
    run = begin(owner_url, "lag", 10)
    (row,) = activity.list_job_runs("lag", Page(10)).rows
    assert (row["id"], row["verdict"]) == (run, "running")
    assert (row["startedAt"], row["endedAt"]) == ("2030-01-01T00:00:00.000000Z", None)
    stopped_clock.advance(601)
    assert activity.list_job_runs("lag", Page(10)).rows[0]["verdict"] == "lost"


def test_runs_of_long_ago_go(
    activity: Activity, owner_url: str, stopped_clock: StoppedClock
) -> None:
    begin(owner_url, "lag")
    begin(owner_url, "replay")
    stopped_clock.advance(90 * 86_400 + 1)
    begin(owner_url, "lag")
    names = "select array_agg(name order by name) from queen.job_runs"
    assert value(owner_url, names) == ["lag", "replay"]

"""queen.end_job_run: how a run ended."""

from __future__ import annotations

import json

from regent.paging import Page
from regent.rows import text_of
from regent.stores.status import Activity
from tests.support.clock import StoppedClock
from tests.support.job_runs import begin, end


def test_a_run_ends_with_its_summary_or_with_its_error(
    activity: Activity, owner_url: str, stopped_clock: StoppedClock
) -> None:
    one, other = begin(owner_url, "lag"), begin(owner_url, "retention")
    stopped_clock.advance(23)
    end(owner_url, one, summary={"offset lag": 4, "files": 1})
    end(owner_url, other, failed=True, error="the disk is full")
    (lag,) = activity.list_job_runs("lag", Page(10)).rows
    # In the run's order.
    assert list(json.loads(text_of(lag["summary"])).items()) == [("offset lag", 4), ("files", 1)]
    assert (lag["verdict"], lag["error"]) == ("ok", None)
    assert lag["endedAt"] == "2030-01-01T00:00:23.000000Z"
    (failed,) = activity.list_job_runs("retention", Page(10)).rows
    assert (failed["verdict"], failed["summary"]) == ("failed", None)
    assert failed["error"] == "the disk is full"


def test_a_run_ends_once(activity: Activity, owner_url: str) -> None:
    run = begin(owner_url, "lag")
    end(owner_url, run)
    end(owner_url, run, failed=True, error="too late")
    assert activity.list_job_runs("lag", Page(10)).rows[0]["verdict"] == "ok"

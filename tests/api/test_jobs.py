"""GET /api/v1/jobs and the runs of a job."""

from __future__ import annotations

from typing import get_args

from functions.forms.jobs import JobName
from regent.jobs import JOBS
from tests.support.clock import StoppedClock
from tests.support.http import Call
from tests.support.job_runs import begin, end
from tests.support.queue_http import refused


def test_every_job_is_there(call: Call) -> None:
    jobs = call("GET", "/api/v1/jobs").body["jobs"]
    assert [job["name"] for job in jobs] == [job.name for job in JOBS] == [*get_args(JobName)]
    assert [job["lastRun"] for job in jobs] == [None] * len(JOBS)
    assert jobs[0]["schedule"] == "cron(0 * * * ? *)"
    assert (jobs[2]["schedule"], jobs[0]["timeoutMinutes"]) == (None, 10)


def test_runs_have_a_start_an_end_and_a_verdict(
    call: Call, owner_url: str, stopped_clock: StoppedClock
) -> None:
    first = begin(owner_url, "lag")
    stopped_clock.advance(20)
    end(owner_url, first, failed=True, error="no bucket")
    second = begin(owner_url, "lag")
    stopped_clock.advance(25)
    end(owner_url, second, summary={"offset lag": 1_204})
    page = call("GET", "/api/v1/jobs/lag/runs", query={"limit": 1}).body
    (run,) = page["runs"]
    assert run == {
        "id": second,
        "startedAt": "2030-01-01T00:00:20.000000Z",
        "endedAt": "2030-01-01T00:00:45.000000Z",
        "verdict": "ok",
        "summary": {"offset lag": 1204},
        "error": None,
    }
    more = call("GET", "/api/v1/jobs/lag/runs", query={"cursor": page["nextCursor"]}).body
    assert [(run["verdict"], run["error"]) for run in more["runs"]] == [("failed", "no bucket")]
    assert more["nextCursor"] is None
    lag, retention, *_ = call("GET", "/api/v1/jobs").body["jobs"]
    assert (lag["lastRun"], retention["lastRun"]) == (run, None)


def test_another_job_and_a_wrong_cursor_are_refused(call: Call) -> None:
    unknown = refused(call("GET", "/api/v1/jobs/sweep/runs"), 400, "INVALID_REQUEST")
    assert (
        "'lag', 'retention', 'compact', 'replay' or 'export-log', not 'sweep'" in unknown["error"]
    )
    wrong = call("GET", "/api/v1/jobs/lag/runs", query={"cursor": "none"})
    assert "cursor: not one of this list" in refused(wrong, 400, "INVALID_REQUEST")["error"]

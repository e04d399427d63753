"""Each run of a job writes down that it began, and how it ended. It runs without Spark here: the
frame is the same for all jobs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from glue_jobs.lib.arguments import JobArguments
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.running import FAILED, Progress, run
from regent.jobs import JOBS
from tests.support.rows import rows

Work = Callable[[JobArguments, Progress], Mapping[str, Any]]
FOUND = (
    "select name, ended_at is not null as ended, failed, summary, error,"
    " extract(epoch from lost_at - started_at)::integer / 60 as minutes from queen.job_runs"
)


@pytest.fixture(autouse=True)
def as_the_jobs(owner_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the jobs' rights."""
    url = owner_url.replace("postgres@", "regent_jobs@")
    assert "regent_jobs@" in url
    monkeypatch.setenv("REGENT_DATABASE_URL", url)


def ran(work: Work, *words: str) -> int:
    return run("retention", JobArguments, work, words)


def test_a_run_is_there_while_it_runs(owner_url: str) -> None:
    seen: list[Any] = []

    def work(_: JobArguments, __: Progress) -> Mapping[str, Any]:
        seen.extend(rows(owner_url, FOUND))
        return {"messages deleted": 4, "at": "2030"}

    assert ran(work) == 0
    (during,), (after,) = seen, rows(owner_url, FOUND)
    assert (during["name"], during["ended"], during["failed"]) == ("retention", False, None)
    (retention,) = (job for job in JOBS if job.name == "retention")
    assert (after["ended"], after["failed"]) == (True, False)
    assert after["minutes"] == retention.timeout_minutes
    assert after["summary"] == {"messages deleted": 4, "at": "2030"}


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        ("there is no bucket archive", "there is no bucket archive"),
        ("not Parquet: \0", "not Parquet: �"),
    ],
)
def test_an_error_is_its_verdict(owner_url: str, error: str, kept: str) -> None:
    def work(_: JobArguments, __: Progress) -> Mapping[str, Any]:
        raise StorageError(error)

    assert ran(work) == 1
    (row,) = rows(owner_url, FOUND)
    assert (row["failed"], row["error"]) == (True, kept)


def test_a_mistake_in_a_job_is_its_verdict_and_is_raised(owner_url: str) -> None:
    def work(_: JobArguments, __: Progress) -> Mapping[str, Any]:
        raise KeyError("x")

    with pytest.raises(KeyError):
        ran(work)
    (row,) = rows(owner_url, FOUND)
    assert (row["failed"], row["error"]) == (True, "KeyError('x')")


def test_batches_that_failed_are_a_failure_with_a_summary(owner_url: str) -> None:
    assert ran(lambda _, __: {FAILED: 2}) == 1
    (row,) = rows(owner_url, FOUND)
    assert (row["failed"], row["summary"], row["error"]) == (True, {FAILED: 2}, None)


def test_a_dry_run_writes_nothing(owner_url: str) -> None:
    assert ran(lambda _, __: {}, "--dry-run") == 0
    assert rows(owner_url, FOUND) == []


def test_a_run_that_cannot_be_written_down_goes_on(
    owner_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows(owner_url, "revoke execute on function queen.begin_job_run from regent_jobs")
    assert ran(lambda _, __: {"messages deleted": 1}) == 0
    assert (
        "this run is not written down: the database role may not do this" in capsys.readouterr().out
    )
    assert rows(owner_url, FOUND) == []

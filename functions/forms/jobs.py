"""The Spark jobs and their runs, field by field."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from functions.edge.lists import Pagination
from regent.jobs import JOBS
from regent.rows import Row

JobName = Literal["lag", "retention", "compact", "replay", "export-log"]


class JobRun(BaseModel):
    """A run. ``lost``: it has no end, and runs no more. ``failed``: with an error, or with batches
    in its summary that failed. ``summary``: what the run says of itself, in its own words."""

    id: str
    startedAt: str
    endedAt: str | None
    verdict: Literal["running", "ok", "failed", "lost"]
    summary: dict[str, Any] | None
    error: str | None


class JobAnswer(BaseModel):
    """A job. ``schedule``: when Glue starts it, in UTC; null: it is started by hand."""

    name: JobName
    description: str
    schedule: str | None
    timeoutMinutes: int
    lastRun: JobRun | None


class JobsAnswer(BaseModel):
    """All jobs."""

    jobs: list[JobAnswer]


class JobRunsAnswer(BaseModel):
    """Runs, the newest first."""

    runs: list[JobRun]
    total: None
    pagination: Pagination
    nextCursor: str | None


def run_answer(row: Row) -> Row:
    """A run as an answer has it."""
    return {name: row[name] for name in JobRun.model_fields}


def job_answers(last: list[Row]) -> list[Row]:
    """All jobs, each with its last run."""
    runs = {row["name"]: run_answer(row) for row in last}
    return [
        {
            "name": job.name,
            "description": job.summary,
            "schedule": job.schedule,
            "timeoutMinutes": job.timeout_minutes,
            "lastRun": runs.get(job.name),
        }
        for job in JOBS
    ]

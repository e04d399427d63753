"""Runs of jobs, as the jobs' role writes them down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from psycopg.types.json import Json

from tests.support.owner import execute


def begin(owner_url: str, name: str, minutes: int = 10) -> str:
    """A run begins; its id."""
    statement = b"select queen.begin_job_run(%s, %s) as id"
    return str(execute(owner_url, statement, (name, minutes))[0]["id"])


def end(
    owner_url: str,
    run: str,
    *,
    failed: bool = False,
    summary: Mapping[str, Any] | None = None,
    error: str | None = None,
) -> None:
    """It ends."""
    told = None if summary is None else Json(dict(summary))
    execute(owner_url, b"select queen.end_job_run(%s, %s, %s, %s)", (run, failed, told, error))

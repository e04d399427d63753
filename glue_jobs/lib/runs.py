"""Writes down in the database that a run of a job began, and how it ended.

Nothing depends on it: a run that cannot be written down says so, and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from glue_jobs.lib.arguments import JobArguments
from glue_jobs.lib.login import Login
from regent.database import UnexpectedDatabaseError
from regent.errors import RegentError
from regent.jobs import JOBS
from regent.stores.status import Activity
from regent.texts import storable

Say = Callable[[str], None]


class Run:
    """One run of a job of the table. A dry run writes nothing, this neither."""

    def __init__(self, name: str, arguments: JobArguments, say: Say) -> None:
        self._say = say
        minutes = {job.name: job.timeout_minutes for job in JOBS}.get(name, 0)
        is_noted = minutes and not arguments.dry_run
        self._login: Login | None = self._try(lambda: Login.of(arguments)) if is_noted else None
        self._id: str | None = self._with_store(lambda store: store.begin_job_run(name, minutes))

    def end(self, summary: Mapping[str, Any] | None, error: str | None, *, failed: bool) -> None:
        """Write down how it ended."""
        if self._id is None:
            return
        run, told = self._id, error and storable(error)
        self._with_store(
            lambda store: store.end_job_run(run, failed=failed, summary=summary, error=told)
        )

    def _with_store(self, work: Callable[[Activity], Any]) -> Any:
        if self._login is None:
            return None
        database = self._login.database()
        try:
            return self._try(lambda: work(Activity(database)))
        finally:
            database.close()

    def _try(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except (RegentError, UnexpectedDatabaseError) as error:
            self._say(f"this run is not written down: {error}")
            return None

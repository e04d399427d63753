"""kill -9 between each two steps of the retention job: a second run loses nothing and doubles
nothing. The job runs as a program; a trigger in the database holds it where it is to be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from glue_jobs.lib import archive, archiving, manifests
from glue_jobs.lib.storage import Storage
from tests.glue_jobs.archives import Jobs, archived, in_the_table
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.rows import rows, value
from tests.support.store import push

ROOT = Path(__file__).parents[2]
#: Small, so that there are several of each: batches, tasks, transactions.
SIZES = ("--batch-messages", "4", "--delete-messages", "2", "--parallelism", "2")
PUSHED = [("q", name, offset) for name in ("a", "b", "c") for offset in range(5)]
#: Where the job is held: (table, operation, condition on the new row).
PLACES = {
    "before a batch is planned": ("archive_batches", "insert", "true"),
    "after files are staged": ("archive_batches", "update", "new.status = 'written'"),
    "after files are read back": ("archive_batches", "update", "new.status = 'verified'"),
    "after the table": ("archive_batches", "update", "new.status = 'committed'"),
    "between two batches": (
        *("archive_batches", "update"),
        (
            "new.status = 'committed' and exists"
            " (select from queen.archive_batches b where b.status = 'committed')"
        ),
    ),
    "within a deletion": ("retention_history", "insert", "true"),
    "between two deletions": (
        *("retention_history", "insert"),
        "exists (select from queen.retention_history)",
    ),
    "before batches are closed": ("archive_batches", "update", "new.status = 'deleted'"),
}


@pytest.fixture
def aged(store, stopped_clock: StoppedClock) -> StoppedClock:
    """Fifteen messages of two days in three partitions, all of them too old."""
    retained(store, pending=3600)
    stopped_clock.advance(23.5 * 3600)
    for name in "abc":
        push(store, "q", 0, 1, partition=name)
    stopped_clock.advance(3600)
    for name in "abc":
        push(store, "q", 2, 3, 4, partition=name)
    stopped_clock.advance(2 * 3600)
    return stopped_clock


def lost_and_doubled(output: str, owner_url: str) -> tuple[list[object], list[object]]:
    """Messages that are neither in the archive nor in the table; and messages that are in the
    archive twice, or in the archive and in the table."""
    there = Counter((queue, name, offset) for queue, name, offset, _ in archived(output))
    there.update(("q", name, offset) for name, offset in left(owner_url))
    lost = [message for message in PUSHED if there[message] == 0]
    return lost, [message for message, times in there.items() if times > 1]


@contextmanager
def held_at(owner_url: str, table: str, operation: str, condition: str) -> Iterator[None]:
    """A session that comes to this place sleeps."""
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "create function public.hold() returns trigger language plpgsql as $$ begin"
            f" if {condition} then perform pg_sleep(25); end if; return new; end $$".encode()
        )
        owner.execute(
            f"create trigger hold before {operation} on queen.{table}"
            " for each row execute function public.hold()".encode()
        )
        yield
        owner.execute("drop function public.hold() cascade")


def kill_there(owner_url: str, jobs_url: str, output: str) -> None:
    """Start the job as Glue does, wait until it sleeps, and kill it with all its processes."""
    command = [
        *(sys.executable, "-m", "glue_jobs.retention", "--JOB_NAME", "regent-retention"),
        *("--archive", "true", "--output", output, *SIZES),
    ]
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT / 'shared'}{os.pathsep}{ROOT}",
        "REGENT_DATABASE_URL": jobs_url,
    }
    sleeping = (
        "select pid from pg_stat_activity"
        " where datname = current_database() and wait_event = 'PgSleep'"
    )
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as job:
        try:
            deadline = time.monotonic() + 120
            while not rows(owner_url, sleeping):
                ended = job.poll() is not None
                assert not ended, job.stdout.read() if job.stdout else ""
                assert time.monotonic() < deadline
                time.sleep(0.05)
        finally:
            os.killpg(job.pid, signal.SIGKILL)
            job.communicate(timeout=30)
    while rows(owner_url, f"select pg_terminate_backend(pid) from ({sleeping}) s"):
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_a_run_that_was_killed_is_gone_on_with(aged, jobs, jobs_url, owner_url, place):
    with held_at(owner_url, *PLACES[place]):
        kill_there(owner_url, jobs_url, jobs.output)
    lost, _ = lost_and_doubled(jobs.output, owner_url)
    assert lost == []
    jobs.retention(*SIZES)
    assert lost_and_doubled(jobs.output, owner_url) == ([], [])
    assert in_the_table(jobs.output) == archived(jobs.output)
    assert left(owner_url) == []
    deleted = "select sum(messages_deleted)::int from queen.retention_history where archived"
    assert value(owner_url, deleted) == len(PUSHED)
    assert in_the_archive(jobs.output) == named_by_manifests(jobs.output)
    assert value(owner_url, "select count(*) from queen.archive_ranges") == 0


def in_the_archive(output: str) -> list[str]:
    """Every file but manifests, and so the files that were left in staging."""
    storage = Storage(archive.archive_root(output))
    return [s.path for s in storage.list() if not s.path.startswith(manifests.FOLDER)]


def named_by_manifests(output: str) -> list[str]:
    storage = Storage(archive.archive_root(output))
    return sorted(file["path"] for m in manifests.found(storage) for file in m["files"])


def run_that_deletes_first(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job whose deletions come before its files."""
    right = archiving.Run._finish_archiving

    def wrong(self, store):
        self._delete_archived(store.now())
        return right(self, store)

    monkeypatch.setattr(archiving.Run, "_finish_archiving", wrong)
    jobs.retention(*SIZES)


def test_deleting_before_the_archive_is_refused_by_the_database(aged, jobs, owner_url, monkeypatch):
    run_that_deletes_first(jobs, monkeypatch)
    assert lost_and_doubled(jobs.output, owner_url) == ([], [])


def test_a_database_that_does_not_refuse_it_is_caught(aged, jobs, owner_url, monkeypatch):
    rewrite(owner_url, "_archived_to", (" or v_range.status <> 'committed'", ""))
    rewrite(owner_url, "list_archived", ("where b.status = 'committed'", "where true"))
    run_that_deletes_first(jobs, monkeypatch)
    assert lost_and_doubled(jobs.output, owner_url) == (PUSHED, [])


def test_archiving_what_another_run_has_is_caught(aged, jobs, owner_url):
    """If ranges are taken twice, messages are in the archive twice."""
    rewrite(owner_url, "_unplanned", ("r.from_offset < p_upto", "false"))
    rewrite(owner_url, "_planned_before", ("r.from_offset < p_offset", "false"))
    rows(owner_url, "alter table queen.archive_ranges drop constraint archive_ranges_pkey")
    rewrite(owner_url, "_archived_to", ("return v_to;", "return p_from;"))
    jobs.retention(*SIZES)
    jobs.retention(*SIZES)
    assert sorted(set(lost_and_doubled(jobs.output, owner_url)[1])) == PUSHED

"""Jobs that read from a replica: what it does not have yet is read from the primary, and what it
has lost is not deleted."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from glue_jobs import lag
from glue_jobs.lib import reader
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.running import Progress
from regent.database import Database
from regent.encryption import Encryption
from regent.install import install
from regent.local.postgres import Postgres
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.status import LEAVE_MARK
from tests.glue_jobs.archives import Jobs, archived
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.postgres import throw_away
from tests.support.replicas import host_of, open_folder, replica
from tests.support.retention import left, retained
from tests.support.rows import rows, value
from tests.support.store import pop, push

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HOUR = 3600


@dataclasses.dataclass
class Pair:
    """A primary, and a server that follows it."""

    primary: Postgres
    standby: Postgres
    clock: StoppedClock

    @property
    def host(self) -> str:
        return host_of(self.standby)

    @property
    def source(self) -> Source:
        return Source(Settings(database_url=self.jobs_url))

    @property
    def jobs_url(self) -> str:
        return self.primary.url().replace("//postgres@", "//regent_jobs@")

    def hold(self) -> None:
        """The standby goes on no further."""
        rows(self.standby.url(), "select pg_wal_replay_pause()")
        while value(self.standby.url(), "select pg_get_wal_replay_pause_state()") != "paused":
            pass

    def go_on(self) -> None:
        """The standby goes on."""
        rows(self.standby.url(), "select pg_wal_replay_resume()")

    def catch_up(self) -> None:
        """The standby has all that the primary has by now."""
        there = value(self.primary.url(), "select pg_current_wal_lsn()")
        behind = f"select pg_last_wal_replay_lsn() < '{there}'::pg_lsn"
        while value(self.standby.url(), behind):
            pass


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with open_folder() as folder, throw_away(folder / "primary") as primary:
        install(primary.url())
        with replica(primary, folder / "standby") as standby:
            yield Pair(primary, standby, StoppedClock(primary.url()))


@pytest.fixture
def aged(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queues]:
    """Five old messages in two partitions of a queue, of which a group has read none."""
    monkeypatch.setattr(reader, "PATIENCE_SECONDS", 2.0)
    monkeypatch.setenv("REGENT_DATABASE_URL", pair.jobs_url)
    database = Database(
        Settings(database_url=pair.primary.url().replace("postgres@", "regent_api@"))
    )
    store = Queues(database, Encryption(Settings()))
    pair.clock.advance(0)
    retained(store, pending=HOUR)
    push(store, "q", 1, 2, 3, partition="a")
    push(store, "q", 4, 5, partition="b")
    pop(store, "q", group="g")
    pair.clock.advance(HOUR + 1)
    pair.catch_up()
    yield store
    database.close()
    pair.go_on()
    install(pair.primary.url())
    store_url = pair.primary.url()
    rows(store_url, "select from queen.delete_queue('q')")
    rows(store_url, "delete from queen.archive_batches")


@pytest.fixture
def jobs(spark: SparkSession, tmp_path: Path) -> Jobs:
    return Jobs(spark, tmp_path)


def read_by(server: Postgres) -> int:
    """Rows of messages that were read on a server, by statistics of its own."""
    query = (
        "select idx_tup_fetch + seq_tup_read from pg_stat_all_tables"
        " where relid = 'queen.messages'::regclass"
    )
    with psycopg.connect(server.url(), autocommit=True) as session:
        session.execute("select pg_stat_force_next_flush()")
        ((count,),) = session.execute(query).fetchall()
    return int(count)


def test_messages_are_read_from_the_replica_and_archived(aged, pair, jobs):
    before = read_by(pair.standby)
    assert jobs.retention("--reader-host", pair.host)["messages deleted"] == 5
    assert len(archived(jobs.output)) == 5
    assert read_by(pair.standby) >= before + 5


def test_a_replica_that_is_behind_is_not_read(aged, pair, jobs, capsys):
    pair.hold()
    before = read_by(pair.standby)
    assert jobs.retention("--reader-host", pair.host)["messages deleted"] == 5
    assert len(archived(jobs.output)) == 5
    assert read_by(pair.standby) == before
    assert "this step reads from the primary" in capsys.readouterr().out


def test_a_connection_whose_replica_is_behind_reads_from_the_primary(aged, pair):
    """Others behind that address may be further."""
    found = reader.reading(pair.source, pair.host, Progress("test"))
    assert isinstance(found, reader.Reader)
    pair.hold()
    later = dataclasses.replace(
        found, mark=pair.source.rows(LEAVE_MARK)[0]["mark"], patience_seconds=0.1
    )
    assert later.rows("select pg_is_in_recovery() as here") == [{"here": False}]
    assert found.rows("select pg_is_in_recovery() as here") == [{"here": True}]


def test_another_database_is_not_read(aged, pair, owner_url, postgres, capsys):
    found = reader.reading(pair.source, host_of(postgres), Progress("test"))
    assert found == pair.source
    assert "is no replica of this database" in capsys.readouterr().out


def test_a_replica_that_says_too_little_deletes_nothing(aged, pair, jobs):
    """Planted: each mark is seen, though the replica does not have the batches."""
    rewrite(pair.primary.url(), "has_mark", ("select exists (", "select true or exists ("))
    lsn = value(pair.primary.url(), "select pg_current_wal_insert_lsn()::text")
    while value(pair.standby.url(), f"select pg_last_wal_replay_lsn() < '{lsn}'"):
        pass
    pair.hold()
    summary = jobs.retention("--reader-host", pair.host)
    assert (summary["messages deleted"], summary["batches that failed"]) == (0, 1)
    assert len(left(pair.primary.url())) == 5
    error = value(pair.primary.url(), "select last_error from queen.archive_batches")
    assert "hold 5 messages, and its files 0" in error


def test_lag_is_measured_on_the_replica(aged, pair, spark, tmp_path):
    words = ["--output", str(tmp_path), "--reader-host", pair.host]
    arguments = lag.LagArguments.parse(words)
    before = read_by(pair.standby)
    summary: dict[str, Any] = dict(lag.lag(spark, arguments, Progress("lag")))
    assert (summary["partitions behind"], summary["offset lag"]) == (2, 5)
    assert read_by(pair.standby) > before

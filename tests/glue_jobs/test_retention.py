"""The retention job: archives, verifies, deletes; nothing is lost and nothing is there twice."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Semaphore
from typing import Any

import pyarrow.parquet as pq
import pytest

from glue_jobs.lib import archive, archiving, manifests
from glue_jobs.lib.archive_tasks import Worker
from glue_jobs.lib.archiving import Run, old_files
from glue_jobs.lib.login import retention
from glue_jobs.lib.running import run
from glue_jobs.lib.storage import Storage
from glue_jobs.retention import RetentionArguments, main
from regent.stores.retention import Retention
from tests.bench.archiving import fill, measure
from tests.glue_jobs.archives import Jobs, archived, place_of
from tests.glue_jobs.conftest import BUCKET
from tests.support.clock import StoppedClock
from tests.support.dead_letters import bury
from tests.support.retention import consume, ends, left, retained
from tests.support.rows import value
from tests.support.store import pop, push

HOUR = 3600


@pytest.fixture
def aged(store, stopped_clock: StoppedClock) -> StoppedClock:
    """Two partitions with old messages, over midnight; one with a young one; another queue."""
    retained(store, pending=HOUR)
    stopped_clock.advance(23 * HOUR)
    push(store, "q", {"n": 1}, {"n": "zwei"}, partition="a")
    push(store, "q", 3, partition="b", key="k", headers={"h": 1}, traceId=None)
    stopped_clock.advance(HOUR)
    push(store, "q", 4, partition="a", transactionId="order 4")
    push(store, "other", 5)
    stopped_clock.advance(HOUR + 1)
    push(store, "q", 6, partition="c")
    return stopped_clock


def test_old_messages_are_in_the_archive_and_not_in_the_table(aged, jobs, owner_url):
    summary = jobs.retention()
    assert summary["messages deleted"] == 4
    assert archived(jobs.output) == [
        ("q", "a", 0, '{"n":1}'),
        ("q", "a", 1, '{"n":"zwei"}'),
        ("q", "a", 2, "4"),
        ("q", "b", 0, "3"),
    ]
    assert left(owner_url) == [("c", 0)]
    assert left(owner_url, "other") == [("Default", 0)]


def test_a_second_run_finds_nothing(aged, jobs):
    jobs.retention()
    assert jobs.retention() == {"messages deleted": 0}


def test_processes_of_tasks_start_while_the_database_goes_on_planning(aged, jobs, monkeypatch):
    """Only where there is work: a run that finds none would be twice as long."""
    starts = Semaphore(0)
    monkeypatch.setattr(archiving, "start_processes", lambda _: starts.release())
    opened = Retention.open_batches

    def open_batches(*words: Any) -> Any:
        assert starts.acquire(timeout=30)
        return opened(*words)

    monkeypatch.setattr(Retention, "open_batches", open_batches)
    assert jobs.retention()["messages deleted"] == 4
    assert jobs.retention() == {"messages deleted": 0}
    assert not starts.acquire(timeout=0.1)


def test_a_run_notes_what_is_completed(store, stopped_clock, jobs, owner_url):
    retained(store, completed=HOUR)
    push(store, "q", 1, 2, 3)
    consume(store, "q", 1)
    assert jobs.retention() == {"messages deleted": 0}
    stopped_clock.advance(HOUR + 1)
    consume(store, "q", 1)
    assert jobs.retention()["messages deleted"] == 1
    assert left(owner_url) == [("Default", 1), ("Default", 2)]


def test_one_queue_s_trouble_stops_no_other_and_fails_the_run(aged, jobs, owner_url, store):
    retained(store, "other", pending=HOUR)
    (Path(jobs.output) / "archive").mkdir(parents=True)
    blocked = Path(jobs.output) / "archive" / "queue=q"
    blocked.write_text("a file where a folder has to be")
    summary = jobs.retention()
    assert (summary["batches that failed"], summary["messages deleted"]) == (1, 1)
    assert left(owner_url, "other") == []
    assert len(left(owner_url)) == 5
    blocked.unlink()
    assert jobs.retention()["messages deleted"] == 4
    assert len(archived(jobs.output)) == 5


def test_a_run_that_leaves_something_fails(capsys):
    failing = {"messages deleted": 3, "batches that failed": 1}
    assert run("retention", RetentionArguments, lambda *_: failing, []) == 1
    assert "batches that failed  1" in capsys.readouterr().out
    assert run("retention", RetentionArguments, lambda *_: {"messages deleted": 3}, []) == 0


def test_files_are_by_queue_and_day_with_every_column(aged, jobs, owner_url):
    message_id = value(owner_url, "select id::text from queen.messages where payload::text = '4'")
    jobs.retention()
    storage = Storage(archive.archive_root(jobs.output))
    (manifest,) = manifests.found(storage)
    assert (manifest["queue"], manifest["messages"]) == ("q", 4)
    files = {file["day"]: file for file in manifest["files"]}
    assert {day: file["rows"] for day, file in files.items()} == {"2030-01-01": 3, "2030-01-02": 1}
    for day, file in files.items():
        folder, name = file["path"].rsplit("/", 1)
        assert folder == f"queue=q/dt={day}"
        assert re.fullmatch(rf"{manifest['batch']}-[0-9a-f]{{8}}-[01]\.parquet", name)
    with storage.fetched(files["2030-01-02"]["path"]) as local:
        (message,) = pq.read_table(local, partitioning=None).to_pylist()
        assert {c.compression for c in _columns(local)} == {"ZSTD"}
    partition = value(owner_url, "select id from queen.partitions where name = 'a'")
    assert message == {
        "queue": "q",
        "partition_id": partition,
        "partition": "a",
        "offset": 2,
        "id": message_id,
        "transaction_id": "order 4",
        "trace_id": None,
        "key": None,
        "headers": None,
        "payload": "4",
        "is_encrypted": False,
        "producer_sub": None,
        "created_at": datetime(2030, 1, 2, tzinfo=UTC),
        "available_at": None,
    }


def _columns(local):
    metadata = pq.ParquetFile(local).metadata
    return [metadata.row_group(0).column(n) for n in range(metadata.num_columns)]


def test_in_s3(aged, aws, jobs):
    jobs = Jobs(jobs.spark, f"s3://{BUCKET}/stack")
    assert jobs.retention()["messages deleted"] == 4
    assert [offset for _, _, offset, _ in archived(jobs.output)] == [0, 1, 2, 0]
    found = aws.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"]
    folders = {item["Key"].rpartition("/")[0] for item in found}
    assert folders == {
        "stack/archive/_manifests/queue=q",
        "stack/archive/queue=q/dt=2030-01-01",
        "stack/archive/queue=q/dt=2030-01-02",
    }


@pytest.mark.parametrize(
    "damage",
    [lambda file: file.write_bytes(file.read_bytes()[:-1] + b"?"), lambda file: file.unlink()],
    ids=["changed", "missing"],
)
def test_a_file_that_is_not_sound_is_written_again_and_nothing_is_deleted(
    aged, jobs, jobs_url, owner_url, damage
):
    """A staged file breaks before it is read back."""
    place = place_of(jobs_url)
    with retention(place.source) as store, Worker(place) as worker:
        cuts, _ = store.plan_retention(0, 10, archiving=True)
        store.open_batches([(archive.batch_id(), "q", cuts)], archive.archive_root(jobs.output))
        worker.write(store.list_batches()[0])
        (batch,) = store.list_batches()
        damage(Path(batch.archive, batch.files[0]["staged"]))
        assert worker.verify(batch)["unsound"] == 1
        assert store.list_batches()[0].status == "planned"
        assert store.list_archived(0, 10) == []
    assert len(left(owner_url)) == 5
    assert jobs.retention()["messages deleted"] == 4
    assert [offset for _, _, offset, _ in archived(jobs.output)] == [0, 1, 2, 0]


def test_what_is_leased_is_archived_once_and_deleted_later(aged, store, jobs, owner_url):
    retained(store, pending=HOUR, lease_time=60)
    archive_only(jobs)
    assert len(pop(store, "q", "a", group="g", batch=9).messages) == 3
    assert jobs.retention()["messages deleted"] == 1
    assert left(owner_url) == [("a", 0), ("a", 1), ("a", 2), ("c", 0)]
    aged.advance(61)
    assert jobs.retention()["messages deleted"] == 3
    assert [offset for _, _, offset, _ in archived(jobs.output)] == [0, 1, 2, 0]


def archive_only(jobs: Jobs) -> None:
    """A run that is stopped before it deletes."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Run, "_delete_archived", lambda self, run_at: None)
        jobs.retention()


def test_deep_partitions_are_split_and_small_ones_put_together(
    store, stopped_clock, jobs, owner_url, capsys
):
    retained(store, pending=HOUR)
    push(store, "q", *range(25), partition="deep")
    for name in "abcd":
        push(store, "q", 1, 2, partition=name)
    stopped_clock.advance(HOUR + 1)
    jobs.retention("--batch-messages", "10")
    assert "5 ranges in 4 batches" in capsys.readouterr().out
    found = archived(jobs.output)
    assert [offset for _, name, offset, _ in found if name == "deep"] == list(range(25))
    assert len(found) == len(set(found)) == 33
    assert left(owner_url) == []


@pytest.mark.parametrize("name", ["a/b c=ä", "q" * 255, "é" * 255, "..", "%41"])
def test_any_queue_has_a_folder(store, stopped_clock, jobs, name):
    retained(store, name, pending=HOUR)
    push(store, name, 1)
    stopped_clock.advance(HOUR + 1)
    jobs.retention()
    assert archived(jobs.output) == [(name, "Default", 0, "1")]
    assert jobs.replay("--queue", name)["stored"] == 1


def test_idle_partitions_old_history_and_dead_letters_go(aged, store, jobs, owner_url, tmp_path):
    jobs.retention()
    retained(store, "letters", dead_letter_retention_seconds=HOUR)
    bury(store, "letters", 1, 2)
    old, young = (
        tmp_path / f"lag/rollups/dt={day}/x.parquet" for day in ("2029-12-01", "2030-01-01")
    )
    for file in (old, young):
        file.parent.mkdir(parents=True)
        file.touch()
    aged.advance(7 * 24 * HOUR)
    summary = jobs.retention("--lag-days", "30", "--history-days", "1")
    assert summary["partitions dropped"] == 2
    assert summary["lag files deleted"] == 1
    assert summary["dead letters deleted"] == 2
    assert (old.exists(), young.exists()) == (False, True)
    assert [name for name, *_ in ends(owner_url)] == ["Default", "c"]
    assert value(owner_url, "select count(*) from queen.retention_history") == 1


def test_days_of_files():
    paths = ["lag/a/dt=2029-12-31/x", "lag/a/dt=2030-01-01/x", "lag/other"]
    assert old_files(paths, date(2030, 1, 1)) == ["lag/a/dt=2029-12-31/x"]


def test_in_glue_words(aged, jobs, owner_url, capsys):
    """Glue's arguments stand around ours. test_replay.py starts a program with them."""
    words = [
        *("--JOB_NAME", "regent-retention", "--JOB_RUN_ID", "jr_1", "--archive", "true"),
        *("--output", jobs.output, "--enable-metrics", "true", "--TempDir", "s3://nowhere/tmp"),
        *("--parallelism", "1"),
    ]
    assert main(words) == 0
    assert "messages deleted             4" in capsys.readouterr().out
    assert left(owner_url) == [("c", 0)]


def test_a_database_that_is_not_there_is_one_sentence(jobs, monkeypatch, capsys):
    monkeypatch.setenv("REGENT_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    assert main(["--output", jobs.output]) == 1
    assert "retention: cannot connect to the database" in capsys.readouterr().err


def test_the_bench_measures_what_it_says(spark, owner_url, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REGENT_DATABASE_URL", "set by the bench, and put back by pytest")
    fill(owner_url, 1_000, 100, 2)
    measure(spark, owner_url, tmp_path, "--batch-messages", "300")
    assert "4 batches of 200 to 300 messages (median 250); " in capsys.readouterr().out
    assert value(owner_url, "select count(*) from queen.messages") == 0

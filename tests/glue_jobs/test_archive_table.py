"""The archive as a table: each of its messages once, whenever a run was killed, and found without
reading the others."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pyiceberg.table import Table

from glue_jobs.lib import archive, archive_table, manifests, tables
from glue_jobs.lib.archive_tasks import Worker
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.tables import Tables
from tests.glue_jobs.archives import Jobs, archived, in_the_table, messages_table
from tests.glue_jobs.conftest import BUCKET, REGION
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.store import push

DAY = 86_400


@pytest.fixture
def jobs(jobs_here: Jobs) -> Jobs:
    """Jobs without a JVM: the table is the driver's business."""
    return jobs_here


@pytest.fixture
def aged(store, stopped_clock: StoppedClock) -> StoppedClock:
    """Old messages of two days in two queues."""
    for queue in ("q", "other"):
        retained(store, queue, pending=DAY)
        push(store, queue, 1, 2, partition="a")
    stopped_clock.advance(DAY)
    push(store, "q", 3, {"n": "zwei"}, partition="b")
    stopped_clock.advance(DAY + 1)
    return stopped_clock


def table_of(jobs: Jobs) -> Table:
    return messages_table(jobs.output)


def test_the_table_has_what_the_archive_has(aged, jobs):
    jobs.retention()
    assert len(archived(jobs.output)) == 6
    assert in_the_table(jobs.output) == archived(jobs.output)


def test_each_batch_is_a_snapshot_that_bears_its_id(aged, jobs, store):
    jobs.retention()
    push(store, "q", 4)
    aged.advance(DAY + 1)
    jobs.retention()
    table = table_of(jobs)
    found = manifests.found(Storage(archive.archive_root(jobs.output)))
    batches = [each["batch"] for each in found]
    assert len(batches) == 3
    assert sorted(tables.batches_of(table)) == sorted(batches)
    assert len(table.snapshots()) == 3
    assert in_the_table(jobs.output) == archived(jobs.output)


def test_many_batches_share_few_snapshots(aged, jobs, store, monkeypatch, caplog):
    """Each snapshot of a change takes longer than the one before it."""
    monkeypatch.setattr(tables, "MOST_SNAPSHOTS", 2)
    summary = jobs.retention("--batch-messages", "1")
    table = table_of(jobs)
    assert [len(tables._batches_of(each)) for each in table.snapshots()] == [3, 3]
    assert len(tables.batches_of(table)) == summary["batches finished"] == 6
    assert in_the_table(jobs.output) == archived(jobs.output)
    assert jobs.retention()["messages deleted"] == 0
    assert len(table_of(jobs).snapshots()) == 2
    assert caplog.text == ""


def test_only_files_of_the_queue_and_the_day_are_read(aged, jobs):
    jobs.retention()
    table = table_of(jobs)

    def read(condition: str) -> list[str]:
        planned = table.scan(row_filter=condition).plan_files()
        return [each.file.file_path.partition("/archive/")[2] for each in planned]

    assert len(read("offset >= 0")) == 3
    (found,) = read("queue = 'other'")
    assert found.startswith("queue=other/dt=2030-01-01/")
    (found,) = read("queue = 'q' and created_at >= '2030-01-02T00:00:00+00:00'")
    assert found.startswith("queue=q/dt=2030-01-02/")
    assert read("queue = 'nobody'") == []
    names = [field.name for field in table.spec().fields]
    assert names == ["queue", "created_day"]


def killed_between_table_and_database(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that adds its batches to the table and does not come to write that down; another."""

    def die(self: Worker, batch: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(Worker, "commit", die)
        summary = jobs.retention()
    assert (summary["messages deleted"], summary["batches that failed"]) == (0, 2)
    assert jobs.retention()["messages deleted"] == 6


def test_a_batch_that_is_in_the_table_is_not_added_again(aged, jobs, owner_url, monkeypatch):
    killed_between_table_and_database(jobs, monkeypatch)
    assert left(owner_url) == []
    assert in_the_table(jobs.output) == archived(jobs.output)


def test_adding_what_is_there_is_caught(aged, jobs, monkeypatch):
    monkeypatch.setattr(tables, "batches_of", lambda table: set())
    killed_between_table_and_database(jobs, monkeypatch)
    assert in_the_table(jobs.output) == sorted(2 * archived(jobs.output))


@pytest.fixture
def added_twice_at_once(aged, jobs, monkeypatch) -> Callable[[], None]:
    """Two runs add the same batch: both have looked before either has added it."""
    jobs.retention()
    storage = Storage(archive.archive_root(jobs.output))
    found = Tables(jobs.output)

    def happen() -> None:
        new = [_again(each) for each in manifests.found(storage)]
        append = tables._append

        def late(transaction: Any, batches: Any) -> int:
            monkeypatch.setattr(tables, "_append", append)
            assert found.add(archive_table.MESSAGES, new, list) == 2
            return append(transaction, batches)

        monkeypatch.setattr(tables, "_append", late)
        found.add(archive_table.MESSAGES, new, list)

    def _again(manifest: Any) -> tables.Batch:
        paths = [storage.address(file["path"]) for file in manifest["files"]]
        return tables.Batch(f"again {manifest['batch']}", paths)

    return happen


def test_two_runs_at_once_add_a_batch_once(added_twice_at_once, jobs):
    added_twice_at_once()
    assert in_the_table(jobs.output) == sorted(2 * archived(jobs.output))


def test_repeating_a_change_without_looking_again_is_caught(added_twice_at_once, jobs):
    with table_of(jobs).transaction() as change:
        change.set_properties({"commit.retry.num-retries": "4", "commit.retry.min-wait-ms": "0"})
    added_twice_at_once()
    assert in_the_table(jobs.output) == sorted(3 * archived(jobs.output))


def test_a_table_that_is_gone_is_made_anew_of_all_manifests(aged, jobs, store):
    jobs.retention()
    shutil.rmtree(Path(jobs.output, "tables"))
    push(store, "q", 4)
    aged.advance(DAY + 1)
    jobs.retention()
    assert len(archived(jobs.output)) == 7
    assert in_the_table(jobs.output) == archived(jobs.output)
    assert len(table_of(jobs).snapshots()) == 3


def test_what_the_table_does_not_take_is_not_deleted(aged, jobs, owner_url, capsys):
    Path(jobs.output, "tables").mkdir()
    Path(jobs.output, "tables/catalog.db").write_text("not a database, but a text of some length")
    summary = jobs.retention()
    assert (summary["messages deleted"], summary["batches that failed"]) == (0, 2)
    assert (
        "does not take 2 batches, which are left to the next run; their messages stay"
        in capsys.readouterr().out
    )
    assert len(left(owner_url)) == 4
    Path(jobs.output, "tables/catalog.db").unlink()
    assert jobs.retention()["messages deleted"] == 6
    assert in_the_table(jobs.output) == archived(jobs.output)


def test_old_snapshots_are_let_go_but_not_those_of_open_batches(aged, jobs, store, monkeypatch):
    monkeypatch.setattr(tables, "KEEP_SNAPSHOTS", timedelta(0))
    jobs.retention()
    found = Tables(jobs.output)
    (head,) = {each.snapshot_id for each in [table_of(jobs).current_snapshot()] if each}
    kept = {each.snapshot_id for each in table_of(jobs).snapshots()}
    assert len(kept) == 2  # both were open when they were added
    found.forget(archive_table.MESSAGES, tables.batches_of(table_of(jobs)))
    assert {each.snapshot_id for each in table_of(jobs).snapshots()} == kept
    found.forget(archive_table.MESSAGES, ())
    assert [each.snapshot_id for each in table_of(jobs).snapshots()] == [head]
    assert in_the_table(jobs.output) == archived(jobs.output)


@pytest.mark.parametrize("named", [True, False], ids=["a catalog", "no catalog"])
def test_on_aws_the_table_is_in_the_glue_catalog(aged, aws, jobs, named):
    in_s3 = Jobs(jobs.spark, f"s3://{BUCKET}/stack")
    glue = aws.client("glue", region_name=REGION)
    glue.create_database(DatabaseInput={"Name": "regent_test"})
    words = ["--region", REGION, *(["--catalog-database", "regent_test"] if named else [])]
    assert in_s3.retention(*words)["messages deleted"] == 6
    names = [each["Name"] for each in glue.get_tables(DatabaseName="regent_test")["TableList"]]
    assert names == (["messages"] if named else [])
    if named:
        found = {"region": REGION, "database": "regent_test"}
        location = messages_table(in_s3.output, **found).location()
        assert location == f"s3://{BUCKET}/stack/tables/messages"
        assert in_the_table(in_s3.output, **found) == archived(in_s3.output)

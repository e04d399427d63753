"""Two runs of the retention job at once, and a task that Spark runs twice: the later one takes
nothing away from the archive. The steps are taken one by one, without Spark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pyarrow as pa
import pytest

from glue_jobs.lib import archive, archiving, folders, manifests
from glue_jobs.lib.archive_tasks import Worker
from glue_jobs.lib.login import retention
from glue_jobs.lib.storage import Storage
from regent.errors import BatchIncomplete
from regent.stores.queue import Queues
from regent.stores.retention import Batch, Retention
from tests.glue_jobs.archives import Jobs, archive_here, archived, place_of
from tests.glue_jobs.conftest import BUCKET
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.store import push

HOUR = 3600
EVERYTHING = [("q", "Default", 0, "1"), ("q", "Default", 1, "2")]


@pytest.fixture
def aged(store: Queues, stopped_clock: StoppedClock) -> None:
    """Two old messages."""
    retained(store, pending=HOUR)
    push(store, "q", 1, 2)
    stopped_clock.advance(HOUR + 1)


@pytest.fixture
def worker(jobs_url: str) -> Iterator[Worker]:
    with Worker(place_of(jobs_url)) as made:
        yield made


def record_of(worker: Worker) -> AbstractContextManager[Retention]:
    """The database's record of the batches, over a connection of its own."""
    return retention(worker._place.source)


def written(store: Retention, worker: Worker, root: str) -> Batch:
    """A batch whose files are staged, as seen by a run that is about to read them back."""
    cuts, _ = store.plan_retention(0, 10, archiving=True)
    store.open_batches([(archive.batch_id(), "q", cuts)], root)
    worker.write(store.list_batches()[0])
    (batch,) = store.list_batches()
    assert batch.status == "written"
    return batch


def come_late(jobs: Jobs, jobs_url: str, worker: Worker) -> None:
    """Another run brings a batch to its end, between two looks of this one."""
    with record_of(worker) as store:
        batch = written(store, worker, archive.archive_root(jobs.output))
        assert archive_here(jobs_url, jobs.output) == 2
        assert store.list_batches() == []
        assert worker.verify(batch) == {"messages": 0, "bytes": 0}


def test_who_reads_a_batch_back_late_leaves_it_alone(aged, jobs, jobs_url, worker, owner_url):
    come_late(jobs, jobs_url, worker)
    assert left(owner_url) == []
    assert archived(jobs.output) == EVERYTHING


def test_removing_what_another_run_brought_there_is_caught(
    aged, jobs, jobs_url, worker, monkeypatch
):
    def remove(self, storage, batch):
        storage.delete(*(file["path"] for file in batch.files))

    monkeypatch.setattr(Worker, "_withdraw", remove)
    come_late(jobs, jobs_url, worker)
    with pytest.raises(FileNotFoundError):
        archived(jobs.output)


def test_files_of_a_batch_that_was_given_up_meanwhile_are_removed(aged, jobs, worker):
    root = archive.archive_root(jobs.output)
    with record_of(worker) as store:
        batch = written(store, worker, root)
        for _ in range(2):
            store.fail_batch(batch.id, "access denied")
        assert store.abandon_batches(root) == [batch.id]
    assert worker.verify(batch) == {"messages": 0, "bytes": 0}
    assert list(Path(root).rglob("dt=*/*")) == []


def rot(path: Path) -> None:
    """Damage a file's bytes and keep its length."""
    path.write_bytes(bytes(byte ^ 255 for byte in path.read_bytes()))


def copies_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    put = folders.put
    monkeypatch.setattr(folders, "put", lambda target, source, **_: put(target, source))


def verified_and_then_late(jobs: Jobs, worker: Worker) -> None:
    """One run verifies a batch. The staged copy rots. Another run that saw the batch before, or a
    task that Spark repeats, reads it back again; then the batch comes to its end."""
    root = archive.archive_root(jobs.output)
    with record_of(worker) as store:
        batch = written(store, worker, root)
        assert worker.verify(batch)["messages"] == 2
        for file in batch.files:
            rot(Path(root, file["staged"]))
        worker.verify(batch)
        (found,) = store.list_batches()
        manifests.write(Storage(root), found, "2030-01-31T00:00:00+00:00")
        assert store.advance_batch(found.id, "verified", "committed")


def test_a_verified_file_is_never_replaced(aged, jobs, worker):
    verified_and_then_late(jobs, worker)
    assert archived(jobs.output) == EVERYTHING


def test_replacing_a_verified_file_is_caught(aged, jobs, worker, monkeypatch):
    def copy_first(storage, batch):
        for recorded in batch.files:
            file = archive.ArchiveFile(**recorded)
            storage.copy(file.staged, file.path)
            archive.verify(storage, file, file.path)

    monkeypatch.setattr(archive, "publish", copy_first)
    copies_replace(monkeypatch)
    with pytest.raises(pa.ArrowInvalid):
        verified_and_then_late(jobs, worker)


def copy_second(jobs: Jobs, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run has read a staged file and is about to copy it. Another one verifies the batch, and the
    staged copy rots."""
    root = archive.archive_root(jobs.output)
    copy = Storage.copy

    def late(self: Storage, source: str, target: str) -> None:
        monkeypatch.setattr(Storage, "copy", copy)
        assert worker.verify(batch)["messages"] == 2
        rot(Path(root, source))
        copy(self, source, target)

    with record_of(worker) as store:
        batch = written(store, worker, root)
        monkeypatch.setattr(Storage, "copy", late)
        worker.verify(batch)
        (found,) = store.list_batches()
        manifests.write(Storage(root), found, "2030-01-31T00:00:00+00:00")
        assert store.advance_batch(found.id, "verified", "committed")


def test_a_copy_that_comes_second_is_none(aged, jobs, worker, monkeypatch):
    copy_second(jobs, worker, monkeypatch)
    assert archived(jobs.output) == EVERYTHING


def test_a_copy_over_what_is_there_is_caught(aged, jobs, worker, monkeypatch):
    copies_replace(monkeypatch)
    with pytest.raises(pa.ArrowInvalid):
        copy_second(jobs, worker, monkeypatch)


def test_a_staged_copy_that_rotted_is_written_again(aged, jobs, worker, monkeypatch):
    """Who reads the folders never finds it at its place, not even until it is read back there."""
    root = archive.archive_root(jobs.output)
    monkeypatch.setattr(Storage, "copy", lambda *_: pytest.fail("it was copied"))
    with record_of(worker) as store:
        batch = written(store, worker, root)
        rot(Path(root, batch.files[0]["staged"]))
        assert worker.verify(batch)["unsound"] == 1
        assert store.list_batches()[0].status == "planned"
        assert list(Path(root).rglob("dt=*/*")) == []


@pytest.fixture
def lossy_jobs(aged: None, jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> Jobs:
    """Jobs with a reader that loses the last message and does not notice."""
    write = archive.write

    def shorter(storage, batch, found):
        return write(storage, batch, (each.slice(0, each.num_rows - 1) for each in found))

    monkeypatch.setattr(archive, "write", shorter)
    return jobs


def test_a_reader_that_loses_a_message_is_noticed(lossy_jobs, jobs_url, worker, owner_url):
    with pytest.raises(BatchIncomplete, match=r"hold 2 messages, and its files 1$"):
        archive_here(jobs_url, lossy_jobs.output)
    with record_of(worker) as store:
        assert store.list_batches()[0].status == "planned"
    assert left(owner_url) == [("Default", 0), ("Default", 1)]


def test_a_database_that_does_not_count_is_caught(lossy_jobs, jobs_url, owner_url):
    rewrite(owner_url, "advance_batch", ("if v_rows < v_there then", "if false then"))
    assert archive_here(jobs_url, lossy_jobs.output) == 2
    assert left(owner_url) == []
    assert archived(lossy_jobs.output) == EVERYTHING[:1]


def test_what_one_attempt_wrote_is_not_taken_for_another(aged, jobs, worker):
    """A run reads back what it saw; the batch was given up and written again meanwhile."""
    read_back_the_first_of_two(jobs, worker)


def test_a_database_that_takes_any_files_for_the_recorded_ones_is_caught(
    aged, jobs, worker, owner_url
):
    rewrite(owner_url, "advance_batch", ("b.files = p_files", "true"))
    with pytest.raises(AssertionError):
        read_back_the_first_of_two(jobs, worker)


def read_back_the_first_of_two(jobs: Jobs, worker: Worker) -> None:
    """Its verdict on the first attempt's files neither counts for the second one nor harms it."""
    with record_of(worker) as store:
        first = written(store, worker, archive.archive_root(jobs.output))
        assert store.advance_batch(first.id, "written", "planned")
        worker.write(store.list_batches()[0])
        (second,) = store.list_batches()
        assert {file["path"] for file in first.files}.isdisjoint(f["path"] for f in second.files)
        worker.verify(first)
        assert store.list_batches() == [second]
        assert list(Path(second.archive).rglob("dt=*/*")) == []
        worker.verify(second)
        assert store.list_batches()[0].status == "verified"


def test_files_that_expired_on_their_way_are_written_again(aged, jobs, worker, owner_url, aws):
    """S3's lifecycle rule removes staged files: the batch is written again, not stuck."""
    root = archive.archive_root(f"s3://{BUCKET}/stack")
    with record_of(worker) as store:
        batch = written(store, worker, root)
        for file in batch.files:
            Storage(root).delete(file["staged"])
        assert worker.verify(batch)["unsound"] == 1
        assert store.list_batches()[0].status == "planned"


def test_a_folder_of_another_machine_is_left_to_that_machine(aged, aws, jobs, worker, owner_url):
    """Somebody's laptop began with a batch. On Glue its folder would be a worker's disk, which is
    gone with the job: nothing may be deleted for what lies there."""
    with record_of(worker) as store:
        batch = written(store, worker, archive.archive_root(jobs.output))
    glue = Jobs(jobs.spark, f"s3://{BUCKET}/stack")
    assert glue.retention() == {"messages deleted": 0, "batches left to others": 1}
    assert left(owner_url) == [("Default", 0), ("Default", 1)]
    with record_of(worker) as store:
        assert store.list_batches() == [batch]
    assert jobs.retention()["messages deleted"] == 2
    assert archived(jobs.output) == EVERYTHING


def test_which_archives_a_run_reaches():
    reaches = archiving.reaches
    assert reaches("s3://here/stack", "s3://there/archive")
    assert reaches(".regent/jobs", "s3://there/archive")
    assert reaches(".regent/jobs", "/home/ada/.regent/jobs/archive")
    assert not reaches("s3://here/stack", "/home/ada/.regent/jobs/archive")

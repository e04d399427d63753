"""Two runs of the retention job at once, and a task that Spark runs twice: the later one takes
nothing away from the archive. The steps are taken one by one, without Spark."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from glue_jobs.lib import archive, archiving, folders
from glue_jobs.lib.archive_tasks import Step
from glue_jobs.lib.login import retention as connected
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.storage import Storage
from regent.errors import BatchIncomplete
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.retention import Batch, Retention
from tests.glue_jobs.archives import Jobs, archive_here, archived
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
def step(jobs_url: str) -> Step:
    return Step(Source(Settings(database_url=jobs_url)), None)


def written(store: Retention, step: Step, root: str) -> Batch:
    """A batch whose files are staged, as seen by a run that is about to read them back."""
    cuts, _ = store.plan_retention(0, 10, archiving=True)
    store.open_batches([(archive.batch_id(), "q", cuts)], root)
    step.write(store.list_batches()[0])
    (batch,) = store.list_batches()
    assert batch.status == "written"
    return batch


def come_late(jobs: Jobs, jobs_url: str, step: Step) -> None:
    """Another run brings a batch to its end, between two looks of this one."""
    with connected(step.source) as store:
        batch = written(store, step, archive.archive_root(jobs.output))
        assert archive_here(jobs_url, jobs.output) == 2
        assert store.list_batches() == []
        assert step.verify(batch) == {"messages": 0, "bytes": 0}


def test_who_reads_a_batch_back_late_leaves_it_alone(aged, jobs, jobs_url, step, owner_url):
    come_late(jobs, jobs_url, step)
    assert left(owner_url) == []
    assert archived(jobs.output) == EVERYTHING


def test_removing_what_another_run_brought_there_is_caught(aged, jobs, jobs_url, step, monkeypatch):
    def remove(self, store, batch):
        for file in batch.files:
            self.storage(batch).delete(file["path"])

    monkeypatch.setattr(Step, "_withdraw", remove)
    come_late(jobs, jobs_url, step)
    with pytest.raises(FileNotFoundError):
        archived(jobs.output)


def rot(path: Path) -> None:
    """Damage a file's bytes and keep its length."""
    path.write_bytes(bytes(byte ^ 255 for byte in path.read_bytes()))


def copies_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    put = folders.put
    monkeypatch.setattr(folders, "put", lambda target, source, **_: put(target, source))


def verified_and_then_late(jobs: Jobs, step: Step) -> None:
    """One run verifies a batch. The staged copy rots. Another run that saw the batch before, or a
    task that Spark repeats, reads it back again; then the batch comes to its end."""
    root = archive.archive_root(jobs.output)
    with connected(step.source) as store:
        batch = written(store, step, root)
        assert step.verify(batch)["messages"] == 2
        for file in batch.files:
            rot(Path(root, file["staged"]))
        step.verify(batch)
        (found,) = store.list_batches()
        archive.commit(Storage(root), found, "2030-01-31T00:00:00+00:00")
        assert store.advance_batch(found.id, "verified", "committed")


def test_a_verified_file_is_never_replaced(aged, jobs, step):
    verified_and_then_late(jobs, step)
    assert archived(jobs.output) == EVERYTHING


def test_replacing_a_verified_file_is_caught(aged, jobs, step, monkeypatch):
    def copy_first(storage, batch):
        for recorded in batch.files:
            file = archive.ArchiveFile(**recorded)
            storage.copy(file.staged, file.path)
            archive.verify(storage, file, file.path)

    monkeypatch.setattr(archive, "publish", copy_first)
    copies_replace(monkeypatch)
    verified_and_then_late(jobs, step)
    with pytest.raises(pa.ArrowInvalid):
        archived(jobs.output)


def copy_second(jobs: Jobs, step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run has read a staged file and is about to copy it. Another one verifies the batch, and the
    staged copy rots."""
    root = archive.archive_root(jobs.output)
    copy = Storage.copy

    def late(self: Storage, source: str, target: str) -> None:
        monkeypatch.setattr(Storage, "copy", copy)
        assert step.verify(batch)["messages"] == 2
        rot(Path(root, source))
        copy(self, source, target)

    with connected(step.source) as store:
        batch = written(store, step, root)
        monkeypatch.setattr(Storage, "copy", late)
        step.verify(batch)
        (found,) = store.list_batches()
        archive.commit(Storage(root), found, "2030-01-31T00:00:00+00:00")
        assert store.advance_batch(found.id, "verified", "committed")


def test_a_copy_that_comes_second_is_none(aged, jobs, step, monkeypatch):
    copy_second(jobs, step, monkeypatch)
    assert archived(jobs.output) == EVERYTHING


def test_a_copy_over_what_is_there_is_caught(aged, jobs, step, monkeypatch):
    copies_replace(monkeypatch)
    copy_second(jobs, step, monkeypatch)
    with pytest.raises(pa.ArrowInvalid):
        archived(jobs.output)


def test_a_staged_copy_that_rotted_is_written_again(aged, jobs, step):
    root = archive.archive_root(jobs.output)
    with connected(step.source) as store:
        batch = written(store, step, root)
        rot(Path(root, batch.files[0]["staged"]))
        assert step.verify(batch)["unsound"] == 1
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


def test_a_reader_that_loses_a_message_is_noticed(lossy_jobs, jobs_url, step, owner_url):
    with pytest.raises(BatchIncomplete, match=r"hold 2 messages, and its files 1$"):
        archive_here(jobs_url, lossy_jobs.output)
    with connected(step.source) as store:
        assert store.list_batches()[0].status == "planned"
    assert left(owner_url) == [("Default", 0), ("Default", 1)]


def test_a_database_that_does_not_count_is_caught(lossy_jobs, jobs_url, owner_url):
    rewrite(owner_url, "advance_batch", ("if v_rows < v_there then", "if false then"))
    assert archive_here(jobs_url, lossy_jobs.output) == 2
    assert left(owner_url) == []
    assert archived(lossy_jobs.output) == EVERYTHING[:1]


def test_what_one_attempt_wrote_is_not_taken_for_another(aged, jobs, step):
    """A run reads back what it saw; the batch was given up and written again meanwhile."""
    read_back_the_first_of_two(jobs, step)


def test_a_database_that_takes_any_files_for_the_recorded_ones_is_caught(
    aged, jobs, step, owner_url
):
    rewrite(owner_url, "advance_batch", ("b.files = p_files", "true"))
    with pytest.raises(AssertionError):
        read_back_the_first_of_two(jobs, step)


def read_back_the_first_of_two(jobs: Jobs, step: Step) -> None:
    """Its verdict on the first attempt's files neither counts for the second one nor harms it."""
    with connected(step.source) as store:
        first = written(store, step, archive.archive_root(jobs.output))
        assert store.advance_batch(first.id, "written", "planned")
        step.write(store.list_batches()[0])
        (second,) = store.list_batches()
        assert {file["path"] for file in first.files}.isdisjoint(f["path"] for f in second.files)
        step.verify(first)
        assert store.list_batches() == [second]
        assert list(Path(second.archive).rglob("dt=*/*")) == []
        step.verify(second)
        assert store.list_batches()[0].status == "verified"


def test_files_that_expired_on_their_way_are_written_again(aged, jobs, step, owner_url, aws):
    """S3's lifecycle rule removes staged files: the batch is written again, not stuck."""
    root = archive.archive_root(f"s3://{BUCKET}/stack")
    with connected(step.source) as store:
        batch = written(store, step, root)
        for file in batch.files:
            Storage(root).delete(file["staged"])
        assert step.verify(batch)["unsound"] == 1
        assert store.list_batches()[0].status == "planned"


def test_a_folder_of_another_machine_is_left_to_that_machine(aged, aws, jobs, step, owner_url):
    """Somebody's laptop began with a batch. On Glue its folder would be a worker's disk, which is
    gone with the job: nothing may be deleted for what lies there."""
    with connected(step.source) as store:
        batch = written(store, step, archive.archive_root(jobs.output))
    glue = Jobs(jobs.spark, f"s3://{BUCKET}/stack")
    assert glue.retention() == {"messages deleted": 0, "batches left to others": 1}
    assert left(owner_url) == [("Default", 0), ("Default", 1)]
    with connected(step.source) as store:
        assert store.list_batches() == [batch]
    assert jobs.retention()["messages deleted"] == 2
    assert archived(jobs.output) == EVERYTHING


def test_which_archives_a_run_reaches():
    reaches = archiving.reaches
    assert reaches("s3://here/stack", "s3://there/archive")
    assert reaches(".regent/jobs", "s3://there/archive")
    assert reaches(".regent/jobs", "/home/ada/.regent/jobs/archive")
    assert not reaches("s3://here/stack", "/home/ada/.regent/jobs/archive")

"""A batch that cannot be archived holds no message for ever: an archive that cannot be written to,
one that was mistyped, a batch that takes the database too long, files that cannot be read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.archive_tasks import Worker
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.login import retention
from glue_jobs.lib.storage import Storage
from glue_jobs.retention import main
from tests.glue_jobs.archives import Jobs, archived, place_of
from tests.glue_jobs.conftest import BUCKET
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.rows import rows, value
from tests.support.store import push

HOUR = 3600
#: The view that the job reads, for batches of at most as many messages. Of larger ones it is cut
#: off in the middle, as by a statement timeout.
PATIENCE = """
create function public.patience(p_batch uuid, p_offset bigint) returns boolean
language plpgsql stable security definer as $$
begin
    if p_offset > 0 and (select sum(r.to_offset - r.from_offset) from queen.archive_ranges r
                          where r.batch_id = p_batch) > {messages}
    then
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
    end if;
    return true;
end $$;
alter view queen.messages_to_archive rename to all_messages;
create view queen.messages_to_archive as
select * from queen.all_messages m where public.patience(m.batch_id, m."offset");
grant select on queen.messages_to_archive to regent_jobs;
"""


@pytest.fixture
def aged(store, stopped_clock: StoppedClock) -> StoppedClock:
    """Twenty old messages in two partitions."""
    retained(store, pending=HOUR)
    push(store, "q", *range(17), partition="deep")
    push(store, "q", 1, 2, 3, partition="flat")
    stopped_clock.advance(HOUR + 1)
    return stopped_clock


def opened(jobs_url: str, root: str) -> str:
    """A planned batch with all old messages, as a run leaves it that is killed."""
    with retention(place_of(jobs_url).source) as store:
        cuts, _ = store.plan_retention(0, 10, archiving=True)
        store.open_batches([(archive.batch_id(), "q", cuts)], root)
        return store.list_batches()[0].id


@pytest.mark.parametrize("output", ["{tmp}/file/x", "s3://nowhere/x"])
@pytest.mark.usefixtures("aged", "aws")
def test_nothing_is_opened_for_an_archive_that_cannot_be_written_to(
    jobs, owner_url, tmp_path, output
):
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"^files cannot be written to .*/x/archive: "):
        Jobs(jobs.spark, output.format(tmp=tmp_path)).retention()
    assert value(owner_url, "select count(*) from queen.archive_batches") == 0
    assert len(left(owner_url)) == 20


def test_what_a_run_with_another_output_planned_goes_to_the_right_place(
    aged, jobs, jobs_url, owner_url
):
    opened(jobs_url, "/proc/mistyped/archive")
    summary = jobs.retention()
    assert summary["batches given up and planned anew"] == 1
    assert summary["messages deleted"] == 20
    assert len(archived(jobs.output)) == 20


def test_what_takes_too_long_is_planned_anew_in_quarters(aged, jobs, owner_url, capsys):
    rows(owner_url, PATIENCE.format(messages=4))
    summary = jobs.retention("--batch-messages", "20")
    assert "batches that failed" not in summary
    assert summary["messages deleted"] == 20
    found = archived(jobs.output)
    assert len(found) == len(set(found)) == 20
    said = capsys.readouterr().out
    assert "2 ranges in 1 batches" in said
    assert "2 ranges in 5 batches" in said
    assert list(Path(jobs.output, "archive/_staging").rglob("*.parquet")) == []


def test_one_message_that_takes_too_long_is_left_and_told(aged, jobs, owner_url):
    rows(owner_url, PATIENCE.format(messages=0))
    summary = jobs.retention("--batch-messages", "20", "--parallelism", "1")
    assert (summary["batches that failed"], summary["messages deleted"]) == (18, 2)
    assert len(left(owner_url)) == 18
    rows(owner_url, "create or replace view queen.messages_to_archive as table queen.all_messages")
    assert jobs.retention()["messages deleted"] == 18
    assert len(archived(jobs.output)) == 20


def test_files_that_cannot_be_read_back_are_given_up(aged, jobs, jobs_url, monkeypatch):
    """Not that they are damaged: nothing answers."""

    def refuse(storage, batch):
        raise PermissionError("access denied")

    opened(jobs_url, archive.archive_root(jobs.output))
    with retention(place_of(jobs_url).source) as store, Worker(place_of(jobs_url)) as worker:
        worker.tried(Worker.write, store.list_batches()[0])
        monkeypatch.setattr(archive, "publish", refuse)
        for _ in range(2):
            assert worker.tried(Worker.verify, store.list_batches()[0]) == {"failed": 1}
        monkeypatch.undo()
        (batch,) = store.list_batches()
        assert (batch.status, batch.failures) == ("written", 2)
    monkeypatch.setenv("REGENT_DATABASE_URL", jobs_url)
    summary = jobs.retention()
    assert summary["batches given up and planned anew"] == 1
    assert len(archived(jobs.output)) == 20
    assert list(Path(jobs.output, "archive/_staging").rglob("*.parquet")) == []


def test_files_in_their_place_go_with_a_batch_that_is_given_up(aged, jobs, jobs_url, monkeypatch):
    """The folders are a table, too: a file that no manifest names would double its messages."""
    verify = archive.verify

    def refuse(storage, file, path):
        if path == file.path and Path(storage.root, path).exists():
            raise PermissionError("access denied")
        verify(storage, file, path)

    root = archive.archive_root(jobs.output)
    opened(jobs_url, root)
    with retention(place_of(jobs_url).source) as store, Worker(place_of(jobs_url)) as worker:
        worker.tried(Worker.write, store.list_batches()[0])
        with monkeypatch.context() as patched:
            patched.setattr(archive, "verify", refuse)
            for _ in range(2):
                assert worker.tried(Worker.verify, store.list_batches()[0]) == {"failed": 1}
    assert len(Storage(root).list("queue=q/")) == 1
    assert jobs.retention()["messages deleted"] == 20
    named = [file["path"] for each in manifests.found(Storage(root)) for file in each["files"]]
    assert [file.path for file in Storage(root).list("queue=q/")] == named


def test_a_run_whose_batch_was_given_up_meanwhile_leaves_nothing(aged, jobs, jobs_url):
    root = archive.archive_root(jobs.output)
    opened(jobs_url, root)
    with retention(place_of(jobs_url).source) as store, Worker(place_of(jobs_url)) as worker:
        (batch,) = store.list_batches()
        store.abandon_batches(root, [batch.id])
        worker.write(batch)
        assert store.list_batches() == []
    assert Storage(root).list() == []


@pytest.mark.usefixtures("jobs")
def test_the_status_tells_what_is_open_and_what_stopped_it(
    aged, jobs_url, owner_url, capsys, tmp_path
):
    assert main(["--status"]) == 0
    assert "batches that are open  0\n" in capsys.readouterr().out
    batch = opened(jobs_url, f"s3://{BUCKET}/x/archive")
    with retention(place_of(jobs_url).source) as store:
        store.fail_batch(batch, "OSError: no space left on device")
        store.fail_batch(batch, "OSError: no space left on device")
    aged.advance(2 * HOUR + 60)
    assert main(["--status", "--output", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert (
        f"batch {batch} of queue q: planned, planned 2:01:00 ago, 2 ranges, to"
        f" s3://{BUCKET}/x/archive; failed 2 times, at last with OSError: no space left on device\n"
    ) in said
    assert "batches that are open  1\n  … that failed          1\n" in said
    assert len(left(owner_url)) == 20
    assert list(tmp_path.iterdir()) == []

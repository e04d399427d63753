"""A batch whose files have rotted once they were read back: `--status` names the way out, which
gives up nothing that is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.archive_tasks import Worker
from glue_jobs.lib.login import retention
from glue_jobs.lib.storage import Storage
from glue_jobs.retention import main
from regent.stores.retention import Batch
from tests.glue_jobs.archives import Jobs, archived, in_the_table, place_of
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.store import push

HOUR = 3_600


@pytest.fixture
def root(jobs_here: Jobs) -> str:
    return archive.archive_root(jobs_here.output)


@pytest.fixture
def batch(store, stopped_clock: StoppedClock, jobs_url: str, root: str) -> Batch:
    """A batch that was read back, and goes no further."""
    retained(store, pending=HOUR)
    push(store, "q", *range(20))
    stopped_clock.advance(HOUR + 1)
    with retention(place_of(jobs_url).source) as record, Worker(place_of(jobs_url)) as worker:
        cuts, _ = record.plan_retention(0, 10, archiving=True)
        record.open_batches([(archive.batch_id(), "q", cuts)], root)
        for step in (Worker.write, Worker.verify):
            step(worker, record.list_batches()[0])
        (found,) = record.list_batches()
    assert found.status == "verified"
    return found


def rot(root: str, batch: Batch) -> None:
    Path(root, batch.files[0]["path"]).write_bytes(b"rotten")


def gives_up(batch: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    return main(["--give-up", batch]), capsys.readouterr().err


def test_the_status_names_the_way_out_and_it_leads_out(batch, root, jobs_here, owner_url, capsys):
    rot(root, batch)
    assert jobs_here.retention()["batches that failed"] == 1
    assert main(["--status"]) == 0
    told = f"archive its messages again: regent jobs retention --give-up {batch.id}\n"
    assert told in capsys.readouterr().out
    # Not beside what deletes for good.
    assert main(["--archive", "false", "--give-up", batch.id]) == 2
    assert "leave --archive false out" in capsys.readouterr().err
    assert len(left(owner_url)) == 20
    assert main(["--give-up", batch.id]) == 0
    said = capsys.readouterr().out
    assert "messages that the next run archives  20\n" in said
    assert len(left(owner_url)) == 20
    assert Storage(root).list() == []
    assert jobs_here.retention()["messages deleted"] == 20
    assert len(archived(jobs_here.output)) == 20
    assert in_the_table(jobs_here.output) == archived(jobs_here.output)


@pytest.mark.usefixtures("jobs_here")
def test_the_status_names_no_way_out_of_a_batch_that_has_not_failed(batch, capsys):
    assert main(["--status"]) == 0
    assert "--give-up" not in capsys.readouterr().out


def test_what_is_sound_is_not_given_up(batch, jobs_here, owner_url, capsys):
    status, said = gives_up(batch.id, capsys)
    assert (status, said) == (
        1,
        f"retention: the files of batch {batch.id} are sound; the next run goes on with it\n",
    )
    assert jobs_here.retention()["messages deleted"] == 20
    assert len(archived(jobs_here.output)) == 20


@pytest.mark.usefixtures("jobs_here")
def test_what_the_archive_has_is_not_given_up(batch, root, capsys):
    manifests.write(Storage(root), batch, "2030-01-01T00:00:00+00:00")
    rot(root, batch)
    status, said = gives_up(batch.id, capsys)
    assert status == 1
    assert f"batch {batch.id} has its manifest, so {root} has its messages" in said
    assert manifests.is_there(Storage(root), batch)


@pytest.mark.usefixtures("jobs_here")
def test_a_batch_that_is_elsewhere_or_nowhere_is_refused(batch, root, jobs_url, capsys):
    rot(root, batch)
    assert gives_up("orders", capsys) == (
        1,
        "retention: --give-up is 'orders'; no batch of that id is open: see --status\n",
    )
    with retention(place_of(jobs_url).source) as store:
        assert store.advance_batch(batch.id, "verified", "committed")
        status, said = gives_up(batch.id, capsys)
        assert status == 1
        assert f"batch {batch.id} is committed; only a verified one is given up by hand" in said
        assert store.list_batches()[0].status == "committed"


def test_who_was_about_to_commit_it_does_not(batch, root, jobs_url, jobs_here, owner_url):
    """A run has found nothing wrong, because it looked before; it comes late."""
    rot(root, batch)
    assert main(["--give-up", batch.id]) == 0
    with Worker(place_of(jobs_url)) as worker:
        worker.commit(batch)
    assert len(left(owner_url)) == 20
    assert jobs_here.retention()["messages deleted"] == 20
    assert len(archived(jobs_here.output)) == 20

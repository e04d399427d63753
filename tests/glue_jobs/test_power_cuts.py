"""A disk that forgets: until a folder is written to it, a power cut takes back the names that were
given there. The database is on another disk, and keeps what it committed."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from glue_jobs.lib import archive, compaction, folders, tables
from glue_jobs.lib.archive_tasks import Worker
from glue_jobs.lib.login import retention
from tests.glue_jobs.archives import Jobs, archive_here, archived, place_of
from tests.glue_jobs.nemesis import Here
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.store import push

EVERYTHING = [("q", "Default", 0, "1"), ("q", "Default", 1, "2")]


class Disk:
    """Remembers the names of files and folders that only the cache of the file system has."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self._cached: dict[Path, Path] = {}
        for kind, name in ((Path, "replace"), (Path, "hardlink_to"), (Path, "mkdir")):
            self._follow(patched, kind, name)
        fsync = os.fsync

        def written(number: int) -> None:
            fsync(number)
            folder = Path(f"/proc/self/fd/{number}").readlink()
            self._cached = {path: at for path, at in self._cached.items() if at != folder}

        patched.setattr(os, "fsync", written)

    def _follow(self, patched: pytest.MonkeyPatch, kind: type[Path], name: str) -> None:
        real = getattr(kind, name)

        def followed(path: Path, *words: object, **more: object) -> object:
            made = Path(str(words[0])) if name == "replace" else path
            if not made.exists():
                self._cached[made] = made.parent
            return real(path, *words, **more)

        patched.setattr(kind, name, followed)

    def cut_the_power(self) -> None:
        """Take back what was not written."""
        for path in sorted(self._cached, reverse=True):
            if path.is_dir():
                path.rename(path.with_name(f".lost-{path.name}"))
            else:
                path.unlink(missing_ok=True)


@pytest.fixture
def disk(
    store, stopped_clock: StoppedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Disk:
    """What is made from now on is forgotten; and two old messages."""
    retained(store, pending=3600)
    push(store, "q", 1, 2)
    stopped_clock.advance(3601)
    return Disk(monkeypatch)


def test_a_power_cut_takes_nothing_out_of_the_archive(disk, jobs_url, owner_url, tmp_path):
    assert archive_here(jobs_url, str(tmp_path / "out")) == 2
    disk.cut_the_power()
    assert left(owner_url) == []
    assert archived(tmp_path / "out") == EVERYTHING


def test_a_staged_file_that_a_power_cut_takes_is_written_again(disk, jobs_url, tmp_path):
    place, root = place_of(jobs_url), archive.archive_root(str(tmp_path / "out"))
    with retention(place.source) as store, Worker(place) as worker:
        cuts, _ = store.plan_retention(0, 10, archiving=True)
        store.open_batches([(archive.batch_id(), "q", cuts)], root)
        worker.write(store.list_batches()[0])
        disk.cut_the_power()
        assert worker.verify(store.list_batches()[0])["unsound"] == 1
        assert store.list_batches()[0].status == "planned"
    assert archive_here(jobs_url, str(tmp_path / "out")) == 2
    assert archived(tmp_path / "out") == EVERYTHING


class Killed(BaseException):
    """Ends a run at once."""


@pytest.mark.parametrize("step", range(9))
def test_what_a_killed_run_did_not_write_to_the_disk_the_next_one_does(
    disk, jobs_url, tmp_path, monkeypatch, step
):
    """It finds folders and files that are there, of which the disk may know nothing yet."""
    to_disk, steps = folders.to_disk, iter(range(step))

    def die(folder: Path) -> None:
        if next(steps, None) is None:
            raise Killed
        to_disk(folder)

    monkeypatch.setattr(folders, "to_disk", die)
    with pytest.raises(Killed):
        archive_here(jobs_url, str(tmp_path / "out"))
    monkeypatch.setattr(folders, "to_disk", to_disk)
    assert archive_here(jobs_url, str(tmp_path / "out")) == 2
    disk.cut_the_power()
    assert archived(tmp_path / "out") == EVERYTHING


def test_a_folder_that_is_not_written_to_the_disk_is_caught(
    disk, jobs_url, owner_url, tmp_path, monkeypatch
):
    monkeypatch.setattr(folders, "to_disk", lambda folder: None)
    assert archive_here(jobs_url, str(tmp_path / "out")) == 2
    disk.cut_the_power()
    assert left(owner_url) == []
    assert archived(tmp_path / "out") == []


def compact_and_remove(jobs_url: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files of a day are joined into one, and go at once."""
    monkeypatch.setenv("REGENT_DATABASE_URL", jobs_url)
    monkeypatch.setattr(compaction, "KEEP_REPLACED", timedelta(0))
    monkeypatch.setattr(tables, "KEEP_SNAPSHOTS", timedelta(0))
    summary = Jobs(Here(), output).compact()  # type: ignore[arg-type]
    assert (summary["files joined"], summary["old files deleted"]) == (2, 2)


def test_a_power_cut_takes_no_joined_file_whose_sources_are_gone(
    disk, jobs_url, tmp_path, monkeypatch
):
    archive_here(jobs_url, str(tmp_path / "out"), batch_messages=1)
    compact_and_remove(jobs_url, str(tmp_path / "out"), monkeypatch)
    disk.cut_the_power()
    assert archived(tmp_path / "out") == EVERYTHING


def test_an_edition_that_is_not_written_to_the_disk_is_caught(
    disk, jobs_url, tmp_path, monkeypatch
):
    """Batches are on the disk; what the compaction does is not."""
    archive_here(jobs_url, str(tmp_path / "out"), batch_messages=1)
    monkeypatch.setattr(folders, "to_disk", lambda folder: None)
    compact_and_remove(jobs_url, str(tmp_path / "out"), monkeypatch)
    disk.cut_the_power()
    with pytest.raises(FileNotFoundError):
        archived(tmp_path / "out")

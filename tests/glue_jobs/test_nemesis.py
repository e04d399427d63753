"""Many histories of several runs that are killed while their files rot: no message is lost, none is
in the archive twice, and every file can be read. Planted mistakes are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from glue_jobs.lib import archive, folders, manifests
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch
from tests.glue_jobs.archives import archived
from tests.glue_jobs.nemesis import Nemesis
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.rows import rows
from tests.support.store import push

#: A mistake is found within so many histories.
HISTORIES = 10


@pytest.fixture
def job_environment(jobs_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_DATABASE_URL", jobs_url)


@pytest.fixture
def history(
    store, stopped_clock: StoppedClock, owner_url, tmp_path, job_environment
) -> Callable[[int], list[str]]:
    """A history over old messages of three partitions and two days; what went wrong in it."""

    def happen(seed: int) -> list[str]:
        rows(owner_url, "delete from queen.queues; delete from queen.archive_batches")
        retained(store, pending=1)

        def pushed(name: str, count: int) -> None:
            push(store, "q", *range(count), partition=name)

        output = tmp_path / str(seed)
        nemesis = Nemesis(str(output), stopped_clock, pushed, seed)
        nemesis.rage()
        return judged(nemesis, output, owner_url)

    return happen


def judged(nemesis: Nemesis, output: Path, owner_url: str) -> list[str]:
    """What is wrong with the archive and the table."""
    try:
        found = [(name, offset) for _, name, offset, _ in archived(output)]
    except Exception as error:  # noqa: BLE001 - whatever it is, a user cannot read the file
        return [f"unreadable: {error!r}"]
    there = Counter(found + left(owner_url))
    pushed = [(name, at) for name, head in nemesis.heads.items() for at in range(head)]
    return [f"lost: {each}" for each in pushed if not there[each]] + [
        f"twice: {each}" for each, times in sorted(there.items()) if times > 1
    ]


def goes_wrong(history: Callable[[int], list[str]]) -> bool:
    return any(history(seed) for seed in range(HISTORIES))


def nobody_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Manifests do not look into their files, or they would stop at one that rotted."""
    monkeypatch.setattr(manifests, "described", lambda storage, file: file)


def test_nothing_is_lost_doubled_or_unreadable(history, owner_url):
    for seed in range(2):
        assert (seed, history(seed)) == (seed, [])
        assert left(owner_url) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 200, 5))
def test_nothing_is_lost_doubled_or_unreadable_in_many_histories(history, first):
    for seed in range(first, first + 5):
        assert (seed, history(seed)) == (seed, [])


def test_files_that_nobody_reads_back_are_found(history, monkeypatch):
    def trust(storage: Storage, batch: Batch) -> None:
        for file in batch.files:
            storage.copy(file["staged"], file["path"])

    monkeypatch.setattr(archive, "publish", trust)
    nobody_counts(monkeypatch)
    assert goes_wrong(history)


def test_a_reader_that_loses_messages_is_found_where_the_database_does_not_count(
    history, owner_url, monkeypatch
):
    write = archive.write

    def shorter(storage, batch, found):
        return write(storage, batch, (each.slice(0, 2) for each in found))

    monkeypatch.setattr(archive, "write", shorter)
    rewrite(owner_url, "advance_batch", ("if v_rows < v_there then", "if false then"))
    assert goes_wrong(history)


def test_giving_up_what_is_in_its_place_is_found(history, owner_url):
    rewrite(
        owner_url,
        "abandon_batches",
        ("else b.status = 'written' and b.failures > 1 end", "else b.status <> 'deleted' end"),
    )
    assert goes_wrong(history)


@pytest.mark.slow
def test_copies_that_replace_a_file_are_found(history, monkeypatch):
    put = folders.put

    def copy_first(storage: Storage, batch: Batch) -> None:
        for recorded in batch.files:
            file = archive.ArchiveFile(**recorded)
            storage.copy(file.staged, file.path)
            archive.verify(storage, file, file.path)

    def replacing(target: Path, source: Path, **more: bool) -> None:
        put(target, source, durable=more.get("durable", True))

    monkeypatch.setattr(folders, "put", replacing)
    monkeypatch.setattr(archive, "publish", copy_first)
    nobody_counts(monkeypatch)
    assert goes_wrong(history)

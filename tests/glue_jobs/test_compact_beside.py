"""The compaction among others: each message is there once at every instant, whoever is killed, and
whoever runs beside it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from glue_jobs.lib import archive_table, compaction, joining, manifests
from glue_jobs.lib.archive_tasks import Worker
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch
from tests.glue_jobs.archives import Jobs, archived, in_the_table
from tests.glue_jobs.nemesis import Killed
from tests.glue_jobs.small_files import live, there

FAILED = "batches that failed"


def killed_before(call: int) -> Callable[[pytest.MonkeyPatch], None]:
    """Whoever comes to this call of the storage is gone."""

    def plant(patched: pytest.MonkeyPatch) -> None:
        calls = iter(range(call))

        def dying(real):
            def die(*words, **more):
                if next(calls, None) is None:
                    raise Killed
                return real(*words, **more)

            return die

        for name in ("put", "copy", "delete", "list"):
            patched.setattr(Storage, name, dying(getattr(Storage, name)))

    return plant


def kills(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Kill a run before each of its calls, each time in the archive as it was."""
    for call in range(1_000):
        shutil.rmtree(jobs.output)
        shutil.copytree(Path(jobs.output).with_name("kept"), jobs.output)
        with monkeypatch.context() as patched:
            killed_before(call)(patched)
            try:
                jobs.compact()
            except Killed:
                pass
            else:
                return
        yield call


def test_a_run_that_was_killed_anywhere_is_gone_on_with(three, monkeypatch, all_read_on):
    before = archived(three.output)
    killed = 0
    for call in kills(three, monkeypatch):
        assert (call, archived(three.output)) == (call, before)
        assert (call, in_the_table(three.output)) == (call, before)
        three.compact()
        assert (call, archived(three.output)) == (call, before)
        assert (call, in_the_table(three.output)) == (call, before)
        with monkeypatch.context() as patched:
            patched.setattr(compaction, "KEEP_REPLACED", timedelta(0))
            patched.setattr("glue_jobs.lib.storage.KEEP_SECONDS", -1)
            three.compact()
        assert (call, there(three)) == (call, live(three))
        assert (call, archived(three.output)) == (call, before)
        assert (call, in_the_table(three.output)) == (call, before)
        killed += 1
    assert killed > 10


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> Callable[[Jobs], tuple[dict, dict]]:
    """Two runs: one comes and goes after the other has looked, and before it has placed its own
    edition."""

    def happen(jobs: Jobs) -> tuple[dict, dict]:
        join, other = joining.join, {}

        def late(*words):
            monkeypatch.setattr(compaction, "join", join)
            other.update(jobs.compact())
            return join(*words)

        monkeypatch.setattr(compaction, "join", late)
        return jobs.compact(), other

    return happen


def test_of_two_runs_at_once_one_places_its_edition(three, at_once, all_read_on):
    before = archived(three.output)
    late, early = at_once(three)
    assert early["days compacted"] == 1
    assert late == {"files joined": 0, "days that another run compacted": 1}
    assert archived(three.output) == before
    assert in_the_table(three.output) == before
    assert len([path for path in there(three) if "compacted-" in path]) == 1


def test_an_edition_that_replaces_another_one_is_caught(three, at_once, monkeypatch):
    monkeypatch.setattr(
        Storage,
        "copy",
        lambda self, source, target: self.write_bytes(target, self.read_bytes(source)),
    )
    at_once(three)
    with pytest.raises(FileNotFoundError):
        in_the_table(three.output)


def test_editions_of_two_runs_beside_each_other_are_caught(three, at_once, monkeypatch):
    """Whoever numbers by itself places its edition in any case."""
    numbers = iter(range(1, 10))
    path = manifests.path_of_edition
    monkeypatch.setattr(
        manifests, "path_of_edition", lambda queue, day, _: path(queue, day, next(numbers))
    )
    at_once(three)
    with pytest.raises(FileNotFoundError):
        in_the_table(three.output)


def killed_before_the_table(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of retention is killed once its batch has a manifest; compactions come; another run."""

    def die(self: Worker, batch: Batch) -> None:
        describe(self, batch)
        raise RuntimeError("killed")

    describe = Worker.describe
    with monkeypatch.context() as patched:
        patched.setattr(Worker, "describe", die)
        assert jobs.retention()[FAILED] == 1
    jobs.compact()
    jobs.retention()
    jobs.compact()


def test_files_of_a_batch_that_is_on_its_way_are_left_alone(going_on, monkeypatch, late):
    late()
    killed_before_the_table(going_on, monkeypatch)
    assert in_the_table(going_on.output) == archived(going_on.output)
    assert len([path for path in live(going_on) if path.startswith("queue=q/")]) == 1


def test_joining_what_is_on_its_way_is_caught(going_on, monkeypatch, late):
    """It would come into the table beside the file that has replaced it."""
    monkeypatch.setattr(compaction, "without", lambda days, _: days)
    doubled = []
    exchange = archive_table.exchange
    monkeypatch.setattr(
        archive_table,
        "exchange",
        lambda *words: doubled.append(in_the_table(going_on.output)) or exchange(*words),
    )
    late()
    killed_before_the_table(going_on, monkeypatch)
    assert len(doubled[-1]) == len(archived(going_on.output)) + 2

"""Histories of compactions beside runs of retention, which are killed while their staged files rot:
whoever reads between two steps finds each message once. Planted mistakes are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from glue_jobs.compact import CompactArguments, Run
from glue_jobs.lib import compaction, joining, manifests, tables
from glue_jobs.lib.running import Progress
from tests.glue_jobs.archives import archived, in_the_table
from tests.glue_jobs.nemesis import Here, Nemesis
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.rows import rows
from tests.support.store import push

#: A mistake is found within so many histories.
HISTORIES = 4
#: Fewer files that were joined would prove nothing.
FEW: Final = 5
#: A week, in histories of some hours.
SHORT_WEEK = timedelta(hours=1)


class Compacting(Nemesis):
    """Every other run is a compaction. Between two steps somebody reads the archive."""

    wrong: str | None = None
    compacted = 0

    def _next(self) -> Callable[[], object]:
        return self._chance.choice((self._run, self._compact))

    def _compact(self) -> None:
        words = ("--output", self._output, "--parallelism", "2")
        progress = Progress("compact")
        done = Run(Here(), CompactArguments.parse(words), progress).go()  # type: ignore[arg-type]
        self.compacted += done["files joined"]

    def _look(self) -> None:
        if self.wrong is None and self._happens(0.1):
            self.wrong = complaint(self._output)

    def rage(self) -> None:
        super().rage()
        self._compact()
        self.wrong = self.wrong or complaint(self._output)


def complaint(output: str) -> str | None:
    """What is wrong with the archive now."""
    try:
        found = Counter((name, offset) for _, name, offset, _ in archived(output))
    except Exception as error:  # noqa: BLE001 - whatever it was, a user cannot read the archive
        return f"unreadable: {error!r}"
    twice = [each for each, times in found.items() if times > 1]
    return f"twice: {twice}" if twice else None


@pytest.fixture
def weeks_are_short(jobs_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_DATABASE_URL", jobs_url)
    monkeypatch.setattr(compaction, "KEEP_REPLACED", SHORT_WEEK)
    monkeypatch.setattr(tables, "KEEP_SNAPSHOTS", timedelta(0))


@pytest.fixture
def history(
    store, stopped_clock: StoppedClock, owner_url: str, tmp_path: Path, weeks_are_short: None
) -> Callable[[int], list[str]]:
    """A history over old messages; what went wrong in it."""

    def happen(seed: int) -> list[str]:
        rows(owner_url, "delete from queen.queues; delete from queen.archive_batches")
        retained(store, pending=1)
        output = tmp_path / str(seed)
        nemesis = Compacting(
            str(output),
            stopped_clock,
            lambda name, count: push(store, "q", *range(count), partition=name),
            seed,
        )
        nemesis.rage()
        return judged(nemesis, str(output), owner_url)

    return happen


def judged(nemesis: Compacting, output: str, owner_url: str) -> list[str]:
    if nemesis.wrong:
        return [nemesis.wrong]
    if nemesis.compacted < FEW:
        return ["hardly anything was joined"]
    there = archived(output)
    found = Counter([(name, offset) for _, name, offset, _ in there] + left(owner_url))
    pushed = [(name, at) for name, head in nemesis.heads.items() for at in range(head)]
    lost = [f"lost: {each}" for each in pushed if not found[each]]
    return lost + (["the table differs"] if in_the_table(output) != there else [])


def goes_wrong(history: Callable[[int], list[str]]) -> bool:
    return any(history(seed) for seed in range(HISTORIES))


def test_every_message_is_there_once_at_every_instant(history):
    assert history(1) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_every_message_is_there_once_in_many_histories(history, seed):
    assert history(seed) == []


@pytest.mark.slow
def test_readers_that_know_no_editions_are_found(history, monkeypatch):
    monkeypatch.setattr(manifests, "_last_editions", lambda *_: iter(()))
    assert goes_wrong(history)


@pytest.mark.slow
def test_a_joined_file_that_lacks_messages_is_found_where_nobody_proves_it(history, monkeypatch):
    merged = joining.merged

    def shorter(files):
        return (each.slice(0, max(1, each.num_rows - 1)) for each in merged(files))

    monkeypatch.setattr(joining, "merged", shorter)
    monkeypatch.setattr(joining, "prove", lambda *_: None)
    assert goes_wrong(history)


@pytest.mark.slow
def test_an_edition_that_forgets_the_one_before_is_found(history, monkeypatch):
    read = manifests.read

    def forgetful(storage, path):
        manifest = read(storage, path)
        return manifest | {"replaces": {}} if manifest.get("edition", 0) > 1 else manifest

    monkeypatch.setattr(manifests, "read", forgetful)
    assert goes_wrong(history)

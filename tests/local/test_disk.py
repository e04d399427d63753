"""How the disk is judged that commits wait for."""

from __future__ import annotations

from pathlib import Path

import pytest

from regent.local import disk
from regent.local.disk import Disk, disk_of, flush_seconds
from tests.support.clock import Watch


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(disk.time, "perf_counter", watch.now)
    return watch


@pytest.mark.parametrize(("seconds", "found"), [(0.0001, Disk.QUICK), (0.002, Disk.SLOW)])
def test_a_disk_is_slow_when_its_flushes_are(
    seconds: float, found: Disk, watch: Watch, tmp_path: Path
) -> None:
    watch.each_look = seconds
    assert disk_of(tmp_path) is found


def test_one_flush_that_had_to_wait_does_not_count(
    watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.each_look = 0.0001
    waits = iter([5.0])
    monkeypatch.setattr(disk.os, "fsync", lambda _: watch.advance(next(waits, 0.0)))
    assert flush_seconds(tmp_path) < 0.001


def test_it_leaves_no_file(tmp_path: Path) -> None:
    flush_seconds(tmp_path)
    assert list(tmp_path.iterdir()) == []

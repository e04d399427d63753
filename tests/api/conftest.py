"""Time for handlers that wait."""

from __future__ import annotations

import pytest

from functions.api import dlq
from functions.edge import waiting
from tests.support.clock import StoppedClock, Watch


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, stopped_clock: StoppedClock) -> Watch:
    """The clock of the handlers' process, with the database's: both pass by sleeping only."""
    watch = Watch(stopped_clock)
    monkeypatch.setattr(waiting, "sleep", watch.sleep)
    monkeypatch.setattr(waiting, "monotonic", watch.now)
    monkeypatch.setattr(dlq, "timer", dlq.Timer(watch.now, watch.sleep))
    return watch

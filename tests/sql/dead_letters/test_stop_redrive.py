"""queen.stop_redrive: a redrive ends before its letters do."""

from __future__ import annotations

import pytest

from regent.errors import RedriveNotFound
from regent.stores.dead_letters import DeadLetters
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.dead_letters import bury
from tests.support.redrives import carried, standing, start


def test_one_that_is_stopped_moves_nothing_more(
    carrier: DeadLetters, store: Queues, stopped: StoppedClock
) -> None:
    bury(store, "q", *range(5))
    redrive = start(carrier, rate=2)
    carried(carrier)
    assert carrier.stop_redrive(redrive)["status"] == "stopped"
    stopped.advance(60)
    assert carried(carrier) == []
    assert standing(carrier, redrive) == ("stopped", 2, 2)
    assert carrier.stop_redrive(redrive)["status"] == "stopped"


def test_one_that_is_not_there(carrier: DeadLetters) -> None:
    with pytest.raises(RedriveNotFound, match="there is no redrive 7"):
        carrier.stop_redrive(7)

"""queen.start_redrive: a redrive begins, within bounds."""

from __future__ import annotations

import pytest

from regent.errors import QueueNotFound, TooManyRedrives
from regent.limits import MAX_REDRIVES
from regent.stores.dead_letters import DeadLetters
from regent.stores.queue import Queues
from tests.support.dead_letters import bury
from tests.support.redrives import start
from tests.support.rows import value


def test_a_queue_that_is_not_there(carrier: DeadLetters) -> None:
    with pytest.raises(QueueNotFound):
        start(carrier)


def test_no_more_than_the_bound_run_at_once(
    carrier: DeadLetters, store: Queues, owner_url: str
) -> None:
    bury(store, "q", 1)
    last = [start(carrier) for _ in range(MAX_REDRIVES)][-1]
    with pytest.raises(TooManyRedrives, match="20 redrives run already"):
        start(carrier)
    assert value(owner_url, "select count(*) from queen.redrives") == MAX_REDRIVES
    carrier.stop_redrive(last)
    start(carrier)

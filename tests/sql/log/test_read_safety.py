"""log.read_safety: up to where the log can be read, and what holds that up."""

from collections.abc import Callable

from regent.database import Connection, OpenTransaction
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import append, created


def test_nothing_holds_up_an_idle_log(log: LogStore) -> None:
    idle = {"safePosition": 0, "lastPosition": 0, "appendsInFlight": 0, "heldSeconds": 0.0}
    assert log.read_safety() == idle
    append(log, created("Algebra"), created("History"))
    assert log.read_safety() == {**idle, "safePosition": 2, "lastPosition": 2}


def test_an_append_in_flight_holds_up_what_comes_behind_it(
    log: LogStore, connect: Callable[[], Connection], clock: Clock
) -> None:
    append(log, created("Algebra"))
    slow = connect()
    append(LogStore(OpenTransaction(slow)), created("Algebra"))
    found = log.read_safety()
    assert (found["safePosition"], found["lastPosition"], found["appendsInFlight"]) == (1, 2, 1)
    assert found["heldSeconds"] == 0.0  # no other append has committed
    append(log, created("Algebra"))
    clock.advance(60)
    assert 60 <= log.read_safety()["heldSeconds"] < 70
    slow.commit()
    assert log.read_safety()["heldSeconds"] == 0.0
    assert log.read_safety()["safePosition"] == 3

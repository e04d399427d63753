"""queen.carry_redrive: the slices of redrives that nobody waits for."""

from __future__ import annotations

import pytest

from regent.limits import REDRIVE_RETRY_SECONDS
from regent.stores.dead_letters import DeadLetters, Slice
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.dead_letters import all_of, bury
from tests.support.owner import execute
from tests.support.redrives import Q, carried, standing, start
from tests.support.store import configure


def test_it_moves_the_letters_of_its_start_and_is_done(
    carrier: DeadLetters, store: Queues, stopped: StoppedClock
) -> None:
    bury(store, "q", 1, 2, 3, group="g")
    redrive = start(carrier, by="ann")
    bury(store, "q", 4, group="g")
    assert carried(carrier) == [3, 0]
    assert standing(carrier, redrive) == ("done", 3, 3)
    assert carrier.count_dead_letters(Q) == 1
    row = carrier.read_redrive(redrive)
    assert (row["startedBy"], row["letters"], row["queue"], row["filter"]) == (
        *("ann", 3, "q"),
        {"queue": "q"},
    )
    (copies,) = row["copies"]
    assert (copies["offset"], copies["count"]) == (4, 3)
    assert all_of(store, "q") == [1, 2, 3, 4, 1, 2, 3]
    assert carrier.carry_redrive() == Slice(None, 0, 0, None)


def test_no_second_brings_more_than_its_rate(
    carrier: DeadLetters, store: Queues, stopped: StoppedClock
) -> None:
    bury(store, "q", *range(5))
    redrive = start(carrier, rate=2)
    assert carried(carrier) == [2]
    assert carrier.carry_redrive().wait_seconds == pytest.approx(1.0)
    stopped.advance(1)
    assert carried(carrier) == [2]
    stopped.advance(1)
    assert carried(carrier) == [1]
    assert standing(carrier, redrive) == ("running", 5, 5)


def test_a_limit_ends_it(carrier: DeadLetters, store: Queues) -> None:
    bury(store, "q", *range(5))
    redrive = start(carrier, limit=3)
    assert carried(carrier) == [3]
    assert standing(carrier, redrive) == ("done", 3, 3)


def test_a_queue_that_is_full_is_tried_again(
    carrier: DeadLetters, store: Queues, stopped: StoppedClock
) -> None:
    bury(store, "q", 1, 2)
    configure(store, "small", max_queue_size=1)
    redrive = start(carrier, to="small")
    assert carried(carrier) == [0]
    row = carrier.read_redrive(redrive)
    assert (row["status"], row["redriven"]) == ("running", 0)
    assert "small" in row["error"]
    configure(store, "small", max_queue_size=9)
    stopped.advance(REDRIVE_RETRY_SECONDS)
    assert carried(carrier) == [2, 0]
    assert (carrier.read_redrive(redrive)["error"], carrier.count_dead_letters(Q)) == (None, 0)


def test_what_will_not_change_ends_it(carrier: DeadLetters, store: Queues, owner_url: str) -> None:
    bury(store, "q", 1)
    gone = start(carrier)
    store.delete_queue("q")
    assert carried(carrier) == [0]
    assert standing(carrier, gone) == ("failed", 0, 0)
    assert carrier.read_redrive(gone)["error"] == "there is no queue q"
    bury(store, "q", 1)
    configure(store, "sealed")
    execute(owner_url, "update queen.queues set encryption_enabled = true where name = 'sealed'")
    plain = start(carrier, to="sealed")
    assert carried(carrier) == [0]
    assert standing(carrier, plain) == ("failed", 0, 0)
    assert "stores ciphertext only" in carrier.read_redrive(plain)["error"]
    assert carrier.count_dead_letters(Q) == 1


def test_letters_that_others_hold_are_taken_when_they_are_free(
    carrier: DeadLetters, store: Queues, stopped: StoppedClock, owner_url: str
) -> None:
    """Passed over once, they are below the place where the last slice ended."""
    bury(store, "q", 1, 2)
    redrive = start(carrier)
    execute(owner_url, 'update queen.redrives set partition_id = 9999999, "offset" = 9')
    assert carried(carrier) == [0]
    stopped.advance(1)
    assert carried(carrier) == [2, 0]
    assert standing(carrier, redrive) == ("done", 2, 2)

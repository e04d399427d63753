"""Readers of a lag snapshot, and a push that commits between two of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from regent.stores.lag import SETTLED
from tests.races.sessions import Open, follow, push
from tests.support.clock import StoppedClock
from tests.support.lag import lags
from tests.support.rows import value


def as_two_readers_find(session: Open, clock: StoppedClock, instant: str) -> list[Any]:
    """The heads as of an instant, before and after the commit of a push that it finds in flight."""
    producer = session()
    follow(producer, "p")
    clock.advance(5)
    push(producer, "late")
    clock.advance(0.5)
    at: datetime = value(clock.owner_url, instant)
    before = heads(clock.owner_url, at)
    producer.commit()
    return [before, heads(clock.owner_url, at)]


def heads(url: str, at: datetime) -> list[int]:
    return [row["head"] for row in lags(url, at)]


def test_a_push_in_flight_is_in_no_readers_heads(
    session: Open, stopped_clock: StoppedClock
) -> None:
    sooner, later = as_two_readers_find(session, stopped_clock, SETTLED)
    assert sooner == later


def test_as_of_now_two_readers_disagree(session: Open, stopped_clock: StoppedClock) -> None:
    """The mistake: the instant of the statement itself."""
    sooner, later = as_two_readers_find(session, stopped_clock, "select queen.now()")
    assert sooner != later

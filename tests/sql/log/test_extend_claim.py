"""log.extend_claim: a claim runs longer, and only a live one."""

from __future__ import annotations

import pytest

from regent.errors import ClaimLost, LogGroupNotFound
from regent.stores.log import LogStore
from tests.support.clock import StoppedClock
from tests.support.log import append, claim, message, took

BY = ["p"]


@pytest.fixture(autouse=True)
def group(log: LogStore) -> None:
    log.register_group("g")
    log.register_group("h")
    append(log, message("a", p="x"), message("a", p="y"))


def claim_id(log: LogStore, **changes: object) -> str:
    found = claim(log, "g", BY, ["a"], **changes)
    assert found is not None
    offset_id: str = found["offsetId"]
    return offset_id


def test_a_claim_that_is_extended_runs_on(log: LogStore, stopped_clock: StoppedClock) -> None:
    held = claim_id(log, lease_seconds=10)
    other = claim_id(log, lease_seconds=10)
    stopped_clock.advance(9)
    until = log.extend_claim("g", held, 30)
    stopped_clock.advance(29)
    assert took(log, "g", BY, ["a"]) == ("p:y", [2])  # the other one ran out
    with pytest.raises(ClaimLost):
        log.extend_claim("g", other, 30)
    assert until.isoformat() == "2030-01-01T00:00:39+00:00"
    log.ack_claim("g", held, 1)


def test_an_extension_never_shortens(log: LogStore, stopped_clock: StoppedClock) -> None:
    held = claim_id(log, lease_seconds=100)
    assert log.extend_claim("g", held, 10).isoformat() == "2030-01-01T00:01:40+00:00"
    stopped_clock.advance(99)
    log.ack_claim("g", held, 1)


def test_a_claim_that_ran_out_or_was_answered_is_not_extended(
    log: LogStore, stopped_clock: StoppedClock
) -> None:
    late, answered = claim_id(log, lease_seconds=10), claim_id(log)
    log.ack_claim("g", answered, 2)
    stopped_clock.advance(10)
    for held in (late, answered, "1.99", "x"):
        with pytest.raises(ClaimLost):
            log.extend_claim("g", held, 30)
    assert took(log, "g", BY, ["a"]) == ("p:x", [1])


def test_a_claim_of_another_worker_or_group_is_not_extended(log: LogStore) -> None:
    held = claim_id(log, worker="me")
    for group, worker in (("g", "you"), ("h", "me")):
        with pytest.raises(ClaimLost):
            log.extend_claim(group, held, 30, worker)
    with pytest.raises(LogGroupNotFound):
        log.extend_claim("nowhere", held, 30)
    log.extend_claim("g", held, 30, "me")

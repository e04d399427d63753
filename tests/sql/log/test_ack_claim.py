"""log.ack_claim: done up to a position."""

import pytest

from regent.errors import ClaimLost, LogGroupNotFound, PositionBeyondEnd
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import append, claim, message, took

BY = ["p"]


@pytest.fixture(autouse=True)
def group(log: LogStore) -> None:
    log.register_group("g")
    log.register_group("h")
    append(log, *(message("a", p="x") for _ in range(3)))


def claim_id(log: LogStore, **changes: object) -> str:
    found = claim(log, "g", BY, ["a"], **changes)
    assert found is not None
    offset_id: str = found["offsetId"]
    return offset_id


def test_a_part_may_be_done(log: LogStore) -> None:
    log.ack_claim("g", claim_id(log), 2)
    assert took(log, "g", BY, ["a"]) == ("p:x", [3])


def test_an_ack_moves_forward_only(log: LogStore) -> None:
    log.ack_claim("g", claim_id(log), 2)
    log.ack_claim("g", claim_id(log), 1)
    assert log.list_offsets("g", None, 9).rows[0]["lastPosition"] == 2
    log.ack_claim("g", claim_id(log), 0)
    assert took(log, "g", BY, ["a"]) == ("p:x", [3])


def test_the_claim_ends_and_its_second_ack_is_refused(log: LogStore) -> None:
    held = claim_id(log)
    log.ack_claim("g", held, 2)
    with pytest.raises(ClaimLost) as refused:
        log.ack_claim("g", held, 3)
    assert refused.value.detail == {"offsetId": held}
    assert took(log, "g", BY, ["a"]) == ("p:x", [3])


def test_a_late_ack_is_refused_although_nobody_took_over(log: LogStore, clock: Clock) -> None:
    held = claim_id(log, lease_seconds=10)
    clock.advance(11)
    with pytest.raises(ClaimLost):
        log.ack_claim("g", held, 3)


def test_another_worker_s_ack_is_refused(log: LogStore) -> None:
    held = claim_id(log, worker="me")
    with pytest.raises(ClaimLost):
        log.ack_claim("g", held, 3, "you")
    log.ack_claim("g", held, 3, "me")


@pytest.mark.parametrize(
    "claimed", ["", "x", "1", "1.1.1", ".", "1.", "-1.1", "9999.1", "1.0", "1.99", "1" * 30 + ".1"]
)
def test_what_names_no_claim_is_refused(log: LogStore, claimed: str) -> None:
    claim_id(log)
    with pytest.raises(ClaimLost):
        log.ack_claim("g", claimed, 3)


def test_a_claim_of_another_group_is_refused(log: LogStore) -> None:
    held = claim_id(log)
    with pytest.raises(ClaimLost):
        log.ack_claim("h", held, 3)
    with pytest.raises(LogGroupNotFound):
        log.ack_claim("nowhere", held, 3)


def test_a_position_past_the_end_is_refused_and_the_claim_goes_on(log: LogStore) -> None:
    held = claim_id(log)
    with pytest.raises(PositionBeyondEnd) as refused:
        log.ack_claim("g", held, 4)
    assert refused.value.detail == {"position": 4, "lastPosition": 3}
    log.ack_claim("g", held, 3)


def test_a_position_beyond_what_was_handed_out_passes_what_lies_between(log: LogStore) -> None:
    """A decider that has appended its own messages acks so: it need not see them."""
    held = claim_id(log, batch=1)
    log.ack_claim("g", held, 3)
    assert claim(log, "g", BY, ["a"]) is None

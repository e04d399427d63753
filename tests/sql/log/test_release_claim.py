"""log.release_claim: given back."""

import pytest

from regent.errors import ClaimLost
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import append, claim, message, took

BY = ["p"]


@pytest.fixture(autouse=True)
def group(log: LogStore) -> None:
    log.register_group("g")
    append(log, message("a", p="x"), message("a", p="y"))


def claim_id(log: LogStore) -> str:
    found = claim(log, "g", BY, ["a"])
    assert found is not None
    offset_id: str = found["offsetId"]
    return offset_id


def test_a_partition_comes_again_at_once(log: LogStore) -> None:
    log.release_claim("g", claim_id(log))
    assert took(log, "g", BY, ["a"]) == ("p:x", [1])


def test_a_partition_rests_and_is_in_nobody_s_way(log: LogStore, clock: Clock) -> None:
    log.release_claim("g", claim_id(log), error="no answer", rest_seconds=60)
    (offset, *_) = log.list_offsets("g", None, 9).rows
    assert (offset["error"], offset["claimed"], offset["claimedBy"]) == ("no answer", False, None)
    assert offset["resumeAt"].endswith("Z")
    assert took(log, "g", BY, ["a"]) == ("p:y", [2])
    clock.advance(59)
    assert claim(log, "g", BY, ["a"]) is None
    clock.advance(2)
    assert took(log, "g", BY, ["a"]) == ("p:x", [1])


def test_an_ack_forgets_the_error(log: LogStore, clock: Clock) -> None:
    log.release_claim("g", claim_id(log), error="once", rest_seconds=0)
    log.ack_claim("g", claim_id(log), 1)
    (offset, *_) = log.list_offsets("g", None, 9).rows
    assert (offset["error"], offset["resumeAt"]) == (None, None)


def test_many_that_rested_come_again(log: LogStore, clock: Clock) -> None:
    append(log, *(message("a", p=str(number)) for number in range(600)))
    held = 0
    while (found := claim(log, "g", BY, ["a"])) is not None:
        log.release_claim("g", found["offsetId"], rest_seconds=60)
        held += 1
    assert held == 602
    clock.advance(61)
    again = 0
    while claim(log, "g", BY, ["a"]) is not None:
        again += 1
    assert again == 602


def test_a_claim_that_has_ended_cannot_be_given_back(log: LogStore, clock: Clock) -> None:
    held = claim_id(log)
    log.release_claim("g", held)
    with pytest.raises(ClaimLost):
        log.release_claim("g", held)
    late = claim_id(log)
    clock.advance(121)
    with pytest.raises(ClaimLost):
        log.release_claim("g", late, rest_seconds=60)

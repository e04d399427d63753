"""log.reset_group: from the start again. (What is marked as replaying: test_claim_next.py.)"""

import pytest

from regent.errors import ClaimLost, LogGroupNotFound
from regent.stores.log import LogStore
from tests.support.log import ack, append, claim, message, positions, took
from tests.support.rows import value

BY = ["p"]


def test_all_offsets_are_deleted_and_claims_end(log: LogStore, owner_url: str) -> None:
    log.register_group("g")
    log.register_group("other")
    append(log, message("a", p="x"), message("a", p="y"))
    ack(log, "g", claim(log, "g", BY, ["a"]))
    held = claim(log, "g", BY, ["a"])
    assert held is not None
    took(log, "other", BY, ["a"])
    assert log.reset_group("g") == 2
    assert value(owner_url, "select count(*) from log.offsets") == 2  # the other group's
    assert value(owner_url, "select count(*) from log.offset_keys") == 2
    with pytest.raises(ClaimLost):
        log.ack_claim("g", held["offsetId"], 2)
    assert took(log, "g", BY, ["a"]) == ("p:x", [1])


def test_a_group_that_is_not_there_is_refused(log: LogStore) -> None:
    with pytest.raises(LogGroupNotFound):
        log.reset_group("nowhere")


def test_a_second_reset_forgets_nothing_of_what_was_seen(log: LogStore) -> None:
    """Between the two resets the group came less far than before the first."""
    log.register_group("g")
    append(log, *(message("a", p="x") for _ in range(3)))
    for position in (3, 1):
        log.advance_offset("g", {"p": "x"}, position)
        log.reset_group("g")
    append(log, message("a", p="x"))
    met = []
    for _ in range(2):
        found = claim(log, "g", BY, ["a"])
        assert found is not None
        met.append((positions(found), found["replaying"]))
        ack(log, "g", found)
    assert met == [([1, 2, 3], True), ([4], False)]

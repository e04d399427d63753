"""log.advance_offset: forwards without a claim."""

import pytest

from regent.errors import LogGroupNotFound, PositionBeyondEnd
from regent.stores.log import LogStore
from tests.support.log import append, claim, message, positions, took

BY = ["p"]


@pytest.fixture(autouse=True)
def group(log: LogStore) -> None:
    log.register_group("g")
    append(log, *(message("a", p="x") for _ in range(3)))


def test_what_is_before_the_position_is_passed(log: LogStore) -> None:
    assert log.advance_offset("g", {"p": "x"}, 2) == 2
    assert took(log, "g", BY, ["a"]) == ("p:x", [3])


def test_it_never_goes_back(log: LogStore) -> None:
    log.advance_offset("g", {"p": "x"}, 2)
    assert log.advance_offset("g", {"p": "x"}, 1) == 2
    assert took(log, "g", BY, ["a"]) == ("p:x", [3])


def test_a_partition_that_is_held_goes_forward_under_its_worker(log: LogStore) -> None:
    held = claim(log, "g", BY, ["a"])
    assert held is not None
    assert positions(held) == [1, 2, 3]
    log.advance_offset("g", {"p": "x"}, 2)
    log.ack_claim("g", held["offsetId"], 1)
    assert took(log, "g", BY, ["a"]) == ("p:x", [3])


def test_a_partition_that_nobody_has_seen_is_made(log: LogStore) -> None:
    assert log.advance_offset("g", {"p": "new"}, 1) == 1
    append(log, message("a", p="new"))
    claims = [took(log, "g", BY, ["a"]) for _ in range(2)]
    assert claims == [("p:x", [1, 2, 3]), ("p:new", [4])]


def test_the_value_s_type_does_not_matter(log: LogStore) -> None:
    append(log, message("a", p=7))
    log.advance_offset("g", {"p": 7}, 4)
    log.advance_offset("g", {"p": "7"}, 4)
    assert took(log, "g", BY, ["a"]) == ("p:x", [1, 2, 3])
    assert claim(log, "g", BY, ["a"]) is None
    assert [each["partitionValue"] for each in log.list_offsets("g", None, 9).rows] == [
        {"p": "7"},
        {"p": "x"},
    ]


def test_a_position_past_the_end_is_refused(log: LogStore) -> None:
    with pytest.raises(PositionBeyondEnd):
        log.advance_offset("g", {"p": "x"}, 4)
    assert took(log, "g", BY, ["a"]) == ("p:x", [1, 2, 3])


def test_a_group_that_is_not_there_is_refused(log: LogStore) -> None:
    with pytest.raises(LogGroupNotFound):
        log.advance_offset("nowhere", {"p": "x"}, 1)

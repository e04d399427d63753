"""log.look_through: a group's partitions without a claim."""

import pytest

from regent.errors import LogGroupNotFound
from regent.stores.log import LogStore
from tests.support.log import append, claim, message, took
from tests.support.rows import value

LOOK = "select log.look_through('g', 2)"


def keys(log: LogStore) -> list[str]:
    return [each["partitionKey"] for each in log.list_offsets("g", None, 99).rows]


def test_a_group_that_said_how_it_partitions_has_its_offsets_at_append(log: LogStore) -> None:
    log.register_group("g", ["x", "p"])
    assert keys(log) == []
    append(log, message("a", p="1", x="2"), message("a", p="1"), message("b", x="3", p="1"))
    assert keys(log) == ["p:1|x:2", "p:1|x:3"]
    found = log.read_group("g")
    assert (found["partitions"], found["pending"], found["scannedPosition"]) == (2, 0, 3)
    assert took(log, "g", ["p", "x"], ["a"]) == ("p:1|x:2", [1, 2])


def test_a_group_that_has_claimed_before_sees_what_is_pending(log: LogStore) -> None:
    log.register_group("g")
    append(log, message("a", p="1"))
    assert log.read_group("g")["partitions"] == 0
    claim(log, "g", ["p"], ["a"])
    append(log, message("a", p="2"), message("b", p="3"))
    found = log.read_group("g")
    assert (found["partitions"], found["pending"], found["claimed"]) == (3, 2, 1)


def test_it_goes_step_by_step(log: LogStore, owner_url: str) -> None:
    log.register_group("g", ["p"])
    append(log, *(message("a", p=str(number)) for number in range(5)))
    statements = [log._database.fetch(LOOK)[0][0] for _ in range(4)]
    assert statements == [True, True, False, False]
    assert value(owner_url, "select scanned_to from log.scans") == 5


def test_a_group_that_is_not_there_is_refused(log: LogStore) -> None:
    with pytest.raises(LogGroupNotFound):
        log.read_group("nowhere")

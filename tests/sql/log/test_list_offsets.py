"""log.list_offsets: a group's partitions."""

import pytest

from regent.errors import LogGroupNotFound
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import ack, append, claim, message
from tests.support.rows import rows

BY = ["p"]


def test_position_and_claim_of_each_partition(log: LogStore, clock: Clock) -> None:
    log.register_group("g")
    append(log, message("a", p="x"), message("a", p="y"), message("a", p="x"))
    ack(log, "g", claim(log, "g", BY, ["a"], batch=1))
    claim(log, "g", BY, ["a"], worker="w")
    first, second = log.list_offsets("g", None, 9).rows
    assert (first["partitionKey"], first["partitionValue"]) == ("p:x", {"p": "x"})
    assert (first["lastPosition"], first["nextPosition"]) == (1, 3)
    assert (first["claimed"], first["claimedBy"], first["claimedUntil"]) == (False, None, None)
    assert (second["lastPosition"], second["nextPosition"]) == (0, 2)
    assert (second["claimed"], second["claimedBy"]) == (True, "w")
    assert second["claimedAt"] < second["claimedUntil"]
    assert (first["claimId"], second["claimId"]) == (None, f"{second['id']}.1")
    log.extend_claim("g", second["claimId"], 200)
    clock.advance(201)
    ended = log.list_offsets("g", None, 9).rows[1]
    assert (ended["claimed"], ended["claimId"]) == (False, None)


def test_pages_by_id(log: LogStore) -> None:
    log.register_group("g", BY)
    append(log, *(message("a", p=str(number)) for number in range(5)))
    ids = [int(each["id"]) for each in log.list_offsets("g", None, 9).rows]
    assert ids == sorted(ids)
    page = log.list_offsets("g", ids[2], 2)
    assert [int(each["id"]) for each in page.rows] == ids[2:4]
    assert page.next_key == (ids[3] + 1,)
    assert log.list_offsets("g", ids[-1] + 1, 9) == ([], None, None, {})


def test_an_answer_is_bounded_by_bytes(log: LogStore, owner_url: str) -> None:
    log.register_group("g", BY)
    append(log, *(message("a", p=str(number)) for number in range(3)))
    log.read_group("g")
    rows(owner_url, "update log.offsets set error = repeat('x', 2000000)")
    assert [len(log.list_offsets("g", start, 9).rows) for start in (None, 2, 3)] == [1, 1, 1]


def state_of(log: LogStore) -> dict[str, str]:
    return {each["partitionKey"]: each["state"] for each in log.list_offsets("g", None, 9).rows}


def test_each_partition_has_a_state_and_is_found_by_it(log: LogStore, clock: Clock) -> None:
    log.register_group("g", BY)
    append(log, *(message("a", p=name) for name in ("done", "held", "rests", "waits")))
    ack(log, "g", claim(log, "g", BY, ["a"]))
    claim(log, "g", BY, ["a"])
    resting = claim(log, "g", BY, ["a"])
    assert resting is not None
    log.release_claim("g", resting["offsetId"], rest_seconds=60)
    states = {"p:done": "idle", "p:held": "claimed", "p:rests": "resting", "p:waits": "pending"}
    assert state_of(log) == states
    for key, state in states.items():
        found = log.list_offsets("g", None, 9, state=state)
        assert ([each["partitionKey"] for each in found.rows], found.next_key) == ([key], None)
    clock.advance(130)
    assert state_of(log) == states | {"p:held": "pending", "p:rests": "pending"}


def test_a_state_is_looked_for_a_stretch_at_a_time(
    log: LogStore, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may have none; then it says where the next one starts."""
    monkeypatch.setattr("regent.stores.log.MAX_PARTITIONS_LOOKED_AT", 2)
    log.register_group("g", BY)
    append(log, *(message("a", p=str(number)) for number in range(5)))
    log.read_group("g")
    marks = "case partition_key when 'p:3' then 1::bigint end"
    rows(owner_url, f"update log.offsets set next_position = {marks}")
    found, start = [], None
    for _ in range(3):
        page = log.list_offsets("g", start, 9, state="pending")
        found.append([each["partitionKey"] for each in page.rows])
        start = page.next_key and page.next_key[0]
    assert (found, start) == ([[], ["p:3"], []], None)


def test_a_page_of_a_state_ends_at_its_limit(log: LogStore) -> None:
    log.register_group("g", BY)
    append(log, *(message("a", p=str(number)) for number in range(3)))
    first = log.list_offsets("g", None, 2, state="idle")
    assert first.next_key is not None
    last = log.list_offsets("g", first.next_key[0], 2, state="idle")
    assert ([len(first.rows), len(last.rows)], last.next_key) == ([2, 1], None)


def test_a_group_that_is_not_there_is_refused(log: LogStore) -> None:
    with pytest.raises(LogGroupNotFound):
        log.list_offsets("nowhere", None, 9)

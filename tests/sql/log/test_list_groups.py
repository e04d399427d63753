"""log.list_groups: how groups stand."""

from regent.paging import Page
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import ack, append, claim, message

BY = ["p"]


def test_a_new_group(log: LogStore) -> None:
    log.register_group("g")
    found = log.read_group("g")
    assert found.pop("createdAt") == found.pop("updatedAt")
    assert found == {
        "groupId": "g",
        "status": "active",
        "errorContext": None,
        "retryAt": None,
        "partitionBy": None,
        "partitions": 0,
        "pending": 0,
        "claimed": 0,
        "lowestPosition": None,
        "highestPosition": None,
        "scannedPosition": None,
        "safePosition": 0,
    }


def test_partitions_pending_claims_and_positions(log: LogStore, clock: Clock) -> None:
    log.register_group("g")
    append(log, *(message("a", p=str(number)) for number in range(4)))
    ack(log, "g", claim(log, "g", BY, ["a"]))
    claim(log, "g", BY, ["a"])
    (found,) = log.list_groups(Page(9)).rows
    numbers = ("partitions", "pending", "claimed", "lowestPosition", "highestPosition")
    assert [found[name] for name in numbers] == [4, 3, 1, 0, 1]
    assert (found["scannedPosition"], found["safePosition"]) == (4, 4)
    clock.advance(121)
    assert log.read_group("g")["claimed"] == 0


def test_groups_by_name_in_pages(log: LogStore) -> None:
    for name in ("b", "c", "a", "B"):
        log.register_group(name)
    first = log.list_groups(Page(3))
    assert [each["groupId"] for each in first.rows] == ["B", "a", "b"]
    assert first.next_key == ("b",)
    rest = log.list_groups(Page(3, after=("b",)))
    assert ([each["groupId"] for each in rest.rows], rest.next_key) == (["c"], None)


def test_a_failed_group_whose_time_has_come_is_active(log: LogStore, clock: Clock) -> None:
    """Also before the next claim: a worker may wait for the group to be active."""
    log.register_group("g")
    log.set_group_status("g", "failed", "database away", 60)
    assert log.list_groups(Page(9)).rows[0]["status"] == "failed"
    clock.advance(61)
    for found in (log.read_group("g"), log.list_groups(Page(9)).rows[0]):
        shown = (found["status"], found["errorContext"], found["retryAt"])
        assert shown == ("active", None, None)

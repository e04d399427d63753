"""log.set_group_status: start, stop, fail."""

import pytest

from regent.errors import LogGroupNotFound
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import ack, append, claim, created, parsed, took

BY = ["course_name"]
TYPES = ["course.created"]


@pytest.fixture(autouse=True)
def group(log: LogStore) -> None:
    log.register_group("g")
    append(log, created("Algebra"))


def test_a_stopped_group_claims_nothing_until_it_is_started(log: LogStore, clock: Clock) -> None:
    log.set_group_status("g", "stopped", {"why": ["maintenance"]})
    assert parsed(log.read_group("g"))["errorContext"] == {"why": ["maintenance"]}
    clock.advance(10**6)
    assert claim(log, "g", BY, TYPES) is None
    log.set_group_status("g", "active")
    assert took(log, "g", BY, TYPES) == ("course_name:Algebra", [1])
    assert log.read_group("g")["errorContext"] is None


def test_a_failed_group_goes_on_when_its_time_has_come(log: LogStore, clock: Clock) -> None:
    log.set_group_status("g", "failed", "database away", 60)
    found = parsed(log.read_group("g"))
    assert (found["status"], found["errorContext"]) == ("failed", "database away")
    assert found["retryAt"].endswith("Z")
    clock.advance(59)
    assert claim(log, "g", BY, TYPES) is None
    assert log.read_group("g")["status"] == "failed"
    clock.advance(2)
    assert took(log, "g", BY, TYPES) == ("course_name:Algebra", [1])
    found = parsed(log.read_group("g"))
    assert (found["status"], found["errorContext"], found["retryAt"]) == ("active", None, None)


def test_a_failed_group_without_a_time_waits_for_somebody(log: LogStore, clock: Clock) -> None:
    log.set_group_status("g", "failed", "broken")
    clock.advance(10**8)
    assert claim(log, "g", BY, TYPES) is None


def test_claims_that_are_held_go_on(log: LogStore) -> None:
    held = claim(log, "g", BY, TYPES)
    log.set_group_status("g", "stopped")
    ack(log, "g", held)
    assert log.read_group("g")["lowestPosition"] == 1


def test_a_group_that_is_not_there_is_refused(log: LogStore) -> None:
    with pytest.raises(LogGroupNotFound) as refused:
        log.set_group_status("nowhere", "stopped")
    assert refused.value.detail == {"groupId": "nowhere"}

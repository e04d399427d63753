"""queen.abandon_batches: which batches are given up, and what becomes of their messages."""

from __future__ import annotations

import pytest

from tests.support.retention import archive, cuts, planned, retained
from tests.support.store import push

ONE, TWO, THREE = (f"00000000-0000-4000-8000-00000000000{n}" for n in (1, 2, 3))


@pytest.fixture
def opened(store, retention, stopped_clock):
    """Ten old messages of a partition, in two batches; the last three are in none."""
    retained(store, pending=1)
    push(store, "q", *range(10))
    stopped_clock.advance(2)
    (cut,) = cuts(retention)
    batches = [
        (ONE, "q", [cut._replace(start=0, end=4)]),
        (TWO, "q", [cut._replace(start=4, end=7)]),
    ]
    assert retention.open_batches(batches, "/archive") == 2
    return cut


def still_open(retention):
    return [batch.id for batch in retention.list_batches()]


def test_what_is_to_be_gone_on_with_stays(opened, retention):
    assert retention.abandon_batches("/archive") == []
    assert still_open(retention) == [ONE, TWO]


def test_what_was_to_go_elsewhere_is_planned_again(opened, retention):
    assert sorted(retention.abandon_batches("/other")) == [ONE, TWO]
    assert planned(retention, archiving=True) == [("q", 0, 10)]


def test_what_failed_is_planned_again(opened, retention):
    retention.fail_batch(TWO, "the disk is full")
    assert retention.abandon_batches("/archive") == [TWO]
    assert planned(retention, archiving=True) == [("q", 4, 10)]


def test_what_lies_about_for_an_hour_is_planned_again(opened, retention, stopped_clock):
    stopped_clock.advance(3600)
    assert retention.abandon_batches("/archive") == []
    stopped_clock.advance(1)
    assert len(retention.abandon_batches("/archive")) == 2


def test_these_and_no_others(opened, retention):
    assert retention.abandon_batches("/archive", [ONE]) == [ONE]
    assert retention.abandon_batches("/archive", []) == []
    assert still_open(retention) == [TWO]


def test_a_gap_is_planned_and_archived_first(opened, retention):
    retention.abandon_batches("/archive", [ONE])
    assert planned(retention, archiving=True) == [("q", 0, 4), ("q", 7, 10)]
    too_far = opened._replace(start=0, end=5)
    assert retention.open_batches([(THREE, "q", [too_far])], "/archive") == 0
    assert retention.open_batches([(THREE, "q", [opened._replace(start=0, end=2)])], "/a") == 1
    assert planned(retention, archiving=True) == [("q", 2, 4), ("q", 7, 10)]
    archive(retention)
    assert planned(retention, archiving=True) == []


def test_nothing_behind_a_gap_is_deleted(opened, retention):
    retention.abandon_batches("/archive", [ONE])
    assert retention.advance_batch(TWO, "planned", "written", [{"rows": 3}])
    assert retention.advance_batch(TWO, "written", "verified")
    assert retention.advance_batch(TWO, "verified", "committed")
    (found,) = retention.list_archived(0, 10)
    answers = retention.retire_messages(
        [(found.partition, found.end)], 100, archived=True, run_at=retention.now()
    )
    assert [answer.deleted for answer in answers] == [0]


@pytest.mark.parametrize(
    ("written", "failures", "given_up"), [(True, 0, 0), (True, 1, 0), (True, 2, 1), (False, 1, 1)]
)
def test_what_cannot_be_read_back_twice_is_planned_again(
    opened, retention, written, failures, given_up
):
    if written:
        assert retention.advance_batch(ONE, "planned", "written", [{"rows": 4}])
    for _ in range(failures):
        retention.fail_batch(ONE, "access denied")
    assert len(retention.abandon_batches("/archive")) == given_up


@pytest.mark.parametrize("status", ["verified", "committed"])
def test_what_is_in_its_place_is_never_given_up(opened, retention, status, stopped_clock):
    assert retention.advance_batch(ONE, "planned", "written", [{"rows": 4}])
    assert retention.advance_batch(ONE, "written", "verified")
    if status == "committed":
        assert retention.advance_batch(ONE, "verified", "committed")
    for _ in range(3):
        retention.fail_batch(ONE, "access denied")
    stopped_clock.advance(2 * 3600)
    assert retention.abandon_batches("/other") == [TWO]
    assert retention.abandon_batches("/other", [ONE]) == []
    assert still_open(retention) == [ONE]


def test_who_still_works_on_it_cannot_advance_it(opened, retention):
    retention.abandon_batches("/archive", [ONE])
    assert not retention.advance_batch(ONE, "planned", "written", [{"rows": 4}])

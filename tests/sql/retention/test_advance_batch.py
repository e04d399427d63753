"""queen.advance_batch: a batch's status, one step at a time and once."""

from __future__ import annotations

import psycopg
import pytest

from regent.errors import BatchIncomplete
from tests.support.retention import archive, retained
from tests.support.rows import rows
from tests.support.store import push


@pytest.fixture
def batch(store, retention, stopped_clock) -> str:
    retained(store, pending=1)
    push(store, "q", 1)
    stopped_clock.advance(2)
    (made,) = archive(retention, "planned")
    return made


def test_it_goes_from_one_status_to_the_next(batch, retention):
    assert retention.advance_batch(batch, "planned", "written", [{"rows": 1}])
    assert retention.advance_batch(batch, "written", "verified")
    assert retention.advance_batch(batch, "verified", "committed")
    (found,) = retention.list_batches()
    assert (found.status, found.files) == ("committed", [{"rows": 1}])


@pytest.mark.parametrize("files", [None, [], [{"rows": 0}]])
def test_files_that_hold_fewer_messages_than_there_are_do_not_count(batch, retention, files):
    with pytest.raises(BatchIncomplete, match=r"hold 1 messages, and its files 0$"):
        retention.advance_batch(batch, "planned", "written", files)
    assert retention.list_batches()[0].status == "planned"


def test_a_message_that_was_deleted_meanwhile_is_not_missed(batch, retention, owner_url):
    rows(owner_url, "delete from queen.messages")
    assert retention.advance_batch(batch, "planned", "written", [{"rows": 1}])


def test_who_comes_second_records_nothing(batch, retention):
    assert retention.advance_batch(batch, "planned", "written", [{"rows": 1}])
    assert not retention.advance_batch(batch, "planned", "written", [{"rows": 2}])
    assert retention.list_batches()[0].files == [{"rows": 1}]


@pytest.mark.parametrize("new", ["verified", "planned"])
def test_what_is_said_of_other_files_does_not_count(batch, retention, new):
    retention.advance_batch(batch, "planned", "written", [{"rows": 1}])
    assert not retention.advance_batch(batch, "written", new, [{"rows": 2}])
    assert (retention.list_batches()[0].status, retention.list_batches()[0].files) == (
        "written",
        [{"rows": 1}],
    )
    assert retention.advance_batch(batch, "written", new, [{"rows": 1}])


def test_a_batch_that_is_not_sound_is_written_again(batch, retention):
    retention.advance_batch(batch, "planned", "written", [{"rows": 1}])
    assert retention.advance_batch(batch, "written", "planned")
    assert (retention.list_batches()[0].status, retention.list_batches()[0].files) == (
        "planned",
        [],
    )


def test_a_verified_batch_is_planned_again_by_who_names_its_files(batch, retention):
    retention.advance_batch(batch, "planned", "written", [{"rows": 1}])
    retention.advance_batch(batch, "written", "verified")
    assert not retention.advance_batch(batch, "verified", "planned", [{"rows": 2}])
    assert retention.list_batches()[0].status == "verified"
    assert retention.advance_batch(batch, "verified", "planned", [{"rows": 1}])
    assert (retention.list_batches()[0].status, retention.list_batches()[0].files) == (
        "planned",
        [],
    )
    assert not retention.advance_batch(batch, "verified", "committed")


@pytest.mark.parametrize(
    ("old", "new"),
    [("planned", "verified"), ("planned", "committed"), ("committed", "planned"),
     ("committed", "deleted"), ("verified", "planned")],
)  # fmt: skip
def test_no_step_is_left_out_or_undone(batch, retention, old, new):
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="does not go from"):
        retention.advance_batch(batch, old, new)

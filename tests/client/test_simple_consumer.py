"""A consumer of one partition, without a group."""

from __future__ import annotations

import time

import pytest

from regent.client import (
    Misused,
    OffsetOutOfRange,
    RegentError,
    UnknownPartition,
    UnknownTopic,
)
from tests.client.wires import STUCK_SECONDS, Group, Wire, fill, in_thread, make_topic, values
from tests.support.http import Call
from tests.support.rows import rows


def test_it_reads_from_an_offset_on(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, "a", "b", "c", "d", partition=1)
    consumer = group.simple()
    assert values(consumer.consume("t", 1, 1)) == ["b", "c", "d"]
    assert values(consumer.consume("t", 1, 1, max_records=2)) == ["b", "c"]
    assert values(consumer.consume("t", 1, 4)) == []
    assert values(consumer.consume("t", 0, 0)) == []


def test_reading_changes_nothing_and_needs_no_group(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.simple()
    assert values(consumer.consume("t", 0, 0)) == values(consumer.consume("t", 0, 0)) == ["a"]
    assert wire.paths() == ["/api/v1/consumer-group/records"] * 2
    assert call("GET", "/api/v1/metadata/consumer-groups").body == []


def test_it_can_wait_for_a_record(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.simple()
    waiting = in_thread(lambda: consumer.consume("t", 0, 0, wait_seconds=10))
    time.sleep(0.1)
    assert not waiting.done()
    fill(call, "late")
    assert values(waiting.result(10)) == ["late"]


def test_it_does_not_wait_longer_than_it_is_told(call: Call, group: Group) -> None:
    make_topic(call, 1)
    started = time.monotonic()
    assert group.simple().consume("t", 0, 0, wait_seconds=0.2) == []
    assert 0.2 <= time.monotonic() - started < STUCK_SECONDS


def test_what_is_wrong_is_raised(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.simple()
    with pytest.raises(UnknownTopic):
        consumer.consume("nowhere", 0, 0)
    with pytest.raises(UnknownPartition, match="has the partitions 0 to 0, not 1"):
        consumer.consume("t", 1, 0)
    with pytest.raises(OffsetOutOfRange) as beyond:
        consumer.consume("t", 0, 2)
    assert beyond.value.log_start_offset == 0
    for wrong in ((0, -1, 1), (-1, 0, 1), (0, 0, 0), (0, 0, 5_001), (0, 2**63, 1)):
        with pytest.raises(RegentError) as refused:
            consumer.consume("t", *wrong)
        assert refused.value.status == 400


def test_an_offset_that_is_not_kept_any_more_is_said(
    call: Call, group: Group, owner_url: str
) -> None:
    make_topic(call, 1)
    fill(call, "a", "b", "c")
    forget_below(owner_url, 2)
    with pytest.raises(OffsetOutOfRange) as gone:
        group.simple().consume("t", 0, 1)
    assert gone.value.log_start_offset == 2
    assert values(group.simple().consume("t", 0, 2)) == ["c"]


def test_after_closing_it_reads_no_more(group: Group) -> None:
    with group.simple() as consumer:
        pass
    with pytest.raises(Misused, match="closed"):
        consumer.consume("t", 0, 0)


def forget_below(owner_url: str, offset: int) -> None:
    """What retention does."""
    rows(owner_url, f"update queen.partitions set tail = {offset} returning id")
    rows(owner_url, f'delete from queen.messages where "offset" < {offset} returning id')

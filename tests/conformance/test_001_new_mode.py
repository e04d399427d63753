"""Seed 001: mode `new` neither skips the first message nor delivers history.

Instead of its column subscription_started_at there are the cursor and seed 000's table, so its
checks of the schema look there.
"""

from typing import Any

import pytest

from tests.support.clock import Clock
from tests.support.http import Call, restart
from tests.support.queue_http import complete, data, pop, push
from tests.support.rows import rows, value


def cursor(owner_url: str, group: str) -> dict[str, Any]:
    (row,) = rows(
        owner_url,
        "select c.committed, m.subscription_mode, m.subscription_timestamp"
        "  from queen.partition_consumers c join queen.consumer_groups g on g.id = c.group_id"
        "  join queen.consumer_groups_metadata m on m.consumer_group = g.name"
        " where g.name = %s",
        (group,),
    )
    return row


def test_001_1_new_mode_on_an_empty_partition(call: Call) -> None:
    call("POST", "/api/v1/configure", {"queue": "test-new-empty"})
    group = {"consumerGroup": "cg1", "subscriptionMode": "new"}
    assert pop(call, "test-new-empty", "p1", **group) == []
    push(call, "test-new-empty", "M1", partition="p1")
    assert data(pop(call, "test-new-empty", "p1", **group)) == ["M1"]


def test_001_2_new_mode_on_a_partition_with_history(call: Call) -> None:
    push(call, "test-new-history", "M1", "M2", "M3", partition="p1")
    group = {"consumerGroup": "cg1", "subscriptionMode": "new", "batch": 10}
    assert pop(call, "test-new-history", "p1", **group) == []
    push(call, "test-new-history", "M4", partition="p1")
    assert data(pop(call, "test-new-history", "p1", **group)) == ["M4"]


def test_001_3_traditional_mode_gets_all_from_the_beginning(call: Call) -> None:
    push(call, "test-traditional", "M1", "M2", partition="p1")
    popped = pop(call, "test-traditional", "p1", consumerGroup="cg-old", batch=10)
    assert data(popped) == ["M1", "M2"]


def test_001_4_the_server_default_may_be_new(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    restart(monkeypatch, default_subscription_mode="new")
    push(call, "test-default", "M1", partition="p1")
    assert pop(call, "test-default", "p1", consumerGroup="cg-default") == []
    push(call, "test-default", "M2", partition="p1")
    assert data(pop(call, "test-default", "p1", consumerGroup="cg-default")) == ["M2"]


def test_001_4_an_explicit_mode_goes_before_the_server_default(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, default_subscription_mode="new")
    push(call, "q", "M1")
    assert data(pop(call, "q", consumerGroup="cg", subscriptionMode="all")) == ["M1"]


def test_001_5_a_new_group_on_an_old_queue_has_nothing_pending(call: Call, owner_url: str) -> None:
    """The seed reads its dashboard; here the view that every dashboard reads."""
    push(call, "test-metrics", "M1", "M2", "M3", partition="p1")
    group = {"consumerGroup": "cg-metrics", "subscriptionMode": "new"}
    assert pop(call, "test-metrics", "p1", **group) == []
    pending = (
        "select count(*) from queen.messages_status"
        " where consumer_group = 'cg-metrics' and status = 'pending'"
    )
    assert value(owner_url, pending) == 0
    assert value(owner_url, "select current_depth from queen.queue_depths") == 0
    push(call, "test-metrics", "M4", partition="p1")
    assert value(owner_url, pending) == 1
    assert value(owner_url, "select current_depth from queen.queue_depths") == 1


def test_001_6_groups_of_different_modes_on_one_partition(call: Call) -> None:
    push(call, "test-mixed", "M1", partition="p1")
    new = {"consumerGroup": "cg-new", "subscriptionMode": "new"}
    traditional = {"consumerGroup": "cg-traditional", "subscriptionMode": "from_beginning"}
    assert pop(call, "test-mixed", "p1", **new) == []
    first = pop(call, "test-mixed", "p1", **traditional)
    assert data(first) == ["M1"]
    complete(call, *first)
    push(call, "test-mixed", "M2", partition="p1")
    assert data(pop(call, "test-mixed", "p1", **new)) == ["M2"]
    assert data(pop(call, "test-mixed", "p1", **traditional)) == ["M2"]


def test_001_verification_2_a_new_group_records_its_instant_and_starts_at_the_head(
    call: Call, owner_url: str
) -> None:
    push(call, "q", "M1", "M2", "M3")
    before = value(owner_url, "select queen.now()")
    assert pop(call, "q", consumerGroup="test-new-mode", subscriptionMode="new") == []
    row = cursor(owner_url, "test-new-mode")
    assert (row["committed"], row["subscription_mode"]) == (3, "new")
    assert before < row["subscription_timestamp"] < value(owner_url, "select queen.now()")


def test_001_verification_3_a_traditional_group_starts_at_zero(call: Call, owner_url: str) -> None:
    push(call, "q", "M1", "M2", "M3")
    assert data(pop(call, "q", consumerGroup="test-traditional")) == ["M1"]
    row = cursor(owner_url, "test-traditional")
    assert (row["committed"], row["subscription_mode"]) == (0, "all")
    assert row["subscription_timestamp"].timestamp() == 0


def test_001_verification_4_no_message_is_skipped_around_the_first_pop(call: Call) -> None:
    """The bug: the newest message became the cursor, so the one that came next was lost."""
    push(call, "q", "last of the past")
    assert pop(call, "q", consumerGroup="cg", subscriptionMode="new") == []
    push(call, "q", "first", "second")
    popped = pop(call, "q", consumerGroup="cg", subscriptionMode="new", batch=10)
    assert data(popped) == ["first", "second"]


def test_001_acked_messages_of_a_new_group_do_not_come_back(call: Call, clock: Clock) -> None:
    """The seed's filter ignores the cursor, so acked messages would come back."""
    group = {"consumerGroup": "cg", "subscriptionMode": "new"}
    assert pop(call, "q", **group) == []
    push(call, "q", "M1", "M2")
    complete(call, *pop(call, "q", **group))
    assert data(pop(call, "q", **group)) == ["M2"]
    clock.advance(301)
    assert data(pop(call, "q", batch=10, **group)) == ["M2"]

"""Verdicts: as few as say it all, what was taken, and what leaving a batch says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from regent.client.core.acking import (
    Verdict,
    ack_operation,
    completed,
    extend_operation,
    failure_text,
    noted,
    rest_completed,
    rest_released,
    settle,
    verdict_for,
)
from regent.client.core.http1 import Reply
from regent.client.core.messages import Lane, Lease, MessageFields, lanes_of
from regent.client.core.operation import json_bytes
from regent.client.core.popping import Popped
from regent.client.errors import AlreadyAnswered, Misused
from regent.errors import LeaseLost, MessageNotFound

Messages = list[MessageFields[Any]]


def popped(*names: str, lease: str = "lease", group: str = "g") -> tuple[Messages, list[Lane]]:
    """Messages such as "a0", "b0": of partition a, and of partition b."""
    raw = [
        {
            "id": name,
            "transactionId": name,
            "queue": "q",
            "partition": name[0],
            "partitionId": name[0],
            "offset": int(name[1:]),
            "leaseId": lease,
            "consumerGroup": group,
        }
        for name in names
    ]
    messages: Messages = [MessageFields(one, None) for one in raw]
    return messages, lanes_of(Popped(raw, lease), messages)[1]


def said(verdicts: Sequence[Verdict]) -> list[str]:
    """Such as "a2 completed and before", or "all of b failed"."""
    return [
        f"all of {verdict.lane.partition} {verdict.status}"
        if verdict.whole
        else f"{verdict.message.id} {verdict.status}{' and before' if verdict.up_to else ''}"
        for verdict in verdicts
    ]


def outcome(error: str | None = None, *, released: bool = False) -> dict[str, Any]:
    return {"success": error is None, "error": error, "leaseReleased": released}


LOST = "Invalid or expired lease"


def test_a_whole_lane_is_one_verdict() -> None:
    _, lanes = popped("a0", "a1", "a2", "b0")
    assert said(rest_completed(lanes)) == ["a2 completed and before", "b0 completed"]


def test_what_has_a_gap_before_it_is_named() -> None:
    messages, _ = popped("a0", "a1", "a2", "a3", "a4")
    chosen = [messages[0], messages[1], messages[3], messages[4]]
    assert said(completed(chosen)) == ["a1 completed and before", "a3 completed", "a4 completed"]


def test_a_gap_that_was_answered_before_is_none() -> None:
    messages, lanes = popped("a0", "a1", "a2")
    lanes[0].answered.add(1)
    assert said(completed([messages[0], messages[2]])) == ["a2 completed and before"]
    assert said(completed([messages[0]])) == ["a0 completed"]


def test_the_order_of_the_messages_and_repetitions_do_not_matter() -> None:
    messages, _ = popped("a0", "a1", "b0")
    chosen = [messages[1], messages[2], messages[0], messages[1]]
    assert said(completed(chosen)) == ["a1 completed and before", "b0 completed"]


def test_one_verdict_gives_a_lane_back() -> None:
    _, lanes = popped("a0", "a1", "b0", "b1")
    lanes[1].answered.add(0)
    assert said(rest_released(lanes)) == ["a0 retry", "b1 retry"]


def test_what_was_taken_is_noted_in_the_lane() -> None:
    _, lanes = popped("a0", "a1", "a2")
    verdict = Verdict(lanes[0], 1, up_to=True)
    assert noted([verdict], [outcome()], repeated=False) == []
    assert lanes[0].open == [2]
    last = Verdict(lanes[0], 2)
    assert noted([last], [outcome(released=True)], repeated=False) == []
    assert (lanes[0].open, lanes[0].over) == ([], True)


@pytest.mark.parametrize("status", ["failed", "retry"])
def test_a_lane_is_over_when_a_message_is_given_back(status: Any) -> None:
    _, lanes = popped("a0", "a1")
    noted([Verdict(lanes[0], 0, status)], [outcome(released=True)], repeated=False)
    assert lanes[0].over
    assert rest_completed(lanes) == []


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        (LOST, LeaseLost),
        (f"{LOST}: this lease is group h's, not group g's", LeaseLost),
        ("Message not found", MessageNotFound),
        ("Message was already answered", AlreadyAnswered),
    ],
)
def test_a_refused_verdict_is_an_error_of_its_kind(sentence: str, kind: type[Exception]) -> None:
    messages, lanes = popped("a0")
    ((_, error),) = noted([Verdict(lanes[0], 0)], [outcome(sentence)], repeated=False)
    assert isinstance(error, kind)
    assert sentence in str(error)
    assert "q/a, message a0" in str(error)
    assert messages[0].lease_lost == (kind is LeaseLost)


@pytest.mark.parametrize("status", ["failed", "retry"])
def test_a_repeat_that_is_refused_says_that_the_first_try_happened(status: Any) -> None:
    _, lanes = popped("a0")
    verdict = Verdict(lanes[0], 0, status)
    assert noted([verdict], [outcome(LOST)], repeated=True) == []
    assert lanes[0].over


def test_a_repeated_completion_or_burial_that_is_refused_is_refused() -> None:
    for status in ("completed", "dlq"):
        _, lanes = popped("a0")
        refused = noted([Verdict(lanes[0], 0, status)], [outcome(LOST)], repeated=True)  # type: ignore[arg-type]
        assert isinstance(refused[0][1], LeaseLost)


def test_a_repeated_burial_that_was_answered_happened() -> None:
    _, lanes = popped("a0")
    answered = [outcome("Message was already answered")]
    assert noted([Verdict(lanes[0], 0, "dlq")], answered, repeated=True) == []


def run(verdicts: Sequence[Verdict], *answers: list[dict[str, Any]]) -> list[Any]:
    """Settle; the bodies that were sent."""
    bodies, plan, answer = [], settle(verdicts), None
    waiting = list(answers)
    try:
        while True:
            operation = plan.send(answer)
            assert not isinstance(operation, float)
            bodies.append(json.loads(operation.body or b""))
            answer = (waiting.pop(0), False)
    except StopIteration:
        return bodies


def test_each_group_gets_its_request() -> None:
    _, lanes = popped("a0", "b0")
    _, others = popped("a0", group="h")
    bodies = run(rest_completed([*lanes, *others]), [outcome(), outcome()], [outcome()])
    assert [body["consumerGroup"] for body in bodies] == ["g", "h"]
    assert len(bodies[0]["acknowledgments"]) == 2
    assert bodies[1] == {
        "transactionId": "a0",
        "partitionId": "a",
        "leaseId": "lease",
        "status": "completed",
        "consumerGroup": "h",
    }


def test_more_verdicts_than_a_request_takes_are_several() -> None:
    messages, _ = popped(*(f"a{n}" for n in range(10_002)))
    verdicts = completed(messages[1::2])
    bodies = run(verdicts, [outcome()] * 5000, [outcome()])
    assert len(bodies[0]["acknowledgments"]) == 5000
    assert bodies[1]["transactionId"] == "a10001"


def test_all_that_can_be_taken_is_and_then_the_lost_partitions_are_told() -> None:
    _, lanes = popped("a0", "b0", "c0", "d0")
    outcomes = [outcome(LOST), outcome(), outcome("Message not found"), outcome(LOST)]
    with pytest.raises(LeaseLost) as lost:
        run(rest_completed(lanes), outcomes)
    assert lost.value.partitions == ("a", "d")
    assert [lane.over for lane in lanes] == [True, False, False, True]
    assert lanes[1].open == []


def test_another_refusal_is_raised_when_no_lease_is_lost() -> None:
    _, lanes = popped("a0", "b0")
    with pytest.raises(MessageNotFound):
        run(rest_completed(lanes), [outcome(), outcome("Message not found")])


def test_what_was_completed_as_it_was_handed_out_takes_no_verdict() -> None:
    messages, _ = popped("a0", lease="")
    with pytest.raises(Misused, match="auto_ack"):
        run(verdict_for(messages[0], "completed"))
    with pytest.raises(Misused, match="no lease"):
        extend_operation(Lease(Popped([], "")), 60)


def test_texts_of_errors_are_such_as_the_server_stores() -> None:
    _, lanes = popped("a0")
    item = Verdict(lanes[0], 0, "failed", error="a\0b\ud800" + "x" * 20_000).item()
    assert item["error"].startswith("a�b?")
    assert len(item["error"]) == 10_000
    json_bytes(item)


def test_what_only_a_newer_server_knows_is_sent_when_it_is_asked_for() -> None:
    _, lanes = popped("a0")
    assert "delaySeconds" not in Verdict(lanes[0], 0, "retry").item()
    assert Verdict(lanes[0], 0, "retry", delay_seconds=5).item()["delaySeconds"] == 5


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("one\n  two  \n"), "ValueError: two"),
        (ValueError(), "ValueError"),
        (KeyError("k"), "KeyError: 'k'"),
    ],
)
def test_the_reason_of_a_failure_is_the_type_and_the_last_line(error: Any, text: str) -> None:
    assert failure_text(error) == text


# Leases


def test_a_lease_ends_when_the_server_said_on_our_clock() -> None:
    lease = Lease(Popped([], "l", lease_seconds=60, sent_at=100))
    assert lease.ends_in_seconds(130) == 30
    assert Lease(Popped([], "l")).ends_in_seconds(130) is None


def test_an_extension_never_shortens() -> None:
    lease = Lease(Popped([], "l", lease_seconds=60, sent_at=100))
    answer = Reply(200, {}, json_bytes({"success": True}), sent_at=110)
    extend_operation(lease, 20).read(answer)
    assert lease.ends_in_seconds(110) == 50
    extend_operation(lease, 90).read(answer)
    assert lease.ends_in_seconds(110) == 90


def test_an_extension_that_is_refused_says_that_the_lease_is_lost() -> None:
    lease = Lease(Popped([], "l"))
    with pytest.raises(LeaseLost, match="lease l"):
        extend_operation(lease, 60).read(
            Reply(200, {}, json_bytes({"success": False, "error": LOST}))
        )
    assert lease.lost


def test_an_answer_with_another_number_of_outcomes_is_not_understood() -> None:
    _, lanes = popped("a0", "b0")
    operation = ack_operation("g", rest_completed(lanes))
    with pytest.raises(ValueError, match="1 outcomes for 2 verdicts"):
        operation.read(Reply(200, {}, json_bytes([outcome()])))

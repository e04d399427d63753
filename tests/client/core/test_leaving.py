"""What leaving a batch says of its messages, and batches that failed as a whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from regent.client.core.acking import Progress, Verdict, ack_operation, noted, rest_completed
from regent.client.core.http1 import Reply
from regent.client.core.messages import Lane
from regent.client.core.operation import json_bytes
from regent.errors import LeaseLost
from tests.client.core.test_acking import LOST, outcome, popped, said

FAILED = ValueError("no")


def leaving(
    *names: str, walked: int = 0, ended: bool = False, error: BaseException | None = None
) -> list[str]:
    messages, lanes = popped(*names)
    progress = Progress(messages)
    for place in range(walked):
        progress.handed(place)
    progress.ended = ended
    return said(progress.verdicts(lanes, error))


def test_leaving_completes_what_has_no_verdict() -> None:
    assert leaving("a0", "a1", "b0") == ["a1 completed and before", "b0 completed"]
    assert leaving("a0", "a1", walked=2, ended=True) == ["a1 completed and before"]


def test_breaking_out_gives_back_what_was_not_handed_out() -> None:
    assert leaving("a0", "a1", "a2", "b0", walked=2) == [
        "a1 completed and before",
        "a2 retry",
        "b0 retry",
    ]


def test_breaking_out_at_the_last_message_completes_it() -> None:
    assert leaving("a0", "a1", walked=2) == ["a1 completed and before"]


def test_an_error_gives_up_the_message_at_hand_and_frees_those_behind() -> None:
    assert leaving("a0", "a1", "a2", "a3", "b0", walked=3, error=FAILED) == [
        "a1 completed and before",
        "a2 failed",
        "b0 retry",
    ]


def test_an_error_at_the_last_message_is_that_messages() -> None:
    assert leaving("a0", "a1", walked=2, error=FAILED) == ["a0 completed", "a1 failed"]


def test_partitions_before_the_one_at_hand_are_completed_as_a_whole() -> None:
    assert leaving("a0", "a1", "b0", "b1", walked=3, error=FAILED) == [
        "a1 completed and before",
        "b0 failed",
    ]


def test_an_error_after_the_walk_blames_nobody_unless_there_is_one_message() -> None:
    assert leaving("a0", "a1", walked=2, ended=True, error=FAILED) == ["all of a failed"]
    assert leaving("a0", "b0", "b1", error=FAILED) == ["all of a failed", "all of b failed"]
    assert leaving("a0", walked=1, ended=True, error=FAILED) == ["a0 failed"]
    assert leaving("a0", error=FAILED) == ["a0 failed"]


def test_a_batch_that_was_answered_in_part_fails_in_what_is_left() -> None:
    """One message that is left of several is not to blame for sure: it was not alone."""
    messages, lanes = popped("a0", "a1", "b0", "c0")
    lanes[0].answered.add(0)
    lanes[1].answered.add(0)
    lanes[2].over = True
    assert said(Progress(messages).verdicts(lanes, FAILED)) == ["all of a failed"]
    assert said(Progress(messages).verdicts([], FAILED)) == []


# Batches that failed as a whole


def whole(lane: Lane) -> Verdict:
    return Verdict(lane, 0, "failed", error="boom", whole=True)


def test_a_batch_that_failed_is_named_by_its_lease_and_partition() -> None:
    _, lanes = popped("a0", "a1", "b0", "c0")
    verdicts = [whole(lanes[0]), Verdict(lanes[1], 0), whole(lanes[2])]
    operation = ack_operation("g", verdicts)
    assert operation.target == "/api/v1/ack/batch"
    body = json.loads(operation.body or b"")
    assert body["failedLeases"] == [
        {"partitionId": name, "leaseId": "lease", "error": "boom"} for name in "ac"
    ]
    assert [each["transactionId"] for each in body["acknowledgments"]] == ["b0"]
    acks, leases = [{"success": True, "of": "b"}], [{"of": "a"}, {"of": "c"}]
    answer = {"acknowledgments": acks, "failedLeases": leases, "next": None, "nextSkipped": None}
    outcomes, _ = operation.read(Reply(200, {}, json_bytes(answer)))
    assert [each and each["of"] for each in outcomes] == ["a", "b", "c"]


def test_one_that_failed_alone_is_a_batch_too() -> None:
    _, lanes = popped("a0", "a1")
    operation = ack_operation("g", [whole(lanes[0])])
    assert operation.target == "/api/v1/ack/batch"
    assert json.loads(operation.body or b"")["acknowledgments"] == []


def test_where_none_failed_nothing_is_said_of_it() -> None:
    _, lanes = popped("a0", "b0")
    assert "failedLeases" not in json.loads(ack_operation("g", rest_completed(lanes)).body or b"")


@pytest.mark.parametrize("answer", [[outcome()], {"acknowledgments": [outcome()], "next": None}])
def test_a_server_that_does_not_know_it_leaves_the_batch_to_its_lease(answer: Any) -> None:
    _, lanes = popped("a0", "a1", "b0")
    verdicts = [whole(lanes[0]), Verdict(lanes[1], 0)]
    outcomes, repeated = ack_operation("g", verdicts).read(Reply(200, {}, json_bytes(answer)))
    assert noted(verdicts, outcomes, repeated) == []
    assert [lane.open for lane in lanes] == [[0, 1], []]


def test_a_batch_that_failed_is_over() -> None:
    _, lanes = popped("a0", "a1")
    assert noted([whole(lanes[0])], [outcome()], repeated=False) == []
    assert (lanes[0].over, lanes[0].open) == (True, [])


def test_a_repeated_failure_that_is_refused_happened() -> None:
    for repeated, refused in ((True, []), (False, [LeaseLost])):
        _, lanes = popped("a0", "a1")
        found = noted([whole(lanes[0])], [outcome(LOST)], repeated=repeated)
        assert [type(error) for _, error in found] == refused
        assert lanes[0].over


def test_an_answer_without_the_outcome_of_a_failure_is_not_understood() -> None:
    _, lanes = popped("a0", "a1")
    answer = {"acknowledgments": [], "failedLeases": []}
    with pytest.raises(ValueError, match="0 outcomes for 1 verdicts"):
        ack_operation("g", [whole(lanes[0])]).read(Reply(200, {}, json_bytes(answer)))


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(), GeneratorExit()])
def test_an_end_of_the_program_blames_nobody(error: BaseException) -> None:
    assert leaving("a0", "a1", "b0", walked=2, error=error) == [
        "a0 completed",
        "a1 retry",
        "b0 retry",
    ]
    assert leaving("a0", "b0", error=error) == ["a0 retry", "b0 retry"]


def test_an_error_about_a_message_that_was_answered_does_not_answer_it_again() -> None:
    messages, lanes = popped("a0", "a1", "a2")
    progress = Progress(messages)
    progress.handed(0)
    progress.handed(1)
    lanes[0].answered.add(1)
    assert said(progress.verdicts(lanes, FAILED)) == ["a0 completed", "a2 retry"]


def test_a_second_walk_counts_anew() -> None:
    messages, lanes = popped("a0", "a1")
    progress = Progress(messages)
    progress.ended = True
    progress.handed(0)
    assert said(progress.verdicts(lanes, FAILED)) == ["a0 failed"]

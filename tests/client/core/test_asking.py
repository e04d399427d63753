"""When a consumer asks, in which request, and how long it leaves the server alone."""

from __future__ import annotations

import random

import pytest

from regent.client.core.held import (
    RELEASE,
    Ack,
    Ask,
    Cancel,
    End,
    Extend,
    Finish,
    HangUp,
    HeldLane,
    Start,
)
from regent.client.core.pauses import Pauses
from regent.client.core.schedule import Pace, Schedule


class Least(random.Random):
    """The lowest end of every range."""

    def uniform(self, a: float, b: float) -> float:
        return a


def lanes(count: int, messages: int = 2, lease: str = "a") -> list[HeldLane]:
    return [HeldLane(lease, str(index), list(range(messages))) for index in range(count)]


@pytest.fixture
def schedule() -> Schedule:
    return Schedule(Pace(concurrency=2), 0.0, Least())


def polling(schedule: Schedule) -> None:
    """Nothing is pending, and the poll is out."""
    schedule.actions(0.0)
    schedule.answered(0.0, "", 60.0, [])
    assert schedule.actions(0.0) == [Ask(partitions=2, wait_seconds=10.0)]


def test_the_first_ask_learns_and_the_next_one_waits_for_all_free_lanes(schedule):
    assert schedule.actions(0.0) == [Ask(partitions=2, wait_seconds=0.0)]
    assert schedule.actions(1.0) == []
    schedule.answered(1.0, "", 60.0, [])
    assert schedule.actions(1.0) == [Ask(partitions=2, wait_seconds=10.0)]
    assert schedule.actions(2.0) == []


def test_consumers_that_start_together_do_not_ask_together():
    first = [Schedule(Pace(), 0.0, random.Random(seed)).due(0.0) for seed in range(20)]
    assert len(set(first)) == 20
    assert all(0.0 <= moment <= 0.2 for moment in first)


def test_after_a_full_answer_it_does_not_wait(schedule):
    schedule.actions(0.0)
    schedule.answered(0.1, "a", 60.0, lanes(2, messages=0))
    first, second = (action.lane for action in schedule.actions(0.1))
    schedule.lane_done(0.2, first, 0)
    schedule.lane_done(0.2, second, 0)
    # Quick handlers: one lane more is held in reserve.
    assert schedule.actions(0.2) == [Ask(partitions=3, wait_seconds=0.0)]


def test_a_finished_lane_is_answered_in_the_request_that_asks_for_the_next(schedule):
    schedule.actions(0.0)
    schedule.answered(0.1, "a", 60.0, lanes(2))
    first, _ = (action.lane for action in schedule.actions(0.1))
    schedule.lane_done(1.1, first, 2)
    (ask,) = schedule.actions(1.1)
    assert (ask.partitions, ask.wait_seconds) == (1, 0.0)
    (report,) = ask.reports
    assert (report.lane, report.completed, report.answer, report.is_final) == (
        first,
        2,
        None,
        True,
    )


def test_where_nobody_looked_for_messages_it_asks_again_without_waiting(schedule):
    schedule.actions(0.0)
    schedule.answered(0.1, "a", 60.0, lanes(2))
    first, _ = (action.lane for action in schedule.actions(0.1))
    schedule.lane_done(1.1, first, 2)
    schedule.actions(1.1)
    schedule.acked()
    schedule.ask_skipped(1.2)
    assert schedule.actions(1.2) == [Ask(partitions=1, wait_seconds=0.0)]


def test_while_a_poll_is_out_verdicts_go_by_themselves(schedule):
    schedule.actions(0.0)
    schedule.answered(0.1, "a", 60.0, lanes(1))
    start, poll = schedule.actions(0.1)
    assert isinstance(start, Start)
    assert poll == Ask(partitions=1, wait_seconds=10.0)
    schedule.lane_done(1.0, start.lane, 1, "failed")
    (ack,) = schedule.actions(1.0)
    assert isinstance(ack, Ack)
    assert [(v.completed, v.answer) for v in ack.reports] == [(1, "failed")]


def test_without_a_free_lane_nothing_is_asked_and_progress_is_told_each_second(schedule):
    schedule.actions(0.0)
    schedule.answered(0.1, "a", 60.0, lanes(2, messages=9))
    first, _ = (action.lane for action in schedule.actions(0.1))
    first.completed = 1
    assert schedule.actions(1.0) == []
    assert schedule.due(1.0) == 1.1
    (ack,) = schedule.actions(1.1)
    assert [(v.lane, v.completed, v.is_final) for v in ack.reports] == [(first, 1, False)]


def test_a_server_that_asks_for_a_long_pause_hears_the_last_reports_before_the_end(schedule):
    schedule.actions(0.0)
    schedule.answered(0.0, "a", 120.0, lanes(1))
    start, _ = schedule.actions(0.0)
    assert isinstance(start, Start)
    schedule.lane_done(1.0, start.lane, 2)
    told = schedule.actions(1.0)
    assert [type(action) for action in told] == [Ack]
    schedule.ack_failed(1.0, retry_after_seconds=60.0)
    schedule.ask_failed(1.0, retry_after_seconds=60.0)
    schedule.stop(2.0, 25.0)
    assert schedule.due(2.0) == 24.0
    assert schedule.actions(24.0) == told
    schedule.ack_failed(24.1, retry_after_seconds=60.0)
    assert schedule.actions(25.0) == []
    assert schedule.actions(25.1) == told
    schedule.acked()
    assert schedule.actions(25.2) == [End()]


def test_a_lease_is_renewed_when_a_third_of_it_is_over_until_its_longest_time():
    schedule = Schedule(Pace(max_lease_seconds=50.0), 0.0, Least())
    schedule.actions(0.0)
    schedule.answered(5.0, "a", 60.0, lanes(1))
    schedule.actions(5.0)
    assert schedule.due(5.0) == 20.0
    assert schedule.actions(20.0) == [Extend("a")]
    schedule.extended("a", 20.0, 60.0)
    assert schedule.actions(40.0) == [Extend("a")]
    schedule.extended("a", 40.0, 60.0)
    assert schedule.actions(99.9) == []
    (cancel,) = schedule.actions(100.0)
    assert isinstance(cancel, Cancel)
    assert cancel.reason == "lease lost"


def test_a_stop_finishes_messages_at_hand_and_gives_the_rest_back():
    schedule = Schedule(Pace(concurrency=1), 0.0, Least())
    schedule.actions(0.0)
    schedule.answered(0.0, "a", 60.0, lanes(1))
    (start,) = schedule.actions(0.0)
    schedule.stop(1.0, 25.0)
    assert schedule.actions(1.0) == [Finish(start.lane)]
    schedule.lane_done(2.0, start.lane, 1, RELEASE)
    (ack,) = schedule.actions(2.0)
    assert [(v.completed, v.answer) for v in ack.reports] == [(1, RELEASE)]
    schedule.acked()
    assert schedule.actions(2.1) == [End()]
    assert schedule.has_ended


def test_a_stop_gives_back_what_the_last_poll_brings(schedule):
    polling(schedule)
    schedule.stop(1.0, 25.0)
    assert schedule.actions(1.0) == [HangUp()]
    late = lanes(1)
    schedule.answered(3.0, "a", 60.0, late)
    (ack,) = schedule.actions(3.0)
    assert [(v.lane, v.completed, v.answer) for v in ack.reports] == [(late[0], 0, RELEASE)]


def test_a_poll_that_was_hung_up_is_the_end(schedule):
    polling(schedule)
    schedule.stop(1.0, 25.0)
    assert schedule.actions(1.0) == [HangUp()]
    assert schedule.actions(1.1) == []
    schedule.ask_failed(1.2)
    assert schedule.actions(1.2) == [End()]


def test_an_ask_that_does_not_wait_is_answered_at_once_and_not_hung_up(schedule):
    schedule.actions(0.0)
    schedule.stop(0.1, 25.0)
    assert schedule.actions(0.1) == []


def test_a_stop_cancels_slow_handlers_and_ends_in_time():
    schedule = Schedule(Pace(concurrency=1), 0.0, Least())
    schedule.actions(0.0)
    schedule.answered(0.0, "a", 60.0, lanes(1))
    (start,) = schedule.actions(0.0)
    schedule.stop(1.0, 25.0)
    schedule.actions(1.0)
    assert schedule.due(1.0) == 20.0  # a renewal
    schedule.actions(20.0)
    assert schedule.due(20.0) == 23.0
    assert schedule.actions(23.0) == [Cancel(start.lane, "stopping")]
    assert schedule.actions(26.0) == [End()]


def test_a_broken_poll_is_followed_by_longer_and_longer_pauses():
    bounds = []
    for failures in range(1, 8):
        drawn = []
        for seed in range(300):
            pauses = Pauses(random.Random(seed))
            for _ in range(failures):
                pause = pauses.after_failure(None)
            drawn.append(pause)
        bounds.append(max(drawn))
        assert min(drawn) < max(drawn) / 10  # full jitter
    assert [round(bound, 1) for bound in bounds] == pytest.approx(
        [1, 2, 4, 8, 16, 20, 20], rel=0.05
    )


def test_an_answer_ends_the_pauses():
    pauses = Pauses(Least())
    pauses.after_failure(None)
    pauses.after_answer(asked_seconds=10.0, took_seconds=10.0, is_empty=True)
    assert pauses.after_failure(5.0) == 5.0


def test_a_server_is_obeyed_that_names_a_time():
    assert Pauses(Least()).after_failure(7.0) == 7.0
    assert Pauses(Least()).after_failure(7_000.0) == 60.0
    assert 7.0 <= Pauses(random.Random(1)).after_failure(7.0) <= 8.4


def test_polls_that_come_back_too_soon_are_slowed_down():
    pauses = Pauses(Least())

    def hasty() -> float:
        return pauses.after_answer(asked_seconds=10.0, took_seconds=1.0, is_empty=True)

    assert [hasty() for _ in range(9)] == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert pauses.after_answer(asked_seconds=10.0, took_seconds=9.0, is_empty=True) == 0.0
    assert hasty() == 0.05

"""A consumer's schedule, in random histories on a clock of their own: what holds in each of them,
and that a schedule which breaks it is found out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from regent.client.core.held import LaneState, Start
from regent.client.core.schedule import Pace, Schedule
from tests.client.core.consumer_world import LEASE_SECONDS, STOP_WITHIN, Weather, World

SEEDS = st.integers(0, 2**32)
CALM = Weather()
QUICK = Weather(longest_handling=0.1)
FAILING = Weather(fails=0.2, dies=0.2)
STORMY = Weather(
    request_lost=0.15,
    answer_lost=0.15,
    fails=0.1,
    dies=0.3,
    stays=0.5,
    longest_handling=90.0,
    outage=(40.0, 190.0),
)
often = settings(max_examples=100, phases=[Phase.explicit, Phase.generate])


def world(
    seed: int, weather: Weather, kind: type[Schedule] = Schedule, *, drains: bool = False
) -> World:
    chance = random.Random(~seed)
    pace = Pace(concurrency=chance.randint(1, 5), max_lease_seconds=100_000.0, drains=drains)
    made = World(
        lambda now, inner: kind(pace, now, inner), seed, weather, batch=chance.randint(1, 10)
    )
    for _ in range(chance.randint(0, 12)):
        partition = chance.randrange(len(made.partitions))
        messages = chance.randint(1, 15)
        at = 0.0 if drains else chance.uniform(0.0, 60.0)
        made.push_later(at, partition, messages)
    return made


def all_is_done(made: World) -> None:
    for index, partition in enumerate(made.partitions):
        assert partition.cursor == partition.head, f"partition {index} is not through"
        assert made.done[index] | partition.dead == set(range(partition.head))


def calm_history(seed: int, kind: type[Schedule] = Schedule) -> None:
    """Nothing fails: each message is handled once, in order, and no lease is lost."""
    made = world(seed, CALM if seed % 2 else QUICK, kind)
    made.run(until=4_000.0)
    all_is_done(made)
    assert made.lost_leases == 0
    for index, partition in enumerate(made.partitions):
        assert made.handled[index] == list(range(partition.head))


def stormy_history(seed: int, kind: type[Schedule] = Schedule) -> None:
    """Requests and answers are lost, handlers fail, hang and outlast their leases."""
    made = world(seed, STORMY, kind)
    made.run(until=100_000.0)
    all_is_done(made)
    for seen in made.handled.values():
        first_times = list(dict.fromkeys(seen))
        assert first_times == sorted(first_times), "a message came before an earlier one"


def stopped_history(seed: int, kind: type[Schedule] = Schedule) -> None:
    """A stop at any moment ends in time, and leaves nothing leased behind."""
    made = world(seed, replace(FAILING, notices_hang_ups=bool(seed % 2)), kind)
    stopped_at = random.Random(seed).uniform(0.0, 70.0)
    made.after(stopped_at, lambda: made.schedule.stop(made.now, STOP_WITHIN))
    made.run(until=200.0, even_if_quiet=True)
    assert made.ended_at is not None, "it did not end"
    if made.weather.notices_hang_ups:  # the messages at hand are all that it waits for
        assert made.ended_at - stopped_at <= made.weather.longest_handling + 1.0
    assert made.working == 0
    assert not [each for each in made.partitions if each.lease and each.until > made.now]


def renewed_history(seed: int, kind: type[Schedule] = Schedule) -> None:
    """A handler that is slower than its lease keeps it."""
    made = world(seed, Weather(longest_handling=4 * LEASE_SECONDS), kind)
    made.run(until=100_000.0)
    all_is_done(made)
    assert made.lost_leases == 0


def drained_history(seed: int, kind: type[Schedule] = Schedule) -> None:
    """A drain handles all that is pending, and ends by itself."""
    made = world(seed, FAILING, kind, drains=True)
    made.run(until=4_000.0, even_if_quiet=True)
    assert made.ended_at is not None, "it did not end"
    for partition in made.partitions:
        assert partition.cursor == partition.head or partition.rests_until > 0
    assert all(ask.wait_seconds == 0 for _, ask in made.asks)


@often
@given(SEEDS)
def test_in_calm_weather_each_message_is_handled_once_and_in_order(seed: int) -> None:
    calm_history(seed)


@often
@given(SEEDS)
def test_in_a_storm_nothing_is_lost_and_order_holds(seed: int) -> None:
    stormy_history(seed)


@often
@given(SEEDS)
def test_a_stop_leaves_nothing_leased(seed: int) -> None:
    stopped_history(seed)


@settings(often, max_examples=30)
@given(SEEDS)
def test_a_slow_handler_keeps_its_lease(seed: int) -> None:
    renewed_history(seed)


@often
@given(SEEDS)
def test_a_drain_ends_when_nothing_is_pending(seed: int) -> None:
    drained_history(seed)


# ── Schedules that break a rule are found out ──


class TwoHandlersInAPartition(Schedule):
    """A lease was lost and its handler still runs: another one starts beside it."""

    def _start_lanes(self, now):  # type: ignore[no-untyped-def]
        lost, self._lost = self._lost, []
        yield from super()._start_lanes(now)
        self._lost = lost


class NoRenewal(Schedule):
    def _may_renew(self, lease: object) -> bool:
        return False


class AsksAfterAStop(Schedule):
    def _may_ask(self) -> bool:
        return self._ask is None and self._room() > 0


class AsksTwice(Schedule):
    def _may_ask(self) -> bool:
        return self._stop_by is None and self._room() > 0


class KeepsWhatItWillNotHandle(Schedule):
    """At a stop, lanes that have not begun are just dropped."""

    def _wind_down(self, now):  # type: ignore[no-untyped-def]
        for lane in self._in_state(LaneState.WAITING):
            self._let_go(lane)
        yield from super()._wind_down(now)


class WaitsForItsPoll(Schedule):
    def _wind_down(self, now):  # type: ignore[no-untyped-def]
        self._hung_up = True
        yield from super()._wind_down(now)


class TooManyLanes(Schedule):
    def _start_lanes(self, now):  # type: ignore[no-untyped-def]
        for lane in self._in_state(LaneState.WAITING):
            lane.state, lane.started_at = LaneState.RUNNING, now
            yield Start(lane)


class DrainsTooEarly(Schedule):
    """An ask that came back empty while a lane of this consumer held a partition counts."""

    def answered(self, now, lease_id, lease_seconds, lanes):  # type: ignore[no-untyped-def]
        self._sees_all = True
        super().answered(now, lease_id, lease_seconds, lanes)


@pytest.mark.parametrize(
    ("kind", "history"),
    [
        (TwoHandlersInAPartition, stormy_history),
        (NoRenewal, renewed_history),
        (AsksAfterAStop, stopped_history),
        (AsksTwice, calm_history),
        (KeepsWhatItWillNotHandle, stopped_history),
        (WaitsForItsPoll, stopped_history),
        (TooManyLanes, calm_history),
        (DrainsTooEarly, drained_history),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_schedule_is_found_out(kind, history):
    with pytest.raises(AssertionError):  # noqa: PT012 - which seed finds it is chance
        for seed in range(400):
            history(seed, kind)

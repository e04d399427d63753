"""What a consumer does next: asks, reports, renewals, lanes, and its end.

Plain code without I/O. Events go in with readings of a monotonic clock, and actions come out
(:meth:`Schedule.actions`). :meth:`Schedule.due` says when to look again though nothing happened.

One request asks at a time, whatever the concurrency: on Lambda each waiting pop is a running
function. One request carries reports at a time, so those of a lane arrive in their order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regent.client.core.held import (
    RELEASE,
    Ack,
    Action,
    Ask,
    Cancel,
    End,
    Extend,
    Finish,
    HangUp,
    HeldLane,
    HeldLease,
    LaneState,
    Report,
    Start,
)
from regent.client.core.pauses import Pauses

#: A crash repeats about so much work, whatever the size of a batch.
PROGRESS_SECONDS = 1.0
#: A lease is renewed when a third of it is over, so that one renewal may fail.
RENEWALS_PER_LEASE = 3
RENEWAL_PAUSE_SECONDS = 1.0
#: A lane is held in reserve only while handlers are faster: a message must not wait behind a slow
#: handler while another process is idle.
RESERVE_BELOW_SECONDS = 0.25
#: So long before a stop is over, handlers are cancelled: the last reports need the time.
CANCEL_BEFORE_END_SECONDS = 3.0
#: Then a server that refuses them is asked so often.
LAST_ACKS_PAUSE_SECONDS = 1.0
#: Consumers that start together do not ask together.
FIRST_ASK_WITHIN_SECONDS = 0.2
#: The share of the newest lane in the mean time of a lane.
_NEWEST_SHARE = 0.2


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """How much a consumer holds, and for how long."""

    concurrency: int = 1
    poll_seconds: float = 10.0
    max_lease_seconds: float = 3600.0
    #: End when nothing is pending, instead of waiting for more.
    drains: bool = False


class Schedule:
    """The next steps of one consumer."""

    def __init__(self, pace: Pace, now: float, chance: random.Random | None = None) -> None:
        chance = chance or random.Random()  # noqa: S311 - pauses, not secrets
        self.pace = pace
        self._pauses = Pauses(chance)
        self._leases: dict[str, HeldLease] = {}
        self._lost: list[HeldLane] = []  # their handlers still run
        self._to_cancel: list[HeldLane] = []
        self._ask: Ask | None = None  # the request that is out
        self._asked_at = now
        self._ask_at = now + chance.uniform(0.0, FIRST_ASK_WITHIN_SECONDS)
        self._sees_all = False  # no lane of this consumer hides anything from the ask that is out
        # The first ask does not wait: its answer says whether the server notices a hang-up.
        self._was_full = True
        self._was_empty = False
        self._was_drained = False
        self._sending: tuple[Report, ...] = ()
        self._ack_at = now
        self._mean_seconds: float | None = None
        self._stop_by: float | None = None
        self._hung_up = False
        self._ended = False

    # ── What happened ──

    def answered(
        self, now: float, lease_id: str, lease_seconds: float, lanes: Sequence[HeldLane]
    ) -> None:
        """The ask that is out was answered. No lanes: nothing was pending."""
        ask = self._take_ask()
        self._was_full = len(lanes) >= ask.partitions
        self._was_empty = not lanes
        self._was_drained = not lanes and self._sees_all
        self._ask_at = now + self._pauses.after_answer(
            asked_seconds=ask.wait_seconds,
            took_seconds=now - self._asked_at,
            is_empty=not lanes,
        )
        if self.pace.drains and not lanes:
            # What was not there waits for a report of this consumer, which may have to pause.
            self._ask_at = max(self._ask_at, self._ack_at)
        if lanes:
            self._leases[lease_id] = HeldLease(
                lease_id,
                taken_at=self._asked_at,
                lease_seconds=lease_seconds,
                ends_at=self._asked_at + lease_seconds,
                renew_at=self._asked_at + lease_seconds / RENEWALS_PER_LEASE,
                lanes=list(lanes),
            )

    def ask_failed(self, now: float, retry_after_seconds: float | None = None) -> None:
        """The ask that is out brought no answer, or a refusal for now."""
        self._take_ask()
        self._was_full = False
        self._ask_at = now + self._pauses.after_failure(retry_after_seconds)

    def ask_skipped(self, now: float) -> None:
        """The reports arrived and nobody looked for messages: that takes a request of its own."""
        self._take_ask()
        self._was_full = True
        self._ask_at = now

    def acked(self, refused: Sequence[HeldLane] = ()) -> None:
        """The reports that are out arrived; those of the refused lanes moved nothing."""
        sent, self._sending = self._sending, ()
        self._pauses.after_ack()
        for report in sent:
            lane = report.lane
            if lane in refused:
                self._lose(lane)
                continue
            lane.reported = max(lane.reported, report.completed)
            if report.is_final or (lane.state is LaneState.ANSWERED and not lane.has_news):
                self._let_go(lane)

    def ack_failed(self, now: float, retry_after_seconds: float | None = None) -> None:
        """Nobody knows whether the reports arrived. They are sent again: the server knows them."""
        self._sending = ()
        self._ack_at = now + self._pauses.after_failed_ack(retry_after_seconds)
        self._ack_in_time(now + LAST_ACKS_PAUSE_SECONDS)

    def extended(self, lease_id: str, asked_at: float, lease_seconds: float) -> None:
        """A renewal arrived that was sent at ``asked_at``."""
        if (lease := self._leases.get(lease_id)) is not None:
            lease.is_renewing = False
            lease.ends_at = max(lease.ends_at, asked_at + lease_seconds)
            lease.renew_at = asked_at + lease_seconds / RENEWALS_PER_LEASE

    def extend_failed(self, now: float, lease_id: str) -> None:
        """A renewal brought no answer."""
        if (lease := self._leases.get(lease_id)) is not None:
            lease.is_renewing = False
            lease.renew_at = now + RENEWAL_PAUSE_SECONDS

    def lease_lost(self, lease_id: str) -> None:
        """The server said that a lease has ended."""
        if (lease := self._leases.get(lease_id)) is not None:
            for lane in tuple(lease.lanes):
                self._lose(lane)

    def lane_done(self, now: float, lane: HeldLane, completed: int, answer: object = None) -> None:
        """The runner of a lane has ended. ``answer`` is about the message behind the completed
        ones."""
        seconds = now - lane.started_at
        mean = seconds if self._mean_seconds is None else self._mean_seconds
        self._mean_seconds = mean + _NEWEST_SHARE * (seconds - mean)
        if lane.state is LaneState.LOST:
            self._lost.remove(lane)
            lane.state = LaneState.OVER
            return
        lane.state, lane.completed, lane.answer = LaneState.ANSWERED, completed, answer
        if not lane.has_news:
            self._let_go(lane)

    def stop(self, now: float, within_seconds: float) -> None:
        """Ask for nothing more and end within this time. Of several stops the earliest counts."""
        by = now + within_seconds
        self._stop_by = by if self._stop_by is None else min(by, self._stop_by)
        self._ack_in_time(now)

    # ── What to do ──

    @property
    def is_stopping(self) -> bool:
        """Whether it asks for nothing more."""
        return self._stop_by is not None

    @property
    def has_ended(self) -> bool:
        """Whether it told its end."""
        return self._ended

    def actions(self, now: float) -> list[Action]:
        """What is to be done now. Each action is told once."""
        return [] if self._ended else list(self._steps(now))

    def due(self, now: float) -> float | None:
        """When to look again though nothing happens. None: only after an event."""
        moments = []
        for lease in self._leases.values():
            moments.append(lease.ends_at)
            if self._may_renew(lease):
                moments.append(lease.renew_at)
        if self._may_ask():
            moments.append(self._ask_at)
        if not self._sending:
            moments += [max(self._ack_at, at) for at in self._reports_due()]
        if self._stop_by is not None:
            moments += [at for at in (self._stop_by, self._cancel_at()) if at > now]
        return None if self._ended or not moments else max(now, min(moments))

    def _steps(self, now: float) -> Iterator[Action]:
        for lease in tuple(self._leases.values()):
            if lease.ends_at <= now:
                self.lease_lost(lease.id)
        if self._stop_by is None:
            yield from self._start_lanes(now)
        else:
            yield from self._wind_down(now)
        lost, self._to_cancel = self._to_cancel, []
        yield from (Cancel(lane, "lease lost") for lane in lost)
        yield from self._renew(now)
        yield from self._talk(now)
        if self._is_through(now):
            self._ended = True
            yield End()

    def _start_lanes(self, now: float) -> Iterator[Action]:
        busy = [*self._in_state(LaneState.RUNNING), *self._lost]
        partitions = {lane.partition_id for lane in busy}
        room = self.pace.concurrency - len(busy)
        for lane in self._in_state(LaneState.WAITING):
            # A handler whose lease was lost may still run: no second one beside it.
            if room > 0 and lane.partition_id not in partitions:
                room -= 1
                partitions.add(lane.partition_id)
                lane.state = LaneState.RUNNING
                lane.started_at = lane.told_at = now
                yield Start(lane)

    def _wind_down(self, now: float) -> Iterator[Action]:
        for lane in self._in_state(LaneState.WAITING):
            lane.state, lane.answer = LaneState.ANSWERED, RELEASE
        for lane in self._in_state(LaneState.RUNNING):
            if not lane.was_told_to_finish:
                lane.was_told_to_finish = True
                yield Finish(lane)
            if now >= self._cancel_at() and not lane.was_cancelled:
                lane.was_cancelled = True
                yield Cancel(lane, "stopping")
        if self._ask is not None and self._ask.wait_seconds > 0 and not self._hung_up:
            self._hung_up = True
            yield HangUp()

    def _renew(self, now: float) -> Iterator[Action]:
        for lease in self._leases.values():
            if self._may_renew(lease) and lease.renew_at <= now:
                lease.is_renewing = True
                yield Extend(lease.id)

    def _talk(self, now: float) -> Iterator[Action]:
        """One request that asks and carries reports, if both are due; else one of either."""
        news: tuple[Report, ...] = ()
        if not self._sending and self._ack_at <= now:
            news = self._news()
        if self._may_ask() and self._ask_at <= now:
            waits = not (news or self._was_full or self.pace.drains)
            self._ask = Ask(self._room(), self.pace.poll_seconds if waits else 0.0, news)
            self._asked_at = now
            final = {report.lane for report in news if report.is_final}
            self._sees_all = all(lane in final for lane in self._lanes()) and not self._lost
            if news:
                self._send(now, news)
            yield self._ask
        elif news and any(at <= now for at in self._reports_due()):
            self._send(now, news)
            yield Ack(news)

    # ── What holds ──

    def _lanes(self) -> Iterator[HeldLane]:
        for lease in self._leases.values():
            yield from lease.lanes

    def _in_state(self, state: LaneState) -> list[HeldLane]:
        return [lane for lane in self._lanes() if lane.state is state]

    def _room(self) -> int:
        """For how many further partitions there is a handler, or the place in reserve."""
        mean = self._mean_seconds
        reserve = 1 if mean is not None and mean < RESERVE_BELOW_SECONDS else 0
        answered = len(self._in_state(LaneState.ANSWERED))
        held = sum(1 for _ in self._lanes()) - answered + len(self._lost)
        return self.pace.concurrency + reserve - held

    def _may_ask(self) -> bool:
        if self._stop_by is not None or self._ask is not None or self._room() <= 0:
            return False
        if self.pace.drains and self._was_empty:
            # What was not there is not there until a lane of this consumer ends.
            if self._was_drained or self._sending:
                return False
            return not self._leases or any(report.is_final for report in self._news())
        return True

    def _may_renew(self, lease: HeldLease) -> bool:
        return (
            not lease.is_renewing
            and lease.renew_at < lease.taken_at + self.pace.max_lease_seconds
            and lease.renew_at < lease.ends_at
        )

    def _news(self) -> tuple[Report, ...]:
        return tuple(
            Report(lane, lane.completed, lane.answer, lane.state is LaneState.ANSWERED)
            for lane in self._lanes()
            if lane.has_news
        )

    def _reports_due(self) -> Iterator[float]:
        """From when on each lane's news has to go, even without an ask."""
        for lane in self._lanes():
            if lane.has_news:
                done = lane.state is LaneState.ANSWERED
                yield self._ack_at if done else lane.told_at + PROGRESS_SECONDS

    def _ack_in_time(self, earliest: float) -> None:
        """However long a server asks to be left alone: reports are sent before the end."""
        if self._stop_by is not None:
            self._ack_at = min(self._ack_at, max(earliest, self._cancel_at()))

    def _cancel_at(self) -> float:
        return (self._stop_by or 0.0) - CANCEL_BEFORE_END_SECONDS

    def _is_through(self, now: float) -> bool:
        if self._stop_by is not None and now >= self._stop_by:
            return True
        busy = self._leases or self._lost or self._ask is not None or self._sending
        return not busy and (self._stop_by is not None or (self.pace.drains and self._was_drained))

    # ── Steps of the above ──

    def _take_ask(self) -> Ask:
        ask, self._ask = self._ask, None
        if ask is None:
            raise ValueError("nothing was asked")
        return ask

    def _send(self, now: float, news: tuple[Report, ...]) -> None:
        self._sending = news
        for report in news:
            report.lane.told_at = now

    def _lose(self, lane: HeldLane) -> None:
        running = lane.state is LaneState.RUNNING
        self._let_go(lane)
        if running:
            lane.state = LaneState.LOST
            self._lost.append(lane)
            self._to_cancel.append(lane)

    def _let_go(self, lane: HeldLane) -> None:
        lease = self._leases.get(lane.lease_id)
        if lease is None or lane not in lease.lanes:
            return
        lease.lanes.remove(lane)
        lane.state = LaneState.OVER
        if not lease.lanes:
            del self._leases[lane.lease_id]

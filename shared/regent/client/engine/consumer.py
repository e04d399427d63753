"""Carries out what a consumer's schedule says, in the engine's loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from regent.client.aio.session import AsyncSession
from regent.client.core.acking import (
    Outcomes,
    Verdict,
    ack_and_next_operation,
    ack_operation,
    extend_operation,
    noted,
)
from regent.client.core.held import (
    Ack,
    Ask,
    Cancel,
    Extend,
    Finish,
    HangUp,
    HeldLane,
    LaneState,
    Report,
    Start,
)
from regent.client.core.ids import new_id
from regent.client.core.messages import Lane, Lease
from regent.client.core.operation import Operation
from regent.client.core.popping import Asked, Popped, Source, pop_operation, release_operation
from regent.client.core.retry import surely_not_done
from regent.client.core.schedule import Pace, Schedule
from regent.client.engine.consuming import Consuming
from regent.client.engine.places import Place
from regent.client.engine.walk import Walk
from regent.client.errors import UnexpectedAnswer, Unreachable
from regent.errors import LeaseLost, RegentError, Unavailable
from regent.limits import MAX_ACKS, MAX_POP_BATCH

log: Final = logging.getLogger("regent.client.consumer")

#: For a server that does not say how long its leases run: none is shorter without being told.
UNKNOWN_LEASE_SECONDS: Final = 30.0
#: ECS and Kubernetes kill a program 30 seconds after they asked it to stop.
STOP_WITHIN_SECONDS: Final = 25.0
#: What a drain may take longer than it was given, for messages at hand.
DRAIN_GRACE_SECONDS: Final = 5.0
#: So long a consumer that ends tries to give back what it lost; else the lease runs out.
RELEASE_WITHIN_SECONDS: Final = 1.0
#: What may be over by itself. Any other refusal meets the next request, too.
_PASSES: Final = (Unavailable, Unreachable, UnexpectedAnswer)

#: A verdict, and the lane that it is about.
Said = tuple[HeldLane, Verdict]


class LaneBatch(Protocol):
    """What ``make_batch`` returns: a batch of messages of one partition."""

    lease: Lease
    lanes: list[Lane]


class ConsumerRun:
    """One consumer at work. ``run`` belongs into the engine's loop; ``stop`` may be called from
    anywhere."""

    def __init__(
        self,
        *,
        loop: asyncio.AbstractEventLoop,
        session: AsyncSession,
        source: Source,
        consuming: Consuming,
        place: Place,
        make_batch: Callable[[Popped], LaneBatch],
        can_hang_up: bool,
    ) -> None:
        self._loop = loop
        self._session = session
        self._clock = session.options.clock
        self._source = source
        self._consuming = consuming
        self._place = place
        self._make_batch = make_batch
        #: Whether a request that is given up closes its connection.
        self._can_hang_up = can_hang_up
        self._changed = asyncio.Event()
        pace = Pace(
            concurrency=consuming.concurrency,
            poll_seconds=consuming.poll_seconds,
            max_lease_seconds=consuming.max_lease_seconds,
            drains=consuming.drains,
        )
        self._schedule = Schedule(pace, self._clock())
        self._walks: dict[HeldLane, Walk] = {}
        #: Lanes of which a report was sent, and its answer was lost.
        self._doubtful: set[HeldLane] = set()
        #: The key of an ask whose answer has not come.
        self._lost_key: str | None = None
        #: The request for messages that is out, and whether its server would notice a hang-up.
        self._poll: asyncio.Task[Popped] | None = None
        self._is_noticed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._handled = 0
        #: Why it ended before it was asked to.
        self.failure: BaseException | None = None

    async def run(self) -> None:
        """Consume until it is stopped; a drain, until nothing is pending."""
        schedule = self._schedule
        if self._consuming.until_seconds is not None:
            self._loop.call_later(self._consuming.until_seconds, self.stop, DRAIN_GRACE_SECONDS)
        try:
            while not schedule.has_ended:
                self._changed.clear()
                for action in schedule.actions(self._clock()):
                    self._carry_out(action)
                due = schedule.due(self._clock())
                if not schedule.has_ended:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(
                            None if due is None else max(0.0, due - self._clock())
                        ):
                            await self._changed.wait()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._release_lost()
            self._place.close()

    def stop(self, within_seconds: float = STOP_WITHIN_SECONDS) -> None:
        """Ask for nothing more, and end within this time."""
        self._from_anywhere(lambda: self._schedule.stop(self._clock(), within_seconds))

    def look_at_clock(self) -> None:
        """Do what is due by now: the clock was moved, or a lane has news."""
        self._from_anywhere(lambda: None)

    def _from_anywhere(self, change: Callable[[], None]) -> None:
        def act() -> None:
            change()
            self._changed.set()

        with suppress(RuntimeError):  # the client was closed before its consumer had ended
            self._loop.call_soon_threadsafe(act)

    def _carry_out(self, action: object) -> None:
        match action:
            # Verdicts and leases are looked up here: when a task begins, its lanes may be gone.
            case Ask():
                self._spawn(self._ask(action, self._verdicts(action.reports)))
            case Ack():
                self._spawn(self._ack(action.reports, self._verdicts(action.reports)))
            case Extend():
                self._spawn(self._extend(action.lease_id, self._leases_of(action.lease_id)))
            case Start():
                walk = self._walks[action.lane]
                self._place.start(walk, lambda: self._from_anywhere(lambda: self._ended(walk)))
            case Finish():
                self._walks[action.lane].finish()
            case Cancel():
                walk = self._walks[action.lane]
                walk.lane.lease.lost = walk.lane.lease.lost or action.reason == "lease lost"
                walk.cancel()
            case HangUp():
                if self._poll is not None and self._is_noticed:
                    self._poll.cancel()
                self._session.hang_up()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._give_up(error)
        self._changed.set()

    def _give_up(self, error: BaseException) -> None:
        """End: no pause cures a token without the right, or a name that cannot be."""
        if self.failure is None:
            self.failure = error
        self._schedule.stop(self._clock(), STOP_WITHIN_SECONDS)

    # ── Asking ──

    async def _ask(self, ask: Ask, said: Sequence[Said]) -> None:
        if said and len(said) <= MAX_ACKS:
            await self._ack_and_ask(ask, said)
            return
        if ask.reports:
            await self._ack(ask.reports, said)
        repeats = self._lost_key is not None
        operation = pop_operation(self._source, self._asked(ask), self._session.options.json)
        if repeats and (target := operation.poll) is not None:
            # What an answer had taken that got lost is found by its key.
            operation.poll = lambda seconds, _: target(seconds, True)
        try:
            popped = await self._brought(operation)
        except RegentError as error:
            self._ask_failed(error, repeats)
            return
        if popped is None:
            await self._release_lost()
            self._schedule.ask_failed(self._clock())
        else:
            self._lost_key = None
            self._is_noticed = self._can_hang_up and popped.notices_hang_ups
            self._took(popped)

    async def _brought(self, operation: Operation[Popped]) -> Popped | None:
        """What a pop brought; None: it was hung up."""
        poll = self._poll = self._loop.create_task(self._session.send(operation))
        try:
            await asyncio.wait((poll,))
        finally:
            self._poll = None
            poll.cancel()
            await asyncio.wait((poll,))  # its connection is closed before anything else is sent
        return None if poll.cancelled() else poll.result()

    async def _release_lost(self) -> None:
        """Give back what an ask may have taken whose answer did not come."""
        key, self._lost_key = self._lost_key, None
        if key is None:
            return
        try:
            await self._session.send(release_operation(self._source, key, RELEASE_WITHIN_SECONDS))
        except RegentError as error:
            log.warning(
                "a poll of %s was given up, and what it may have taken is not released: %s",
                self._source.name,
                error,
            )

    async def _ack_and_ask(self, ask: Ask, said: Sequence[Said]) -> None:
        verdicts = [verdict for _, verdict in said]
        repeats = self._lost_key is not None
        operation = ack_and_next_operation(
            verdicts[0].lane.group,
            verdicts,
            self._source.wanted(self._asked(ask)),
            self._session.options.json,
        )
        if repeats:
            operation.body = operation.body_again
        try:
            answer = await self._session.send(operation)
        except RegentError as error:
            self._doubtful.update(held for held, _ in said)
            self._schedule.ack_failed(self._clock(), error.retry_after_seconds)
            self._ask_failed(error, repeats)
        else:
            self._lost_key = None
            self._acked(ask.reports, self._refused(said, answer.outcomes, answer.repeated))
            if answer.next is None:
                self._schedule.ask_skipped(self._clock())
            else:
                self._took(answer.next)

    def _asked(self, ask: Ask) -> Asked:
        batch = self._consuming.batch
        return Asked(
            batch=min(ask.partitions * batch, MAX_POP_BATCH),
            partitions=ask.partitions,
            # One deep partition must not take what the other lanes could work on.
            per_partition=batch if ask.partitions > 1 else None,
            wait_seconds=ask.wait_seconds,
            lease_seconds=self._consuming.lease_seconds,
            lease_key=self._key(),
        )

    def _key(self) -> str:
        """The lease's id, made before the first try: a repeat finds what a lost answer took."""
        if self._lost_key is None:
            self._lost_key = new_id()
        return self._lost_key

    def _ask_failed(self, error: RegentError, repeats: bool) -> None:
        # Of an ask that repeats another one, the other one may still hold something.
        if not repeats and surely_not_done(error):
            self._lost_key = None
        self._schedule.ask_failed(self._clock(), error.retry_after_seconds)
        self._failed("a pop", error)

    def _took(self, popped: Popped) -> None:
        self._walks = {
            held: walk for held, walk in self._walks.items() if held.state is not LaneState.OVER
        }
        by_partition: dict[str, list[dict[str, Any]]] = {}
        for message in popped.messages:
            by_partition.setdefault(message["partitionId"], []).append(message)
        lanes = []
        for raw in by_partition.values():
            batch = self._make_batch(
                Popped(raw, popped.lease_id, popped.lease_seconds, popped.sent_at)
            )
            (lane,) = batch.lanes
            handed: Sequence[Any] = [batch] if self._consuming.batches else lane.messages
            walk = Walk(self._consuming, lane, popped.lease_id, handed, self._progressed)
            self._walks[walk.held] = walk
            lanes.append(walk.held)
        told = popped.lease_seconds  # a repeat may find a lease that is about to end: 0
        seconds = UNKNOWN_LEASE_SECONDS if told is None else told
        self._schedule.answered(self._clock(), popped.lease_id, seconds, lanes)

    # ── Handling ──

    def _progressed(self, held: HeldLane, messages: int) -> None:
        """A lane completed messages; called in the thread or loop of its handler."""
        if held.reported == held.completed - messages and held.completed < len(held.messages):
            self.look_at_clock()  # its first news; the engine may sleep until a renewal
        limit = self._consuming.limit
        if limit is None:
            return
        self._handled += messages  # lanes of one consumer may count at once: see ``limit``
        if self._handled >= limit:
            for walk in tuple(self._walks.values()):
                walk.finish()
            self.stop()

    def _ended(self, walk: Walk) -> None:
        self._schedule.lane_done(self._clock(), walk.held, walk.held.completed, walk.answer)
        if walk.interrupt is not None:
            self._give_up(walk.interrupt)

    # ── Answering ──

    def _verdicts(self, reports: Sequence[Report]) -> list[Said]:
        return [
            (report.lane, verdict)
            for report in reports
            for verdict in self._walks[report.lane].verdicts(report)
        ]

    async def _ack(self, reports: Sequence[Report], said: Sequence[Said]) -> None:
        refused: set[HeldLane] = set()
        try:
            for start in range(0, len(said), MAX_ACKS):
                part = said[start : start + MAX_ACKS]
                verdicts = [verdict for _, verdict in part]
                operation = ack_operation(verdicts[0].lane.group, verdicts)
                outcomes, repeated = await self._session.send(operation)
                refused |= self._refused(part, outcomes, repeated)
        except RegentError as error:
            self._doubtful.update(held for held, _ in said)
            self._schedule.ack_failed(self._clock(), error.retry_after_seconds)
            self._failed("verdicts", error)
        else:
            self._acked(reports, refused)

    def _acked(self, reports: Sequence[Report], refused: set[HeldLane]) -> None:
        self._doubtful.difference_update(report.lane for report in reports)
        self._schedule.acked(tuple(refused))

    def _refused(self, said: Sequence[Said], outcomes: Outcomes, repeated: bool) -> set[HeldLane]:
        """Note outcomes; the lanes of those that were refused."""
        refused = set()
        for (held, verdict), outcome in zip(said, outcomes, strict=True):
            again = repeated or held in self._doubtful
            for _, error in noted([verdict], [outcome], again):
                refused.add(held)
                log.warning("a verdict was not taken: %s", error)
        return refused

    def _leases_of(self, lease_id: str) -> list[Lease]:
        return [walk.lane.lease for walk in self._walks.values() if walk.held.lease_id == lease_id]

    async def _extend(self, lease_id: str, leases: Sequence[Lease]) -> None:
        asked_at = self._clock()
        seconds = self._consuming.lease_seconds
        try:
            await self._session.send(extend_operation(leases[0], seconds))
        except LeaseLost as error:
            log.warning("%s", error)
            self._schedule.lease_lost(lease_id)
        except RegentError as error:
            self._schedule.extend_failed(self._clock(), lease_id)
            self._failed("a renewal", error)
        else:
            for lease in leases:
                lease.extended(seconds, asked_at)
            self._schedule.extended(lease_id, asked_at, seconds)

    def _failed(self, what: str, error: RegentError) -> None:
        if isinstance(error, _PASSES) and not getattr(error, "final", False):
            log.warning("%s of %s failed for now: %s", what, self._source.name, error)
        else:
            self._give_up(error)

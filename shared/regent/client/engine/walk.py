"""One lane on its way through a handler: what the handler gets next, and what is said of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

from regent.client.core.acking import Verdict, failure_text
from regent.client.core.held import RELEASE, HeldLane, LaneState, Report
from regent.client.core.messages import Lane, MessageFields
from regent.client.engine.consuming import Consuming, Handler
from regent.client.engine.outcomes import DeadLetter, Failure, Retry, failure_of
from regent.client.errors import InvalidPayload

log: Final = logging.getLogger("regent.client.consumer")


class Walk:
    """Walks through a lane. Its thread or loop writes ``completed``; the engine only reads it."""

    def __init__(
        self,
        consuming: Consuming,
        lane: Lane,
        lease_id: str,
        handed: Sequence[Any],
        on_progress: Callable[[HeldLane, int], None],
    ) -> None:
        self.held = HeldLane(lease_id, lane.partition_id, lane.messages)
        self.lane = lane
        #: What the handler gets, one after the other: messages, or the lane's batch.
        self._handed = handed
        self._consuming = consuming
        self._on_progress = on_progress
        #: The reason of each dead letter on the way, by place.
        self.buried: dict[int, str] = {}
        self._finishing = False
        self._is_late: Callable[[], bool] = bool
        self._ended = False
        self._answer: object = None
        self._cancel: Callable[[], object] | None = None
        #: The program wants to end: SystemExit or KeyboardInterrupt out of a handler.
        self.interrupt: BaseException | None = None
        #: What a handler raised that had several messages at once, so that none is to blame.
        self.whole_error: BaseException | None = None

    # ── For the engine ──

    @property
    def answer(self) -> object:
        """What is to be said of the first message that was not completed."""
        return self._answer

    def finish(self) -> None:
        """Stop after the message at hand."""
        self._finishing = True

    def abandon(self, error: BaseException) -> None:
        """Give back what is left: nobody can handle it, and the consumer is to end."""
        self.interrupt = error
        self._end(RELEASE)

    def stop_when(self, is_late: Callable[[], bool]) -> None:
        """Begin with no message when this says so."""
        self._is_late = is_late

    def cancel(self) -> None:
        """Stop now, if the handler can be stopped."""
        self._finishing = True
        if self._cancel is not None:
            self._cancel()

    def verdicts(self, report: Report) -> list[Verdict]:
        """A report as it travels: dead letters, then one verdict up to the last completed message,
        then that on the message behind it. What the program said itself is not said again."""
        lane = self.lane
        if lane.over:
            return []
        still = set(lane.open)
        buried = [place for place in sorted(self.buried) if place < report.completed]
        said = [Verdict(lane, place, "dlq", error=self.buried[place]) for place in buried]
        said = [verdict for verdict in said if verdict.place in still]
        done = [
            place
            for place in range(report.completed)
            if place in still and place not in self.buried
        ]
        if done:
            said.append(Verdict(lane, done[-1], up_to=done[-1] > 0))
        if report.answer is RELEASE:
            if report.completed in still:
                said.append(Verdict(lane, report.completed, "retry"))
        elif isinstance(report.answer, Failure):
            # Of several that failed together none is blamed: the lane failed as a whole.
            whole = report.answer.is_whole and len(lane.messages) > 1
            if whole and still:
                said.append(_failed(lane, min(still), report.answer, whole=True))
            elif not whole and report.completed in still:
                said.append(_failed(lane, report.completed, report.answer))
        return said

    # ── For the thread or the loop that walks ──

    def __iter__(self) -> Iterator[Any]:
        for handed in self._handed:
            if self._ended or self.lane.over:
                return
            if self._finishing or self.held.state is LaneState.LOST or self._is_late():
                self._answer = RELEASE
                return
            if self._is_readable(handed):
                yield handed

    def done(self) -> None:
        """The handler returned."""
        size = len(self.held.messages) if self._consuming.batches else 1
        self._completed(size)

    def failed(self, error: BaseException) -> None:
        """The handler raised."""
        if isinstance(error, asyncio.CancelledError) and self._finishing:
            self._end(RELEASE)
        elif isinstance(error, DeadLetter):
            self._bury(str(error))
        elif isinstance(error, Retry):
            self._end(failure_of(error))
        elif isinstance(error, Exception | asyncio.CancelledError):
            log.warning(
                "a handler failed: %s", failure_text(error), exc_info=error, extra=self._about()
            )
            self._end(failure_of(error, is_whole=self._consuming.batches))
            if self._at_hand() > 1:
                self.whole_error = error
        else:
            self.abandon(error)

    def cancellable(self, cancel: Callable[[], object]) -> None:
        """How its handler can be stopped."""
        self._cancel = cancel

    def _is_readable(self, handed: Any) -> bool:
        """Whether the payload is of the queue's type. If not, it never reaches the handler."""
        if self._consuming.on_invalid == "pass":
            return True
        messages: Sequence[MessageFields[Any]] = handed if self._consuming.batches else (handed,)
        try:
            for message in messages:
                message.payload  # noqa: B018 - reads it
        except InvalidPayload as error:
            if self._consuming.on_invalid == "fail":
                self.failed(error)
            else:
                self._bury(failure_text(error))
            return False
        return True

    def _bury(self, reason: str) -> None:
        for place in range(self.held.completed, self.held.completed + self._at_hand()):
            self.buried[place] = reason
        self._completed(self._at_hand())

    def _at_hand(self) -> int:
        return len(self.held.messages) if self._consuming.batches else 1

    def _completed(self, count: int) -> None:
        self.held.completed += count
        self._on_progress(self.held, count)

    def _end(self, answer: object) -> None:
        self._ended = True
        self._answer = answer

    def _about(self) -> dict[str, Any]:
        message = self.held.messages[min(self.held.completed, len(self.held.messages) - 1)]
        return {
            "queue": message.queue,
            "partition": message.partition,
            "group": message.group,
            "transaction_id": message.transaction_id,
            "attempt": message.attempt,
        }


def _failed(lane: Lane, place: int, failure: Failure, *, whole: bool = False) -> Verdict:
    return Verdict(
        lane,
        place,
        failure.status,
        error=failure.error,
        delay_seconds=failure.delay_seconds,
        whole=whole,
    )


def walk_in_thread(walk: Walk, call: Handler) -> None:
    """Take a lane through a handler that is a plain function."""
    for handed in walk:
        try:
            call(handed)
        except BaseException as error:  # noqa: BLE001 - a consumer outlives its handler's errors
            walk.failed(error)
        else:
            walk.done()


async def walk_in_loop(
    walk: Walk, call: Callable[[Any], Awaitable[Any]], timeout_seconds: float | None
) -> None:
    """Take a lane through a handler that is a coroutine function."""
    for handed in walk:
        try:
            async with asyncio.timeout(timeout_seconds):
                await call(handed)
        except BaseException as error:  # noqa: BLE001 - a consumer outlives its handler's errors
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                walk.finish()  # the program's loop ends: that is no failure of a message
            walk.failed(error)
        else:
            walk.done()

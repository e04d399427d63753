"""A consumer in a group: it shares the partitions of a topic with the others, and reads its own."""

from __future__ import annotations

import logging
import sys
import threading
import time
import uuid
import weakref
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Final, NamedTuple, Self

from regent.client.api import ANSWER_SECONDS, Api
from regent.client.committer import Committer
from regent.client.config import ConsumerConfig
from regent.client.core.auth import Auth
from regent.client.errors import ConcurrentUse, JoinFailed, Misused
from regent.client.fetcher import LONG_POLL_SECONDS, Fetcher
from regent.client.membership import Membership
from regent.client.progress import Progress
from regent.client.records import ConsumerRecord, ConsumerRecords
from regent.client.stopping import EXIT_STATUS, sigterm
from regent.client.transport import WITHIN_SECONDS, Http, Way
from regent.errors import RegentError, StaleAssignment

log = logging.getLogger("regent.client")

#: Called with partitions, in the thread that polls.
Listener = Callable[[list[int]], None]

#: How long each poll of an iteration waits.
_ITERATION_SECONDS: Final = 5.0
#: The pause between two tries of a poll that fails.
_FAILURE_PAUSE_SECONDS: Final = 0.5
#: How soon a consumer that waits notices that it is to stop.
_STOP_LOOK_SECONDS: Final = 0.05
#: For requests in flight when a consumer closes: a server that fails must not hold up its end.
_CLOSE_SECONDS: Final = 10.0


class _Moved(NamedTuple):
    """The partitions that a rebalance took from this consumer, and those that it gave."""

    revoked: list[int]
    assigned: list[int]


class Consumer:
    """One member of a group, reading one topic. Only one thread may be in its methods at a time;
    a second one gets ``ConcurrentUse``. Any thread may call ``stop``."""

    def __init__(
        self,
        config: ConsumerConfig,
        *,
        auth: Auth | None = None,
        transport: Way = None,
    ) -> None:
        self.config = config
        self.consumer_id = str(uuid.uuid4())
        self._http = Http(config.url, auth=auth, transport=transport)
        self._api = Api(self._http)
        self._membership = Membership(self._api, config, self.consumer_id)
        self._committer = Committer(self._membership, self.consumer_id)
        self._topic: str | None = None
        self._fetcher = Fetcher(self._api, "")
        self._on_assigned: Listener | None = None
        self._on_revoked: Listener | None = None
        self._progress = Progress()
        self._auto_commit: Future[None] = Future()
        self._guard = threading.RLock()
        self._stop_requested = False
        self._iteration_ended = False
        self._closing = self._closed = False
        # A consumer that is forgotten without being closed must not keep its partitions for ever.
        weakref.finalize(self, self._membership.heartbeat.stop)
        weakref.finalize(self, self._committer.end)

    @property
    def topic(self) -> str | None:
        """The topic that it is subscribed to."""
        return self._topic

    @property
    def assignment(self) -> tuple[int, ...]:
        """The partitions that it reads, as far as it knows."""
        return tuple(sorted(self._fetcher.positions))

    @property
    def generation(self) -> int:
        """The generation of the group that assigned them."""
        return self._membership.place.generation if self._membership.place else 0

    @property
    def group_id(self) -> str | None:
        """The group's id: G_<topic>_<app>."""
        return self._membership.place.member.group_id if self._membership.place else None

    @property
    def member_id(self) -> str | None:
        """Its name in the group, which the server gave it."""
        return self._membership.place.member.member_id if self._membership.place else None

    @property
    def positions(self) -> Mapping[int, int]:
        """For each partition, the offset after the last record that it delivered."""
        return dict(self._progress.delivered)

    @property
    def committed(self) -> Mapping[int, int]:
        """For each partition, the committed offset as far as it knows: a consumer that takes over
        begins there."""
        return dict(self._committer.committed)

    def subscribe(
        self,
        topic: str,
        *,
        on_assigned: Listener | None = None,
        on_revoked: Listener | None = None,
    ) -> None:
        """Join the group, and read the partitions that it gives. Raises ``JoinFailed``."""
        with self._used():
            self._check_open()
            if self._topic is not None:
                raise Misused(
                    f"the consumer reads {self._topic} already; another topic takes another one"
                )
            self._on_assigned, self._on_revoked = on_assigned, on_revoked
            self._fetcher = Fetcher(self._api, topic)
            try:
                moved = self._rebalance(topic, WITHIN_SECONDS)
            except BaseException as error:
                # Without polls it must hold no partitions; and another topic has another group.
                self._membership.leave()
                if isinstance(error, JoinFailed) or not isinstance(error, RegentError):
                    raise
                raise JoinFailed(f"no assignment of {topic} came: {error}") from error
            self._topic = topic
            sigterm.watch(self)
            self._tell(moved)

    def poll(self, timeout_seconds: float = 1.0) -> ConsumerRecords:
        """The next records; waits up to ``timeout_seconds`` for a first one. With auto-commit it
        commits the records of the poll before. If the server fails: none, and a logged warning."""
        with self._used():
            topic = self._check_subscribed()
            if self._is_to_stop(iterating=False):
                return ConsumerRecords()
            self._come_back()
            if not self._fill(topic, time.monotonic() + max(0.0, timeout_seconds)):
                self._is_to_stop(iterating=False)  # this is the poll that stop() was meant for
                return ConsumerRecords()
            return ConsumerRecords(self._deliver(self.config.max_poll_records))

    def __iter__(self) -> Iterator[ConsumerRecord]:
        return self

    def __next__(self) -> ConsumerRecord:
        """The next record, however long it takes; the end, when the consumer is to stop."""
        with self._used():
            if self._closed:
                raise StopIteration
            topic = self._check_subscribed()
            while not self._is_to_stop(iterating=True):
                self._progress.finish()
                if not self._fetcher.holds:
                    self._come_back()
                if self._fill(topic, time.monotonic() + _ITERATION_SECONDS):
                    return self._deliver(1)[0]
            raise StopIteration

    def commit(self, offsets: Mapping[int, int] | None = None) -> None:
        """Commit what was delivered, or these offsets (the next ones to read), and wait for it.
        Raises what went wrong: ``StaleAssignment`` when the group was rebalanced since."""
        with self._used():
            self._commit(self._said_done(offsets), awaited=True).result()

    def commit_async(self, offsets: Mapping[int, int] | None = None) -> Future[None]:
        """Commit like ``commit``, without waiting. A failure is in the future and in the log; the
        next commit makes up for it."""
        with self._used():
            return self._commit(self._said_done(offsets), awaited=False)

    def stop(self) -> None:
        """Make the running poll, or else the next one, return at once without records, and an
        iteration end. Any thread and any signal handler may call it."""
        self._stop_requested = True

    def close(self) -> None:
        """Commit what is done (with auto-commit), then leave the group. While an exception is being
        handled, the records delivered last do not count as done, and come again."""
        if not self._closing:
            self._close(all_is_done=sys.exc_info()[0] is None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if not self._closing:
            self._close(all_is_done=kind is None)

    def end(self, wait_seconds: float) -> None:
        """Close it from whichever thread, which waits so long for one that is in its methods. That
        one may be at work, so the records delivered last do not count as done."""
        if not self._closing:
            self._close(all_is_done=False, wait_seconds=wait_seconds)

    @contextmanager
    def _used(self, wait_seconds: float = 0.0) -> Iterator[None]:
        if not self._guard.acquire(timeout=wait_seconds):
            raise ConcurrentUse(
                "the consumer is in use by another thread; only stop() may be called meanwhile"
            )
        try:
            yield
        finally:
            self._guard.release()

    def _check_open(self) -> None:
        if self._closed:
            raise Misused("the consumer is closed")

    def _check_subscribed(self) -> str:
        self._check_open()
        if self._topic is None:
            raise Misused("the consumer has no topic yet; subscribe first")
        return self._topic

    def _is_to_stop(self, *, iterating: bool) -> bool:
        """Whether ``stop`` was called. After SIGTERM in a program without a handler of its own, an
        iteration ends, so that the program can; any further call for records ends it here."""
        if sigterm.ends(self):
            if iterating and not self._iteration_ended:
                self._iteration_ended = True
                return True
            self._close(all_is_done=True)
            raise SystemExit(EXIT_STATUS)
        requested, self._stop_requested = self._stop_requested, False
        return requested

    def _come_back(self) -> None:
        """The program asks for more: it is done with what it was given. So that commits do not line
        up behind a slow one, this one takes the place of the one before, unless that was sent."""
        self._progress.finish()
        if self.config.enable_auto_commit:
            self._auto_commit.cancel()
            self._auto_commit = self._commit(self._progress.done, awaited=False)

    def _said_done(self, offsets: Mapping[int, int] | None) -> Mapping[int, int]:
        """Offsets that the program commits are done: no later auto-commit goes back behind them."""
        self._check_subscribed()
        self._progress.finish(offsets)
        return self._progress.done if offsets is None else offsets

    def _commit(self, offsets: Mapping[int, int], *, awaited: bool) -> Future[None]:
        place = self._membership.place
        if place is None:
            raise Misused("the consumer has no topic yet; subscribe first")
        return self._committer.commit(place, offsets, awaited=awaited)

    def _fill(self, topic: str, deadline: float) -> bool:
        """Fetch until there is a record to deliver, or the time is up (False)."""
        warned = False
        while True:
            left = max(0.0, deadline - time.monotonic())
            moved = None
            try:
                if self._membership.is_stale:
                    moved = self._rebalance(topic, left)
                elif not self._fetcher.holds:
                    self._look(left)
            except RegentError as error:
                if self._closed:  # by a signal handler of the program's
                    return False
                if not warned:
                    log.warning("poll of %s failed: %s", topic, error)
                    warned = True
                self._pause(min(left, _FAILURE_PAUSE_SECONDS))
            if moved is not None:
                self._tell(moved)
            if self._fetcher.holds and not self._membership.is_stale:
                return True
            if self._stop_requested or time.monotonic() >= deadline:
                return False

    def _look(self, left_seconds: float) -> None:
        if self._fetcher.positions:
            # At most a second: a server that fails must not hide that the consumer is to stop.
            self._fetcher.look(self.config.max_poll_records, min(left_seconds, LONG_POLL_SECONDS))
        else:  # there are more members than partitions
            self._pause(min(left_seconds, LONG_POLL_SECONDS))

    def _deliver(self, most: int) -> list[ConsumerRecord]:
        records = self._fetcher.take(most)
        self._progress.deliver(records)
        if not self._fetcher.holds:
            # After the last record there may be offsets whose records were deleted.
            self._progress.skip_to(self._fetcher.positions)
        return records

    def _rebalance(self, topic: str, within_seconds: float, *, may_join: bool = True) -> _Moved:
        """Take over the current assignment. A partition that we had and have goes on where it is,
        if nobody else can have had it in between. Others begin at their committed offset."""
        dealt = self._membership.deal(topic, within_seconds, may_join=may_join)
        starts, was_done = dealt.committed, self._progress.done
        before = set(self._fetcher.positions)
        kept = before & starts.keys() if dealt.continues else set()
        self._membership.adopt(dealt)
        self._committer.assign(starts)
        self._fetcher.assign(starts, kept)
        self._progress.assign(starts, kept)
        if self.config.enable_auto_commit and not dealt.recreated:
            saved = self._save(was_done, starts, within_seconds)
            for partition in saved.keys() - kept:
                self._fetcher.start(partition, saved[partition])
                self._progress.start(partition, saved[partition])
        moved = _Moved(sorted(before - kept), sorted(starts.keys() - kept))
        if moved.revoked or moved.assigned:
            log.info(
                "%s reads %s of %s from generation %d on",
                self.consumer_id,
                sorted(starts),
                topic,
                dealt.place.generation,
            )
        return moved

    def _save(
        self, done: Mapping[int, int], committed: Mapping[int, int], within_seconds: float
    ) -> dict[int, int]:
        """Commit what is done in partitions that are still ours, or ours again, unless another
        member got further. The server fences the rest: records done there and not committed come
        again, to the new owner."""
        offsets = {p: o for p, o in done.items() if o > committed.get(p, o)}
        if not offsets:
            return {}
        try:
            self._commit(offsets, awaited=True).result(max(within_seconds, ANSWER_SECONDS))
        except (RegentError, TimeoutError) as error:
            log.warning("committing before going on failed, some records come again: %s", error)
            return {}
        return offsets

    def _tell(self, moved: _Moved) -> None:
        try:
            if moved.revoked and self._on_revoked is not None:
                self._on_revoked(moved.revoked)
        finally:
            if moved.assigned and self._on_assigned is not None:
                self._on_assigned(moved.assigned)

    def _pause(self, seconds: float) -> None:
        """Sleep in steps, because a signal handler cannot wake this thread."""
        until = time.monotonic() + seconds
        while not self._stop_requested and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _STOP_LOOK_SECONDS))

    def _close(self, *, all_is_done: bool, wait_seconds: float = 0.0) -> None:
        with self._used(wait_seconds):
            self._closing = True
            try:
                self._finish(all_is_done)
            finally:
                self._closed = True
                sigterm.forget(self)
                self._membership.heartbeat.stop()
                self._membership.leave()
                self._membership.heartbeat.join(_CLOSE_SECONDS)
                self._http.close()

    def _finish(self, all_is_done: bool) -> None:
        """Commit, and tell the program, while the partitions are still ours."""
        if self._topic is None:
            self._committer.end()
            return
        owned = list(self.assignment)
        if all_is_done:
            self._progress.finish()
        try:
            if self.config.enable_auto_commit:
                self._commit_last(self._topic)
        except (RegentError, TimeoutError) as error:
            log.warning("the last commit failed, some records come again: %s", error)
        try:
            self._tell(_Moved(owned, []))
        finally:
            self._committer.end()
            self._committer.join(_CLOSE_SECONDS)

    def _commit_last(self, topic: str) -> None:
        try:
            self._commit(self._progress.done, awaited=True).result(_CLOSE_SECONDS)
        except StaleAssignment:
            # Other members ended just before: what is still ours is committed all the same.
            self._rebalance(topic, _CLOSE_SECONDS, may_join=False)

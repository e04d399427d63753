"""Sends commits one after the other, in one thread, so that none overtakes an earlier one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from queue import SimpleQueue
from typing import NamedTuple

from regent.client.errors import Misused
from regent.client.membership import Membership, Place
from regent.errors import StaleAssignment

log = logging.getLogger("regent.client")


class _Commit(NamedTuple):
    place: Place
    offsets: Mapping[int, int]
    done: Future[None]
    #: Whether the caller waits for it, and so hears of a failure.
    awaited: bool


class Committer:
    """Commits for one consumer, and keeps the committed offsets as far as it knows them."""

    def __init__(self, membership: Membership, consumer_id: str) -> None:
        self._membership = membership
        self._commits: SimpleQueue[_Commit | None] = SimpleQueue()
        self._committed: dict[int, int] = {}
        self._thread = threading.Thread(
            target=self._run, name=f"consumer-commit-{consumer_id}", daemon=True
        )
        self._closed = False

    @property
    def committed(self) -> Mapping[int, int]:
        """The last committed offset of each partition."""
        return self._committed

    def assign(self, committed: Mapping[int, int]) -> None:
        """Take over new partitions, with the committed offsets that the server has for them."""
        self._committed = dict(committed)

    def commit(self, place: Place, offsets: Mapping[int, int], *, awaited: bool) -> Future[None]:
        """Commit the offsets that are not committed yet, after all earlier commits."""
        if self._closed:
            raise Misused("the consumer is closed")
        done: Future[None] = Future()
        if self._thread.ident is None:
            self._thread.start()
        self._commits.put(_Commit(place, dict(offsets), done, awaited))
        return done

    def end(self) -> None:
        """Take no further commits; those that wait are still sent."""
        self._closed = True
        self._commits.put(None)

    def join(self, timeout_seconds: float) -> None:
        """Wait for the last commit."""
        if self._thread.ident is not None:
            self._thread.join(timeout_seconds)

    def _run(self) -> None:
        while (commit := self._commits.get()) is not None:
            if not commit.done.set_running_or_notify_cancel():
                continue
            committed = self._committed
            changed = {p: o for p, o in commit.offsets.items() if committed.get(p) != o}
            try:
                if changed:
                    self._membership.commit(commit.place, changed)
            except Exception as error:  # noqa: BLE001 - it is raised where the future is asked
                if not commit.awaited:
                    # The server refuses commits from before a rebalance: no reason to warn.
                    level = logging.INFO if isinstance(error, StaleAssignment) else logging.WARNING
                    log.log(level, "a commit failed, the next one makes up for it: %s", error)
                commit.done.set_exception(error)
            else:
                committed.update(changed)
                commit.done.set_result(None)

"""The thread that says that a consumer lives, whatever the program does meanwhile."""

from __future__ import annotations

import logging
import threading
from typing import Final

from regent.client.api import Api, Member
from regent.errors import RegentError, UnknownGroup, UnknownMember

log = logging.getLogger("regent.client")

#: While a rebalance is pending (500 ms) the next heartbeat comes sooner, to hear of its end.
_PENDING_SECONDS: Final = 0.5


class Heartbeat:
    """A daemon thread. It only notes what changed; the next poll acts upon it, in the program's
    own thread. It holds no reference to the consumer: one that is forgotten without being closed is
    collected, and that stops the thread (``Consumer`` sees to it)."""

    def __init__(
        self, api: Api, consumer_id: str, interval_seconds: float, session_seconds: float
    ) -> None:
        self._api = api
        self._interval = interval_seconds
        # A heartbeat that hangs must leave time for another one within the session.
        self._within = max(interval_seconds, session_seconds / 2)
        self._guard = threading.Lock()
        self._member: Member | None = None
        self._generation = 0
        self._adopted = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(
            target=self._run, name=f"consumer-heartbeat-{consumer_id}", daemon=True
        )

    @property
    def generation(self) -> int:
        """The highest generation that the server has told."""
        return self._generation

    @property
    def is_member(self) -> bool:
        """False: the server does not know this member any more."""
        return self._member is not None

    def follow(self, member: Member, generation: int) -> None:
        """Send heartbeats for this member from now on; the first time, start the thread."""
        with self._guard:
            self._member, self._generation = member, generation
        if self._thread.ident is None:
            self._thread.start()

    def adopt(self, generation: int) -> None:
        """The consumer acts upon this generation from now on."""
        self._adopted = generation

    def lose(self, member: Member) -> bool:
        """Send no more heartbeats for a member that the server does not know any more. False: the
        consumer has joined again in the meantime."""
        with self._guard:
            if self._member != member:
                return False
            self._member = None
            return True

    def stop(self) -> None:
        """No further heartbeat; one that is on its way may still arrive."""
        self._stopping.set()

    def join(self, timeout_seconds: float) -> None:
        """Wait for the thread's end."""
        if self._thread.ident is not None:
            self._thread.join(timeout_seconds)

    def _run(self) -> None:
        pause = self._interval
        while not self._stopping.wait(pause):
            pause = self._interval
            member = self._member
            if member is None:
                continue
            try:
                standing = self._api.heartbeat(member, self._adopted, self._within)
            except (UnknownMember, UnknownGroup) as error:
                if not self._stopping.is_set() and self.lose(member):
                    log.warning("%s; the next poll joins again", error)
            except RegentError as error:
                if not self._stopping.is_set():
                    log.warning("a heartbeat failed, the next one comes in %g s: %s", pause, error)
            except Exception:
                log.exception("a heartbeat failed, the next one comes in %g s", pause)
            else:
                self._hear(member, standing.generation)
                if standing.rebalance_in_progress:
                    pause = min(pause, _PENDING_SECONDS)

    def _hear(self, member: Member, generation: int) -> None:
        with self._guard:
            if self._member == member:
                self._generation = max(self._generation, generation)

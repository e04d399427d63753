"""A consumer's place in its group: joining, staying, hearing of rebalances, leaving."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final, NamedTuple

from regent.client.api import Api, Assignment, Member
from regent.client.config import ConsumerConfig
from regent.client.errors import JoinFailed, Misused
from regent.client.heartbeat import Heartbeat
from regent.errors import RegentError, StaleAssignment, UnknownGroup, UnknownMember

log = logging.getLogger("regent.client")

#: A session can end between the join and its assignment. If that happens more often than this,
#: the session is too short for the way to the server.
_JOIN_TRIES: Final = 3
#: How long a commit is tried. Long after its session ended it would be refused anyway.
COMMIT_SECONDS: Final = 30.0
#: A server that does not answer must not keep a program from ending: the session ends by itself.
_LEAVE_SECONDS: Final = 5.0


class Place(NamedTuple):
    """The member and generation under which a consumer commits; later on the server refuses it."""

    member: Member
    generation: int


class Dealt(NamedTuple):
    """An assignment that the consumer does not act upon yet."""

    place: Place
    #: The committed offset of each of its partitions.
    committed: dict[int, int]
    #: Nobody else can have had the partitions that this consumer had before and has again.
    continues: bool
    #: The group was deleted and made again: offsets of the old one mean nothing.
    recreated: bool


class Membership:
    """One consumer in one group. Only ``commit`` may be called from another thread."""

    def __init__(self, api: Api, config: ConsumerConfig, consumer_id: str) -> None:
        self._api = api
        self._config = config
        self._consumer_id = consumer_id
        self.heartbeat = Heartbeat(
            api,
            consumer_id,
            config.heartbeat_interval_ms / 1000,
            config.session_timeout_ms / 1000,
        )
        self.place: Place | None = None
        self._member: Member | None = None
        self._joined = False
        self._group_created_at: int | None = None
        self._recreated = False
        self._outdated = False

    @property
    def is_stale(self) -> bool:
        """Whether the assignment may have changed, or the membership has ended."""
        return (
            self.place is None
            or self._joined
            or self._outdated
            or not self.heartbeat.is_member
            or self.heartbeat.generation > self.place.generation
        )

    def deal(self, topic: str, within_seconds: float, *, may_join: bool = True) -> Dealt:
        """Fetch the current assignment; join first if that is needed. If it fails half-way, call it
        again: nothing of it takes effect before ``adopt``."""
        member, assignment = self._assigned(topic, within_seconds, may_join)
        committed = self._api.committed(member.group_id, within_seconds)
        known = self.place.generation if self.place else 0
        return Dealt(
            Place(member, assignment.generation),
            {partition: committed.get(partition, 0) for partition in assignment.partitions},
            continues=not self._joined and assignment.generation <= known + 1,
            recreated=self._recreated,
        )

    def adopt(self, dealt: Dealt) -> None:
        """Make this the assignment that the consumer acts upon."""
        self.place = dealt.place
        self._joined = self._recreated = self._outdated = False
        self.heartbeat.adopt(dealt.place.generation)

    def commit(self, place: Place, offsets: Mapping[int, int]) -> None:
        """Commit under the member and generation that we were when the commit was asked for."""
        try:
            self._api.commit(place.member, place.generation, offsets, COMMIT_SECONDS)
        except StaleAssignment:
            if place == self.place:
                self._outdated = True
            raise
        except (UnknownMember, UnknownGroup):
            self.heartbeat.lose(place.member)
            raise

    def leave(self) -> None:
        """Give the partitions back. A failure does no harm: the session ends by itself."""
        member, self._member = self._member, None
        if member is None:
            return
        self.heartbeat.lose(member)
        try:
            self._api.leave(member, _LEAVE_SECONDS)
        except (UnknownMember, UnknownGroup):
            log.debug("there was nothing to leave: the session had ended")
        except RegentError as error:
            log.warning("leaving failed, the session will end by itself: %s", error)

    def _assigned(
        self, topic: str, within_seconds: float, may_join: bool
    ) -> tuple[Member, Assignment]:
        for _ in range(_JOIN_TRIES):
            member = self._member
            if member is None or not self.heartbeat.is_member:
                if not may_join:
                    raise Misused("the consumer is not in its group any more")
                try:
                    member = self._join(topic, within_seconds)
                except UnknownGroup:
                    continue  # it was deleted with its last member: make it again
            try:
                return member, self._api.assignment(member, within_seconds)
            except UnknownMember:
                self.heartbeat.lose(member)
        raise JoinFailed(
            f"the session or the group ended {_JOIN_TRIES} times before the assignment came;"
            f" session_timeout_ms is {self._config.session_timeout_ms}"
        )

    def _join(self, topic: str, within_seconds: float) -> Member:
        try:
            group_id = self._api.find_or_create(topic, self._config.group_id, within_seconds)
            joined = self._api.join(
                group_id,
                self._consumer_id,
                self._config.session_timeout_ms,
                within_seconds,
            )
        except (Misused, UnknownGroup):
            raise
        except RegentError as error:
            raise JoinFailed(
                f"joining group {self._config.group_id} on {topic} failed: {error}"
            ) from error
        self._member = joined.member
        self._joined = True
        # The first time nothing was read of another group.
        self._recreated |= self._group_created_at not in (None, joined.group_created_at)
        self._group_created_at = joined.group_created_at
        self.heartbeat.follow(joined.member, joined.generation)
        return joined.member

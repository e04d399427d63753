"""What a queue promises, as a small program without a database. Derived from DESIGN.md and
queue-http.md: the specification that the engine is held against (machine.py).

It does not predict a pop, because several answers are right; it judges one. An outcome of None
means that the documents leave it open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

LEASE_SECONDS = 60
RETRY_DELAY_SECONDS = 30
RETRY_LIMIT = 2
QUEUE_MODE = "__QUEUE_MODE__"


@dataclass
class Message:
    transaction: str
    id: str
    pushed_at: float


@dataclass
class Hold:
    """A lease of one partition."""

    id: str
    offsets: list[int]
    expires_at: float
    #: It may hold other partitions, too.
    is_shared: bool = False


@dataclass(frozen=True)
class Answer:
    """One ack of a request."""

    offset: int
    status: str
    lease: str | None
    up_to: bool = False


@dataclass
class Lane:
    """A group's progress in a partition."""

    messages: list[Message]
    start: int
    done: dict[int, str | None] = field(default_factory=dict)  # by which lease; None: no lease
    dead: dict[int, tuple[str, int]] = field(default_factory=dict)  # (reason, attempts)
    attempts: dict[int, int] = field(default_factory=dict)
    deliveries: dict[int, int] = field(default_factory=dict)
    hold: Hold | None = None
    ended: str | None = None  # the lease that ended last; its acks may be repeated
    limit: int | None = None
    rest_until: float = 0
    # A lease ran out: it may stand in the line where it stood before. Or a message was given back
    # uncounted: it may stand behind those that waited then.
    age_is_stale: bool = False
    gave_back: bool = False

    @property
    def comes_alone(self) -> bool:
        """Leases that ran out have narrowed it down to one message: nothing comes with it."""
        return self.limit == 1

    @property
    def open(self) -> list[int]:
        return [n for n in range(self.start, len(self.messages)) if n not in self.done]

    def is_held(self, now: float) -> bool:
        return self.hold is not None and self.hold.expires_at > now

    def is_available(self, now: float) -> bool:
        return bool(self.open) and not self.is_held(now) and self.rest_until <= now

    def expire(self, now: float) -> None:
        """An expired lease counts one attempt of the message at the cursor, and the next hands out
        half as many; a message that was alone in its lease and has had its retries is dead."""
        if self.hold is None or self.hold.expires_at > now:
            return
        self._blame(self.hold)
        self.age_is_stale = True

    def fail(self, lease: str, now: float) -> bool:
        """A batch that failed as a whole is judged like an expired lease, at once; the partition
        rests. Whether the lease was live."""
        live = self.hold
        if live is None or live.id != lease or not self.is_held(now):
            return False
        if not self._blame(live):
            self.rest_until = now + RETRY_DELAY_SECONDS
        self.age_is_stale = False
        return True

    def _blame(self, ended: Hold) -> bool:
        """A lease ends without a word about its messages; whether one is buried."""
        handed, shared = len(ended.offsets), ended.is_shared
        self.ended, self.hold = ended.id, None
        first = self.open[0]
        self.attempts[first] = self.attempts.get(first, 0) + 1
        if self.attempts[first] <= RETRY_LIMIT:
            self.limit = max(1, handed // 2)
        elif handed > 1 or shared:
            self.limit = 1
        else:
            self._bury(first, "retries", None)
            return True
        return False

    def judge(self, handed: Sequence[int], left: int) -> None:
        """Whether these are the messages that a pop may hand out when ``left`` more are wanted."""
        waiting = self.open
        most = left if self.limit is None else min(left, self.limit)
        assert list(handed) == waiting[: len(handed)], f"{handed} of {waiting}"
        assert 1 <= len(handed) <= most, f"{len(handed)} handed out, at most {most}"
        holes = any(n in self.done for n in range(waiting[0], waiting[0] + most))
        if not holes:
            assert len(handed) == min(most, len(waiting)), f"only {handed} of {waiting}"

    def take(self, lease: str, handed: Sequence[int], now: float, *, among_several: bool) -> None:
        shared = among_several and not self.comes_alone
        self.hold = Hold(lease, list(handed), now + LEASE_SECONDS, shared)
        for offset in handed:
            self.deliveries[offset] = self.deliveries.get(offset, 0) + 1

    def complete_at_once(self, handed: Sequence[int]) -> None:
        self.done |= dict.fromkeys(handed)
        self._grow()
        self.age_is_stale = False

    def answer(self, answers: Sequence[Answer], now: float) -> list[bool | None]:
        """Acks of one request: each accepted, refused or, by the documents, open."""
        live = self.hold if self.is_held(now) else None
        given_back: set[int] = set()
        outcomes = [self._answer_one(each, live, given_back, now) for each in answers]
        if live is not None:
            if all(offset in self.done for offset in live.offsets):
                self._grow()
                self._end(live)
            elif given_back:
                self._end(live)
        return outcomes

    def extend(self, lease: str, seconds: int, now: float) -> bool:
        if self.hold is None or self.hold.id != lease or self.hold.expires_at <= now:
            return False
        self.hold.expires_at = max(self.hold.expires_at, now + seconds)
        return True

    def _answer_one(
        self, answer: Answer, live: Hold | None, given_back: set[int], now: float
    ) -> bool | None:
        offset = answer.offset
        if offset in given_back:
            return False
        if offset < self.start:
            return None
        if offset in self.done:
            return self._repeated(answer, live)
        if live is None or offset not in live.offsets or answer.lease not in (None, live.id):
            return False
        if answer.status == "completed":
            upto = [n for n in live.offsets if n < offset] if answer.up_to else []
            self.done |= {n: live.id for n in [*upto, offset] if n not in self.done}
        elif answer.status == "dlq":
            self._bury(offset, "rejected", live.id)
        elif answer.status == "retry":
            given_back.add(offset)
            self.gave_back = True
        else:
            self.attempts[offset] = self.attempts.get(offset, 0) + 1
            given_back.add(offset)
            if self.attempts[offset] > RETRY_LIMIT:
                self._bury(offset, "retries", live.id)
            else:
                self.rest_until = now + RETRY_DELAY_SECONDS
        return True

    def _repeated(self, answer: Answer, live: Hold | None) -> bool | None:
        """`completed` again, for what this very lease completed, is fine, and so is `dlq` for what
        it rejected; anything else is not."""
        known = {self.ended, live.id if live else None}
        reason, _ = self.dead.get(answer.offset, (None, 0))
        if answer.status != "completed" and (answer.status, reason) != ("dlq", "rejected"):
            return False
        if (answer.status == "completed" and reason) or answer.lease is None:
            return None
        if answer.lease == self.done[answer.offset]:
            return True if answer.lease in known else None
        return None if answer.lease in known else False

    def _bury(self, offset: int, reason: str, lease: str | None) -> None:
        self.done[offset] = lease
        self.dead[offset] = (reason, self.attempts.get(offset, 0))

    def _end(self, live: Hold) -> None:
        self.ended, self.hold = live.id, None
        self.age_is_stale, self.gave_back = self.gave_back, False

    def _grow(self) -> None:
        """Each success doubles what an expiry has halved."""
        if self.limit is not None:
            self.limit *= 2


class QueueModel:
    """A queue: its partitions' messages and its groups' lanes."""

    def __init__(self) -> None:
        self.partitions: dict[str, list[Message]] = {}
        self.groups: dict[str, dict[str, Lane]] = {}  # group -> partition -> lane
        self.exists = False

    def push(self, partition: str, transaction: str, id_: str, now: float) -> Message | None:
        """Store a message; the first one with this transaction id when it is a duplicate."""
        self.exists = True
        messages = self.partitions.get(partition)
        if messages is None:
            messages = self.partitions[partition] = []
            for lanes in self.groups.values():  # a partition that appears later: from its start
                lanes[partition] = Lane(messages, 0)
        for message in messages:
            if message.transaction == transaction:
                return message
        messages.append(Message(transaction, id_, now))
        return None

    def join(self, group: str, mode: str) -> None:
        """A group's first pop: from here on it follows the whole queue."""
        if group in self.groups or (group == QUEUE_MODE and not self.exists):
            return
        self.groups[group] = {
            name: Lane(messages, len(messages) if mode == "new" else 0)
            for name, messages in self.partitions.items()
        }

    def delete(self) -> None:
        """The subscriptions stay: made again, the queue serves them from its first message."""
        self.partitions = {}
        self.groups = {group: {} for group in self.groups if group != QUEUE_MODE}
        self.exists = False

    def judge_pop(
        self,
        group: str,
        handed: dict[str, list[int]],
        *,
        batch: int,
        partitions: int,
        only: str | None,
        auto_ack: bool,
        now: float,
    ) -> None:
        """Whether a pop may hand out just this: oldest first, all that fits, nobody's else."""
        lanes = self.groups.get(group, {})
        for lane in lanes.values():
            lane.expire(now)
        available = {
            name: lane
            for name, lane in lanes.items()
            if lane.is_available(now) and only in (None, name)
        }
        left = batch
        assert len(handed) <= partitions
        alone: set[str] = set()
        if not auto_ack:
            alone = {name for name, lane in available.items() if lane.comes_alone}
        for name, offsets in handed.items():
            assert name in available, f"{name} is held, resting or empty"
            assert name not in alone or len(handed) == 1, f"{name} shares a lease"
            lane = available.pop(name)
            lane.judge(offsets, left)
            left -= len(offsets)
            if not lane.age_is_stale:
                age = lane.messages[offsets[0]].pushed_at
                older = [
                    other
                    for other, rival in available.items()
                    if rival.messages[rival.open[0]].pushed_at < age
                    and not rival.age_is_stale
                    and other not in handed
                    and (other not in alone or left + len(offsets) == batch)
                ]
                assert not older, f"{name} before {older}"
        if left > 0 and len(handed) < partitions and not alone & set(handed):
            rest = available.keys() - alone if handed else available.keys()
            assert not rest, f"{rest} left behind"

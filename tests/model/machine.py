"""Drives the engine and the model side by side, in whatever order hypothesis thinks of."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from regent.errors import NotSubscribed
from regent.limits import MAX_POP_BYTES
from regent.stores.queue import Queues
from regent.stores.queue_types import (
    Ack,
    Acked,
    FailedLease,
    Lease,
    Popped,
    PopRequest,
    PushItem,
    Source,
    Subscription,
)
from tests.model.queue_model import (
    LEASE_SECONDS,
    QUEUE_MODE,
    RETRY_DELAY_SECONDS,
    RETRY_LIMIT,
    Answer,
    QueueModel,
)
from tests.support.clock import StoppedClock

PARTITIONS = ["a", "b", "c"]
MODES = {QUEUE_MODE: "all", "all": "all", "new": "new"}
_names = itertools.count()


@dataclass(frozen=True)
class Held:
    """A lease as its consumer knows it, live or long lost."""

    id: str
    group: str
    messages: list[Popped]


STATUSES = st.sampled_from(["completed"] * 4 + ["failed", "retry", "dlq"])
FENCES = st.sampled_from(["own"] * 6 + ["none", "other"])


class QueueMachine(RuleBasedStateMachine):
    """`engine`, `owner` and `clock` are set by the test on a subclass."""

    engine: Queues
    owner: psycopg.Connection[Any]
    clock: StoppedClock

    @initialize()
    def make_queue(self) -> None:
        self.queue = f"q{next(_names)}"
        self.model = QueueModel()
        self.leases: list[Held] = []
        self.burials: set[tuple[str, str, int, str, int]] = set()
        self.numbers = itertools.count()
        self._configure()

    def _configure(self) -> None:
        self.engine.configure(
            self.queue,
            namespace=None,
            task=None,
            partitions=None,
            options={
                "lease_time": LEASE_SECONDS,
                "retry_limit": RETRY_LIMIT,
                "retry_delay": RETRY_DELAY_SECONDS * 1000,
            },
        )
        self.model.exists = True

    @rule(
        where=st.lists(st.sampled_from(PARTITIONS), min_size=1, max_size=6),
        repeats=st.lists(st.integers(0, 20), max_size=2),
    )
    def push(self, where: list[str], repeats: list[int]) -> None:
        """New messages, and some transaction ids again."""
        if not self.model.exists:
            self._configure()
        wanted = [(name, f"t{next(self.numbers)}") for name in where]
        wanted += [(where[0], f"t{number}") for number in repeats]
        self._push(wanted)

    @rule(name=st.sampled_from(PARTITIONS), number=st.integers(0, 20))
    def push_one(self, name: str, number: int) -> None:
        """A request of one message, which may have been sent before."""
        if not self.model.exists:
            self._configure()
        self._push([(name, f"t{number}")])

    def _push(self, wanted: list[tuple[str, str]]) -> None:
        items: list[PushItem] = [
            {"queue": self.queue, "partition": name, "transactionId": each, "payload": each}
            for name, each in wanted
        ]
        for (name, each), pushed in zip(wanted, self.engine.push(items), strict=True):
            first = self.model.push(name, each, pushed.message_id, self.clock.passed)
            assert pushed.duplicate == (first is not None)
            assert first is None or pushed.message_id == first.id

    @rule(
        group=st.sampled_from(list(MODES)),
        batch=st.integers(1, 6),
        partitions=st.integers(1, 3),
        auto_ack=st.sampled_from([False, False, False, True]),
        only=st.sampled_from([None, None, None, *PARTITIONS]),
    )
    def pop(
        self, group: str, batch: int, partitions: int, auto_ack: bool, only: str | None
    ) -> None:
        if group not in self.model.groups or only not in self.model.partitions:
            only = None
        if only is not None:
            partitions = 1
        self._pop(group, batch, partitions, auto_ack, only)

    def _pop(
        self, group: str, batch: int, partitions: int, auto_ack: bool, only: str | None = None
    ) -> Lease:
        mode: Any = MODES[group]
        request = PopRequest(group, batch, partitions, auto_ack, Subscription(mode))
        lease = self.engine.pop(self.queue, only, request)
        self.model.join(group, mode)
        return self._judge_pop(lease, request, only)

    def _judge_pop(self, lease: Lease, request: PopRequest, only: str | None = None) -> Lease:
        group, batch = request.group, request.batch
        partitions, auto_ack = request.partitions, request.auto_ack
        handed: dict[str, list[int]] = {}
        for message in lease.messages:
            handed.setdefault(message.partition, []).append(message.offset)
        self.model.judge_pop(
            group,
            handed,
            batch=batch,
            partitions=partitions,
            only=only,
            auto_ack=auto_ack,
            now=self.clock.passed,
        )
        lanes = self.model.groups.get(group, {})
        for message in lease.messages:
            lane = lanes[message.partition]
            stored = lane.messages[message.offset]
            assert (message.transaction_id, str(message.id)) == (stored.transaction, stored.id)
            assert message.delivery == 1 + lane.deliveries.get(message.offset, 0)
            assert message.failed_attempts == lane.attempts.get(message.offset, 0)
        for name, offsets in handed.items():
            if auto_ack:
                lanes[name].complete_at_once(offsets)
            else:
                several = partitions > 1 and batch > 1
                lanes[name].take(lease.id, offsets, self.clock.passed, among_several=several)
        if lease.id:
            self.leases.append(Held(lease.id, group, lease.messages))
        return lease

    @rule(name=st.sampled_from(PARTITIONS))
    def push_many(self, name: str) -> None:
        """So many that a lease, halved as often as it is retried, still hands out two."""
        self.push([name] * 10, [])

    @rule(
        group=st.sampled_from(list(MODES)),
        batch=st.sampled_from([1, 3, 10]),
        partitions=st.sampled_from([1, 3]),
        times=st.integers(1, 4),
    )
    def consumers_die(self, group: str, batch: int, partitions: int, times: int) -> None:
        """One after the other takes something and is never heard of again."""
        for _ in range(times):
            self._pop(group, batch, partitions, False)
            self.clock.advance(LEASE_SECONDS)

    @rule(group=st.sampled_from(list(MODES)), batch=st.integers(1, 6))
    def zombie_acks(self, group: str, batch: int) -> None:
        """A consumer stands still past its lease, another takes over, and the first goes on."""
        lease = self._pop(group, batch, 1, False)
        self.clock.advance(LEASE_SECONDS)
        self._pop(group, batch, 1, False)
        if lease.messages:
            zombie = Held(lease.id, group, lease.messages)
            self._ack(zombie, zombie.messages, [("completed", "own")] * len(zombie.messages), False)

    @precondition(lambda self: self.leases)
    @rule(data=st.data())
    def ack(self, data: st.DataObject) -> None:
        """Any lease, the last ones rather, any of its messages in any order, any verdict."""
        back = data.draw(st.integers(1, min(4, len(self.leases))), label="lease from the end")
        held = self.leases[-back]
        messages = data.draw(
            st.lists(st.sampled_from(held.messages), min_size=1, max_size=6), label="messages"
        )
        plain = data.draw(st.booleans(), label="all completed")
        verdicts = [
            ("completed", "own") if plain else (data.draw(STATUSES), data.draw(FENCES))
            for _ in messages
        ]
        up_to = plain and data.draw(st.booleans(), label="up to")
        self._ack(held, messages, verdicts, up_to)

    @precondition(lambda self: self.leases)
    @rule(
        back=st.integers(1, 3),
        status=st.sampled_from(["completed", "completed", "completed", "failed"]),
    )
    def ack_whole_lease(self, back: int, status: str) -> None:
        held = self.leases[-min(back, len(self.leases))]
        self._ack(held, held.messages, [(status, "own")] * len(held.messages), False)

    def _ack(
        self,
        held: Held,
        messages: Sequence[Popped],
        verdicts: Sequence[tuple[str, str]],
        up_to: bool,
    ) -> None:
        outcomes = self.engine.ack(self._requests(held, messages, verdicts, up_to))
        self._judge_acks(held, messages, verdicts, up_to, outcomes)

    @precondition(lambda self: self.leases)
    @rule(
        back=st.integers(1, 3),
        batch=st.integers(1, 6),
        partitions=st.sampled_from([1, 1, 3]),
        status=st.sampled_from(["completed"] * 4 + ["failed", "retry"]),
        part=st.booleans(),
    )
    def take_next(self, back: int, batch: int, partitions: int, status: str, part: bool) -> None:
        """Acks, of whichever lease, and the next pop in one call: as if one came after the
        other."""
        held = self.leases[-min(back, len(self.leases))]
        subscribed = self.model.exists and held.group in self.model.groups
        messages = held.messages[:1] if part else held.messages
        verdicts = [(status, "own")] * len(messages)
        mode: Any = MODES[held.group]
        request = PopRequest(held.group, batch, partitions, False, Subscription(mode))
        answers = self._requests(held, messages, verdicts, False)
        try:
            outcomes, lease = self.engine.take_next(
                answers, Source(self.queue), request, MAX_POP_BYTES
            )
        except NotSubscribed:
            assert not subscribed
            return
        assert subscribed
        self._judge_acks(held, messages, verdicts, False, outcomes)
        self._judge_pop(lease, request)

    def _requests(
        self,
        held: Held,
        messages: Sequence[Popped],
        verdicts: Sequence[tuple[str, str]],
        up_to: bool,
    ) -> list[Ack]:
        fences = self._fences(held)
        return [
            {
                "transactionId": message.transaction_id,
                "partitionId": str(message.partition_id),
                "status": status,  # type: ignore[typeddict-item]
                "group": held.group,
                "leaseId": fences[fence],
                "error": "as told" if status == "failed" else None,
                "upTo": up_to,
            }
            for message, (status, fence) in zip(messages, verdicts, strict=True)
        ]

    def _fences(self, held: Held) -> dict[str, str | None]:
        return {"own": held.id, "none": None, "other": self.leases[0].id}

    def _judge_acks(
        self,
        held: Held,
        messages: Sequence[Popped],
        verdicts: Sequence[tuple[str, str]],
        up_to: bool,
        outcomes: Sequence[Acked],
    ) -> None:
        fences = self._fences(held)
        lanes = self.model.groups.get(held.group, {})
        for name in dict.fromkeys(message.partition for message in messages):
            mine = [n for n, message in enumerate(messages) if message.partition == name]
            current = name in lanes and self._is_current(lanes[name].messages, messages[mine[0]])
            expected: list[bool | None] = [False] * len(mine)
            if current:
                answers = [
                    Answer(messages[n].offset, verdicts[n][0], fences[verdicts[n][1]], up_to)
                    for n in mine
                ]
                expected = lanes[name].answer(answers, self.clock.passed)
            got = [outcomes[n].success for n in mine]
            for outcome, accepted in zip(got, expected, strict=True):
                assert accepted is None or outcome == accepted, f"{name}: {got}, not {expected}"

    @staticmethod
    def _is_current(stored: Sequence[Any], message: Popped) -> bool:
        """Whether a message is still there: its queue may have been deleted and made again."""
        return message.offset < len(stored) and stored[message.offset].id == str(message.id)

    @precondition(lambda self: self.leases)
    @rule(back=st.integers(1, 3), part=st.booleans(), group=st.sampled_from([None, *MODES]))
    def batch_fails(self, back: int, part: bool, group: str | None) -> None:
        """As a whole, or in the first of its partitions; perhaps in another group's name."""
        held = self.leases[-min(back, len(self.leases))]
        names = list(dict.fromkeys(message.partition for message in held.messages))
        first = str(held.messages[0].partition_id)
        failure: FailedLease = {"leaseId": held.id, "group": group or held.group}
        if part:
            names, failure["partitionId"] = names[:1], first
        (outcome,) = self.engine.ack([], [failure])
        lanes = self.model.groups.get(failure["group"], {})
        failed = [lanes[name].fail(held.id, self.clock.passed) for name in names if name in lanes]
        assert outcome.success == any(failed)

    @precondition(lambda self: self.leases)
    @rule(back=st.integers(1, 3), seconds=st.sampled_from([10, 90]))
    def extend(self, back: int, seconds: int) -> None:
        held = self.leases[-min(back, len(self.leases))]
        renewed, *_ = self.engine.extend(held.id, seconds)
        lanes = self.model.groups.get(held.group, {}).values()
        assert renewed == sum(lane.extend(held.id, seconds, self.clock.passed) for lane in lanes)

    @rule(seconds=st.sampled_from([5, RETRY_DELAY_SECONDS, LEASE_SECONDS, 2 * LEASE_SECONDS]))
    def time_passes(self, seconds: int) -> None:
        self.clock.advance(seconds)

    @rule()
    def reclaim(self) -> None:
        expired = self.engine.reclaim(1000).leases_expired
        lanes = [lane for lanes in self.model.groups.values() for lane in lanes.values()]
        run_out = [lane for lane in lanes if lane.hold and not lane.is_held(self.clock.passed)]
        assert expired >= len(run_out)
        for lane in run_out:
            lane.expire(self.clock.passed)

    @precondition(lambda self: len(self.leases) > 6)
    @rule()
    def delete_queue(self) -> None:
        self._check_dead_letters()
        assert self.engine.delete_queue(self.queue) == self.model.exists
        self.model.delete()

    def teardown(self) -> None:
        """Whatever happened: once the faults stop, everything is consumed, in order, once."""
        if not hasattr(self, "model"):
            return
        self.clock.advance(10 * LEASE_SECONDS)
        self.reclaim()
        for group in self.model.groups:
            while (lease := self._pop(group, 6, 3, False)).messages:
                held = self.leases[-1]
                verdicts = [("completed", "own")] * len(lease.messages)
                self._ack(held, lease.messages, verdicts, False)
        left = [lane.open for lanes in self.model.groups.values() for lane in lanes.values()]
        assert not any(left)
        self._check_dead_letters()
        self.engine.delete_queue(self.queue)

    def _check_dead_letters(self) -> None:
        """The dead letters are exactly those that were promised."""
        self.reclaim()
        stored = self.owner.execute(
            'select g.name, p.name, d."offset", d.reason, d.retry_count'
            "  from queen.dead_letter_queue d join queen.consumer_groups g on g.id = d.group_id"
            "  join queen.partitions p on p.id = d.partition_id"
            "  join queen.queues q on q.id = p.queue_id where q.name = %s",
            (self.queue,),
        ).fetchall()
        promised = {
            (group, name, offset, *death)
            for group, lanes in self.model.groups.items()
            for name, lane in lanes.items()
            for offset, death in lane.dead.items()
        }
        assert set(stored) == promised

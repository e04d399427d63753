"""A walk through states that pushes, pops, acks and time lead to. At each step both ways agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.groups import Groups, Target
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from regent.stores.queue_types import Ack, Lease, PushItem
from tests.races.sessions import rewrite
from tests.sql.queue.conftest import Ways
from tests.support.clock import StoppedClock
from tests.support.rows import rows
from tests.support.store import acks, pop, push, take_next

STEPS = 225


class Walk:
    def __init__(
        self, seed: int, store: Queues, database: Database, ways: Ways, clock: StoppedClock
    ) -> None:
        self.chance = random.Random(seed)
        self.store = store
        self.groups = Groups(database)
        self.messages = StoredMessages(database, Encryption(Settings()))
        self.ways = ways
        self.clock = clock
        self.leases: list[tuple[str, Lease]] = []
        #: How often each verb went the short way, and how often the long one.
        self.went: Counter[tuple[str, bool]] = Counter()

    def push(self) -> None:
        partition, transaction = self.chance.choice("abc"), f"t{self.chance.randrange(60):02}"
        went = self.ways.push(
            {"queue": "q", "partition": partition, "payload": 1, "transactionId": transaction}
        )
        self.went["push", went.is_short] += 1
        push(self.store, "q", 1, partition=partition, transactionId=transaction)

    def push_later(self) -> None:
        push(self.store, "q", 1, 2, partition=self.chance.choice("abc"), delaySeconds=3)

    def pop(self) -> None:
        self._pop(self.chance.choice("gh"), self.chance.choice([1, 2, 5]))

    def _pop(self, group: str, batch: int) -> None:
        went = self.ways.pop("q", group=group, batch=batch)
        self.went["pop", went.is_short] += 1
        lease = pop(self.store, "q", group=group, batch=batch)
        if lease.messages:
            self.leases.append((group, lease))

    def push_together(self) -> None:
        items: list[PushItem] = [
            {
                "queue": "q",
                "partition": self.chance.choice(["a", "b", "c", "d", None, "Default"]),
                "payload": 1,
                "transactionId": f"t{self.chance.randrange(60):02}",
            }
            for _ in range(self.chance.randint(2, 6))
        ]
        self.went["together", bool(self.ways.push_together(items))] += 1
        for item in items:
            self.store.push([item])

    def pop_each(self) -> None:
        group, batch = self.chance.choice("gh"), self.chance.choice([1, 2, 5])
        count = self.chance.randint(2, 9)
        found = self.ways.pop_each("q", count, group=group, batch=batch)
        self.went["each", len({row[0] for row in found}) > 1] += 1
        for _ in range(count):
            self._pop(group, batch)

    def ack_lanes(self) -> None:
        if not self.leases:
            return
        chosen = [self.chance.choice(self.leases[-6:]) for _ in range(self.chance.randint(2, 4))]
        requests = [acks(lease, group=group) for group, lease in chosen]
        for answers in requests:
            if self.chance.randrange(4) == 0:
                self.chance.shuffle(answers)
        self.went["lanes", all(row[2] for row in self.ways.ack_lanes(requests))] += 1
        for answers in requests:
            self.store.ack(answers)

    def ack(self) -> None:
        if self.leases:
            self._ack(self._some_acks()[1])

    def take_next(self) -> None:
        """Perhaps with nothing to ack, perhaps in the other group's name."""
        group, answers = self._some_acks() if self.leases else (self.chance.choice("gh"), [])
        if self.chance.random() < 0.1:
            group, answers = self.chance.choice("gh"), answers[:0]
        batch = self.chance.choice([1, 2, 5])
        went = self.ways.take_next(answers, "q", group=group, batch=batch)
        self.went["take_next", went.is_short] += 1
        _, lease = take_next(self.store, answers, "q", group=group, batch=batch)
        if lease.messages:
            self.leases.append((group, lease))

    def take_next_each(self) -> None:
        group, batch = self.chance.choice("gh"), self.chance.choice([1, 2, 5])
        leases = [lease for follower, lease in self.leases[-9:] if follower == group]
        requests = [self._some_of(lease, group) for lease in leases[-3:]]
        if requests:
            acked, taken = self.ways.take_next_each(requests, "q", group=group, batch=batch)
            self.went["next each", bool(acked and taken)] += 1
            for answers in requests:
                self.store.ack(answers)
                self._pop(group, batch)

    def _some_acks(self) -> tuple[str, list[Ack]]:
        group, lease = self.leases[-self.chance.randint(1, min(3, len(self.leases)))]
        return group, self._some_of(lease, group)

    def _some_of(self, lease: Lease, group: str) -> list[Ack]:
        answers: list[Ack] = acks(lease, group=group)
        kind = self.chance.randrange(8)
        if kind == 0:
            self.chance.shuffle(answers)
        elif kind == 1:
            answers = answers[: self.chance.randint(1, len(answers))]
        elif kind == 2:
            answers = [{**answer, "leaseId": None} for answer in answers]
        elif kind == 3:
            answers = [*answers, answers[0]]
        elif kind in {4, 5}:
            last = answers[-1] if kind == 4 else self.chance.choice(answers)
            answers = [{**last, "upTo": True}]
        return answers

    def _ack(self, answers: list[Ack]) -> None:
        went = self.ways.ack(answers)
        self.went["ack", went.is_short] += 1
        self.store.ack(answers)

    def give_back(self) -> None:
        if self.leases:
            group, lease = self.leases[-1]
            status = self.chance.choice(["retry", "failed", "dlq"])
            self.store.ack(acks(lease, lease.messages[-1], group=group, status=status))

    def time_passes(self) -> None:
        self.clock.advance(self.chance.choice([0.5, 5, 301]))

    def messages_vanish(self) -> None:
        """Somebody deletes by hand, which no routine knows of."""
        every = self.chance.choice([2, 7])
        vanish = 'delete from queen.messages where "offset" %% %s = %s'
        rows(self.ways.owner_url, vanish, (every, self.chance.randrange(every)))

    def message_is_deleted(self) -> None:
        find = (
            "select partition_id::text, coalesce(transaction_text, transaction_key::text) as id"
            '  from queen.messages where "offset" %% 5 = %s order by partition_id, "offset" limit 1'
        )
        for message in rows(self.ways.owner_url, find, (self.chance.randrange(5),)):
            self.messages.delete_message(message["partition_id"], message["id"])

    def seek_back(self) -> None:
        """The messages of a lease are handed out again, perhaps before it has run out."""
        if self.leases:
            group, lease = self.leases[-1]
            self.groups.seek(group, "q", None, Target("beginning"), force=True)
            self._pop(group, len(lease.messages))

    def go(self) -> None:
        steps = [self.push, self.pop, self.ack, self.time_passes, self.push_later]
        steps += [self.give_back, self.messages_vanish, self.seek_back]
        steps += [self.message_is_deleted, self.take_next]
        steps += [self.push_together, self.pop_each, self.ack_lanes, self.take_next_each]
        weights = [30, 30, 30, 6, 3, 2, 3, 3, 2, 25, 10, 10, 10, 10]
        for step in self.chance.choices(steps, weights, k=STEPS):
            step()


@pytest.fixture
def walk(
    store: Queues, database: Database, ways: Ways, stopped_clock: StoppedClock
) -> Callable[[int], Walk]:
    """Walk on from wherever the last walk has ended."""
    for partition in ("a", "b", "c", "d", "Default"):  # else each way draws ids of its own for them
        push(store, "q", "first", partition=partition)
    for group in "gh":
        push(store, "q", "first", partition="a")
        pop(store, "q", group=group, auto_ack=True)

    def go(seed: int) -> Walk:
        walk = Walk(seed, store, database, ways, stopped_clock)
        walk.go()
        return walk

    return go


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_agree_wherever_a_walk_leads(walk: Callable[[int], Walk], seed: int) -> None:
    went = walk(seed).went
    for verb in ("push", "pop", "ack", "take_next", "each", "lanes"):
        assert min(went[verb, True], went[verb, False]) > 0, went
    assert went["next each", True] > 0


def walk_for_long(walk: Callable[[int], Walk]) -> None:
    for seed in range(20):
        walk(seed)


#: (routine, text, its replacement); test_short_fences.py has a case for each other condition.
BROKEN = {
    "a pop takes over an expired lease as if it were free": (
        "_plain_lane",
        "c.lease_id is null and c.completed is null",
        "c.completed is null",
    ),
    "a pop forgets earlier deliveries": ("_plain_lane", "and c.redelivered is null ", ""),
    "a pop counts what is not there": (
        "pop",
        "handed = v_handed",
        "handed = v_lane.upto - v_lane.first",
    ),
    "what is taken next counts what is not there": (
        "take_next",
        "handed = v_handed",
        "handed = v_lane.upto - v_lane.first",
    ),
    "what is taken next is not leased": (
        "take_next",
        "where c.partition_id = v_lane.partition_id",
        "where false",
    ),
    "pops of many count what is not there": (
        "pop_each",
        "handed = l.handed",
        "handed = l.upto - l.first",
    ),
    "pops of many stop behind one that finds nothing": (
        "pop_each",
        "if v_next > cardinality(v_lanes.partition_ids) then",
        "if true then",
    ),
    "an ack needs no live lease": ("_complete_lane", " and c.lease_expires_at > v_now", ""),
    "a push leaves a gap where a duplicate was": (
        "push_one",
        "        v_partition := null;",
        """update partitions p set head = p.head + 1 where p.id = v_partition;
           v_partition := null;""",
    ),
    "a push wakes rows that rest": ("push_one", " and i.rest_until is null", ""),
    "a push wakes nobody": ("push_one", "where i.partition_id = v_partition", "where false"),
    "a push forgets delays": (
        "push_one",
        "delayed_until = case when p.tail < p.head then p.delayed_until end",
        "delayed_until = null",
    ),
    "a push does not say how large it is": (
        "push_one",
        "p_payload, p_headers, concat",
        "'', '', concat",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_the_walk_finds_it_when(walk: Callable[[int], Walk], owner_url: str, fault: str) -> None:
    routine, text, replacement = BROKEN[fault]
    rewrite(owner_url, routine, (text, replacement))
    with pytest.raises(AssertionError):
        walk_for_long(walk)

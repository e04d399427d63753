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
from regent.stores.queue_types import Ack, Lease
from tests.races.sessions import rewrite
from tests.sql.queue.conftest import Ways
from tests.support.clock import StoppedClock
from tests.support.rows import rows
from tests.support.store import acks, pop, push

STEPS = 150


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
        partition, transaction = self.chance.choice("abc"), f"t{self.chance.randrange(60)}"
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

    def ack(self) -> None:
        if not self.leases:
            return
        group, lease = self.leases[-self.chance.randint(1, min(3, len(self.leases)))]
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
        self._ack(answers)

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
            '  from queen.messages where "offset" %% 5 = %s limit 1'
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
        steps += [self.message_is_deleted]
        for step in self.chance.choices(steps, [30, 30, 30, 6, 3, 2, 3, 3, 2], k=STEPS):
            step()


@pytest.fixture
def walk(
    store: Queues, database: Database, ways: Ways, stopped_clock: StoppedClock
) -> Callable[[int], Walk]:
    """Walk on from wherever the last walk has ended."""
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
    for verb in ("push", "pop", "ack"):
        assert min(went[verb, True], went[verb, False]) > 0, went


def walk_for_long(walk: Callable[[int], Walk]) -> None:
    for seed in range(20):
        walk(seed)


#: (routine, text, its replacement); test_short_fences.py has a case for each other condition.
BROKEN = {
    "a pop takes over an expired lease as if it were free": (
        "pop",
        "c.lease_id is null and c.completed is null",
        "c.completed is null",
    ),
    "a pop forgets earlier deliveries": ("pop", "and c.redelivered is null ", ""),
    "a pop counts what is not there": (
        "pop",
        "handed = v_handed",
        "handed = v_upto - v_first",
    ),
    "an ack needs no live lease": ("ack_lane", " and c.lease_expires_at > v_now", ""),
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

"""The event log beside a model of a few lines of Python: reads, and claims of many workers while
others append."""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from regent.database import Database
from regent.errors import ClaimLost
from regent.stores.log import LogStore
from tests.races.log.steps import lost_marks
from tests.support.clock import Clock
from tests.support.log import append, message, parsed, positions, work

TYPES = ("a", "b", "c", "d")
NAMES = ("x", "y", "z")
VALUES = ("1", "2", "3", "|:\\", 1, True, 2.5)
Log = dict[int, Any]


def text(value: Any) -> str:
    """A value as the log compares it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def attributes(one: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: text(value)
        for name, value in one["payload"].items()
        if isinstance(value, (str, int, float))
    }


def in_partition(one: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    """Whether a message matches a partition: the seed's conditional AND."""
    had = attributes(one)
    shared = [name for name in value if name in had]
    return bool(shared) and all(had[name] == text(value[name]) for name in shared)


def meets(one: Mapping[str, Any], condition: Mapping[str, Any]) -> bool:
    had = attributes(one)
    return bool(one["type"] == condition["type"]) and all(
        had.get(name) == text(value) for name, value in condition["attrs"].items()
    )


def any_message(chance: random.Random) -> Any:
    names = chance.sample(NAMES, chance.choice((0, 1, 1, 2, 2, 3)))
    extra: dict[str, Any] = {"note": None, "list": [1]} if chance.random() < 0.2 else {}
    return message(chance.choice(TYPES), **{name: chance.choice(VALUES) for name in names}, **extra)


@pytest.fixture
def log(database: Database) -> LogStore:
    return LogStore(database)


def some(log: LogStore, chance: random.Random, count: int) -> Log:
    """Append messages in small batches."""
    known: Log = {}
    while len(known) < count:
        batch = [any_message(chance) for _ in range(chance.randint(1, 9))]
        known |= dict(zip(append(log, *batch).positions, batch, strict=True))
    return known


def first(known: Log, wanted: Iterable[int], limit: int) -> list[int]:
    return sorted(set(wanted) & set(known))[:limit]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_read_is_what_python_finds(log: LogStore, seed: int) -> None:
    chance = random.Random(seed)
    known = some(log, chance, 150)
    end = max(known)
    for _ in range(150):
        after, upto = sorted((chance.randint(0, end), chance.randint(0, end + 3)))
        limit = chance.choice((1, 3, 1_000))
        types = chance.sample(TYPES, chance.randint(1, 4))
        names = chance.sample(NAMES, chance.randint(1, 3))
        value = {name: chance.choice(VALUES) for name in names}
        found = log.read_partition(value, types, after=after, upto=upto, limit=limit)
        assert positions(found) == first(
            known,
            (
                p
                for p, one in known.items()
                if after < p <= upto and one["type"] in types and in_partition(one, value)
            ),
            limit,
        )
        conditions = [
            {
                "type": chance.choice(TYPES),
                "attrs": {n: chance.choice(VALUES) for n in chance.sample(NAMES, length)},
            }
            for length in chance.sample((0, 1, 2, 3), chance.randint(1, 3))
        ]
        found = log.read_conditions(conditions, after, limit)
        matching = [
            p
            for p, one in known.items()
            if p > after and any(meets(one, condition) for condition in conditions)
        ]
        assert positions(found) == first(known, matching, limit)
        type_ = chance.choice((*TYPES, None))
        of_type = [p for p, one in known.items() if type_ in (None, one["type"])]
        ahead = log.read_messages(after, limit, type_=type_)
        assert positions(ahead) == first(known, (p for p in of_type if p >= after), limit)
        behind = log.read_messages(after, limit, backwards=True, type_=type_)
        assert positions(behind) == sorted((p for p in of_type if p <= after), reverse=True)[:limit]


@dataclass
class Claims:
    """The messages that workers got, and those that they completed, by offset and claim."""

    handed: dict[int, dict[int, Any]] = field(default_factory=lambda: defaultdict(dict))
    acked: dict[tuple[int, int], int] = field(default_factory=dict)
    guard: threading.Lock = field(default_factory=threading.Lock)


def names_of(claim: str) -> tuple[int, int]:
    offset, number = claim.split(".")
    return int(offset), int(number)


def consume(
    log: LogStore,
    claims: Claims,
    by: Sequence[str],
    chance: random.Random,
    kept: list[tuple[str, int]],
) -> None:
    """Claim, and answer in one of the possible ways: all, a part, nothing, too late, not at all."""
    asked = TYPES if chance.random() < 0.8 else chance.sample(TYPES, 2)
    found = log.claim_next("g", work(by, asked, batch=chance.randint(1, 5), lease_seconds=100))
    if found is None:
        return
    claim, seen = found["offsetId"], positions(found)
    offset, number = names_of(claim)
    with claims.guard:
        claims.handed[offset][number] = parsed(found) | {"types": asked}
    fate = chance.random()
    if fate < 0.75:
        answer(log, claims, claim, seen[-1] if fate < 0.55 else chance.choice(seen))
    elif fate < 0.9:
        with suppress(ClaimLost):
            log.release_claim("g", claim, error="no", rest_seconds=chance.choice((None, 50)))
    elif kept:
        answer(log, claims, *kept.pop())
    else:
        kept.append((claim, seen[-1]))


def answer(log: LogStore, claims: Claims, claim: str, position: int) -> None:
    try:
        log.ack_claim("g", claim, position)
    except ClaimLost:
        return
    with claims.guard:
        claims.acked[names_of(claim)] = position


def drain(log: LogStore, claims: Claims, by: Sequence[str]) -> None:
    while (found := log.claim_next("g", work(by, TYPES, batch=50))) is not None:
        found = parsed(found) | {"types": TYPES}
        offset, number = names_of(found["offsetId"])
        claims.handed[offset][number] = found
        answer(log, claims, found["offsetId"], positions(found)[-1])


def faults(known: Log, claims: Claims, by: Sequence[str]) -> list[str]:
    """Check that each claim handed out exactly the next messages, and that all were handed out."""
    wrong = []
    partitions = {
        tuple(attributes(one)[name] for name in by)
        for one in known.values()
        if all(name in attributes(one) for name in by)
    }
    met = set()
    for offset, numbered in claims.handed.items():
        done = 0
        value = {}
        for number in sorted(numbered):
            found = numbered[number]
            value = found["partitionValue"]
            of_types = [
                p
                for p, one in known.items()
                if p > done and one["type"] in found["types"] and in_partition(one, value)
            ]
            expected = sorted(of_types)[: len(found["messages"])]
            if positions(found) != expected:
                wrong.append(f"{value} claim {number}: {positions(found)}, not {expected}")
            done = max(done, claims.acked.get((offset, number), 0))
        left = [p for p, one in known.items() if p > done and in_partition(one, value)]
        if left:
            wrong.append(f"{value}: {left} were never completed")
        met.add(tuple(value[name] for name in by))
    if met != partitions:
        wrong.append(f"partitions {sorted(partitions ^ met)} were missed or made up")
    return wrong


@pytest.mark.parametrize("by", [("x",), ("x", "y"), ("x", "y", "z")], ids=len)
def test_workers_get_each_message_of_each_partition_in_order_while_others_append(
    log: LogStore, owner_url: str, clock: Clock, by: tuple[str, ...]
) -> None:
    log.register_group("g")
    claims = Claims()

    over = threading.Event()

    def produce(seed: int) -> Log:
        chance = random.Random(seed)
        known: Log = {}
        while not over.wait(0.02):
            known |= some(log, chance, 5)
        return known

    def work_on(seed: int) -> None:
        chance = random.Random(seed)
        kept: list[tuple[str, int]] = []
        while not over.is_set():
            consume(log, claims, by, chance, kept)

    def tick() -> None:
        for _ in range(6):
            over.wait(0.25)
            clock.advance(60)  # leases run out, rests are over
        over.set()

    with ThreadPoolExecutor(9) as threads:
        appended = [threads.submit(produce, seed) for seed in range(3)]
        calls = [threads.submit(work_on, seed) for seed in range(5)]
        threads.submit(tick).result(120)
        for call in calls:
            call.result(120)
        known = {p: one for call in appended for p, one in call.result(120).items()}
    assert lost_marks(owner_url) == []
    clock.advance(1_000)
    drain(log, claims, by)
    assert faults(known, claims, by) == []
    assert sum(len(numbered) for numbered in claims.handed.values()) > 50


def test_the_check_of_claims_finds_what_is_wrong() -> None:
    """One message is skipped, one is handed out too early, and no worker gets one partition."""
    known = {1: message("a", x="1"), 2: message("a", x="1"), 3: message("a", x="2")}
    good = {"messages": [{"position": 1}], "partitionValue": {"x": "1"}, "types": ("a",)}
    claims = Claims()
    claims.handed[1] = {1: good, 2: good | {"messages": [{"position": 2}]}}
    claims.handed[2] = {
        1: {"messages": [{"position": 3}], "partitionValue": {"x": "2"}, "types": ("a",)}
    }
    claims.acked = {(1, 1): 1, (1, 2): 2, (2, 1): 3}
    assert faults(known, claims, ("x",)) == []
    claims.acked[1, 1] = 0
    assert len(faults(known, claims, ("x",))) == 1
    claims.acked = {(1, 1): 1, (2, 1): 3}
    assert len(faults(known, claims, ("x",))) == 1
    del claims.handed[2]
    assert len(faults(known, claims, ("x",))) == 2

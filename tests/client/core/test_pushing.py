"""Pushes as plans: chunks, halves, full queues and fixed partitions, without a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from typing import Any
from zlib import crc32

import pytest

from regent.client.core.operation import Operation
from regent.client.core.outgoing import Draft, Form, Outgoing, Pushed
from regent.client.core.payloads import STANDARD_JSON
from regent.client.core.pushing import Pushing
from regent.client.errors import PartlyPushed, Unreachable
from regent.errors import (
    Forbidden,
    InvalidRequest,
    PayloadTooLarge,
    QueueFull,
    RegentError,
    RequestTooLarge,
    UnknownPartition,
    UnknownTopic,
)

Answer = Callable[[list[dict[str, Any]]], Any]


class World:
    """Answers the operations of a plan, and lets its clock run through the pauses."""

    def __init__(self, *, partitions: int = 0) -> None:
        self.now = 1000.0
        self.pushing = Pushing(lambda: self.now, random=lambda: 0.5)
        self.partitions = partitions
        self.looked = 0
        #: The items of each push that was sent.
        self.sent: list[list[dict[str, Any]]] = []
        self.paused: list[float] = []
        self.refuse: Answer = lambda items: None

    def run(self, plan: Generator[Any, Any, Any]) -> Any:
        answer: Any = None
        try:
            while True:
                step = plan.throw(answer) if isinstance(answer, Exception) else plan.send(answer)
                answer = None
                if isinstance(step, float):
                    self.paused.append(step)
                    self.now += step
                else:
                    answer = self._answer(step)
        except StopIteration as done:
            return done.value

    def _answer(self, operation: Operation[Any]) -> Any:
        if operation.method == "GET":
            self.looked += 1
            return self.partitions or UnknownTopic("no")
        assert operation.body is not None
        items = json.loads(operation.body)["items"]
        self.sent.append(items)
        return self.refuse(items) or [
            Pushed(f"m-{item['payload']}", item["transactionId"], "1", duplicate=False)
            for item in items
        ]


def draft(payload: Any, **more: Any) -> Draft:
    return Form("q", None, STANDARD_JSON).draft(Outgoing(payload, **more))


def many(world: World, payloads: Any, when_full: Any = "wait", timeout: Any = None) -> list[Pushed]:
    drafts = [p if isinstance(p, Exception) else draft(p, partition="p") for p in payloads]
    found: list[Pushed] = world.run(world.pushing.many(drafts, when_full, timeout))
    return found


def full(requested: int = 1, most: int = 10, after: float | None = None) -> QueueFull:
    error = QueueFull("full", {"requested": requested, "maxSize": most})
    error.retry_after_seconds = after
    return error


def test_one_push_is_one_request() -> None:
    world = World()
    pushed = world.run(world.pushing.one(draft(7, partition="p"), "wait", None))
    assert pushed.id == "m-7"
    assert [len(items) for items in world.sent] == [1]


def test_many_travel_by_five_hundred_in_their_order() -> None:
    world = World()
    pushed = many(world, range(1001))
    assert [len(items) for items in world.sent] == [500, 500, 1]
    assert [each.id for each in pushed] == [f"m-{n}" for n in range(1001)]


def test_many_travel_by_a_mebibyte() -> None:
    world = World()
    many(world, ["x" * 300_000] * 7)
    assert [len(items) for items in world.sent] == [3, 3, 1]
    assert all(len(json.dumps(items)) <= 1024 * 1024 for items in world.sent)


def test_one_that_is_larger_than_a_mebibyte_travels_alone() -> None:
    world = World()
    many(world, ["x", "x" * 2_000_000, "x"])
    assert [len(items) for items in world.sent] == [1, 1, 1]


def test_nothing_is_no_request() -> None:
    world = World()
    assert many(world, []) == []
    assert world.run(world.pushing.all_at_once([], "wait", None)) == []
    assert world.sent == []


@pytest.mark.parametrize("kind", [InvalidRequest, PayloadTooLarge])
def test_one_that_is_refused_fails_alone(kind: type[RegentError]) -> None:
    world = World()
    world.refuse = lambda items: kind("no") if any(i["payload"] == 3 for i in items) else None
    with pytest.raises(PartlyPushed, match="1 of 8 messages") as partly:
        many(world, range(8))
    assert [each and each.id for each in partly.value.results] == [
        None if n == 3 else f"m-{n}" for n in range(8)
    ]
    assert list(partly.value.failures) == [3]
    assert isinstance(partly.value.failures[3], kind)
    stored = [items for items in world.sent if all(i["payload"] != 3 for i in items)]
    assert [i["payload"] for items in stored for i in items] == [0, 1, 2, 4, 5, 6, 7]


def test_one_that_could_not_be_made_is_a_failure_like_others() -> None:
    world = World()
    with pytest.raises(PartlyPushed) as partly:
        many(world, [0, PayloadTooLarge("no"), 2])
    assert [each and each.id for each in partly.value.results] == ["m-0", None, "m-2"]


def test_nothing_overtakes_what_could_not_be_sent() -> None:
    world = World()
    lost = Unreachable("lost")
    world.refuse = lambda items: lost if items[0]["payload"] == 500 else None
    with pytest.raises(PartlyPushed) as partly:
        many(world, range(1500))
    assert len(world.sent) == 2
    assert sorted(partly.value.failures) == list(range(500, 1500))
    assert set(map(id, partly.value.failures.values())) == {id(lost)}


def test_one_reason_for_all_is_raised_as_itself() -> None:
    world = World()
    world.refuse = lambda items: Forbidden("no")
    with pytest.raises(Forbidden):
        many(world, range(1200))
    assert len(world.sent) == 1


def test_all_at_once_is_one_request_or_none() -> None:
    world = World()
    drafts = [draft(n, partition="p") for n in range(5000)]
    assert len(world.run(world.pushing.all_at_once(drafts, "wait", None))) == 5000
    with pytest.raises(RequestTooLarge, match="5001 messages"):
        world.run(world.pushing.all_at_once([*drafts, draft(1, partition="p")], "wait", None))
    large = [draft("x" * 1_000_000, partition="p") for _ in range(6)]
    with pytest.raises(RequestTooLarge, match="nothing was sent"):
        world.run(world.pushing.all_at_once(large, "wait", None))
    assert [len(items) for items in world.sent] == [5000]


# Full queues


def test_a_full_queue_is_waited_for_longer_and_longer() -> None:
    world = World()
    world.refuse = lambda items: full() if len(world.sent) < 5 else None
    world.run(world.pushing.one(draft(1, partition="p"), "wait", 60.0))
    assert world.paused == [1.0, 2.0, 4.0, 8.0]


def test_a_full_queue_may_ask_for_a_longer_pause() -> None:
    world = World()
    world.refuse = lambda items: full(after=5) if len(world.sent) < 2 else None
    world.run(world.pushing.one(draft(1, partition="p"), "wait", 60.0))
    assert world.paused == [5.0]


def test_a_full_queue_is_waited_for_thirty_seconds() -> None:
    world = World()
    world.refuse = lambda items: full()
    with pytest.raises(QueueFull):
        world.run(world.pushing.one(draft(1, partition="p"), "wait", None))
    assert world.paused == [1.0, 2.0, 4.0, 8.0]
    assert world.now < 1030


def test_who_does_not_want_to_wait_is_told_at_once() -> None:
    world = World()
    world.refuse = lambda items: full()
    with pytest.raises(QueueFull):
        world.run(world.pushing.one(draft(1, partition="p"), "raise", None))
    assert world.paused == []


def test_more_than_a_queue_ever_holds_is_not_waited_for() -> None:
    world = World()
    world.refuse = lambda items: full(requested=11, most=10)
    with pytest.raises(QueueFull):
        world.run(
            world.pushing.all_at_once([draft(n, partition="p") for n in range(11)], "wait", None)
        )
    assert world.paused == []


def test_more_than_a_queue_ever_holds_is_sent_in_halves() -> None:
    world = World()
    world.refuse = lambda items: full(requested=len(items), most=3) if len(items) > 3 else None
    assert len(many(world, range(8))) == 8
    assert [len(items) for items in world.sent] == [8, 4, 2, 2, 4, 2, 2]


# Fixed partitions


def test_in_a_queue_with_fixed_partitions_the_client_names_one_before_the_first_try() -> None:
    world = World(partitions=4)
    world.run(world.pushing.one(draft(1, transaction_id="t-1"), "wait", None))
    world.run(world.pushing.one(draft(3, partition="own"), "wait", None))
    assert [items[0]["partition"] for items in world.sent] == [str(crc32(b"t-1") % 4), "own"]


def test_a_key_is_the_servers_to_place() -> None:
    world = World(partitions=4)
    world.run(world.pushing.one(draft(2, key="anna"), "wait", None))
    assert (world.looked, world.sent[0][0]["key"]) == (0, "anna")
    assert "partition" not in world.sent[0][0]
    world.run(world.pushing.all_at_once([draft(1), draft(2, key="anna")], "wait", None))
    assert ["partition" in item for item in world.sent[1]] == [True, False]


def test_the_number_of_partitions_is_asked_for_once_a_minute() -> None:
    world = World(partitions=4)
    for _ in range(3):
        world.run(world.pushing.one(draft(1), "wait", None))
    assert world.looked == 1
    world.now += 60
    world.run(world.pushing.one(draft(1), "wait", None))
    assert world.looked == 2


def test_in_another_queue_it_is_left_to_the_server() -> None:
    world = World()
    for _ in range(2):
        world.run(world.pushing.one(draft(1), "wait", None))
    assert world.looked == 1
    assert all("partition" not in items[0] for items in world.sent)


def test_a_queue_that_was_made_anew_with_fewer_partitions_is_asked_again() -> None:
    world = World(partitions=1000)
    id_beyond_two = next(f"t-{n}" for n in range(99) if crc32(f"t-{n}".encode()) % 1000 > 1)

    def refuse(items: list[dict[str, Any]]) -> Any:
        world.partitions = 2
        return UnknownPartition("no") if int(items[0]["partition"]) > 1 else None

    world.refuse = refuse
    world.run(world.pushing.one(draft(1, transaction_id=id_beyond_two), "wait", None))
    assert [int(items[0]["partition"]) < 2 for items in world.sent] == [False, True]


def test_a_partition_that_the_program_named_is_not_changed() -> None:
    world = World(partitions=2)
    world.refuse = lambda items: UnknownPartition("no")
    with pytest.raises(UnknownPartition):
        world.run(world.pushing.one(draft(1, partition="9"), "wait", None))
    assert len(world.sent) == 1

"""Each condition of the short ways has a case that needs it: without it, the ways disagree."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.groups import Groups, Target
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from regent.stores.queue_types import Lease
from tests.races.sessions import rewrite
from tests.sql.queue.conftest import Ways
from tests.support.clock import StoppedClock
from tests.support.rows import rows
from tests.support.store import acks, complete, pop, push


@dataclass
class World:
    """A queue of which a group has taken three of five messages."""

    store: Queues
    database: Database
    ways: Ways
    clock: StoppedClock
    lease: Lease

    def execute(self, statement: str) -> None:
        rows(self.ways.owner_url, statement)

    def ack(self, *places: int) -> None:
        messages = [self.lease.messages[place] for place in places]
        self.ways.ack(acks(self.lease, *messages))

    def ack_up_to(self, place: int) -> None:
        (answer,) = acks(self.lease, self.lease.messages[place])
        self.ways.ack([{**answer, "upTo": True}])

    def pop(self, batch: int = 3) -> None:
        self.ways.pop("q", batch=batch)
        self.ways.pop_each("q", 2, group="__QUEUE_MODE__", batch=batch)


@pytest.fixture
def world(store: Queues, database: Database, ways: Ways, stopped_clock: StoppedClock) -> World:
    push(store, "q", *range(5), partition="p")
    return World(store, database, ways, stopped_clock, pop(store, "q", batch=3))


def back_to_the_beginning(world: World) -> None:
    target = Target("beginning")
    Groups(world.database).seek("__QUEUE_MODE__", "q", None, target, force=True)


def an_ack_of_a_lease_that_a_seek_ended(world: World) -> None:
    back_to_the_beginning(world)
    pop(world.store, "q", batch=3)
    world.ack(0, 1, 2)


def an_ack_that_comes_too_late(world: World) -> None:
    world.clock.advance(300)
    world.ack(0, 1, 2)


def an_ack_of_something_else(world: World) -> None:
    wrong = {**acks(world.lease)[0], "transactionId": str(uuid.UUID(int=1))}
    world.ways.ack([wrong, *acks(world.lease)[1:]])


def an_ack_up_to_something_else(world: World) -> None:
    world.ack_up_to(1)


def an_ack_up_to_what_is_left_of_a_lease(world: World) -> None:
    """What was deleted before the pop was handed out to nobody, so it is not counted."""
    complete(world.store, world.lease)
    world.execute('delete from queen.messages where "offset" = 0')
    back_to_the_beginning(world)
    world.lease = pop(world.store, "q", batch=3)
    world.ack_up_to(-1)


def an_ack_of_what_is_left_of_a_lease(world: World) -> None:
    world.execute('delete from queen.messages where "offset" = 1')
    world.ack(0, 2)


def an_ack_before_a_hole(world: World) -> None:
    world.execute('delete from queen.messages where "offset" > 2')
    world.ack(0, 1, 2)


def an_ack_of_the_rest(world: World) -> None:
    world.store.ack(acks(world.lease, world.lease.messages[1]))
    world.execute("update queen.partition_consumers set handed = 2")
    world.execute('delete from queen.messages where "offset" = 1')
    world.ack(0, 2)


def an_ack_of_what_came_again(world: World) -> None:
    world.store.ack(acks(world.lease, status="retry"))
    push(world.store, "q", "wide", partition="p")
    wide = pop(world.store, "q", batch=6)
    world.store.ack(acks(wide, status="retry"))
    world.lease = pop(world.store, "q", batch=3)
    world.ack(0, 1, 2)


def an_ack_of_a_narrowed_lease(world: World) -> None:
    world.execute("update queen.partition_consumers set batch_limit = 3")
    world.ack(0, 1, 2)


def a_pop_when_a_rest_is_over(world: World) -> None:
    world.store.ack(acks(world.lease, world.lease.messages[0], status="failed"))
    world.clock.advance(60)
    world.pop()


def a_pop_of_a_narrowed_partition(world: World) -> None:
    complete(world.store, world.lease)
    world.execute("update queen.partition_consumers set batch_limit = 1")
    world.pop()


def a_pop_of_what_is_not_due(world: World) -> None:
    complete(world.store, world.lease)
    push(world.store, "q", "late", partition="p", delaySeconds=5)
    world.pop()


def a_pop_after_a_lease_that_ran_out(world: World) -> None:
    world.clock.advance(300)
    world.pop()


def a_pop_of_what_is_not_there(world: World) -> None:
    complete(world.store, world.lease)
    world.execute("delete from queen.messages")
    world.pop()


def a_pop_of_what_was_deleted_before_a_seek(world: World) -> None:
    second = world.lease.messages[1]
    complete(world.store, world.lease)
    messages = StoredMessages(world.database, Encryption(Settings()))
    messages.delete_message(str(second.partition_id), second.transaction_id)
    back_to_the_beginning(world)
    world.pop()


def a_pop_of_what_came_back(world: World) -> None:
    world.store.ack(acks(world.lease, status="retry"))
    world.pop()


def a_pop_behind_what_retention_took(world: World) -> None:
    complete(world.store, world.lease)
    world.execute('delete from queen.messages where "offset" < 4')
    world.execute("update queen.partitions set tail = 4")
    world.pop(batch=1)


#: (case, routine, text, its replacement)
CASES: list[tuple[Callable[[World], None], str, str, str]] = [
    (an_ack_of_a_lease_that_a_seek_ended, "_complete_lane",
     "c.lease_id = coalesce(p_lease, c.lease_id) and ", ""),
    (an_ack_that_comes_too_late, "_complete_lane", " and c.lease_expires_at > v_now", ""),
    (an_ack_of_something_else, "_complete_lane", ") = p_keys end", ") is not null end"),
    (an_ack_up_to_something_else, "_complete_lane", ") = p_keys[1]", ") is not null"),
    (an_ack_up_to_what_is_left_of_a_lease, "_complete_lane", "c.batch_end - c.committed",
     "c.handed"),
    (an_ack_of_what_is_left_of_a_lease, "_complete_lane", "else cardinality(p_keys) end",
     "else c.handed end"),
    (an_ack_before_a_hole, "_complete_lane", "v_head is null or v_head = v_end;", "true;"),
    (an_ack_of_the_rest, "_complete_lane", "c.completed is null and ", ""),
    (an_ack_of_what_came_again, "_complete_lane", "c.redelivered is null and ", ""),
    (an_ack_of_a_narrowed_lease, "_complete_lane", "_grown_batch_limit(c.batch_limit)",
     "c.batch_limit"),
    (a_pop_when_a_rest_is_over, "_plain_lane", "r.rest_until <= p_now)", "false)"),
    (a_pop_of_a_narrowed_partition, "_plain_lane", "least(p_batch, c.batch_limit)", "p_batch"),
    (a_pop_of_what_is_not_due, "_plain_lane",
     "c.plain and (p.delayed_until is null or p.delayed_until <= p_now)", "c.plain"),
    (a_pop_after_a_lease_that_ran_out, "_plain_lane", "c.lease_id is null and c.completed is null",
     "c.completed is null"),
    (a_pop_when_a_rest_is_over, "_plain_lanes", "r.rest_until <= p_now)", "false)"),
    (a_pop_of_a_narrowed_partition, "_plain_lanes", "least(p_batch, c.batch_limit)", "p_batch"),
    (a_pop_of_what_is_not_due, "_plain_lanes",
     "c.plain and (p.delayed_until is null or p.delayed_until <= p_now)", "c.plain"),
    (a_pop_after_a_lease_that_ran_out, "_plain_lanes",
     "c.lease_id is null and c.completed is null", "c.completed is null"),
    (a_pop_of_what_was_deleted_before_a_seek, "_plain_lanes", "and c.completed is null and", "and"),
    (a_pop_of_what_came_back, "_plain_lanes", "and c.redelivered is null", ""),
    (a_pop_behind_what_retention_took, "_plain_lanes",
     "greatest(c.committed, p.tail) as first", "c.committed as first"),
    (a_pop_of_what_is_not_there, "pop_each", "and l.handed > 0", ""),
    (a_pop_of_what_is_not_there, "pop", "if v_handed > 0 then", "if true then"),
    (a_pop_of_what_was_deleted_before_a_seek, "_plain_lane", "and c.completed is null and", "and"),
    (a_pop_of_what_came_back, "_plain_lane", "and c.redelivered is null ", ""),
    (a_pop_behind_what_retention_took, "_plain_lane",
     "greatest(c.committed, p.tail),", "c.committed,"),
]  # fmt: skip


@pytest.mark.parametrize("case", [each[0] for each in CASES], ids=lambda case: case.__name__)
def test_both_ways_agree_on(world: World, case: Callable[[World], None]) -> None:
    case(world)


@pytest.mark.parametrize(
    ("case", "routine", "text", "replacement"), CASES, ids=[each[0].__name__ for each in CASES]
)
def test_the_ways_disagree_without_the_fence_on(
    world: World, case: Callable[[World], None], routine: str, text: str, replacement: str
) -> None:
    rewrite(world.ways.owner_url, routine, (text, replacement))
    with pytest.raises(AssertionError):
        case(world)

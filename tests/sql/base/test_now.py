"""queen.now: the only clock."""

from datetime import timedelta

from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import value
from tests.support.store import pop, push


def test_now_is_the_wall_clock(url: str) -> None:
    gap = value(url, "select clock_timestamp() - queen.now()")
    assert abs(gap) < timedelta(seconds=1)


def test_now_moves_within_a_transaction(url: str) -> None:
    assert value(url, "select queen.now() < (select queen.now() from pg_sleep(0.001))") is True


def test_everything_asks_this_clock(store: Queues, clock: Clock, owner_url: str) -> None:
    clock.advance(10 * 86_400)
    push(store, "q", 1)
    pop(store, "q", group="g", mode="all")
    ahead = "between now() + interval '9 days' and now() + interval '11 days'"
    assert value(
        owner_url,
        f"select m.created_at {ahead} and p.created_at {ahead} and p.last_activity {ahead}"
        f"   and q.created_at {ahead} and c.leased_at {ahead} and c.lease_expires_at {ahead}"
        f"   and g.created_at {ahead} and s.created_at {ahead}"
        "  from queen.messages m, queen.partitions p, queen.queues q, queen.partition_consumers c,"
        "       queen.consumer_groups g, queen.consumer_groups_metadata s",
    )

"""queen.list_partitions where a group, a state, a part of the names or another order is asked for.
That states agree with queen.explain_partition is seen in each test of that one."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.resources import PartitionSort, Resources, WhichPartitions
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.store import acks, complete, configure, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


@pytest.fixture
def various(store: Queues, stopped_clock: StoppedClock) -> StoppedClock:
    """Partitions of a group in several states, each with one message a second younger."""
    configure(store, "q", retry_delay=60_000)
    for partition in ("d-done", "a-rests", "c-held", "b-waits", "a-waits"):
        push(store, "q", 1, partition=partition)
        stopped_clock.advance(1)
    complete(store, pop(store, "q", "d-done", group="g"), "g")
    failed = pop(store, "q", "a-rests", group="g")
    store.ack(acks(failed, group="g", status="failed"))
    pop(store, "q", "c-held", group="g")
    for partition in ("b-waits", "a-waits"):
        lease = pop(store, "q", partition, group="g")
        store.ack(acks(lease, group="g", status="retry"))
    push(store, "q", 1, partition="e-new")
    return stopped_clock


def walk(
    resources: Resources,
    which: WhichPartitions,
    sort: PartitionSort = "name",
    limit: int = 1,
    most: int = 1_000,
) -> list[list[str]]:
    """The names on each page."""
    pages: list[list[str]] = []
    page = Page(limit)
    while True:
        found = resources.list_partitions(page, which, sort=sort, most=most)
        pages.append([row["name"] for row in found.rows])
        if found.next_key is None:
            return pages
        page = Page(limit, after=found.next_key)


def names(resources: Resources, which: WhichPartitions, sort: PartitionSort = "name") -> list[str]:
    (page,) = walk(resources, which, sort, limit=100)
    assert [name for each in walk(resources, which, sort) for name in each] == page
    return page


@pytest.mark.usefixtures("various")
def test_by_lag_come_those_that_pops_take_next_and_then_those_that_rest(
    resources: Resources,
) -> None:
    of_group = WhichPartitions("q", "g")
    assert names(resources, of_group, "lag") == ["c-held", "b-waits", "a-waits", "a-rests"]
    assert names(resources, of_group._replace(prefix="a"), "lag") == ["a-waits", "a-rests"]
    assert names(resources, of_group._replace(state="leased"), "lag") == ["c-held"]
    assert names(resources, of_group._replace(state="resting"), "lag") == ["a-rests"]
    assert names(resources, WhichPartitions("q", "nobody"), "lag") == []


@pytest.mark.usefixtures("various")
def test_by_activity_the_last_push_comes_first(resources: Resources, store: Queues) -> None:
    push(store, "q", 2, partition="d-done")
    found = names(resources, WhichPartitions("q"), "activity")
    order = ["d-done", "e-new", "a-waits", "b-waits", "c-held", "a-rests", "Default"]
    assert found == order
    of_waits = WhichPartitions("q", "g", state="ready")
    assert names(resources, of_waits, "activity") == ["d-done", "a-waits", "b-waits"]
    assert names(resources, WhichPartitions("q", prefix="a-"), "activity") == ["a-waits", "a-rests"]


def test_names_begin_with_a_prefix_or_start_at_one(resources: Resources, store: Queues) -> None:
    last = "\U0010ffff"
    for partition in ("a", "ab", f"ab{last}", f"ab{last}z", "b", "é/x"):
        push(store, "q", 1, partition=partition)
    push(store, "r", 1, partition="ab")
    assert names(resources, WhichPartitions("q", prefix="ab")) == ["ab", f"ab{last}", f"ab{last}z"]
    assert names(resources, WhichPartitions("q", prefix="é/")) == ["é/x"]
    assert names(resources, WhichPartitions("q", start="ab0")) == [
        f"ab{last}",
        f"ab{last}z",
        "b",
        "é/x",
    ]
    assert names(resources, WhichPartitions("q", prefix="ab", start="abc")) == [
        f"ab{last}",
        f"ab{last}z",
    ]
    assert resources.list_partitions(Page(9), WhichPartitions("q", prefix="ab")).total is None


@pytest.mark.usefixtures("various")
def test_a_group_is_told_with_the_facts_of_its_state(resources: Resources) -> None:
    found = resources.list_partitions(Page(9), WhichPartitions("q", "g"))
    assert (found.total, {*found.rows[0]} & {"groups", "standing"}) == (7, {"standing"})
    rows = {row["name"]: orjson.loads(orjson.dumps(row["standing"])) for row in found.rows}
    assert {name: row["state"] for name, row in rows.items()} == {
        "Default": "not_subscribed",
        "a-rests": "resting",
        "a-waits": "ready",
        "b-waits": "ready",
        "c-held": "leased",
        "d-done": "empty",
        "e-new": "not_subscribed",
    }
    assert rows["e-new"]["open"] is None
    assert rows["a-rests"]["rest"] == {
        "reason": "retry_delay",
        "until": "2030-01-01T00:01:05.000000Z",
        "secondsLeft": 60,
    }
    failure: Any = rows["a-rests"]["failure"]
    assert (failure["offset"], failure["attempts"], failure["retryLimit"]) == (0, 1, 3)
    assert rows["c-held"]["lease"]["secondsLeft"] == 300
    assert (rows["b-waits"]["lagSeconds"], rows["d-done"]["lagSeconds"]) == (2, 0)


def test_a_rare_state_is_looked_for_in_bounded_steps(
    resources: Resources, various: StoppedClock
) -> None:
    leased = WhichPartitions("q", "g", state="leased")
    assert walk(resources, leased, limit=9, most=2) == [[], [], ["c-held"], []]
    assert walk(resources, leased, "activity", limit=9, most=2) == [[], ["c-held"], [], []]
    waiting = WhichPartitions("q", "g", state="ready")
    assert walk(resources, waiting, "lag", limit=9, most=2) == [["b-waits"], ["a-waits"]]
    assert walk(resources, waiting, limit=1, most=9) == [["a-waits"], ["b-waits"]]
    rewrite(
        various.owner_url,
        "list_partitions",
        ("when cardinality(v_ids) > v_look then v_ids[v_look] end", "end"),
    )
    assert walk(resources, leased, limit=9, most=2) == [[]]


def test_partitions_that_rest_until_one_instant_are_listed_once(
    resources: Resources, store: Queues, stopped_clock: StoppedClock
) -> None:
    configure(store, "q", delayed_processing=60)
    for number in range(5):
        push(store, "q", 1, partition=f"p{number}")
    for number in range(5):
        assert pop(store, "q", f"p{number}", group="g").messages == []
    found = names(resources, WhichPartitions("q", "g"), "lag")
    assert found == ["p0", "p1", "p2", "p3", "p4"]
    rewrite(
        stopped_clock.owner_url,
        "_partitions_by_lag",
        ("case when p_after_rank = 1 then p_after_id else 0 end", "9223372036854775807"),
    )
    assert walk(resources, WhichPartitions("q", "g"), "lag", limit=2) != [
        ["p0", "p1"],
        ["p2", "p3"],
        ["p4"],
    ]

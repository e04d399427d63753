"""A call's cost follows the messages that it hands out, not the number of partitions."""

from __future__ import annotations

from functools import partial

import psycopg
import pytest

from regent.stores.queue_types import PopRequest
from tests.plans.conftest import NARROW, WIDE, fill
from tests.plans.counters import Work, measure
from tests.plans.horizon import wait_for_older_transactions
from tests.plans.operations import OPERATIONS, extend, needle_pop
from tests.races.sessions import Session, acks, follow, item, pop, push

HOT_TABLES = {"partitions", "messages", "partition_consumers", "queues"}


def after_warm_up(session: Session, partitions: int, name: str) -> Work:
    """Measure the third call: by then the session has the plans that a warm connection uses."""
    for _ in range(2):
        OPERATIONS[name](session, partitions)
    return OPERATIONS[name](session, partitions)


@pytest.fixture
def at_width(open_filled, open_session):
    def session(partitions: int) -> Session:
        return open_session(open_filled(partitions))

    return session


def test_no_call_grows_with_the_number_of_partitions_or_messages(at_width):
    """One of 100,000 partitions holds 20,000 messages, each other one: the mean misleads."""
    narrow, wide = at_width(NARROW), at_width(WIDE)
    excess = {
        name: found
        for name in OPERATIONS
        if (found := after_warm_up(wide, WIDE, name).excess(after_warm_up(narrow, NARROW, name)))
    }
    assert excess == {}


def test_plans_made_while_the_tables_were_empty_are_right_later(owner_url, open_session, at_width):
    """A connection that is open since the first minute uses the plans that it made then."""
    old = open_session(owner_url)
    old.queues.configure("ns.q", namespace=None, task=None, partitions=None, options={})
    follow(old, *(f"p{number}" for number in range(49, 61)), queue="ns.q")
    for name in OPERATIONS:
        after_warm_up(old, NARROW, name)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("delete from queen.partitions")
    # The inserts clear the index of what was deleted, if nobody might still see it.
    wait_for_older_transactions(owner_url)
    fill(owner_url, partitions=WIDE, analyze=False)
    narrow = at_width(NARROW)
    excess = {
        name: found
        for name in OPERATIONS
        if (found := OPERATIONS[name](old, WIDE).excess(after_warm_up(narrow, NARROW, name)))
    }
    assert excess == {}


def test_plans_without_statistics_are_right(open_filled, open_session, at_width):
    """A new connection before the first ANALYZE of a queue that was filled in one go."""
    fresh = open_session(open_filled(WIDE, deep=1, analyze=False))
    narrow = at_width(NARROW)
    excess = {
        name: found
        for name in OPERATIONS
        if (found := after_warm_up(fresh, WIDE, name).excess(after_warm_up(narrow, NARROW, name)))
    }
    assert excess == {}


@pytest.mark.parametrize(
    ("drop", "operation"),
    [
        ("drop index queen.partition_consumers_ready", "empty_pop"),
        ("drop index queen.partition_consumers_ready", "needle_pop"),
        ("drop index queen.partition_consumers_ready", "needle_pop_by_label"),
        ("drop index queen.partition_consumers_resting", "empty_pop"),
        ("alter table queen.partitions drop constraint partitions_queue_id_name_key",
         "push_to_one"),
        ("alter table queen.partitions drop constraint partitions_queue_id_name_key",
         "push_to_ten"),
        ("alter table queen.partitions drop constraint partitions_queue_id_name_key",
         "push_of_a_batch"),
        ("alter table queen.messages drop constraint messages_transaction_key",
         "ack_in_another_order"),
        ("alter table queen.messages drop constraint messages_pkey", "ack"),
        ("alter table queen.messages drop constraint messages_pkey", "needle_pop"),
        ("alter table queen.messages drop constraint messages_pkey", "take_next"),
        ("drop index queen.partition_consumers_ready", "take_next"),
        ("drop index queen.partition_consumers_ready", "repeated_pop"),
        ("alter table queen.partition_consumers drop constraint partition_consumers_pkey cascade",
         "push_to_one"),
        ("alter table queen.partition_consumers drop constraint partition_consumers_pkey cascade",
         "push_of_a_batch"),
        ("alter table queen.partition_consumers drop constraint partition_consumers_pkey cascade",
         "ack"),
        ("alter table queen.partition_consumers drop constraint partition_consumers_pkey cascade",
         "extend"),
    ],
)  # fmt: skip
def test_a_missing_index_is_reported(open_filled, open_session, drop, operation):
    narrow = after_warm_up(open_session(open_filled(NARROW)), NARROW, operation)
    wide = open_filled(WIDE)
    with psycopg.connect(wide, autocommit=True) as connection:
        connection.execute(drop)
    assert after_warm_up(open_session(wide), WIDE, operation).excess(narrow) != []


@pytest.mark.parametrize(
    ("operation", "index"),
    [
        ("empty_pop", "partition_consumers_ready"),
        ("empty_pop", "partition_consumers_resting"),
        ("needle_pop", "partition_consumers_ready"),
        ("needle_pop_of_a_partition", "partition_consumers_pkey"),
        ("push_to_one", "partitions_queue_id_name_key"),
        ("push_to_ten", "partitions_queue_id_name_key"),
        ("push_to_one", "partition_consumers_pkey"),
        ("push_of_a_batch", "partitions_queue_id_name_key"),
        ("push_of_a_batch", "partition_consumers_pkey"),
        ("ack", "messages_pkey"),
        ("ack", "partition_consumers_pkey"),
        ("ack_in_another_order", "messages_transaction_key"),
        ("ack_in_another_order", "partition_consumers_pkey"),
        ("take_next", "messages_pkey"),
        ("take_next", "partition_consumers_ready"),
        ("take_next", "partition_consumers_pkey"),
        ("repeated_pop", "partition_consumers_ready"),
        ("release_by_key", "partition_consumers_ready"),
        ("extend", "partition_consumers_pkey"),
    ],
)
def test_a_hot_call_goes_by_its_index(at_width, operation, index):
    assert index in after_warm_up(at_width(WIDE), WIDE, operation).index_scans


def test_a_pop_of_one_of_a_hundred_thousand_partitions_touches_few_blocks(at_width):
    work = after_warm_up(at_width(WIDE), WIDE, "needle_pop")
    assert work.sequential_scans == {}
    assert work.blocks <= 60


def test_an_empty_pop_touches_a_handful_of_blocks(at_width):
    assert after_warm_up(at_width(WIDE), WIDE, "empty_pop").blocks <= 20


def test_a_pop_wakes_what_has_rested_without_a_search(at_width):
    """Without a retry delay a failed message is due at once: the next pop finds it by index."""
    blocks = []
    for partitions in (NARROW, WIDE):
        session = at_width(partitions)
        session.queues.configure(
            "ns.q", namespace=None, task=None, partitions=None, options={"retry_delay": 0}
        )
        push(session, "m", queue="ns.q", partition=f"p{partitions // 2}")
        for _ in range(3):
            lease = pop(session, queue="ns.q")
            session.queues.ack(acks(lease, "failed"))
            session.commit()
        work = measure(session.connection, partial(pop, session, queue="ns.q"))
        assert work.sequential_scans == {}
        blocks.append(work.blocks)
    assert blocks[1] <= 2 * blocks[0] + 20


@pytest.mark.parametrize(("namespace", "task"), [("ns", ""), ("", "q"), ("ns", "q")])
def test_a_pop_by_label_does_not_look_at_queues_of_other_labels(
    open_filled, open_session, namespace, task
):
    url = open_filled(NARROW)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "insert into queen.queues (name, namespace, task, created_at)"
            " select 'other' || i, 'other' || i, 'task' || i, now() from generate_series(1, 5000) i"
        )
        connection.execute("vacuum (analyze) queen.queues")
    session = open_session(url)
    request = PopRequest(group="g")
    for _ in range(2):
        session.queues.pop_matching(namespace, task, request)
    work = measure(
        session.connection, lambda: session.queues.pop_matching(namespace, task, request)
    )
    assert work.rows <= 20


def test_leases_and_their_extension_update_in_place(at_width):
    """They touch no indexed column, and half of each page is free: heap-only tuples."""
    session = at_width(WIDE)
    names = [f"p{number}" for number in range(1000, 51_000, 1000)]  # each on a page of its own
    session.queues.push([item("ns.q", 1, name) for name in names])
    session.commit()
    lease = None

    def take() -> None:
        nonlocal lease
        lease = pop(session, queue="ns.q")

    leased = measure(session.connection, take)
    assert leased.updated == {"partition_consumers": 50} == leased.hot
    extended = measure(session.connection, lambda: session.queues.extend(lease.id, 600))
    assert extended.updated == {"partition_consumers": 50} == extended.hot


def test_a_push_updates_its_partitions_in_place(at_width):
    session = at_width(WIDE)
    names = [f"p{number}" for number in range(1000, 51_000, 1000)]  # each on a page of its own
    work = measure(
        session.connection,
        lambda: session.queues.push([item("ns.q", 1, name) for name in names]),
    )
    assert work.hot["partitions"] == work.updated["partitions"] == 50


def test_the_short_ways_update_in_place(at_width):
    """But for the end of a lease: it moves the row in the index of ready rows."""
    session = at_width(WIDE)
    push(session, "first", queue="ns.q", partition="p1000")  # the wake puts the row into the index
    second = partial(push, session, "second", queue="ns.q", partition="p1000")
    pushed = measure(session.connection, second)
    assert pushed.updated == {"partitions": 1} == pushed.hot
    leased = measure(session.connection, lambda: pop(session, queue="ns.q", partitions=1))
    assert leased.updated == {"partition_consumers": 1} == leased.hot


@pytest.mark.parametrize(
    ("operation", "called", "fallback"),
    [
        ("push_to_one", "push_one", "push"),
        ("needle_pop", "pop", "_pop_any"),
        ("empty_pop", "pop", "_pop_any"),
        ("ack", "ack_lane", "ack"),
        ("take_next", "take_next", "ack"),
        ("take_next", "_plain_lane", "_pop_any"),
        ("take_next_of_nothing", "_plain_lane", "_pop_any"),
        ("pop_for_ten", "pop_each", "_pop_any"),
    ],
)
def test_what_is_measured_goes_the_short_way(
    open_filled, open_session, operation, called, fallback
):
    url = open_filled(NARROW)
    with psycopg.connect(url, autocommit=True) as connection:
        database = connection.info.dbname
        connection.execute(f"alter database {database} set track_functions = 'all'".encode())
    session = open_session(url)
    after_warm_up(session, NARROW, operation)
    session.commit()
    session.execute("select pg_stat_force_next_flush()")
    session.commit()
    names = {name for (name,) in session.execute("select funcname from pg_stat_user_functions")}
    assert (called in names, fallback in names) == (True, False)


def test_an_indexed_column_in_a_lease_is_caught(open_filled, open_session):
    url = open_filled(NARROW)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("create index on queen.partition_consumers (lease_id)")
    session = open_session(url)
    push(session, "m", queue="ns.q", partition="p1")
    work = measure(session.connection, lambda: pop(session, queue="ns.q"))
    assert work.updated == {"partition_consumers": 1}
    assert work.hot == {}


def written(session: Session, owner_url: str) -> int:
    """Bytes of WAL of an empty pop: the least of some tries, because the server writes its own."""
    sizes = []
    with psycopg.connect(owner_url, autocommit=True) as connection:

        def position() -> int:
            row = connection.execute(
                "select (pg_current_wal_insert_lsn() - '0/0')::bigint"
            ).fetchone()
            assert row is not None
            return int(row[0])

        for _ in range(5):
            before = position()
            assert pop(session, queue="ns.q").messages == []
            session.commit()
            sizes.append(position() - before)
    return min(sizes)


def test_an_empty_pop_writes_nothing(open_filled, open_session):
    url = open_filled(WIDE)
    session = open_session(url)
    pop(session, queue="ns.q")
    session.commit()
    assert written(session, url) == 0


def test_an_empty_pop_that_writes_is_caught(open_filled, open_session):
    url = open_filled(NARROW)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "create or replace function queen.now() returns timestamptz language sql volatile as"
            " $$ select txid_current(); select clock_timestamp() $$"
        )
    session = open_session(url)
    pop(session, queue="ns.q")
    session.commit()
    assert written(session, url) > 0


def test_a_needle_is_found_after_many_have_come_and_gone(at_width):
    """Dead entries of the ready index, which vacuum has not removed yet, do not add up."""
    session = at_width(WIDE)
    first = after_warm_up(session, WIDE, "needle_pop")
    for _ in range(30):
        needle_pop(session, WIDE)
        extend(session, WIDE)
    assert needle_pop(session, WIDE).blocks <= 2 * first.blocks + 20

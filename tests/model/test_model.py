"""The engine keeps the model's promises, and the machine would notice if it did not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.queue import Queues
from tests.model.machine import QueueMachine
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock

QUICK = settings(
    max_examples=400,
    stateful_step_count=40,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
#: Finding is enough: shrinking a counterexample that we planted takes time and tells nothing.
FIND = settings(QUICK, max_examples=1_500, phases=(Phase.generate,), print_blob=False)
SLOW = settings(QUICK, max_examples=1_000, stateful_step_count=80, derandomize=False)


class AnyRole(Queues):
    """The API's calls as its role, and the schedule's as the schedule's."""

    def __init__(self, api: Database, schedule: Database) -> None:
        super().__init__(api, Encryption(Settings()))
        self.reclaim = Queues(schedule, Encryption(Settings())).reclaim  # type: ignore[method-assign]


@pytest.fixture
def machine(owner_url: str, url: str) -> Iterator[type[QueueMachine]]:
    api = Database(Settings(database_url=url))
    schedule = Database(Settings(database_url=url.replace("//regent_api@", "//regent_reclaim@")))
    with psycopg.connect(owner_url, autocommit=True) as connection:
        stopped_clock = StoppedClock(owner_url)
        stopped_clock.advance(0)

        class Machine(QueueMachine):
            engine = AnyRole(api, schedule)
            owner: psycopg.Connection[Any] = connection
            clock = stopped_clock

        yield Machine
    api.close()
    schedule.close()


def test_the_engine_keeps_the_models_promises(machine):
    run_state_machine_as_test(machine, settings=QUICK)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_engine_keeps_the_models_promises_for_long(machine):
    run_state_machine_as_test(machine, settings=SLOW)


#: (routine, text, its replacement, another text, …)
BROKEN = {
    "an ack forgets what was completed out of order": (
        "_settle",
        "completed = p_row.completed,",
        "completed = null,",
    ),
    "an expiry does not count": ("_judge_batch", "attempts <= p_queue.retry_limit", "true"),
    "an expiry does not halve": (
        "_judge_batch",
        "v_row.batch_limit := greatest(1, p_row.handed / 2);",
        "null;",
    ),
    "a neighbour of a poison message dies with it": (
        "_judge_batch",
        "elsif p_row.handed > 1 or p_row.lease_shared then",
        "elsif false then",
    ),
    "a batch that failed comes again at once": (
        "_fail_batch",
        "perform _settle(v_row, v_rest);",
        "perform _settle(v_row, null);",
    ),
    "a batch fails whose lease ran out": ("_fail_batch", " and p_row.lease_expires_at > p_now", ""),
    "a batch fails under another lease": (
        "_fail_batch",
        "p_row.lease_id = p_lease and",
        "p_row.lease_id is not null and",
    ),
    "a partition with a poison message shares its lease": (
        "_claimable",
        "alone := coalesce(v_row.batch_limit = 1, false);",
        "alone := false;",
    ),
    "a stale lease may ack": ("_ack_each", " or v_ack.l <> v_row.lease_id", ""),
    "an ack completes what came before it": (
        "_ack_each",
        "case when v_ack.u then",
        "case when true then",
    ),
    "a failed message does not rest": (
        "_ack_each",
        "v_rest := greatest(v_rest, coalesce(p_now + make_interval(secs => v_ack.d), v_again));",
        "",
    ),
    "a group misses the first message of a new partition": (
        "_create_partitions",
        "update queues q set partition_count",
        """update partition_consumers c set committed = 1 where c.partition_id = any(v_made);
           update queues q set partition_count""",
    ),
    "a lease is taken although another holds it": (
        "_pop_any",
        "and (c.lease_id is null or c.lease_expires_at <= v_now)\n             order by",
        "order by",
    ),
    "a lease is taken by the short way although another holds it": (
        "_plain_lane",
        "and (c.lease_id is null or c.lease_expires_at <= p_now)\n           order by",
        "order by",
        "c.lease_id is null and c.completed is null and c.redelivered is null",
        "true",
    ),
    "a lease that ran out is taken over by the short way": (
        "_plain_lane",
        "c.lease_id is null and c.completed is null",
        "c.completed is null",
    ),
    "a delivery is forgotten by the short way": ("_plain_lane", "and c.redelivered is null ", ""),
    "an ack comes too late by the short way": (
        "_complete_lane",
        " and c.lease_expires_at > v_now",
        "",
    ),
    "an ack by the short way forgets what is behind the lease": (
        "_complete_lane",
        "ready = v_head is null",
        "ready = false",
    ),
    "a push by the short way wakes nobody": (
        "push_one",
        "where i.partition_id = v_partition",
        "where false",
    ),
    "a duplicate leaves a gap": (
        "push_one",
        "        v_partition := null;",
        """update partitions p set head = p.head + 1 where p.id = v_partition;
           v_partition := null;""",
    ),
    "a lease that was given back is no delivery": (
        "_settle",
        "case when c.redelivered is not null or c.batch_end > p_row.committed",
        "case when c.redelivered is not null",
    ),
    "a lease that ran out is no delivery": (
        "_expire_lease",
        "redelivered = _redelivered(c.redelivered, c.batch_end, v_row.committed),",
        "",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_the_machine_finds_a_counterexample_when(machine, owner_url, fault):
    routine, *texts = BROKEN[fault]
    rewrite(owner_url, routine, *zip(texts[::2], texts[1::2], strict=True))
    with pytest.raises(AssertionError):
        run_state_machine_as_test(machine, settings=FIND)

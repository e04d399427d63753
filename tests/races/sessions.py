"""Sessions that a test steps through one statement at a time, and broken variants of routines.

No sleep decides anything here: whether a session waits is read from the database
(``pg_blocking_pids``), and whether it goes on shows when its statement returns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

import psycopg
import pytest

from regent.database import OpenTransaction
from regent.encryption import Encryption
from regent.errors import RegentError
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters
from regent.stores.groups import Groups
from regent.stores.log import LogStore
from regent.stores.members import Members
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from regent.stores.queue_types import Ack, Lease, PushItem, Status
from tests.support import store, warm
from tests.support.owner import execute
from tests.support.routines import routine_file, variant

T = TypeVar("T")
#: Longer than anything takes that is not stuck.
STUCK_SECONDS = 20.0
#: A second longer than the lease of a queue for which nothing else is configured.
LEASE_AND_BEYOND = 301


class Session:
    """A connection with a thread of its own. Calls through its stores join its open transaction."""

    def __init__(self, url: str, *, autocommit: bool = False) -> None:
        self._url = url
        self.connection = warm.session(url)
        self.connection.autocommit = autocommit
        self.database = OpenTransaction(self.connection)
        encryption = Encryption(Settings())
        self.queues = Queues(self.database, encryption)
        self.groups = Groups(self.database)
        self.members = Members(self.database, encryption)
        self.dead_letters = DeadLetters(self.database, encryption)
        self.messages = StoredMessages(self.database, encryption)
        self.log = LogStore(self.database)
        self.pid = self.connection.info.backend_pid
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._started: list[Future[Any]] = []

    def start(self, call: Callable[..., T], *arguments: Any, **named: Any) -> Future[T]:
        """Begin a call that may have to wait for another session."""
        started = self._thread.submit(call, *arguments, **named)
        self._started.append(started)
        return started

    def execute(self, statement: Any, parameters: Sequence[Any] = ()) -> list[Any]:
        cursor = self.connection.execute(statement, parameters)
        return cursor.fetchall() if cursor.description else []

    def commit(self) -> None:
        self.connection.commit()

    def rollback(self) -> None:
        self.connection.rollback()

    def close(self) -> None:
        goes_on = not all(each.done() for each in self._started)
        if goes_on and not self.connection.closed:
            self.connection.cancel_safe(timeout=5)
        self._thread.shutdown(wait=True)
        if goes_on:  # a cancel that comes late must not meet a statement of another test
            self.connection.close()
        else:
            warm.put_back(self._url, self.connection)


#: Most calls go the short way of their verb; the long one has to keep the same promises.
BOTH_WAYS = pytest.mark.parametrize("way", ["short", "long"])
#: What the fixtures `session` and `broken` are (conftest.py).
Open = Callable[..., Session]
Broken = Callable[..., None]


def sqlstate(call: Callable[..., Any], *arguments: Any, **named: Any) -> str | None:
    """The SQLSTATE with which a call is refused; None when it is not."""
    try:
        call(*arguments, **named)
    except (psycopg.Error, RegentError) as error:
        return error.sqlstate
    return None


def ended(session: Session, call: Future[Any]) -> Any:
    """What a call returns, or the SQLSTATE with which it is refused; its transaction ends."""
    try:
        answer = call.result(STUCK_SECONDS)
    except (psycopg.Error, RegentError) as error:
        session.rollback()
        return error.sqlstate
    session.commit()
    return answer


def behind(first: Session, second: Session, watcher: Watcher, call: Future[Any]) -> Any:
    """Commit the first session as soon as the second one's call has returned or waits for it; what
    comes of the call."""
    watcher.settled(second, call)
    first.commit()
    return ended(second, call)


def as_they_return(calls: dict[Session, Future[T]]) -> Iterator[tuple[Session, Future[T]]]:
    """Sessions in the order in which their calls return; the taker commits, so that others can."""
    left = {call: session for session, call in calls.items()}
    while left:
        done, _ = wait(left, STUCK_SECONDS, FIRST_COMPLETED)
        assert done, "no session goes on"
        for call in done:
            yield left.pop(call), call


class Watcher:
    """Sees which sessions wait for a lock."""

    def __init__(self, owner_url: str) -> None:
        self._url = owner_url
        self._connection = warm.session(owner_url)
        self._connection.autocommit = True
        self._deadlocks = self._all_deadlocks()

    def is_waiting(self, session: Session) -> bool:
        return bool(self._one("select cardinality(pg_blocking_pids(%s)) > 0", (session.pid,)))

    def settled(self, session: Session, call: Future[Any]) -> bool:
        """Wait until the call has returned (True) or waits for a lock (False)."""
        deadline = time.monotonic() + STUCK_SECONDS
        while not call.done():
            if self.is_waiting(session):
                return False
            if time.monotonic() > deadline:
                raise AssertionError("a session neither returns nor waits for a lock")
            time.sleep(0.001)
        return True

    def waits(self, session: Session, call: Future[Any]) -> None:
        """Insist that the call waits for a lock."""
        assert not self.settled(session, call), f"did not wait: {call}"

    def deadlocks(self) -> int:
        """How many there were in this test, once the sessions that had them are closed or idle."""
        return self._all_deadlocks() - self._deadlocks

    def close(self) -> None:
        warm.put_back(self._url, self._connection)

    def _all_deadlocks(self) -> int:
        return int(
            self._one("select deadlocks from pg_stat_database where datname = current_database()")
        )

    def _one(self, statement: Any, parameters: Sequence[Any] = ()) -> Any:
        row = self._connection.execute(statement, parameters).fetchone()
        assert row is not None
        return row[0]


def rewrite(owner_url: str, routine: str, *changes: tuple[str, str]) -> None:
    """Replace a routine in this test's database by a variant of its shipped file."""
    schema = "log" if routine_file(routine).parent.name == "log" else "queen"
    settings = (
        "set local role regent_owner",
        f"set local search_path = {schema}, pg_temp",
        "set local check_function_bodies = off",
    )
    # Several statements at once are one transaction.
    execute(owner_url, ";".join([*settings, variant(routine, *changes)]).encode())


def by_the_long_way(broken: Broken) -> None:
    """No verb goes its short way: for the long ways, and for mistakes that are planted in them."""
    broken("push_one", ("where q.name = p_queue", "where false and q.name = p_queue"))
    broken("_plain_lane", ("where q.name = p_queue", "where false and q.name = p_queue"))
    broken("_plain_lanes", ("where q.name = p_queue", "where false and q.name = p_queue"))
    broken("_complete_lane", ("where p.id = p_partition and", "where false and"))


def wake_in_the_snapshot_of_the_lock(broken: Broken, way: str) -> None:
    """A push that reads which groups to wake in the statement that waits for the partition."""
    if way == "short":
        broken(
            "push_one",
            ("    v_base bigint;", "    v_base bigint; v_idle boolean;"),
            ("returning p.id, p.head - 1, p.last_activity into v_partition, v_base, v_time;",
             """returning p.id, p.head - 1, p.last_activity, exists (
                    select from partition_consumers i where i.partition_id = p.id and not i.ready)
                 into v_partition, v_base, v_time, v_idle;"""),
            ("and not i.ready and i.rest_until is null", "and v_idle and not i.ready"),
        )  # fmt: skip
        return
    by_the_long_way(broken)
    broken(
        "push",
        ("v_duplicates jsonb;", "v_duplicates jsonb; v_idle boolean;"),
        ("if jsonb_array_length(p_lanes) = 1 then", "if false then"),
        ("into v_bases, v_times from numbered n;",
         """, exists (select from partition_consumers i
                       where i.partition_id = any(v_ids) and not i.ready)
            into v_bases, v_times, v_idle from numbered n;"""),
        ("where not i.ready and i.rest_until is null", "where v_idle and not i.ready"),
    )  # fmt: skip


def item(
    queue: str, payload: Any, partition: str | None = "p", transaction: str | None = None
) -> PushItem:
    made: PushItem = {"queue": queue, "partition": partition, "payload": payload}
    if transaction is not None:
        made["transactionId"] = transaction
    return made


def push(session: Session, *payloads: Any, queue: str = "q", partition: str | None = "p") -> None:
    """Push payloads that are transaction ids at the same time."""
    session.queues.push([item(queue, each, partition, str(each)) for each in payloads])


def push_to_each(session: Session, *partitions: str) -> None:
    """A message in each partition, committed."""
    for name in partitions:
        push(session, name, partition=name)
    session.commit()


def pop(
    session: Session,
    *,
    queue: str = "q",
    partition: str | None = None,
    group: str = "g",
    batch: int = 100,
    partitions: int = 100,
    auto_ack: bool = False,
    mode: Any = "all",
) -> Lease:
    return store.pop(
        session.queues,
        queue,
        partition,
        group=group,
        batch=batch,
        partitions=partitions,
        auto_ack=auto_ack,
        mode=mode,
    )


def payloads(lease: Lease) -> list[str]:
    return [message.payload.strip('"') for message in lease.messages]


def follow(session: Session, *partitions: str, queue: str = "q", group: str = "g") -> None:
    """Make partitions that a group follows, with nothing pending: its next pop is not its first."""
    for partition in partitions:
        push(session, f"seed of {queue}/{partition}", queue=queue, partition=partition)
    session.commit()
    drain(session, queue=queue, group=group)


def pending(session: Session, *names: str) -> Session:
    """Messages of partition p that group g follows and has yet to take, committed."""
    follow(session, "p")
    push(session, *names)
    session.commit()
    return session


def drain(session: Session, *, queue: str = "q", group: str = "g", mode: Any = "all") -> list[str]:
    """Take and complete everything that can be had now."""
    taken: list[str] = []
    while lease := payloads(pop(session, queue=queue, group=group, mode=mode, auto_ack=True)):
        taken += lease
        session.commit()
    session.commit()
    return taken


def acks(
    lease: Lease,
    status: Status = "completed",
    *,
    group: str = "g",
    lease_id: str | None = None,
    only: Sequence[str] | None = None,
) -> list[Ack]:
    """Answers for what a lease handed out."""
    answers = store.acks(lease, group=group, status=status)
    if lease_id is not None:
        answers = [{**answer, "leaseId": lease_id} for answer in answers]
    return [answer for answer in answers if only is None or answer["transactionId"] in only]


def accepted(session: Session, answers: Sequence[Ack]) -> list[bool]:
    return [answer.success for answer in session.queues.ack(answers)]

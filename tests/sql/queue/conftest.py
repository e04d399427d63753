"""The short way of a verb beside its long way: each from the same state, which is then restored."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from pydantic_core import to_json

from regent.limits import MAX_POP_BYTES
from regent.stores.ack_wire import ack_lanes, ack_outcomes, whole_lane
from regent.stores.queue_types import Ack, PushItem
from regent.stores.wire import PushBatch
from tests.support.clock import StoppedClock

#: The rows of each table.
State = dict[str, list[Any]]
LEASE = "00000000-0000-4000-8000-000000000001"
CLIENT = "web-1:4711"
#: Tables, as they are read to be compared: without the ids that the database draws.
_READ = """
    select relname, format('select (%s)::text from queen.%I r',
                           case relname when 'consumer_groups_metadata' then 'to_jsonb(r) - ''id'''
                                        else 'r' end, relname)
      from pg_class where relkind = 'r' and relnamespace = 'queen'::regnamespace"""
#: Tables that this transaction has written so far, also what it undid.
_WRITTEN = """
    select relname from pg_class
     where relkind = 'r' and relnamespace = 'queen'::regnamespace
       and pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
           + pg_stat_get_xact_tuples_deleted(oid) > 0"""
#: Where the sequences stand. A transaction that is undone does not set them back.
_STANDS = """
    select c.oid, pg_sequence_last_value(c.oid) from pg_class c
     where c.relkind = 'S' and c.relnamespace = 'queen'::regnamespace"""
#: Ids that are the same whichever way made the rows.
_RESTART = f"select setval(oid, 1000, false) from ({_STANDS}) s (oid, stands)"
_PUT_BACK = """
    select setval(oid, coalesce(stands, 1), stands is not null)
      from unnest(%s::oid[], %s::bigint[]) s (oid, stands)"""


@dataclass(frozen=True)
class Went:
    """What came of a call, both ways."""

    answer: Any
    is_short: bool


def messages(popped: Any) -> Any:
    """The rows of a pop that are messages. The last one says how long the lease runs."""
    if isinstance(popped, str) or not popped or popped[0][0] is None or popped[-1][0] is not None:
        return popped
    assert popped[-1][:-2] == (None,) * 17
    return [row[:-2] for row in popped[:-1]]


class Ways:
    """Calls by both ways, which must agree in the answer and in every row of every table."""

    def __init__(self, owner_url: str) -> None:
        self.owner_url = owner_url
        # psycopg would forget what it has prepared whenever a call is undone.
        self.connection = psycopg.connect(owner_url, prepare_threshold=None)
        self.connection.execute("set role regent_owner; set search_path = queen")
        self.connection.execute("reset role; set track_functions = 'all'")
        self.read_table: dict[str, str] = dict(self.connection.execute(_READ).fetchall())
        self.connection.commit()

    def push(self, item: PushItem, producer: str | None = None) -> Went:
        """The outcome of a push of one item."""
        batch = PushBatch([item])
        one = batch.one()
        assert one is not None

        def short() -> Any:
            return batch.outcome_of_one(self._rows("push_one", (*one, producer))[0])

        def long() -> Any:
            return batch.outcome(self._pushed(batch, producer))

        return self._both(short, long, "push")

    def pop(
        self,
        queue: str,
        partition: str | None = None,
        *,
        group: str = "__QUEUE_MODE__",
        batch: int = 1,
        partitions: int = 1,
        auto_ack: bool = False,
        max_bytes: int = MAX_POP_BYTES,
        lease_seconds: int | None = None,
        per_partition: int | None = None,
    ) -> Went:
        """The rows of a pop."""
        asked = (queue, partition, group, batch, partitions, auto_ack, LEASE, max_bytes)
        asked += ("all", None, lease_seconds)
        short, long = (*asked, None, per_partition, CLIENT), (*asked, per_partition, CLIENT)
        went = self._both(
            lambda: self._rows("pop", short), lambda: self._rows("_pop_any", long), "_pop_any"
        )
        return Went(messages(went.answer), went.is_short)

    def ack(self, acks: Sequence[Ack]) -> Went:
        """The outcomes of acks of one lane that are all `completed`."""
        lanes = ack_lanes(acks)
        whole = whole_lane(lanes)
        assert whole is not None

        def short() -> Any:
            return ack_outcomes(lanes, self._rows("ack_lane", whole))

        def long() -> Any:
            return ack_outcomes(lanes, self._rows("ack", (to_json(lanes).decode(),)))

        return self._both(short, long, "ack")

    def take_next(
        self,
        acks: Sequence[Ack],
        queue: str,
        *,
        group: str = "__QUEUE_MODE__",
        batch: int = 1,
        max_bytes: int = MAX_POP_BYTES,
    ) -> Went:
        """The outcomes of acks, and the rows of the pop behind them."""
        lanes = ack_lanes(acks)
        whole = whole_lane(lanes)
        acked = (whole[0], *whole[2:], None) if whole else (*[None] * 5, to_json(lanes).decode())
        source = (queue, None, "", "", group, batch, 1)

        def short() -> Any:
            first, *popped = self._rows(
                "take_next", (*acked, *source, LEASE, max_bytes, *[None] * 3, CLIENT)
            )
            assert first[1:] == (None,) * 19
            return ack_outcomes(lanes, first[0] or []), [row[1:] for row in popped]

        def long() -> Any:
            outcomes = ack_outcomes(lanes, self._rows("ack", (to_json(lanes).decode(),)))
            asked = (queue, None, group, batch, 1, False, LEASE, max_bytes, "all", None)
            return outcomes, self._rows("_pop_any", (*asked, None, None, CLIENT))

        went = self._both(short, long, "ack", "_pop_any")
        return Went((went.answer[0], messages(went.answer[1])), went.is_short)

    def push_together(self, items: Sequence[PushItem]) -> Any:
        """The outcomes of pushes of one item each, in one statement or one after the other."""
        batches = [PushBatch([item]) for item in items]

        def together() -> Any:
            batch = PushBatch.of_several(batches)
            return batch.outcome(self._pushed(batch, None))

        def apart() -> Any:
            return [each.outcome(self._pushed(each, None))[0] for each in batches]

        return self._agreed(together, apart)

    def pop_each(self, queue: str, count: int, *, group: str, batch: int = 1) -> Any:
        """The rows of so many pops, which end with the first one that finds nothing."""
        leases = [f"00000000-0000-4000-8000-{number:012}" for number in range(count)]

        def together() -> Any:
            return self._rows("pop_each", (queue, group, batch, leases, MAX_POP_BYTES, "all", None))

        def apart() -> Any:
            found = []
            for lease in leases:
                asked = (queue, None, group, batch, 1, False, lease, MAX_POP_BYTES, "all", None)
                if not (popped := self._rows("pop", asked)):
                    break
                found += [(uuid.UUID(lease), *row) for row in popped]
            return found

        return self._agreed(together, apart)

    def ack_lanes(self, requests: Sequence[Sequence[Ack]]) -> Any:
        """The outcomes of requests that complete one lane each. One after the other, they come in
        the order of their partitions and groups."""
        lanes = [ack_lanes(acks)[0] for acks in requests]

        def together() -> Any:
            return sorted(self._rows("ack_lanes", (to_json(lanes).decode(),)))

        def apart() -> Any:
            found = []
            for number, lane in sorted(enumerate(lanes, 1), key=lambda each: each[1]["p"]):
                whole = whole_lane([lane])
                assert whole is not None
                found += [(number, *row[1:]) for row in self._rows("ack_lane", whole)]
            return sorted(found)

        return self._agreed(together, apart)

    def take_next_each(
        self, requests: Sequence[Sequence[Ack]], queue: str, *, group: str, batch: int = 1
    ) -> Any:
        """The outcomes of requests that complete one lane each, and the rows of as many pops."""
        lanes = [ack_lanes(acks)[0] for acks in requests]
        leases = [f"00000000-0000-4000-8000-{number:012}" for number in range(len(requests))]
        terms = (queue, group, batch, leases, MAX_POP_BYTES)

        def together() -> Any:
            asked = (to_json(lanes).decode(), *terms, None, False, None)
            first, *rows = self._rows("take_next_each", asked)
            assert first[1:] == (None,) * 20
            return sorted(map(str, first[0] or [])), [row[1:] for row in rows]

        def apart() -> Any:
            rows = self._rows("ack_lanes", (to_json(lanes).decode(),))
            acked = sorted(str(list(row)) for row in rows)
            return acked, self._rows("pop_each", (*terms, "all", None))

        return self._agreed(together, apart)

    def _agreed(self, together: Any, apart: Any) -> Any:
        answer, state = self._tried(together)
        apart_answer, apart_state = self._tried(apart)
        self._require_same(state, apart_state)
        self.connection.rollback()
        assert answer == apart_answer
        return answer

    def _require_same(self, state: State, other: State) -> None:
        """A table that only the second way has written is as the first one found it."""
        for table in other.keys() - state.keys():
            state[table] = self._rows_of(table)
        assert state == other

    def _both(self, short: Any, long: Any, *fallbacks: str) -> Went:
        asked = self._calls(*fallbacks)
        short_answer, short_state = self._tried(short)
        # Only the long way refuses; a call that is refused is not counted.
        is_short = self._calls(*fallbacks) == asked and not isinstance(short_answer, str)
        long_answer, long_state = self._tried(long)
        self._require_same(short_state, long_state)
        self.connection.rollback()
        assert short_answer == long_answer
        return Went(short_answer, is_short)

    def _tried(self, call: Any) -> tuple[Any, State]:
        """What a call answers, or the SQLSTATE with which it is refused, and the rows of all tables
        that were written; the call is undone."""
        stand = self.connection.execute(_STANDS).fetchall()
        try:
            with self.connection.transaction(force_rollback=True):
                self.connection.execute(_RESTART)
                try:
                    with self.connection.transaction():
                        answer = call()
                except psycopg.Error as error:
                    answer = error.sqlstate
                written = self.connection.execute(_WRITTEN).fetchall()
                state = {table: self._rows_of(table) for (table,) in written}
        finally:
            self.connection.execute(_PUT_BACK, [list(each) for each in zip(*stand, strict=True)])
        return answer, state

    def _rows_of(self, table: str) -> list[Any]:
        return sorted(self.connection.execute(self.read_table[table].encode()).fetchall())

    def _pushed(self, batch: PushBatch, producer: str | None) -> list[Any]:
        """The rows of queen.push."""
        unused = (None, None, None, False)
        return self._rows("push", (*batch.parameters(), producer, *unused, batch.choices))

    def _rows(self, routine: str, parameters: Sequence[Any]) -> list[Any]:
        marks = ", ".join(["%s"] * len(parameters))
        statement = f"select * from queen.{routine}({marks})"
        return self.connection.execute(statement.encode(), parameters).fetchall()

    def _calls(self, *routines: str) -> int:
        """How often this transaction has called these routines."""
        calls = 0
        for routine in routines:
            statement = "select pg_stat_get_xact_function_calls(%s::regproc)"
            row = self.connection.execute(statement, (f"queen.{routine}",)).fetchone()
            assert row is not None
            calls += row[0] or 0
        return calls


@pytest.fixture
def ways(owner_url: str, stopped_clock: StoppedClock) -> Iterator[Ways]:
    ways = Ways(owner_url)
    yield ways
    ways.connection.close()

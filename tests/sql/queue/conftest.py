"""The short way of a verb beside its long way: each from the same state, which is then restored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from pydantic_core import to_json

from regent.limits import MAX_POP_BYTES
from regent.stores.queue_types import Ack, PushItem
from regent.stores.wire import PushBatch, ack_lanes, ack_outcomes, whole_lane
from tests.support.clock import StoppedClock

LEASE = "00000000-0000-4000-8000-000000000001"
#: Everything that the tables hold, but the ids that the database draws.
_STATE = """
    select format('select %1$L, jsonb_agg(t.t order by t.t::text)'
                  '  from (select to_jsonb(r) %2$s as t from queen.%1$I r) t',
                  relname, case relname when 'consumer_groups_metadata' then '- ''id''' end)
      from pg_class where relkind = 'r' and relnamespace = 'queen'::regnamespace order by relname"""
#: Ids that are the same whichever way made the rows.
_RESTART = """
    select format('alter sequence %s restart with 1000', c.oid::regclass) from pg_class c
     where c.relkind = 'S' and c.relnamespace = 'queen'::regnamespace"""


@dataclass(frozen=True)
class Went:
    """What came of a call, both ways."""

    answer: Any
    is_short: bool


class Ways:
    """Calls by both ways, which must agree in the answer and in every row of every table."""

    def __init__(self, owner_url: str) -> None:
        self.owner_url = owner_url
        self.connection = psycopg.connect(owner_url)
        self.connection.execute("set role regent_owner; set search_path = queen")
        self.connection.execute("reset role; set track_functions = 'all'")
        self.connection.commit()

    def push(self, item: PushItem, producer: str | None = None) -> Went:
        """The outcome of a push of one item."""
        batch = PushBatch([item])
        one = batch.one()
        assert one is not None

        def short() -> Any:
            return batch.outcome_of_one(self._rows("push_one", (*one, producer))[0])

        def long() -> Any:
            return batch.outcome(self._rows("push", (*batch.parameters(), producer)))

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
    ) -> Went:
        """The rows of a pop."""
        asked = (queue, partition, group, batch, partitions, auto_ack, LEASE, max_bytes)
        asked += ("all", None)
        return self._both(
            lambda: self._rows("pop", asked), lambda: self._rows("_pop_any", asked), "_pop_any"
        )

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

    def _both(self, short: Any, long: Any, fallback: str) -> Went:
        asked = self._calls(fallback)
        short_answer, short_state = self._tried(short)
        # Only the long way refuses; a call that is refused is not counted.
        is_short = self._calls(fallback) == asked and not isinstance(short_answer, str)
        long_answer, long_state = self._tried(long)
        self.connection.rollback()
        assert short_answer == long_answer
        assert short_state == long_state
        return Went(short_answer, is_short)

    def _tried(self, call: Any) -> tuple[Any, Any]:
        """What a call answers, or the SQLSTATE with which it is refused, and all rows after it; the
        call is undone."""
        with self.connection.transaction(force_rollback=True):
            for (restart,) in self.connection.execute(_RESTART).fetchall():
                self.connection.execute(restart)
            try:
                with self.connection.transaction():
                    answer = call()
            except psycopg.Error as error:
                answer = error.sqlstate
            tables = self.connection.execute(_STATE).fetchall()
            state = [self.connection.execute(table).fetchall() for (table,) in tables]
        return answer, state

    def _rows(self, routine: str, parameters: Sequence[Any]) -> list[Any]:
        marks = ", ".join(["%s"] * len(parameters))
        statement = f"select * from queen.{routine}({marks})"
        return self.connection.execute(statement.encode(), parameters).fetchall()

    def _calls(self, routine: str) -> int:
        """How often this transaction has called a routine."""
        statement = "select pg_stat_get_xact_function_calls(%s::regproc)"
        row = self.connection.execute(statement, (f"queen.{routine}",)).fetchone()
        assert row is not None
        return row[0] or 0


@pytest.fixture
def ways(owner_url: str, stopped_clock: StoppedClock) -> Iterator[Ways]:
    ways = Ways(owner_url)
    yield ways
    ways.connection.close()

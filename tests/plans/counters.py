"""What a call really did inside its functions, by Postgres's own counters of this session: scans,
blocks and index entries for each table and index. Never the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg

_COUNTERS = """
    select c.relname, c.relkind = 'i', pg_stat_get_xact_numscans(c.oid),
           pg_stat_get_xact_blocks_fetched(c.oid), pg_stat_get_xact_tuples_returned(c.oid),
           pg_stat_get_xact_tuples_updated(c.oid), pg_stat_get_xact_tuples_hot_updated(c.oid)
      from pg_class c
     where c.relnamespace = %s::regnamespace and c.relkind in ('r', 'i')"""


#: A table of one row is one page: reading it is the cheapest way to it.
ONE_ROW = frozenset({"bounds", "maintenance"})


@dataclass(frozen=True)
class Work:
    """The difference between two looks at the counters."""

    sequential_scans: dict[str, int]  # of tables
    index_scans: dict[str, int]  # of indexes
    blocks: int
    rows: int  # rows and index entries that were looked at
    updated: dict[str, int]
    hot: dict[str, int]

    def excess(self, narrow: Work) -> list[str]:
        """What grew with the number of partitions; nothing when the plans are right."""
        found = [f"sequential scan of {table}" for table in sorted(self.sequential_scans)]
        # A tree of 100,000 entries is one or two levels higher than one of 100.
        if self.blocks > 2 * narrow.blocks + 20:
            found.append(f"{self.blocks} blocks instead of {narrow.blocks}")
        if self.rows > 2 * narrow.rows + 10:
            found.append(f"{self.rows} rows looked at instead of {narrow.rows}")
        return found


def measure(
    connection: psycopg.Connection[Any], call: Callable[[], Any], schema: str = "queen"
) -> Work:
    """Run a call in a transaction of its own and count what it did to the tables of a schema."""
    connection.commit()
    before = {row[0]: row for row in connection.execute(_COUNTERS, (schema,))}
    call()
    after = connection.execute(_COUNTERS, (schema,)).fetchall()
    connection.commit()
    steps = [
        (name, index, *(now - was for now, was in zip(row, before[name][2:], strict=True)))
        for name, index, *row in after
    ]
    return Work(
        sequential_scans={
            name: n for name, index, n, *_ in steps if n and not index and name not in ONE_ROW
        },
        index_scans={name: n for name, index, n, *_ in steps if n and index},
        blocks=sum(row[3] for row in steps),
        rows=sum(row[4] for row in steps),
        updated={row[0]: row[5] for row in steps if row[5]},
        hot={row[0]: row[6] for row in steps if row[6]},
    )

"""Rows that were deleted are read until no transaction is left that might see them."""

from __future__ import annotations

import time

import psycopg

_BEGUN_BEFORE = "select pg_current_xact_id()::text"
_ENDED = "select pg_snapshot_xmin(pg_current_snapshot()) > %s::xid8"


def wait_for_older_transactions(owner_url: str) -> None:
    """Wait until each transaction of the server that has begun has ended. A vacuum of any of its
    databases may hold back what an index scan of this one passes by."""
    with psycopg.connect(owner_url, autocommit=True) as session:
        begun = session.execute(_BEGUN_BEFORE).fetchone()
        while session.execute(_ENDED, begun).fetchone() != (True,):
            time.sleep(0.05)

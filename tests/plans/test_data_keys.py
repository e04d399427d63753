"""A data key is found at one cost among ten keys and among the 100,000 of ten years."""

from __future__ import annotations

import psycopg
import pytest

from tests.plans.counters import Work, measure

_FILL = """
    insert into queen.data_keys (id, kms_key, setting, wrapped, created_at)
    select gen_random_uuid()::text, 'arn', 'alias/' || i %% 2, repeat('w', 200),
           now() - make_interval(hours => i)
      from generate_series(1, %s) i"""
#: No key is young enough here, so only the youngest one may be read.
CALLS = {
    "read_data_key": "select * from queen.read_data_key('missing')",
    "newest_data_key": "select * from queen.newest_data_key('alias/1', 1)",
    "store_data_key": "select queen.store_data_key(gen_random_uuid()::text, 'arn', 'alias/1', 'w')",
}


def work(owner_url: str, open_session, call: str, keys: int) -> Work:
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute("truncate queen.data_keys")
        owner.execute(_FILL, (keys,))
        owner.execute("vacuum (analyze) queen.data_keys")
    session = open_session(owner_url)
    for _ in range(2):
        measure(session.connection, lambda: session.execute(CALLS[call]))
    return measure(session.connection, lambda: session.execute(CALLS[call]))


@pytest.mark.parametrize("call", CALLS)
def test_a_data_key_costs_the_same_among_many(owner_url: str, open_session, call: str) -> None:
    few = work(owner_url, open_session, call, 10)
    many = work(owner_url, open_session, call, 100_000)
    assert not many.sequential_scans
    assert many.rows <= 2
    assert many.blocks <= few.blocks + 10

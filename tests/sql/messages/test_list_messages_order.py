"""queen.list_messages: its pages against a plain sort of everything."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Page
from regent.settings import Settings
from regent.stores.messages import MessageFilter, StoredMessages
from tests.support.rows import rows

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def pages(
    stored: StoredMessages, limit: int, offset: int = 0, *, oldest_first: bool, **wanted: Any
) -> Iterator[list[str]]:
    """The pages of a list, followed by their cursors, as transaction ids."""
    page = Page(limit, offset)
    while True:
        found = stored.list_messages(MessageFilter(**wanted), page, oldest_first=oldest_first)
        yield [message["transactionId"] for message in found.rows]
        if found.next_key is None:
            return
        at, *place = found.next_key
        page = Page(limit, 0, (datetime.fromisoformat(at), *place))


def filled(owner_url: str, chance: random.Random) -> None:
    """Partitions whose messages share instants with others', with holes, kept from any offset on.
    Written to the tables directly, because push would take the instants from the clock."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("set search_path = queen")
        for queue in ("q", "r"):
            connection.execute(
                "insert into queues (name, namespace, created_at) values (%s, 'ns', %s)",
                (queue, START),
            )
        for number in range(chance.randint(1, 40)):
            head = chance.randint(0, 30)
            tail = chance.randint(0, head)
            seconds = sorted(chance.randint(0, 20) for _ in range(head + 1))
            instants = [START + timedelta(seconds=s) for s in seconds]
            kept = [n for n in range(tail, head) if chance.random() < 0.8]
            row = connection.execute(
                "insert into partitions (queue_id, name, head, tail, removed, last_activity,"
                " created_at) select id, %s, %s, %s, %s, %s, %s from queues where name = %s"
                " returning id",
                (f"p{number}", head, tail, head - tail - len(kept), instants[-1], instants[0],
                 chance.choice("qr")),
            ).fetchone()  # fmt: skip
            assert row is not None
            for n in kept:
                connection.execute(
                    'insert into messages (partition_id, "offset", created_at, id,'
                    " transaction_key, payload) values (%s, %s, %s, %s, %s, '1')",
                    (row[0], n, instants[n], uuid.uuid4(), uuid.uuid4()),
                )


@pytest.mark.parametrize("seed", range(8))
def test_pages_are_the_total_order_cut_into_pieces(
    stored: StoredMessages, owner_url: str, seed: int
) -> None:
    """Against a plain sort of everything: at any page size, between any instants, at any offset."""
    chance = random.Random(seed)
    filled(owner_url, chance)
    everything = rows(
        owner_url,
        "select m.transaction_key::text as name, m.created_at, q.name as queue"
        " from queen.messages m join queen.partitions p on p.id = m.partition_id"
        " join queen.queues q on q.id = p.queue_id"
        ' order by m.created_at desc, m.partition_id desc, m."offset" desc',
    )
    for _ in range(25):
        since, before = (
            chance.choice([None, START + timedelta(seconds=chance.randint(-1, 22))])
            for _ in range(2)
        )
        queue = chance.choice([None, "q"])
        expected = [
            row["name"]
            for row in everything
            if (since is None or row["created_at"] >= since)
            and (before is None or row["created_at"] < before)
            and queue in (None, row["queue"])
        ]
        oldest_first = chance.choice([False, True])
        if oldest_first:
            expected.reverse()
        wanted: dict[str, Any] = {"since": since, "before": before, "queue": queue}
        wanted["oldest_first"] = oldest_first
        limit, offset = chance.randint(1, 200), chance.choice([0, chance.randint(0, 300)])
        found = list(pages(stored, limit, offset=offset, **wanted))
        assert [name for page in found for name in page] == expected[offset:]
        assert all(len(page) == limit for page in found[:-1])
        assert [name for page in pages(stored, limit, status="pending", **wanted) for name in page
                ] == expected  # fmt: skip

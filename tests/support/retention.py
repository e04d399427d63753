"""The steps of which tests of retention are made."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from regent.stores.queue import Queues
from regent.stores.queue_types import ArchivedMessage
from regent.stores.retention import Cut, Retention, Retired
from tests.support.rows import rows
from tests.support.store import complete, configure, pop

#: When a run of retention began, for tests that do not care.
RUN = datetime(2030, 1, 1, tzinfo=UTC)
EVERYTHING = 1_000_000


def retained(
    store: Queues,
    queue: str = "q",
    *,
    seconds: int = 0,
    completed: int = 0,
    pending: int = 0,
    **more: Any,
) -> None:
    """Switch retention on."""
    configure(
        store,
        queue,
        retention_enabled=True,
        retention_seconds=seconds,
        completed_retention_seconds=completed,
        pending_retention_seconds=pending,
        **more,
    )


def consume(store: Queues, queue: str, count: int, group: str = "g", **asked: Any) -> None:
    """Take and complete the next messages of a group."""
    lease = pop(store, queue, group=group, batch=count, partitions=100, **asked)
    assert len(lease.messages) == count
    assert all(answer.success for answer in complete(store, lease, group))


def cuts(retention: Retention, *, archiving: bool = False) -> list[Cut]:
    """What could be deleted now, everywhere."""
    found, after = retention.plan_retention(0, EVERYTHING, archiving=archiving)
    assert after is None
    return found


def planned(retention: Retention, *, archiving: bool = False) -> list[tuple[str, int, int]]:
    """(queue, start, end) of each cut."""
    return [(cut.queue, cut.start, cut.end) for cut in cuts(retention, archiving=archiving)]


def retire(
    retention: Retention,
    chosen: Sequence[Cut] | None = None,
    *,
    limit: int = EVERYTHING,
    archived: bool = False,
    run_at: datetime = RUN,
) -> list[Retired]:
    """Delete what was planned, or what could be deleted now."""
    chosen = cuts(retention) if chosen is None else chosen
    return retention.retire_messages(
        [(cut.partition, cut.end) for cut in chosen], limit, archived=archived, run_at=run_at
    )


def deleted(answers: Sequence[Retired]) -> list[tuple[int, int, bool]]:
    """(deleted, skipped, more) of each partition."""
    return [(each.deleted, each.skipped, each.more) for each in answers]


def archive(retention: Retention, upto: str = "committed", *, queue: str = "q") -> list[str]:
    """Batches, one for each cut, brought to a status without any file."""
    made = [(str(uuid.uuid4()), queue, [cut]) for cut in cuts(retention, archiving=True)]
    assert retention.open_batches(made, "/archive") == len(made)
    states = ["planned", "written", "verified", "committed"]
    for batch, _, (cut,) in made:
        for old, new in pairwise(states[: states.index(upto) + 1]):
            files = [{"rows": cut.end - cut.start}] if new == "written" else None
            assert retention.advance_batch(batch, old, new, files)
    return [batch for batch, _, _ in made]


def archived_message(name: str, partition: str = "p") -> ArchivedMessage:
    """A message whose payload is its transaction id, as the archive has it."""
    return ArchivedMessage(partition, name, None, None, None, f'"{name}"', False, None)


def left(owner_url: str, queue: str = "q") -> list[tuple[str, int]]:
    """(partition, offset) of each message that a queue still holds."""
    found = rows(
        owner_url,
        'select p.name, m."offset" from queen.messages m join queen.partitions p'
        " on p.id = m.partition_id join queen.queues q on q.id = p.queue_id"
        ' where q.name = %s order by p.name, m."offset"',
        (queue,),
    )
    return [(row["name"], row["offset"]) for row in found]


def ends(owner_url: str, queue: str = "q") -> list[tuple[str, int, int, int]]:
    """(partition, tail, head, removed) of each partition."""
    found = rows(
        owner_url,
        "select p.name, p.tail, p.head, p.removed from queen.partitions p"
        " join queen.queues q on q.id = p.queue_id where q.name = %s order by p.name",
        (queue,),
    )
    return [(row["name"], row["tail"], row["head"], row["removed"]) for row in found]

"""How a group stands in a partition, by queen.list_partitions and by queen.explain_partition."""

from __future__ import annotations

from typing import Any

import orjson

from regent.paging import Page
from regent.stores.resources import Resources, WhichPartitions


def of_the_list(resources: Resources, which: WhichPartitions) -> Any:
    """What a list says of the partition at which it starts, also when it asks for its state."""
    (row,) = resources.list_partitions(Page(1), which).rows
    standing = orjson.loads(orjson.dumps(row["standing"]))
    (same,) = resources.list_partitions(Page(1), which._replace(state=standing["state"])).rows
    assert same["name"] == row["name"] == which.start
    return without_clock(standing)


def without_clock(standing: Any) -> Any:
    """What both say, without what ticks."""
    if standing["state"] == "not_subscribed":
        return "not_subscribed"
    lease, rest, failure = standing["lease"], standing["rest"], standing["failure"]
    return (
        *(standing[name] for name in ("state", "cursor", "open", "processing", "oldestAt")),
        *(standing[name] for name in ("pausedAt", "maintenance")),
        failure and {name: told for name, told in failure.items() if name != "lastAttempts"},
        lease and [lease[name] for name in ("id", "since", "expiresAt")],
        rest and [rest[name] for name in ("reason", "until")],
    )

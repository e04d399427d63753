"""How pops travel: as parameters, and back as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regent.identifiers import random_uuid
from regent.limits import MAX_POP_BYTES
from regent.stores.queue_types import PopRequest


def pop_parameters(request: PopRequest, lease: str) -> tuple[Any, ...]:
    """What queen.pop and queen.pop_matching take behind their source."""
    return (
        request.group,
        request.batch,
        request.partitions,
        request.auto_ack,
        lease,
        MAX_POP_BYTES,
        request.subscription.mode,
        request.subscription.instant,
        request.lease_seconds,
        repeat_of(request),
        request.per_partition,
        request.client,
    )


def lease_of(request: PopRequest) -> str:
    """The id of the lease that a pop writes."""
    return request.lease_key or random_uuid()


def repeat_of(request: PopRequest) -> bool | None:
    """Whether a pop with a key is a repetition; None: it has no key."""
    return None if request.lease_key is None else request.repeat


def client_names(clients: Sequence[str | None]) -> str | None:
    """The names of several clients, one a line; None where none has one."""
    return "\n".join(name or "" for name in clients) if any(clients) else None


def rows_by_lease(
    leases: Sequence[str], rows: Sequence[Sequence[Any]]
) -> list[tuple[str, Sequence[Sequence[Any]]]]:
    """The rows of each lease in those of queen.pop_each, as queen.pop returns them. The last row
    may say that nobody has looked for the leases behind it: they are left out."""
    if rows and rows[-1][0] is None:
        rows = rows[:-1]
        leases = leases[: len({row[0] for row in rows})]
    found: dict[str, list[Sequence[Any]]] = {}
    for lease, *row in rows:
        found.setdefault(str(lease), []).append(row)
    nothing = found.get(leases[0], []) if rows and rows[0][1] is None else []
    return [(lease, found.get(lease, nothing)) for lease in leases]

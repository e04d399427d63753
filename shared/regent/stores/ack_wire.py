"""How acks travel: as a small JSON document, whose names are explained at the head of ack.sql."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regent.identifiers import parse_lease, parse_partition, transaction_key
from regent.stores.queue_types import Ack, Acked, FailedLease
from regent.stores.wire import uuid_array

_NO_LEASE = "00000000-0000-0000-0000-000000000000"


def ack_lanes(acks: Sequence[Ack], failed: Sequence[FailedLease] = ()) -> list[dict[str, Any]]:
    """Acks by partition and group, as queen.ack takes them; behind them leases whose batches failed
    as a whole, numbered on. Ids that cannot be ours are left out (see :func:`impossible_acks`)."""
    lanes: dict[tuple[int, str], list[tuple[int, Ack]]] = {}
    for index, ack in enumerate(acks):
        partition = parse_partition(ack["partitionId"])
        if partition is not None:
            lanes.setdefault((partition, ack["group"]), []).append((index, ack))
    return [
        {"p": partition, "g": group, **_lane_body(entries)}
        for (partition, group), entries in lanes.items()
    ] + [lane for place, lease in enumerate(failed, len(acks)) for lane in _failed(place, lease)]


def whole_lane(lanes: Sequence[Mapping[str, Any]]) -> tuple[Any, ...] | None:
    """The only lane in the order in which queen.ack_lane takes it; None when there are several, or
    when it has other verdicts than that messages are completed."""
    if len(lanes) != 1 or "t" not in lanes[0]:
        return None
    lane = lanes[0]
    indexes, keys = uuid_array(map(str, lane["i"])), uuid_array(lane["t"])
    return (lane["p"], lane["g"], lane["l"], indexes, keys, lane.get("u", False))


def ack_outcomes(
    lanes: Sequence[Mapping[str, Any]], rows: Sequence[Sequence[Any]]
) -> dict[int, Acked]:
    """What became of each ack, from queen.ack's rows: one an ack, or one for all of a lane's."""
    outcomes: dict[int, Acked] = {}
    for lane, index, *rest in rows:
        for place in lanes[lane - 1]["i"] if index is None else (index,):
            found = Acked(place, *rest)
            # A lease of several partitions has a row for each, and is live as long as one is.
            other = outcomes.get(place, found)
            live = other if other.success else found
            outcomes[place] = live._replace(dead=found.dead or other.dead)
    return outcomes


def rows_by_lane(lanes: int, rows: Sequence[Sequence[Any]]) -> list[list[Sequence[Any]]]:
    """The rows of each of several lanes, as if it were the only one."""
    found: list[list[Sequence[Any]]] = [[] for _ in range(lanes)]
    for lane, *row in rows:
        found[lane - 1].append((1, *row))
    return found


def impossible_acks(acks: Sequence[Ack], failed: Sequence[FailedLease] = ()) -> dict[int, Acked]:
    """The outcomes where an id cannot be one of ours: nothing to ask the database."""
    return {
        index: Acked(index, False, False, "MESSAGE_NOT_FOUND", False, False, None, None, None)
        for index, ack in enumerate(acks)
        if parse_partition(ack["partitionId"]) is None
    } | {
        place: Acked(place, False, False, "INVALID_LEASE", False, False, None, None, None)
        for place, lease in enumerate(failed, len(acks))
        if not _failed(place, lease)
    }


def _lane_body(entries: Sequence[tuple[int, Ack]]) -> dict[str, Any]:
    first = entries[0][1].get("leaseId")
    up_to = any(ack.get("upTo") for _, ack in entries)
    if all(ack["status"] == "completed" and ack.get("leaseId") == first for _, ack in entries) and (
        not up_to or len(entries) == 1
    ):
        return {
            "l": _fence(first),
            "i": [index for index, _ in entries],
            "t": [transaction_key(ack["transactionId"])[0] for _, ack in entries],
            **({"u": True} if up_to else {}),
        }
    return {
        "acks": [
            {
                "i": index,
                "t": transaction_key(ack["transactionId"])[0],
                "s": ack["status"],
                "l": _fence(ack.get("leaseId")),
                "e": ack.get("error"),
                "u": ack.get("upTo", False),
                "d": ack.get("delaySeconds"),
            }
            for index, ack in entries
        ]
    }


def _failed(place: int, lease: FailedLease) -> list[dict[str, Any]]:
    """A lane for each partition that the lease names, or for the one that is named."""
    parsed = parse_lease(lease["leaseId"])
    if parsed is None:
        return []
    named = lease.get("partitionId")
    partitions = parsed[1] if named is None else [parse_partition(named)]
    return [
        {
            "p": partition,
            "g": lease["group"],
            "l": parsed[0],
            "i": [place],
            "f": True,
            "e": lease.get("error"),
            "d": lease.get("delaySeconds"),
        }
        for partition in dict.fromkeys(partitions)
        if partition is not None
    ]


def _fence(lease_id: str | None) -> str | None:
    """The part of a lease id that is compared; one that cannot be ours compares with nothing."""
    if not lease_id:
        return None
    parsed = parse_lease(lease_id)
    return parsed[0] if parsed else _NO_LEASE

"""How pushes and acks travel: one JSON document each, in the form that their SQL reads.

One document, because Postgres takes a parsed document apart faster than it takes arrays of text,
and because it is made in one call. Its one-letter names are explained at the head of push.sql and
of ack.sql.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from pydantic_core import to_json

from regent.encryption import Encryption
from regent.errors import InvalidJson
from regent.identifiers import message_ids, parse_lease, parse_partition, transaction_key
from regent.messages import Ack, Acked, Pushed, PushItem

_NO_LEASE = "00000000-0000-0000-0000-000000000000"


class PushBatch:
    """The messages of one request, numbered within the lanes (queue and partition) they go to."""

    def __init__(self, items: Sequence[PushItem]) -> None:
        self._items = items
        self._lanes: dict[tuple[str, str | None], int] = {}
        self._counts: list[int] = []
        self._rows: list[dict[str, Any]] = []
        said_default = {item["queue"] for item in items if item.get("partition") == "Default"}
        for item, message_id in zip(items, message_ids(), strict=False):
            lane = self._lane(item, said_default)
            place = self._counts[lane - 1]
            self._counts[lane - 1] = place + 1
            key, text = transaction_key(item.get("transactionId") or message_id)
            row: dict[str, Any] = {"l": lane, "o": place, "i": message_id, "t": key}
            if text is not None:
                row["x"] = text
            for name, value in item.items():
                if value is not None and name in _SHORT:
                    row[_SHORT[name]] = value
            for short in _JSON & row.keys():
                row[short] = _json_text(row[short], len(self._rows))
            self._rows.append(row)

    def _lane(self, item: PushItem, said_default: Collection[str]) -> int:
        queue, partition = item["queue"], item.get("partition")
        if partition is None and queue in said_default:
            partition = "Default"  # the same lane, said in two ways
        lane = self._lanes.setdefault((queue, partition), len(self._counts) + 1)
        if lane > len(self._counts):
            self._counts.append(0)
        return lane

    def documents(self) -> tuple[str, str]:
        """The lanes and the items, as queen.push takes them."""
        lanes = [
            {"q": queue, "p": partition, "n": count}
            for (queue, partition), count in zip(self._lanes, self._counts, strict=True)
        ]
        return to_json(lanes).decode(), to_json(self._rows).decode()

    def encrypt(self, queues: Collection[str], encryption: Encryption) -> None:
        """Replace the payloads that go to these queues by ciphertext."""
        for item, row in zip(self._items, self._rows, strict=True):
            if item["queue"] in queues:
                sealed = encryption.seal(row.get("d", "null").encode())
                row["d"] = to_json(sealed).decode()
                row["e"] = True

    def outcome(self, lanes: Sequence[Sequence[Any]]) -> list[Pushed]:
        """What became of each item, from queen.push's rows (one per lane)."""
        queues = [queue for queue, _ in self._lanes]
        pushed = []
        for item, row in zip(self._items, self._rows, strict=True):
            _, partition_id, _, duplicates, depth, max_size = lanes[row["l"] - 1]
            winner = duplicates.get(f"{row['l'] - 1}:{row['o']}") if duplicates else None
            pushed.append(
                Pushed(
                    queues[row["l"] - 1],
                    partition_id,
                    winner or row["i"],
                    item.get("transactionId") or row["i"],
                    item.get("traceId"),
                    winner is not None,
                    depth,
                    None if depth is None else max(0, max_size - depth),
                )
            )
        return pushed


_SHORT = {"payload": "d", "headers": "h", "traceId": "r", "key": "k", "delaySeconds": "w"}
_JSON = frozenset({"d", "h"})
_ESCAPED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def _json_text(value: Any, index: int) -> str:
    """A payload as it is stored: JSON text, which comes out again just as it went in."""
    text = to_json(value, inf_nan_mode="constants").decode()
    if "\\u0000" in text and _ESCAPED_NUL.search(text):
        raise InvalidJson(f"items[{index}] holds the NUL character, which cannot be stored")
    return text


def ack_lanes(acks: Sequence[Ack]) -> list[dict[str, Any]]:
    """Acks by partition and group, as queen.ack takes them. Partition ids that cannot be ours are
    left out (see :func:`impossible_acks`)."""
    lanes: dict[tuple[int, str], list[tuple[int, Ack]]] = {}
    for index, ack in enumerate(acks):
        partition = parse_partition(ack["partitionId"])
        if partition is not None:
            lanes.setdefault((partition, ack["group"]), []).append((index, ack))
    return [
        {"p": partition, "g": group, **_lane_body(entries)}
        for (partition, group), entries in lanes.items()
    ]


def impossible_acks(acks: Sequence[Ack]) -> dict[int, Acked]:
    """The outcome of acks whose partition id cannot be one of ours: nothing to ask the database."""
    return {
        index: Acked(index, False, False, "MESSAGE_NOT_FOUND", False, False, None, None)
        for index, ack in enumerate(acks)
        if parse_partition(ack["partitionId"]) is None
    }


def _lane_body(entries: Sequence[tuple[int, Ack]]) -> dict[str, Any]:
    first = entries[0][1].get("leaseId")
    if all(
        ack["status"] == "completed" and ack.get("leaseId") == first and not ack.get("upTo")
        for _, ack in entries
    ):
        return {
            "l": _fence(first),
            "i": [index for index, _ in entries],
            "t": [transaction_key(ack["transactionId"])[0] for _, ack in entries],
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
            }
            for index, ack in entries
        ]
    }


def _fence(lease_id: str | None) -> str | None:
    """The part of a lease id that is compared; one that cannot be ours compares with nothing."""
    if not lease_id:
        return None
    parsed = parse_lease(lease_id)
    return parsed[0] if parsed else _NO_LEASE

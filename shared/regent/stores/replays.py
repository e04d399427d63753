"""Pushes messages as they were stored: payloads and headers as text, ciphertext as it is, and the
transaction ids that they had, so that what is there already is a duplicate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from regent.database import Database
from regent.identifiers import message_ids, transaction_key

#: Between payloads: a control character, which JSON text never holds as it is.
_SEPARATOR = "\x1f"


class StoredMessage(NamedTuple):
    """A message as the archive has it; headers and payload are JSON text."""

    partition: str
    transaction_id: str
    trace_id: str | None
    key: str | None
    headers: str | None
    payload: str
    is_encrypted: bool
    producer_sub: str | None


class Replays:
    """The store of replays."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def push(self, queue: str, messages: Sequence[StoredMessage]) -> int:
        """Store messages in their partitions of a queue, in order; how many were new. Those of one
        producer travel together: each push has one."""
        return sum(
            self._push(queue, list(found), producer)
            for producer, found in groupby(messages, lambda message: message.producer_sub)
        )

    def _push(self, queue: str, messages: list[StoredMessage], producer: str | None) -> int:
        lanes: dict[str, int] = {}
        counts: list[int] = []
        of: list[int] = []
        places: list[int] = []
        keys: list[str] = []
        more: list[dict[str, Any]] = []
        for message in messages:
            lane = lanes.setdefault(message.partition, len(lanes) + 1)
            if lane > len(counts):
                counts.append(0)
            of.append(lane)
            places.append(counts[lane - 1])
            counts[lane - 1] += 1
            key, text = transaction_key(message.transaction_id)
            keys.append(key)
            more.append(_more(message, text))
        asked = [
            {"q": queue, "p": name, "n": count} for name, count in zip(lanes, counts, strict=True)
        ]
        one = len(asked) == 1
        ids = [message_id for message_id, _ in zip(message_ids(), messages, strict=False)]
        rows = self._database.fetch(
            "select duplicates from queen.push(%s, %s, %s, %s, %s, %s, %s, %s)",
            (
                json.dumps(asked),
                None if one else of,
                None if one else places,
                ids,
                keys,
                _SEPARATOR.join(message.payload for message in messages),
                json.dumps(more) if any(more) else None,
                producer,
            ),
        )
        return len(messages) - len(rows[0][0] or {})


def _more(message: StoredMessage, transaction_text: str | None) -> dict[str, Any]:
    """What few messages have, as queen.push takes it."""
    found = {
        "x": transaction_text,
        "r": message.trace_id,
        "k": message.key,
        "h": message.headers,
        "e": message.is_encrypted or None,
    }
    return {name: value for name, value in found.items() if value is not None}

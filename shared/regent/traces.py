"""What consumers noted about the messages that they worked on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from regent.batches import stored_json
from regent.database import Database
from regent.encryption import Encryption
from regent.errors import EncryptionUnavailable, PayloadTooLarge
from regent.limits import MAX_POP_BYTES, MAX_TRACE_DATA_BYTES
from regent.paging import Page
from regent.rows import Row, json_text, json_value
from regent.stored import not_found, place_of


class TracePage(NamedTuple):
    """Traces or names. ``next_key``: where the next page starts."""

    rows: list[Row]
    total: int
    next_key: tuple[Any, ...] | None


class Traces:
    """What consumers noted about the messages that they worked on.

    Rows are named in snake_case here, as the published clients read them.
    """

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption

    def record(
        self,
        partition_id: str,
        transaction_id: str,
        *,
        data: Any,
        names: Iterable[str] = (),
        event_type: str = "info",
        group: str | None = None,
        worker: str | None = None,
    ) -> str:
        """Note something about a message; the trace's id."""
        text = stored_json(data, "data")
        if (size := len(text.encode())) > MAX_TRACE_DATA_BYTES:
            raise PayloadTooLarge(
                f"the data of the trace is {size} bytes, more than {MAX_TRACE_DATA_BYTES}",
                {"bytes": size, "maxBytes": MAX_TRACE_DATA_BYTES},
            )
        place = place_of(partition_id, transaction_id)
        trace_id = self._database.fetch(
            "select queen.record_trace(%s, %s, %s, %s, %s, %s, %s)",
            (*place, group, event_type, text, worker, list(names)),
        )[0][0]
        if trace_id is None:
            raise not_found(partition_id, transaction_id)
        return str(trace_id)

    def of_message(self, partition_id: str, transaction_id: str, page: Page) -> TracePage:
        """What was noted about a message, oldest first."""
        place = place_of(partition_id, transaction_id)
        rows = self._database.fetch_rows(
            "select * from queen.list_traces(%s, %s, %s, %s, %s, %s)",
            (*place, page.limit, page.offset, *page.key(1), MAX_POP_BYTES),
        )
        if not rows:
            raise not_found(partition_id, transaction_id)
        return _page(rows, [_trace(row) for row in rows if row["id"] is not None])

    def by_name(self, name: str, page: Page) -> TracePage:
        """What was noted under a name, oldest first, with the messages that it is about."""
        rows = self._database.fetch_rows(
            "select * from queen.list_traces_by_name(%s, %s, %s, %s, %s)",
            (name, page.limit, page.offset, *page.key(1), MAX_POP_BYTES),
        )
        traces = [_trace(row) | self._message(row) for row in rows if row["id"] is not None]
        return _page(rows, traces)

    def names(self, page: Page) -> TracePage:
        """The names that traces have, in their order."""
        rows = self._database.fetch_rows(
            "select * from queen.list_trace_names(%s, %s, %s)",
            (page.limit + 1, page.offset, *page.key(1)),
        )
        named = [
            {
                "trace_name": row["traceName"],
                "trace_count": row["traceCount"],
                "message_count": row["messageCount"],
                "last_seen": row["lastSeen"],
            }
            for row in rows
            if row["traceName"] is not None
        ]
        more = len(named) > page.limit
        shown = named[: page.limit]
        return TracePage(shown, rows[0]["total"], (shown[-1]["trace_name"],) if more else None)

    def _message(self, row: Row) -> Row:
        """The message of a trace, its payload where that can be read."""
        payload = row["messagePayload"]
        if row["isEncrypted"]:
            try:
                payload = json_text(self._encryption.open(json_value(payload)))
            except EncryptionUnavailable:
                payload = None
        return {
            "transaction_id": row["transactionId"],
            "partition_id": row["partitionId"],
            "queue_name": row["queueName"],
            "partition_name": row["partitionName"],
            "message_payload": payload,
        }


def _trace(row: Row) -> Row:
    return {
        "id": row["id"],
        "event_type": row["eventType"],
        "data": row["data"],
        "consumer_group": row["consumerGroup"],
        "worker_id": row["workerId"],
        "created_at": row["createdAt"],
        "trace_names": row["traceNames"] or [],
    }


def _page(rows: list[Row], traces: list[Row]) -> TracePage:
    more = rows[0]["more"] and traces
    return TracePage(traces, rows[0]["total"], (int(traces[-1]["id"]),) if more else None)

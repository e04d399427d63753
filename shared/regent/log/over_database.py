"""The log over a database: inside a Lambda, or in one transaction with a queue's push and ack."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import orjson

from regent.database import Connection, Database
from regent.limits import MAX_APPEND_MESSAGES, MAX_LOG_BATCH, MAX_PAGE
from regent.log.transport import Answer, Wire
from regent.paging import Listing, Page, decode_cursor, encode_cursor
from regent.rows import Row
from regent.stores.log import LogStore, NewMessage, Work


class DatabaseTransport:
    """The store's answers in the form of the routes' answers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store = LogStore(database)

    def append(self, messages: Sequence[Wire], guard: Wire | None) -> Answer:
        conditions, last = (guard["conditions"], guard["lastPosition"]) if guard else (None, 0)
        appended = self._store.append(_new(messages), conditions, last)
        return {"positions": appended.positions, "lastPosition": appended.last_position}

    def read(self, conditions: Sequence[Wire], after: int | None, limit: int) -> Answer:
        return _guarded(
            self._store.read_conditions(conditions, after, limit) | {"conditions": conditions}
        )

    def read_partition(
        self,
        attributes: Wire,
        types: Sequence[str],
        after: int | None,
        upto: int | None,
        scope: str,
    ) -> Answer:
        return _guarded(
            self._store.read_partition(
                attributes, types, after=after, upto=upto, limit=MAX_LOG_BATCH, scope=scope
            )
        )

    def read_log(self, start: int | None, limit: int, order: str, kind: str | None) -> Answer:
        row = self._store.read_messages(start, limit, backwards=order == "desc", type_=kind)
        return _plain(row)

    def correlated(self, message_id: str, after: int | None) -> Answer:
        return _plain(self._store.read_correlated(message_id, after, MAX_LOG_BATCH))

    def declare_type(self, kind: str, attributes: Sequence[str] | None) -> None:
        self._store.declare_type(kind, attributes)

    def types(self, cursor: str | None) -> Answer:
        return _page("types", self._store.list_types(_behind(cursor)))

    def register_group(self, group: str, partition_by: Sequence[str] | None) -> None:
        self._store.register_group(group, partition_by)

    def group(self, group: str) -> Answer:
        return _plain(self._store.read_group(group))

    def groups(self, cursor: str | None) -> Answer:
        return _page("groups", self._store.list_groups(_behind(cursor)))

    def stop_group(self, group: str, reason: Any, retry_in_seconds: float | None) -> None:
        status = "stopped" if retry_in_seconds is None else "failed"
        self._store.set_group_status(group, status, reason, retry_in_seconds)

    def start_group(self, group: str) -> None:
        self._store.set_group_status(group, "active")

    def reset_group(self, group: str) -> int:
        return self._store.reset_group(group)

    def claim(self, group: str, request: Wire) -> Answer | None:
        work = Work(
            partition_by=request["partitionBy"],
            handled_types=request["handledTypes"],
            worker=request["workerId"],
            batch=request["batchSize"],
            lease_seconds=request["leaseSeconds"],
            scope=request["guardScope"],
        )
        row = self._store.claim_next(group, work)
        return None if row is None else _guarded(row)

    def ack(self, group: str, request: Wire) -> None:
        self._store.ack_claim(
            group, request["offsetId"], request["position"], request.get("workerId")
        )

    def extend(self, group: str, request: Wire) -> str:
        until = self._store.extend_claim(
            group, request["offsetId"], request["leaseSeconds"], request.get("workerId")
        )
        return until.isoformat()

    def release(self, group: str, request: Wire) -> None:
        self._store.release_claim(
            group,
            request["offsetId"],
            worker=request.get("workerId"),
            error=request.get("error"),
            rest_seconds=request.get("retryInSeconds"),
        )

    def advance(self, group: str, partition: Wire, position: int) -> int:
        return self._store.advance_offset(group, partition, position)

    def offsets(self, group: str, state: str | None, cursor: str | None) -> Answer:
        start = None if cursor is None else int(cursor)
        return _page("offsets", self._store.list_offsets(group, start, MAX_PAGE, state=state))

    def schedule(self, messages: Sequence[Wire], at: datetime) -> str:
        return self._store.schedule_messages(_new(messages), at)

    def scheduled(
        self, since: datetime | None, before: datetime | None, cursor: str | None
    ) -> Answer:
        after = None if cursor is None else decode_cursor("scheduled", cursor, (datetime, int))
        found = self._store.list_scheduled(Page(MAX_PAGE, 0, after), since, before)
        key = found.next_key
        following = None if key is None else encode_cursor("scheduled", key)
        return {"scheduled": found.rows, "nextCursor": following}

    def read_scheduled(self, schedule: str, start: int) -> Answer:
        return _plain(self._store.read_scheduled(schedule, start, MAX_APPEND_MESSAGES))

    def cancel_scheduled(self, schedule: str) -> Answer:
        return self._store.cancel_scheduled(schedule)

    def installed(self) -> bool:
        statement = "select to_regprocedure('log.append(jsonb, jsonb, bigint)') is not null"
        return bool(self._database.fetch(statement)[0][0])

    def clear(self) -> None:
        self._database.transaction(_clear)

    def close(self) -> None:
        """Nothing to close: the caller owns the database."""


def _new(messages: Sequence[Wire]) -> list[NewMessage]:
    return cast("list[NewMessage]", list(messages))


def _plain(row: Row) -> Answer:
    """A row with its stored JSON as objects, and numbers as Python reads them, as over HTTP."""
    plain: Answer = json.loads(orjson.dumps(row))
    return plain


def _guarded(row: Row) -> Answer:
    plain = _plain(row)
    guard = {"conditions": plain.pop("conditions"), "lastPosition": plain.pop("lastPosition")}
    return plain | {"guard": guard}


def _behind(cursor: str | None) -> Page:
    return Page(MAX_PAGE, 0, None if cursor is None else (cursor,))


def _page(name: str, found: Listing) -> Answer:
    """A page of a list. Its cursor needs no form: it never leaves the process."""
    cursor = None if found.next_key is None else str(found.next_key[0])
    return {name: [_plain(row) for row in found.rows], "nextCursor": cursor}


def _clear(connection: Connection) -> None:
    tables = connection.execute(
        "select string_agg(format('%I.%I', schemaname, tablename), ', ') from pg_tables"
        " where schemaname = 'log'"
    ).fetchall()[0][0]
    connection.execute(f"truncate {tables} restart identity")
    connection.execute("alter sequence log.positions restart")

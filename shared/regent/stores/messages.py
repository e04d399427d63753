"""The messages that are kept, to look at and to delete; and what consumers noted about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import (
    InvalidRequest,
    MessageNotFound,
    PayloadTooLarge,
)
from regent.identifiers import parse_partition, transaction_key
from regent.limits import (
    MAX_MESSAGES_LOOKED_AT,
    MAX_OFFSET,
    MAX_PAGE_OFFSET,
    MAX_PAYLOADS_LOOKED_AT_BYTES,
    MAX_PIPELINE_NOTES,
    MAX_POP_BYTES,
    MAX_TRACE_DATA_BYTES,
)
from regent.masks import present_sight
from regent.paging import Listing, Page, cut
from regent.rows import Row, text_of
from regent.stores.payloads import Payloads
from regent.stores.wire import stored_json

State = Literal["pending", "delayed", "processing", "completed", "failed", "dead", "expired"]

#: Where the next page starts. Only the statement knows: it may have looked through messages that do
#: not fit.
_NEXT: Final = ("nextAt", "nextPartition", "nextOffset", "nextSkip")
_LOOKED: Final = ("looked", "lookedTo", "sealed")
_OF_LIST: Final = ("hasQueueMode", "busGroups", *_NEXT, *_LOOKED)
#: What a list has only where payloads were asked for.
_PAYLOADS: Final = ("payload", "headers", "dataStart", "dataBytes", "payloads", "maskPaths")
#: What is noted of a look at whole payloads.
_REVEALED: Final = "json_build_object('messages', count(id)) from done having count(id) > 0"
_BY_ID: Final = {"id": int}
_DOT: Final = re.compile(r"(?<!\\)\.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageFilter:
    """Which messages to list: those that fit all of it."""

    queue: str | None = None
    partition: str | None = None
    namespace: str | None = None
    task: str | None = None
    group: str | None = None
    status: State | None = None
    trace_id: str | None = None
    transaction_id: str | None = None
    since: datetime | None = None
    before: datetime | None = None
    #: Of the partition that is named.
    after_offset: int | None = None
    #: A text in the JSON of the payload; the names on the way to a field of it, and its value.
    contains: str | None = None
    field: Sequence[str] | None = None
    value: str | None = None


class StoredMessages:
    """The messages that are kept, as things to look at and delete."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._payloads = Payloads(encryption)

    def list_messages(
        self,
        wanted: MessageFilter,
        page: Page,
        most: int = MAX_MESSAGES_LOOKED_AT,
        *,
        oldest_first: bool = False,
        payloads: bool = False,
        max_data_bytes: int | None = None,
    ) -> Listing:
        """A page of messages. It may be short, even empty, and still not be the last one: a status
        and a payload are judged message by message, ``most`` of them a page, and payloads fill an
        answer. Of a payload with more than ``max_data_bytes``, only its beginning. About all of
        them, how their queues are consumed, and how far the page looked."""
        after, partition, offset, skip = page.after or (None, None, None, page.offset)
        if skip > MAX_PAGE_OFFSET:
            raise InvalidRequest(f"cursor: skips {skip} messages, more than {MAX_PAGE_OFFSET}")
        key = None if wanted.transaction_id is None else transaction_key(wanted.transaction_id)[0]
        behind = wanted.after_offset
        rows = self._database.change_rows(
            "select * from queen.list_messages("
            "%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s,"
            " %s, %s, %s, %s, %s, %s)",
            (
                wanted.queue,
                wanted.partition,
                wanted.namespace,
                wanted.task,
                wanted.group,
                wanted.status,
                wanted.trace_id,
                key,
                wanted.since,
                wanted.before,
                page.limit,
                skip,
                after,
                partition,
                offset,
                most,
                oldest_first,
                None if behind is None else min(behind + 1, MAX_OFFSET),
                MAX_POP_BYTES if payloads else None,
                max_data_bytes,
                wanted.contains,
                None if wanted.field is None else list(wanted.field),
                wanted.value,
                MAX_PAYLOADS_LOOKED_AT_BYTES,
                present_sight().words(),
            ),
            result=_REVEALED,
        )
        found = cut(rows, page, {"id": str}, about=_OF_LIST)
        place = tuple(found.about.pop(name) for name in _NEXT)
        return found._replace(
            rows=[
                self._shown(row, max_data_bytes) if payloads else _bare(row) for row in found.rows
            ],
            next_key=None if place[0] is None else place,
        )

    def read_message(self, partition_id: str, transaction_id: str) -> Row:
        """One message, with its payload and what each group made of it."""
        rows = self._database.change_rows(
            "select * from queen.read_message(%s, %s)",
            place_of(partition_id, transaction_id),
            result=_REVEALED,
        )
        if not rows:
            raise not_found(partition_id, transaction_id)
        return self._payloads.shown(rows[0], "payload")

    def delete_message(self, partition_id: str, transaction_id: str) -> None:
        """Delete one message; no group waits for it any more."""
        place = place_of(partition_id, transaction_id)
        rows = self._database.change(
            "select queen.delete_message(%s, %s) as deleted",
            place,
            result="json_build_object() from done where deleted",
        )
        if not rows[0][0]:
            raise not_found(partition_id, transaction_id)

    def _shown(self, message: Row, max_data_bytes: int | None) -> Row:
        """A message of a list with its payload, or with its beginning."""
        message = self._payloads.shown(message, "payload")
        if max_data_bytes is None:
            del message["dataStart"], message["dataBytes"]
            return message
        is_cut = message["payload"] is None
        if is_cut or not (message["isEncrypted"] or "masked" in message):
            return message
        text = text_of(message["payload"])
        size = len(text.encode())
        if size <= max_data_bytes:
            return message | {"dataBytes": size}
        beginning = text[:max_data_bytes]
        return message | {"payload": None, "dataStart": beginning, "dataBytes": size}


class Traces:
    """What consumers noted about the messages that they worked on."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._payloads = Payloads(encryption)

    def record_trace(
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

    def list_traces(self, partition_id: str, transaction_id: str, page: Page) -> Listing:
        """What was noted about a message, oldest first."""
        place = place_of(partition_id, transaction_id)
        rows = self._database.fetch_rows(
            "select * from queen.list_traces(%s, %s, %s, %s, %s, %s)",
            (*place, page.limit, page.offset, *page.key(1), MAX_POP_BYTES),
        )
        if not rows:
            raise not_found(partition_id, transaction_id)
        return cut(rows, page, _BY_ID)

    def list_traces_by_name(self, name: str, page: Page) -> Listing:
        """What was noted under a name, oldest first, with the messages that it is about."""
        rows = self._database.change_rows(
            "select * from queen.list_traces_by_name(%s, %s, %s, %s, %s)",
            (name, page.limit, page.offset, *page.key(1), MAX_POP_BYTES),
            result=_REVEALED,
        )
        found = cut(rows, page, _BY_ID)
        shown = [self._payloads.shown(row, "messagePayload") for row in found.rows]
        return found._replace(rows=shown)

    def read_pipeline(self, trace_id: UUID, limit: int) -> Row:
        """The messages of a trace over all queues, with their states and what was noted."""
        return self._database.fetch_rows(
            "select * from queen.read_pipeline(%s, %s, %s)", (trace_id, limit, MAX_PIPELINE_NOTES)
        )[0]

    def list_trace_names(self, page: Page) -> Listing:
        """The names that traces have, in their order."""
        rows = self._database.fetch_rows(
            "select * from queen.list_trace_names(%s, %s, %s)",
            (page.limit + 1, page.offset, *page.key(1)),
        )
        return cut(rows, page, {"traceName": str})


def _bare(message: Row) -> Row:
    return {name: value for name, value in message.items() if name not in _PAYLOADS}


def names_of(path: str) -> list[str]:
    """The names on the way to a field: ``customer.id`` has two; a dot within a name is ``\\.``."""
    return [name.replace("\\.", ".") for name in _DOT.split(path)]


def place_of(partition_id: str, transaction_id: str) -> tuple[int, str]:
    """Where a message is, as SQL looks it up; MessageNotFound when it cannot be anywhere."""
    partition = parse_partition(partition_id)
    if partition is None:
        raise not_found(partition_id, transaction_id)
    return partition, transaction_key(transaction_id)[0]


def not_found(partition_id: str, transaction_id: str) -> MessageNotFound:
    """There is no such message."""
    return MessageNotFound(
        f"there is no message {transaction_id} in the partition with the id {partition_id}:"
        " it was never pushed there, or it was deleted",
        {"partitionId": partition_id, "transactionId": transaction_id},
    )

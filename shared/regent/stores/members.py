"""The store of topics and of groups with members: records by offset, assignments, offsets."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, NotRequired

from pydantic import BeforeValidator, Field, WithJsonSchema
from typing_extensions import TypedDict  # before 3.12 pydantic wants this one

from regent.database import Database
from regent.encryption import Encryption
from regent.identifiers import key_hash
from regent.limits import (
    MAX_FIXED_PARTITIONS,
    MAX_MEMBERS,
    MAX_NAME_LENGTH,
    MAX_OFFSET,
    MAX_POP_BYTES,
    MAX_TIMESTAMP_MS,
)
from regent.names import Name, Text
from regent.numbers import WHOLE, whole
from regent.paging import Listing, Page, cut
from regent.rows import Row
from regent.stores.queue_types import PushItem
from regent.stores.wire import PushBatch

#: Where a record's own timestamp is kept: a message has no other place for it.
TIMESTAMP_HEADER: Final = "regent-timestamp"


#: The page of what is asked for by its name.
_ONE: Final = Page(1)
_PARTITIONS: Final = frozenset(map(str, range(MAX_FIXED_PARTITIONS)))


def _offsets(given: object) -> dict[int, int]:
    """Offsets by partition, as JSON has them: its keys are texts."""
    offsets = given if isinstance(given, dict) and given.keys() <= _PARTITIONS else {"0": None}
    read = {int(partition): whole(offset) for partition, offset in offsets.items()}
    if not all(type(offset) is int and 0 <= offset <= MAX_OFFSET for offset in read.values()):
        raise ValueError('takes the next offset of each partition, such as {"0": 100, "2": 250}')
    return read


#: The next offset to read of each partition.
Offsets = Annotated[
    dict[int, int],
    BeforeValidator(_offsets),
    WithJsonSchema(
        {
            "type": "object",
            "propertyNames": {"pattern": "^(0|[1-9][0-9]{0,2})$"},
            "additionalProperties": {
                "type": "integer",
                "minimum": 0,
                "exclusiveMaximum": MAX_OFFSET + 1,
            },
        }
    ),
]
Generation = Annotated[int, Field(ge=0, lt=MAX_OFFSET + 1, strict=True), WHOLE]
#: A group's id and a UUID behind it.
MemberId = Annotated[Text, Field(min_length=1, max_length=MAX_NAME_LENGTH + 37)]


class RecordToStore(TypedDict):
    """A record as a producer sends it, under the names that the HTTP contract uses."""

    value: Any
    key: NotRequired[Name | None]
    partition: NotRequired[
        Annotated[int, Field(ge=0, lt=MAX_FIXED_PARTITIONS, strict=True), WHOLE] | None
    ]
    timestamp: NotRequired[
        Annotated[int, Field(ge=0, le=MAX_TIMESTAMP_MS, strict=True), WHOLE] | None
    ]
    headers: NotRequired[dict[str, Any] | None]
    transactionId: NotRequired[Name | None]


class Produced(NamedTuple):
    """Where a record is; ``duplicate``: it was there already. The timestamp in milliseconds."""

    partition: int
    offset: int
    timestamp: int
    duplicate: bool


class Record(NamedTuple):
    """A message by its offset. ``value`` is JSON text, and so is what ``headers`` hold."""

    offset: int
    key: str | None
    headers: dict[str, Any] | None
    value: str
    timestamp: int
    #: Why the value of an encrypted message cannot be read; it is null then.
    decryption_error: str | None


class Records(NamedTuple):
    """Messages of a partition, where it begins and ends, and where to read on."""

    records: list[Record]
    high_watermark: int
    log_start_offset: int
    next_offset: int


class Joined(NamedTuple):
    """``rebalance_required``: the partitions are dealt out in a moment. ``group_created_at_ms``: a
    group that was deleted and made again is another one."""

    member_id: str
    rebalance_required: bool
    generation: int
    group_created_at_ms: int


class Standing(NamedTuple):
    """Where a group is: its generation and state."""

    generation: int
    state: str


class Assignment(NamedTuple):
    """``due_in_seconds``: when a pending rebalance will change it; None when none is pending."""

    group_id: str
    topic: str
    partitions: list[int]
    generation: int
    due_in_seconds: float | None


class Members:
    """Everything that topics and groups with members can do, over one database."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption
        #: Whose turn it is among the partitions: in order here, anywhere to begin with, so that
        #: many environments do not all begin at the first one.
        self._turn = random.randrange(MAX_FIXED_PARTITIONS)  # noqa: S311 - a start, not a secret

    def create_topic(self, topic: str, partitions: int) -> Row:
        """Make a topic, or let it grow."""
        return self._database.change_rows(
            "select * from queen.create_topic(%s, %s)",
            (topic, partitions),
            result="json_build_object('created', created, 'partitions', partitions)"
            " from done where changed",
        )[0]

    def list_topics(self, page: Page = _ONE, *, topic: str | None = None) -> Listing:
        """The topics by name, or the one that is named."""
        rows = self._database.fetch_rows(
            "select * from queen.list_topics(%s, %s, %s, %s)",
            (topic, *page.key(1), page.offset, page.limit + 1),
        )
        found = cut(rows, page, {"topic": str})
        # Behind the last topic there is no row to say how many there are.
        return found if rows else found._replace(total=0)

    def delete_topic(self, topic: str) -> None:
        """Delete a topic with everything in it and every group on it."""
        self._database.change(
            "select queen.delete_topic(%s)", (topic,), result="json_build_object() from done"
        )

    def produce(
        self, topic: str, records: Sequence[RecordToStore], producer: str | None = None
    ) -> list[Produced]:
        """Store records, all or none, each in the partition of its key."""
        messages = [_as_message(topic, record) for record in records]
        batch = PushBatch(messages)
        choices = [self._choice(record) for record in records]
        named = [record.get("partition") for record in records]

        def send() -> list[Produced]:
            rows = self._database.fetch(
                "select * from queen.produce(%s, %s, %s, %s, %s, %s, %s, %s)",
                (topic, named, choices, *batch.parameters()[3:], producer),
            )
            return [_produced(*pair) for pair in zip(messages, rows, strict=True)]

        return batch.sent(send, self._encryption)

    def read_records(self, topic: str, partition: int, offset: int, limit: int) -> Records:
        """Read from an offset on, without a lease and without a group."""
        rows = self._database.fetch(
            "select * from queen.read_records(%s, %s, %s, %s, %s)",
            (topic, str(partition), offset, limit, MAX_POP_BYTES),
        )
        head, tail = rows[0][:2]
        found = [self._record(row[2:]) for row in rows if row[2] is not None]
        # Between the last record and the end there may be none left: they were deleted.
        return Records(found, head, tail, found[-1].offset + 1 if found else head)

    def register_group(self, topic: str, app_id: str, *, delete_when_empty: bool = False) -> Row:
        """Find or create the group of an application on a topic."""
        return self._database.fetch_rows(
            "select * from queen.register_group(%s, %s, %s)", (topic, app_id, delete_when_empty)
        )[0]

    def list_member_groups(self, page: Page = _ONE, *, group: str | None = None) -> Listing:
        """The groups by name; or the one that is named, with its members. Not one more than the
        page is asked for, because what is due in a group is carried out for so many: behind a page
        that is full there may be others, or none."""
        rows = self._database.fetch_rows(
            "select * from queen.list_member_groups(%s, %s, %s)",
            (group, *page.key(1), page.limit),
        )
        full = len(rows) == page.limit
        return Listing(rows, (rows[-1]["groupId"],) if full else None, None, {})

    def delete_member_group(self, group: str, *, force: bool = False) -> None:
        """Delete a group and its committed offsets."""
        self._database.change(
            "select queen.delete_member_group(%s, %s)",
            (group, force),
            result="json_build_object() from done",
        )

    def list_generations(self, group: str, page: Page) -> Listing:
        """The generations of a group, the newest first: what led to each, and who got what."""
        rows = self._database.fetch_rows(
            "select * from queen.list_generations(%s, %s, %s, %s)",
            (group, *page.key(1), page.limit, MAX_POP_BYTES),
        )
        return cut(rows, page, {"generation": int})

    def evict_member(self, group: str, member_id: str) -> Row:
        """End a membership from outside; what the member had."""
        return self._database.change_rows(
            "select * from queen.evict_member(%s, %s)",
            (group, member_id),
            result="json_build_object('consumerId', consumer_id,"
            " 'partitions', cardinality(partitions)) from done",
        )[0]

    def preview_evict_member(self, group: str, member_id: str) -> Row:
        """What `evict_member` would do."""
        return self._database.fetch_rows(
            "select * from queen.preview_evict_member(%s, %s)", (group, member_id)
        )[0]

    def join_group(self, group: str, consumer_id: str, session_timeout_ms: int) -> Joined:
        """Become a member, or hear again that one is."""
        member_id = f"{group}-{uuid.uuid4()}"
        rows = self._database.fetch(
            "select * from queen.join_group(%s, %s, %s, %s, %s)",
            (group, consumer_id, member_id, session_timeout_ms, MAX_MEMBERS),
        )
        return Joined(*rows[0])

    def leave_group(self, group: str, member_id: str) -> None:
        """Be a member no longer."""
        self._database.fetch("select queen.leave_group(%s, %s)", (group, member_id))

    def heartbeat(
        self,
        group: str,
        member_id: str,
        generation: int | None = None,
        offsets: Mapping[int, int] | None = None,
    ) -> Standing:
        """Stay a member; with ``offsets``, commit them as well."""
        rows = self._database.fetch(
            "select * from queen.heartbeat(%s, %s, %s, %s)",
            (group, member_id, generation, None if offsets is None else _named(offsets)),
        )
        return Standing(*rows[0])

    def read_assignment(self, member_id: str) -> Assignment:
        """What a member has been assigned, and whether that is about to change."""
        rows = self._database.fetch("select * from queen.read_assignment(%s)", (member_id,))
        return Assignment(*rows[0])

    def commit_offsets(
        self,
        group: str,
        member_id: str,
        offsets: Mapping[int, int],
        *,
        generation: int | None = None,
        force: bool = False,
    ) -> Standing:
        """Say up to where partitions are done: the next offset to read of each; all or none."""
        rows = self._database.fetch(
            "select * from queen.commit_offsets(%s, %s, %s, %s, %s)",
            (group, member_id, generation, _named(offsets), force),
        )
        return Standing(*rows[0])

    def read_offsets(self, group: str, partition: int | None = None) -> dict[int, int]:
        """The committed offsets, by partition."""
        rows = self._database.fetch(
            "select * from queen.read_offsets(%s, %s)",
            (group, None if partition is None else str(partition)),
        )
        return {int(name): committed for name, committed, _ in rows}

    def rebalance_due(self) -> bool:
        """Carry out what is due in a group that nobody calls; whether there was one."""
        return bool(self._database.fetch("select queen.rebalance_due()")[0][0])

    def _choice(self, record: RecordToStore) -> int:
        """Modulo the number of partitions, the one to take: by the key, or in turn."""
        if (key := record.get("key")) is not None:
            return key_hash(key)
        self._turn += 1
        return self._turn

    def _record(self, row: Sequence[Any]) -> Record:
        offset, key, headers_text, payload, is_encrypted, created_at_ms = row
        headers = None if headers_text is None else json.loads(headers_text)
        timestamp = _timestamp(created_at_ms, headers)
        if headers and timestamp == headers.get(TIMESTAMP_HEADER):
            headers = {k: v for k, v in headers.items() if k != TIMESTAMP_HEADER} or None
        error = None
        if is_encrypted:
            payload, error = self._encryption.opened(payload)
        return Record(offset, key, headers, payload, timestamp, error)


def _as_message(topic: str, record: RecordToStore) -> PushItem:
    headers = record.get("headers")
    if (timestamp := record.get("timestamp")) is not None:
        headers = {**(headers or {}), TIMESTAMP_HEADER: timestamp}
    return {
        "queue": topic,
        "payload": record["value"],
        "key": record.get("key"),
        "headers": headers,
        "transactionId": record.get("transactionId"),
    }


def _produced(sent: PushItem, row: Sequence[Any]) -> Produced:
    partition, offset, created_at_ms, stored_headers, duplicate = row
    headers = sent.get("headers")
    if duplicate:
        headers = json.loads(stored_headers or "null")
    return Produced(partition, offset, _timestamp(created_at_ms, headers), duplicate)


def _timestamp(created_at_ms: int, headers: Any) -> int:
    """The producer's own, where the header can only be that; else when the message was stored."""
    own = headers.get(TIMESTAMP_HEADER) if isinstance(headers, Mapping) else None
    return own if type(own) is int and 0 <= own <= MAX_TIMESTAMP_MS else created_at_ms


def _named(offsets: Mapping[int, int]) -> str:
    return json.dumps({str(partition): offset for partition, offset in offsets.items()})

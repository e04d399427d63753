"""The store of groups with members: topics, records by offset, members, committed offsets."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from regent.database import Database
from regent.encryption import Encryption
from regent.limits import MAX_POP_BYTES
from regent.rows import Row


class Joined(NamedTuple):
    """``rebalance_required``: the partitions are dealt out in a moment."""

    member_id: str
    rebalance_required: bool
    generation: int


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


class Record(NamedTuple):
    """A message by its offset."""

    offset: int
    key: str | None
    headers: str | None
    payload: str
    is_encrypted: bool
    created_at: datetime


class Records(NamedTuple):
    """Messages of a partition, and where it begins and ends."""

    high_watermark: int
    log_start_offset: int
    records: list[Record]


class Members:
    """Everything that topics and groups with members can do, over one database."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption

    def create_topic(self, topic: str, partitions: int) -> Row:
        """Make a topic, or let it grow."""
        return self._database.fetch_rows(
            "select * from queen.create_topic(%s, %s)", (topic, partitions)
        )[0]

    def topics(self, topic: str | None, after: str | None, limit: int) -> list[Row]:
        """The topics after a name, or the one that is named."""
        return self._database.fetch_rows(
            "select * from queen.read_topics(%s, %s, %s)", (topic, after, limit)
        )

    def register(self, topic: str, app_id: str, *, delete_when_empty: bool = False) -> Row:
        """Find or create the group of an application on a topic."""
        return self._database.fetch_rows(
            "select * from queen.register_group(%s, %s, %s)", (topic, app_id, delete_when_empty)
        )[0]

    def groups(self, group: str | None, after: str | None, limit: int) -> list[Row]:
        """The groups after a name, or the one that is named, with their members."""
        return self._database.fetch_rows(
            "select * from queen.read_member_groups(%s, %s, %s)", (group, after, limit)
        )

    def delete(self, group: str, *, force: bool = False) -> None:
        """Delete a group and its committed offsets."""
        self._database.fetch("select queen.delete_member_group(%s, %s)", (group, force))

    def join(self, group: str, consumer_id: str, session_timeout_ms: int) -> Joined:
        """Become a member, or hear again that one is."""
        member_id = f"{group}-{uuid.uuid4()}"
        rows = self._database.fetch(
            "select * from queen.join_group(%s, %s, %s, %s)",
            (group, consumer_id, member_id, session_timeout_ms),
        )
        return Joined(*rows[0])

    def leave(self, group: str, member_id: str) -> None:
        """Be a member no longer."""
        self._database.fetch("select queen.leave_group(%s, %s)", (group, member_id))

    def heartbeat(self, group: str, member_id: str) -> Standing:
        """Stay a member."""
        return Standing(
            *self._database.fetch("select * from queen.heartbeat(%s, %s)", (group, member_id))[0]
        )

    def assignment(self, member_id: str) -> Assignment:
        """What a member has been assigned, and whether that is about to change."""
        rows = self._database.fetch("select * from queen.read_assignment(%s)", (member_id,))
        return Assignment(*rows[0])

    def commit(
        self,
        group: str,
        member_id: str,
        offsets: Mapping[int, int],
        *,
        generation: int | None = None,
        force: bool = False,
    ) -> Standing:
        """Say up to where partitions are done: the next offset to read of each; all or none."""
        named = json.dumps({str(partition): offset for partition, offset in offsets.items()})
        rows = self._database.fetch(
            "select * from queen.commit_offsets(%s, %s, %s, %s, %s)",
            (group, member_id, generation, named, force),
        )
        return Standing(*rows[0])

    def offsets(self, group: str, partition: int | None = None) -> dict[int, int]:
        """The committed offsets, by partition."""
        rows = self._database.fetch(
            "select * from queen.read_offsets(%s, %s)",
            (group, None if partition is None else str(partition)),
        )
        return {int(name): committed for name, committed, _ in rows}

    def records(self, topic: str, partition: int, offset: int, limit: int) -> Records:
        """Read from an offset on, without a lease and without a group."""
        rows = self._database.fetch(
            "select * from queen.read_records(%s, %s, %s, %s, %s)",
            (topic, str(partition), offset, limit, MAX_POP_BYTES),
        )
        head, tail = rows[0][:2]
        found = [Record(*row[2:]) for row in rows if row[2] is not None]
        return Records(head, tail, [self._opened(record) for record in found])

    def rebalance_due(self) -> bool:
        """Carry out what is due in a group that nobody calls; whether there was one."""
        return bool(self._database.fetch("select queen.rebalance_due()")[0][0])

    def _opened(self, record: Record) -> Record:
        if not record.is_encrypted:
            return record
        opened = self._encryption.open(json.loads(record.payload))
        return record._replace(payload=opened)

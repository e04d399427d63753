"""The store of the event log: one method for each public SQL function, each one statement."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NotRequired, TypedDict

from pydantic_core import to_json

from regent.database import Database
from regent.errors import ClaimLost, ScheduleNotFound
from regent.identifiers import message_ids, parse_partition
from regent.limits import MAX_LOOK_SECONDS, MAX_PARTITIONS_LOOKED_AT, MAX_POP_BYTES
from regent.paging import Listing, Page, cut
from regent.rows import Row, json_text
from regent.stores.wire import stored_json

#: A condition for the store: ``{"type": …, "attrs": {name: value}}``.
Condition = Mapping[str, Any]
#: The page of what is asked for by its name.
_ONE: Final = Page(1)
#: Messages of the log that one statement looks through for a group.
_LOOK_MESSAGES = 10_000


class NewMessage(TypedDict):
    """A message to append. Without an id the store makes one, and the caller cannot repeat it."""

    id: NotRequired[str]
    type: str
    payload: Mapping[str, Any]
    metadata: NotRequired[Mapping[str, Any] | None]
    causationId: NotRequired[str | None]
    correlationId: NotRequired[str | None]


@dataclass(frozen=True, slots=True)
class Appended:
    """The positions of messages that were appended."""

    positions: list[int]
    last_position: int


@dataclass(frozen=True, slots=True)
class Work:
    """The partitions, messages and lease that a claim asks for."""

    partition_by: Sequence[str]
    handled_types: Sequence[str]
    worker: str
    batch: int = 100
    lease_seconds: float = 120.0
    scope: str = "broad"


@dataclass(frozen=True, slots=True)
class LogAppend:
    """An append as part of a transaction, with the guard of :meth:`LogStore.append`."""

    messages: Sequence[NewMessage]
    conditions: Sequence[Condition] | None = None
    last_position: int = 0

    def as_json(self) -> str:
        """The form that queen.transaction takes."""
        conditions = _conditions(self.conditions) if self.conditions else "null"
        return f'{{"m":{_as_json(self.messages)},"c":{conditions},"l":{self.last_position}}}'


class LogStore:
    """The verbs of the log, over one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(
        self,
        messages: Sequence[NewMessage],
        conditions: Sequence[Condition] | None = None,
        last_position: int = 0,
    ) -> Appended:
        """Append messages, all or none; none if a message after ``last_position`` matches one of
        the conditions. Afterwards append scheduled messages that are due; a failure there is no
        error of this append."""
        positions, last, due = self._database.fetch(
            "select * from log.append(%s, %s, %s)",
            (_as_json(messages), _conditions(conditions) if conditions else None, last_position),
        )[0]
        if due:
            self._database.run_aside("select log.append_due()")
        return Appended(positions, last)

    def schedule_messages(self, messages: Sequence[NewMessage], at: datetime) -> str:
        """Keep messages until they are due. Returns the id of the batch."""
        rows = self._database.fetch(
            "select log.schedule_messages(%s, %s)", (_as_json(messages), at)
        )
        return str(rows[0][0])

    def list_scheduled(
        self, page: Page, since: datetime | None = None, before: datetime | None = None
    ) -> Listing:
        """Batches that wait to be appended, the one that is due first in front."""
        rows = self._database.fetch_rows(
            "select * from log.list_scheduled(%s, %s, %s, %s, %s, %s)",
            (since, before, page.limit + 1, page.offset, *page.key(2)),
        )
        return cut(rows, page, {"at": str, "scheduleId": int})

    def read_scheduled(self, schedule: str, start: int, limit: int) -> Row:
        """A batch that waits, with its messages from a place on."""
        return self._database.fetch_rows(
            "select * from log.read_scheduled(%s, %s, %s, %s)",
            (_schedule(schedule), start, limit, MAX_POP_BYTES),
        )[0]

    def cancel_scheduled(self, schedule: str) -> Row:
        """Take a batch back before it is appended."""
        return self._database.change_rows(
            "select * from log.cancel_scheduled(%s)",
            (_schedule(schedule),),
            result="json_build_object('messageCount', message_count) from done",
        )[0]

    def append_due(self) -> bool:
        """Append the oldest batch of scheduled messages that is due. True if there was one."""
        return bool(self._database.fetch("select log.append_due()")[0][0])

    def next_due(self) -> float | None:
        """In how many seconds scheduled messages are due; None: there are none."""
        found: float | None = self._database.fetch("select log.next_due()")[0][0]
        return found

    def read_conditions(
        self, conditions: Sequence[Condition], after: int | None = None, limit: int = 100
    ) -> Row:
        """Messages that match one of the conditions, and how far the answer is complete."""
        asked = _conditions(conditions)
        found = self._database.fetch_rows(
            "select * from log.read_conditions(%s, %s, %s, %s)",
            (asked, after, limit, MAX_POP_BYTES),
        )[0]
        return {**found, "conditions": json_text(asked)}

    def read_partition(
        self,
        attributes: Mapping[str, Any],
        handled_types: Sequence[str],
        *,
        after: int | None = None,
        upto: int | None = None,
        limit: int = 1_000,
        scope: str = "broad",
    ) -> Row:
        """Messages of a partition, and the conditions of a guard."""
        return self._database.fetch_rows(
            "select * from log.read_partition(%s, %s, %s, %s, %s, %s, %s)",
            (
                to_json(dict(attributes)).decode(),
                list(handled_types),
                *(after, upto, limit, scope, MAX_POP_BYTES),
            ),
        )[0]

    def read_messages(
        self, start: int | None, limit: int, *, backwards: bool = False, type_: str | None = None
    ) -> Row:
        """The log from a position on (inclusive), either way; of one type if it is given."""
        return self._database.fetch_rows(
            "select * from log.read_messages(%s, %s, %s, %s, %s)",
            (start, limit, backwards, type_, MAX_POP_BYTES),
        )[0]

    def read_message(self, message_id: str) -> Row:
        """One message by its id."""
        found: Row = self._database.fetch("select log.read_message(%s)", (message_id,))[0][0]
        return found

    def read_correlated(self, message_id: str, after: int | None, limit: int) -> Row:
        """The conversation that a message belongs to."""
        return self._database.fetch_rows(
            "select * from log.read_correlated(%s, %s, %s, %s)",
            (message_id, after, limit, MAX_POP_BYTES),
        )[0]

    def read_safety(self) -> Row:
        """The position up to which the log can be read, and what holds it up."""
        return self._database.fetch_rows("select * from log.read_safety()")[0]

    def plan_export(self, after: int, messages: int, bytes_: int) -> tuple[int | None, int, int]:
        """The next messages to export: up to which position, how many, and the safe position."""
        ((upto, found, safe),) = self._database.fetch(
            "select * from log.plan_export(%s, %s, %s)", (after, messages, bytes_)
        )
        return upto, found, safe

    def declare_type(self, type_: str, attributes: Sequence[str] | None) -> None:
        """Declare which attributes of a type count; None: all."""
        self._database.change(
            "select log.declare_type(%s, %s) as changed",
            (type_, None if attributes is None else list(attributes)),
            result="json_build_object() from done where changed",
        )

    def list_types(self, page: Page = _ONE, *, type_: str | None = None) -> Listing:
        """Types and their attributes, by name; or the one that is named."""
        rows = self._database.fetch_rows(
            "select * from log.list_types(%s, %s, %s)", (type_, *page.key(1), page.limit + 1)
        )
        return cut(rows, page, {"type": str})

    def register_group(self, group: str, partition_by: Sequence[str] | None = None) -> bool:
        """Make a group, once. True if it is new."""
        rows = self._database.fetch(
            "select log.register_group(%s, %s)",
            (group, None if partition_by is None else sorted(set(partition_by))),
        )
        return bool(rows[0][0])

    def list_groups(self, page: Page) -> Listing:
        """Groups by name, as far as they have looked through the log."""
        rows = self._database.fetch_rows(
            "select * from log.list_groups(null, %s, %s)", (*page.key(1), page.limit + 1)
        )
        return cut(rows, page, {"groupId": str})

    def read_group(self, group: str) -> Row:
        """One group, after it has looked through all of the log."""
        self.look_through(group)
        return self._database.fetch_rows("select * from log.list_groups(%s, null, 1)", (group,))[0]

    def list_offsets(
        self, group: str, start: int | None, limit: int, *, state: str | None = None
    ) -> Listing:
        """Where a group is in each partition, from an offset's id on (inclusive), after it has
        looked through all of the log; with ``state``, in partitions that are in it. Bytes bound a
        page, so behind each there may be another."""
        self.look_through(group)
        rows = self._database.fetch_rows(
            "select * from log.list_offsets(%s, %s, %s, %s, %s, %s)",
            (group, start, state, limit, MAX_PARTITIONS_LOOKED_AT, MAX_POP_BYTES),
        )
        following = {row.pop("nextId") for row in rows} - {None}
        found = [row for row in rows if row["id"] is not None]
        return Listing(found, (int(following.pop()),) if following else None, None, {})

    def set_group_status(
        self,
        group: str,
        status: str,
        error: Any = None,
        retry_seconds: float | None = None,
    ) -> None:
        """Make a group ``active``, ``stopped`` or ``failed``, perhaps for ``retry_seconds``."""
        self._database.change(
            "select log.set_group_status(%s, %s, %s, %s)",
            (group, status, None if error is None else stored_json(error, "reason"), retry_seconds),
            result="json_build_object() from done",
        )

    def reset_group(self, group: str) -> int:
        """Forget how far a group has come. Returns the number of its partitions."""
        rows = self._database.change(
            "select log.reset_group(%s) as deleted",
            (group,),
            result="json_build_object('offsetsDeleted', deleted) from done",
        )
        return int(rows[0][0])

    def claim_next(self, group: str, work: Work) -> Row | None:
        """Claim the partition with the earliest pending message; None if there is none to claim.

        A group that has a long log to look through does so in steps, and commits each step.
        """
        deadline = time.monotonic() + MAX_LOOK_SECONDS
        while time.monotonic() < deadline:
            rows = self._database.fetch_rows(
                "select * from log.claim_next(%s, %s, %s, %s, %s, %s, %s, %s)",
                (
                    group,
                    list(work.partition_by),
                    list(work.handled_types),
                    *(work.worker, work.batch, work.lease_seconds, work.scope, MAX_POP_BYTES),
                ),
            )
            if not rows:
                return None
            if not rows[0].pop("more"):
                return rows[0]
        return None

    def ack_claim(self, group: str, claim: str, position: int, worker: str | None = None) -> None:
        """Complete a claimed partition up to a position. The claim ends."""
        self._database.fetch(
            "select log.ack_claim(%s, %s, %s, %s, %s)", (group, *_claim(claim), position, worker)
        )

    def extend_claim(
        self, group: str, claim: str, seconds: float, worker: str | None = None
    ) -> datetime:
        """Let a claim run for some time from now, and never shorter than before; until when."""
        rows = self._database.fetch(
            "select log.extend_claim(%s, %s, %s, %s, %s)", (group, *_claim(claim), worker, seconds)
        )
        until: datetime = rows[0][0]
        return until

    def release_claim(
        self,
        group: str,
        claim: str,
        *,
        worker: str | None = None,
        error: str | None = None,
        rest_seconds: float | None = None,
    ) -> None:
        """Give a claimed partition back. With ``rest_seconds`` it rests first."""
        self._database.change(
            "select log.release_claim(%s, %s, %s, %s, %s, %s)",
            (group, *_claim(claim), worker, error, rest_seconds),
            result="json_build_object() from done",
        )

    def advance_offset(self, group: str, partition: Mapping[str, Any], position: int) -> int:
        """Move a group forward in a partition, never back. Returns its position."""
        rows = self._database.change(
            "select log.advance_offset(%s, %s, %s) as reached",
            (group, to_json(dict(partition)).decode(), position),
            result="json_build_object('position', reached) from done",
        )
        return int(rows[0][0])

    def look_through(self, group: str) -> None:
        deadline = time.monotonic() + MAX_LOOK_SECONDS
        while self._database.fetch("select log.look_through(%s, %s)", (group, _LOOK_MESSAGES))[0][
            0
        ]:
            if time.monotonic() > deadline:
                return


def _schedule(text: str) -> int:
    """The number of a batch, as clients send it back."""
    number = parse_partition(text)
    if number is None:
        raise ScheduleNotFound(
            f"no messages are scheduled as {text}; an id is a number, as in the list",
            {"scheduleId": text},
        )
    return number


def _as_json(messages: Sequence[NewMessage]) -> str:
    """Messages in the form that log.append takes; the head of append.sql explains the letters."""
    return to_json(
        [
            {
                "i": message.get("id") or made,
                "t": message["type"],
                "p": stored_json(message["payload"], "messages", index),
                "m": _optional(message.get("metadata"), index),
                "c": message.get("causationId"),
                "r": message.get("correlationId"),
            }
            for index, (message, made) in enumerate(zip(messages, message_ids(), strict=False))
        ]
    ).decode()


def _optional(value: Any, index: int) -> str | None:
    return None if value is None else stored_json(value, "messages", index)


def _conditions(conditions: Sequence[Condition]) -> str:
    return to_json(
        [{"type": each["type"], "attrs": each.get("attrs") or {}} for each in conditions]
    ).decode()


def _claim(name: str) -> tuple[int, int]:
    """The offset and the number in a claim's id. Raises ClaimLost for an id that no claim has."""
    numbers = [parse_partition(part) for part in name.split(".")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise ClaimLost(
            f"the claim {name[:60]} has ended: it ran out, or was answered; claim again",
            {"offsetId": name},
        )
    return numbers[0], numbers[1]

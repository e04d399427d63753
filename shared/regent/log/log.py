"""The log: one class with the same methods and results over a database and over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Literal, Self, get_args
from uuid import UUID

from regent.errors import InvalidRequest, LogGroupNotFound
from regent.limits import MAX_ERROR_LENGTH, MAX_LOG_BATCH
from regent.log import checks
from regent.log.answers import (
    Appended,
    Claim,
    Found,
    Group,
    Offset,
    OffsetState,
    group_from,
    offset_from,
)
from regent.log.checks import checked, optional
from regent.log.conditions import Condition, Guard, GuardScope
from regent.log.guards import guard_of
from regent.log.messages import (
    Message,
    MessageClass,
    UnreadableMessage,
    message_from,
    messages_wire,
    type_names,
)
from regent.log.pages import messages_of, rows_of
from regent.log.scheduling import Scheduling
from regent.log.transport import Answer, Transport
from regent.names import Scalar

if TYPE_CHECKING:
    from regent.client.core.auth import Auth
    from regent.client.drivers.protocols import Transport as ClientTransport
    from regent.database import Database

_SCOPES: Final = ("broad", "exact")


class Log(Scheduling):
    """One log. Threads may share it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @classmethod
    def over(cls, database: Database) -> Log:
        """The log of a database. Given an ``OpenTransaction``, it works in that transaction."""
        # Imported late: users of the log over HTTP may have no psycopg (the extra ``direct``).
        from regent.log.over_database import DatabaseTransport  # noqa: PLC0415

        return cls(DatabaseTransport(database))

    @classmethod
    def at(
        cls,
        url: str,
        *,
        auth: Auth | None = None,
        transport: ClientTransport | None = None,
    ) -> Log:
        """The log of a server. ``auth``: a token, a function that returns one, ClientCredentials or
        SigV4. A transport that is passed in stays open when the log is closed."""
        # Imported late: Lambda, whose logs are over a database, has no client.
        from regent.log.over_http import HttpTransport  # noqa: PLC0415

        return cls(HttpTransport(url, auth=auth, transport=transport))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that it opened itself."""
        self._transport.close()

    # What is in the log.

    def append(self, messages: Message | Sequence[Message], guard: Guard | None = None) -> Appended:
        """Append all messages or none. Raises ConcurrentAppend if the guard is broken.

        A message that is in the log already keeps its place, and the guard is not checked for it.
        So a client that lost an answer can send the same messages again.
        """
        answer = self._transport.append(
            messages_wire(messages), None if guard is None else guard.wire()
        )
        return Appended(tuple(answer["positions"]), answer["lastPosition"])

    def read(
        self,
        conditions: Condition | Sequence[Condition],
        *,
        after: int | None = None,
        limit: int | None = None,
    ) -> Found:
        """Messages after a position that match one of the conditions: all or the first few."""
        asked = (conditions,) if isinstance(conditions, Condition) else tuple(conditions)
        checks.count_conditions(len(asked))
        sent = [condition.wire() for condition in asked]
        most = optional("limit", checks.LIMIT, limit)

        def page(after: int | None, there: int) -> Answer:
            left = (most or MAX_LOG_BATCH + there) - there
            return self._transport.read(sent, after, min(MAX_LOG_BATCH, left))

        messages, answer = messages_of(page, optional("after", checks.POSITION, after), most)
        return Found(messages, Guard(asked, answer["guard"]["lastPosition"]))

    def read_partition(
        self,
        attributes: Mapping[str, Scalar],
        handled_types: Sequence[MessageClass | str],
        *,
        after: int | None = None,
        upto: int | None = None,
        guard_scope: GuardScope = "broad",
    ) -> Found:
        """All messages of a partition that have these types. A message belongs to the partition if
        it has at least one of the attributes, and matches every one that it has. The guard is for
        a decision about this partition."""
        types = _types(handled_types)
        checks.one_of("guard_scope", guard_scope, _SCOPES)
        sent = checks.partition(attributes)
        last = optional("upto", checks.POSITION, upto)

        def page(after: int | None, _: int) -> Answer:
            return self._transport.read_partition(sent, types, after, last, guard_scope)

        messages, answer = messages_of(page, optional("after", checks.POSITION, after), None)
        return Found(messages, guard_of(answer["guard"], handled_types, sent, guard_scope))

    def read_all(
        self,
        from_position: int | None = None,
        *,
        order: Literal["asc", "desc"] = "asc",
        type: MessageClass | str | None = None,  # noqa: A002 - what it is
        page_size: int = MAX_LOG_BATCH,
    ) -> Iterator[Message]:
        """The log from a position on (inclusive), forwards or backwards; of one type if ``type`` is
        given. Forwards, it ends where the log ended when the last page was read."""
        checks.one_of("order", order, ("asc", "desc"))
        start = optional("from_position", checks.POSITION, from_position)
        kind = None if type is None else _types([type])[0]
        size = checked("page_size", checks.BATCH, page_size)
        return self._stretch(start, order, kind, size)

    def _stretch(
        self, start: int | None, order: str, kind: str | None, size: int
    ) -> Iterator[Message]:
        while True:
            answer = self._transport.read_log(start, size, order, kind)
            yield from map(message_from, answer["messages"])
            if not answer["more"]:
                return
            start = answer["lastPosition"] + (1 if order == "asc" else -1)

    def correlated(self, message: Message | UUID | str) -> list[Message]:
        """All messages of the conversation that a message belongs to, in order."""
        message_id = str(
            message.id if isinstance(message, Message) else checked("id", checks.ID, message)
        )
        messages, _ = messages_of(
            lambda after, _: self._transport.correlated(message_id, after), None, None
        )
        return messages

    def declare_type(
        self, kind: MessageClass | str, attributes: Sequence[str] | None = None
    ) -> None:
        """Declare by which attributes the messages of a type are found from now on: those of its
        class, or ``attributes``. Without a declaration, every scalar attribute finds them."""
        named = kind.payload_attribute_names if not isinstance(kind, str) else None
        chosen = named if attributes is None else attributes
        if chosen is None:
            raise InvalidRequest(f"name the attributes of {kind!r}, or pass its class")
        every = checks.names("attributes", checks.TYPE_ATTRIBUTES, chosen)
        self._transport.declare_type(_types([kind])[0], every)

    def types(self) -> dict[str, tuple[str, ...]]:
        """The types, declared or seen, with the attributes by which their messages are found."""
        rows = rows_of("types", self._transport.types)
        return {row["type"]: tuple(row["attributes"]) for row in rows}

    # Groups.

    def register_group(
        self, group_id: str, partition_by: str | Sequence[str] | None = None
    ) -> None:
        """Make a group, once. With ``partition_by`` its partitions exist as soon as their messages
        do; otherwise, from the first claim on."""
        names = None if partition_by is None else _partition_by(partition_by)
        self._transport.register_group(_group(group_id), names)

    def group(self, group_id: str) -> Group:
        """A group and its progress. Raises LogGroupNotFound if there is no such group."""
        return group_from(self._transport.group(_group(group_id)))

    def groups(self) -> list[Group]:
        """All groups, by name."""
        return [group_from(row) for row in rows_of("groups", self._transport.groups)]

    def group_active(self, group_id: str) -> bool:
        """Whether a group exists and its partitions can be claimed."""
        try:
            return self.group(group_id).status == "active"
        except LogGroupNotFound:
            return False

    def stop_group(
        self, group_id: str, reason: Any = None, *, retry_in_seconds: float | None = None
    ) -> None:
        """Let no worker claim any more; workers that hold a partition can finish it. With
        ``retry_in_seconds`` the group counts as failed, and goes on by itself after that time."""
        seconds = optional("retry_in_seconds", checks.WAIT, retry_in_seconds)
        self._transport.stop_group(_group(group_id), checks.reason(reason), seconds)

    def start_group(self, group_id: str) -> None:
        """Let a stopped or failed group go on where it was."""
        self._transport.start_group(_group(group_id))

    def reset_group(self, group_id: str) -> int:
        """Forget how far a group has come, and return the number of its partitions. It sees the log
        again from the start; up to its old positions, claims are ``replaying``. Open claims end."""
        return self._transport.reset_group(_group(group_id))

    def offsets(self, group_id: str, *, state: OffsetState | None = None) -> Iterator[Offset]:
        """A group's position in each of its partitions, in the order in which these were found; or
        in each that is in this state."""
        group = _group(group_id)
        if state is not None:
            checks.one_of("state", state, get_args(OffsetState))
        rows = rows_of("offsets", lambda cursor: self._transport.offsets(group, state, cursor))
        return map(offset_from, rows)

    def advance(self, group_id: str, partition: Mapping[str, Scalar], position: int) -> int:
        """Move a group forward in a partition without a claim, never back. Returns its position."""
        where = checked("position", checks.POSITION, position)
        return self._transport.advance(_group(group_id), checks.partition(partition), where)

    # Claims.

    def claim_next(
        self,
        group_id: str,
        *,
        partition_by: str | Sequence[str],
        handled_types: Sequence[MessageClass | str],
        worker_id: str,
        batch_size: int = 100,
        lease_seconds: float = 120.0,
        guard_scope: GuardScope = "broad",
    ) -> Claim | None:
        """Hold the partition with the earliest pending message, alone, for some time. None if no
        message is pending, other workers hold all pending partitions, or the group does not run.

        The guard covers all of ``handled_types``, also types that were never appended.
        """
        checks.one_of("guard_scope", guard_scope, _SCOPES)
        group, worker = _group(group_id), checked("worker_id", checks.NAME, worker_id)
        request = {
            "partitionBy": _partition_by(partition_by),
            "handledTypes": _types(handled_types),
            "workerId": worker,
            "batchSize": checked("batch_size", checks.BATCH, batch_size),
            "leaseSeconds": checked("lease_seconds", checks.LEASE, lease_seconds),
            "guardScope": guard_scope,
        }
        answer = self._transport.claim(group, request)
        if answer is None:
            return None
        try:
            messages = [message_from(message) for message in answer["messages"]]
        except UnreadableMessage as error:
            # Release it now, not at the lease's end: a worker with other classes may read it.
            self.release(group, answer["offsetId"], worker_id=worker, error=error.message)
            raise
        value = answer["partitionValue"]
        return Claim(
            group_id=group,
            worker_id=worker,
            offset_id=answer["offsetId"],
            key_pair_ids=tuple(answer["keyPairIds"]),
            partition_key=answer["partitionKey"],
            partition_value=value,
            messages=messages,
            replaying=answer["replaying"],
            guard=guard_of(answer["guard"], handled_types, value, guard_scope),
        )

    def ack(
        self,
        group_id: str,
        claim: Claim | str,
        position: int | None = None,
        *,
        worker_id: str | None = None,
    ) -> None:
        """Complete a claim's messages up to a position, and end the claim. Raises ClaimLost if it
        ran out or was answered before: another worker may have done the work."""
        if position is None:
            if isinstance(claim, str):
                raise InvalidRequest("say up to which position the claim is done")
            position = claim.last_position
        request = _answered(claim, worker_id)
        request["position"] = checked("position", checks.POSITION, position)
        self._transport.ack(_group(group_id), request)

    def extend(
        self,
        group_id: str,
        claim: Claim | str,
        *,
        lease_seconds: float = 120.0,
        worker_id: str | None = None,
    ) -> datetime:
        """Let a claim run for some time from now, never shorter than before; until when. Raises
        ClaimLost if it ran out or was answered before."""
        request = _answered(claim, worker_id)
        request["leaseSeconds"] = checked("lease_seconds", checks.LEASE, lease_seconds)
        return datetime.fromisoformat(self._transport.extend(_group(group_id), request))

    def release(
        self,
        group_id: str,
        claim: Claim | str,
        *,
        error: str | None = None,
        retry_in_seconds: float | None = None,
        worker_id: str | None = None,
    ) -> None:
        """Give a claim back undone. The partition with the same messages can be claimed again, at
        once or after some time."""
        request = _answered(claim, worker_id)
        if error is not None:
            request["error"] = checked("error", checks.TEXT, error)[:MAX_ERROR_LENGTH]
        request["retryInSeconds"] = optional("retry_in_seconds", checks.WAIT, retry_in_seconds)
        self._transport.release(_group(group_id), request)

    # The log as a whole.

    def installed(self) -> bool:
        """Whether there is a log that can be used."""
        return self._transport.installed()

    def clear(self) -> None:
        """Empty the log: messages, groups, offsets, declarations. It is for tests, over a database
        connection of the tables' owner; no other role may do it."""
        self._transport.clear()


def _group(group_id: str) -> str:
    return checked("group_id", checks.GROUP, group_id)


def _partition_by(names: str | Sequence[str]) -> list[str]:
    return checks.names("partition_by", checks.PARTITION_NAMES, names)


def _types(handled: Sequence[MessageClass | str]) -> list[str]:
    return checks.names("handled_types", checks.TYPES, type_names(handled))


def _answered(claim: Claim | str, worker_id: str | None) -> dict[str, Any]:
    if isinstance(claim, Claim):
        return {"offsetId": claim.offset_id, "workerId": claim.worker_id}
    return {
        "offsetId": checked("claim", checks.NAME, claim),
        "workerId": optional("worker_id", checks.NAME, worker_id),
    }

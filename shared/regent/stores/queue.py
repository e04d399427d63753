"""The store of queues: one method for each public SQL function, each one statement."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic_core import to_json

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import InvalidLease, TransactionRefused
from regent.identifiers import lease_name, parse_lease
from regent.limits import MAX_POP_BYTES
from regent.stores.log import Appended, LogAppend
from regent.stores.queue_types import (
    Ack,
    Acked,
    Configured,
    Lease,
    OffsetCommit,
    Popped,
    PopRequest,
    Pushed,
    PushItem,
    Reclaimed,
)
from regent.stores.wire import (
    PushBatch,
    ack_lanes,
    ack_outcomes,
    impossible_acks,
    whole_lane,
)


class Queues:
    """Everything that can be done with queues, over one database."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption

    def configure(
        self,
        name: str,
        *,
        namespace: str | None,
        task: str | None,
        partitions: int | None,
        options: Mapping[str, Any],
    ) -> Configured:
        """Make a queue or replace its options (columns of queen.queues, by name)."""
        if options.get("encryption_enabled"):
            self._encryption.require()
        rows = self._database.fetch(
            "select * from queen.configure(%s, %s, %s, %s, %s)",
            (name, namespace, task, partitions, json.dumps(dict(options))),
        )
        return Configured(*rows[0])

    def delete_queue(self, name: str) -> bool:
        """Delete a queue and all that it holds; whether it was there."""
        return bool(self._database.fetch("select queen.delete_queue(%s)", (name,))[0][0])

    def push(
        self, items: Sequence[PushItem], producer: str | None = None, *, depth: bool = False
    ) -> list[Pushed]:
        """Store messages, all or none. ``depth``: count the depth of every queue among them, not
        only of those with a maximum size."""
        if not items:
            return []
        batch = PushBatch(items)

        def send() -> list[Pushed]:
            one = None if depth else batch.one()
            if one is not None:
                row = self._database.call(
                    "select * from queen.push_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                    *one,
                    producer,
                )[0]
                return batch.outcome_of_one(row)
            return batch.outcome(
                self._database.call(
                    "select * from queen.push($1, $2, $3, $4, $5, $6, $7, $8, p_depth => $9)",
                    *batch.parameters(),
                    producer,
                    depth,
                )
            )

        return batch.sent(send, self._encryption)

    def pop(self, queue: str, partition: str | None, request: PopRequest) -> Lease:
        """Take the oldest pending messages of a queue, or of one of its partitions."""
        lease = str(uuid.uuid4())
        rows = self._database.call(
            "select * from queen.pop($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            queue,
            partition,
            *_pop_parameters(request, lease),
        )
        return self._lease(lease, rows, request)

    def pop_matching(self, namespace: str, task: str, request: PopRequest) -> Lease:
        """Take from whichever queue of a namespace, a task or both comes first."""
        lease = str(uuid.uuid4())
        rows = self._database.fetch(
            "select * from queen.pop_matching(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (namespace, task, *_pop_parameters(request, lease)),
        )
        return self._lease(lease, rows, request)

    def ack(self, acks: Sequence[Ack]) -> list[Acked]:
        """Answer for messages. An ack that is refused is an outcome, not an error."""
        outcomes = impossible_acks(acks)
        lanes = ack_lanes(acks)
        if lanes:
            if (whole := whole_lane(lanes)) is not None:
                rows = self._database.call(
                    "select * from queen.ack_lane($1, $2, $3, $4, $5)", *whole
                )
            else:
                rows = self._database.call("select * from queen.ack($1)", to_json(lanes).decode())
            outcomes.update(ack_outcomes(lanes, rows))
        return [outcomes[index] for index in range(len(acks))]

    def extend(self, lease_id: str, seconds: int) -> tuple[int, datetime | None]:
        """Prolong a live lease: in how many partitions, and until when."""
        parsed = parse_lease(lease_id)
        if parsed is None:
            return 0, None
        renewed, expires_at = self._database.fetch(
            "select * from queen.extend(%s, %s, %s)", (*parsed, seconds)
        )[0]
        return renewed, expires_at

    def transaction(
        self,
        items: Sequence[PushItem],
        acks: Sequence[Ack],
        required_leases: Sequence[str],
        producer: str | None = None,
        commits: Sequence[OffsetCommit] = (),
        *,
        append: LogAppend | None = None,
    ) -> tuple[list[Pushed], list[Acked], Appended | None]:
        """Push, ack, commit and append, all or nothing; an error means that nothing was changed."""
        if impossible_acks(acks):
            raise TransactionRefused("Message not found")
        leases = [parse_lease(lease) for lease in required_leases]
        if None in leases:
            raise InvalidLease("Invalid or expired lease")
        required = json.dumps([{"l": lease[0], "p": lease[1]} for lease in leases if lease])
        lanes = ack_lanes(acks)
        commit_json = to_json([_commit_body(commit) for commit in commits]).decode()
        batch = PushBatch(items)

        append_json = None if append is None else append.as_json()

        def send() -> tuple[list[Pushed], list[Acked], Appended | None]:
            pushed, acked, appended = self._database.fetch(
                "select * from queen.transaction(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                (
                    *batch.parameters(),
                    producer,
                    to_json(lanes).decode(),
                    required,
                    commit_json,
                    append_json,
                ),
            )[0]
            stored = batch.outcome([list(lane) for lane in pushed or []])
            answers = ack_outcomes(lanes, acked or [])
            positions = appended and Appended(appended["positions"], appended["lastPosition"])
            return stored, [answers[index] for index in range(len(acks))], positions

        return batch.sent(send, self._encryption)

    def reclaim(self, limit: int) -> Reclaimed:
        """End leases that ran out and evict what waited too long: ``limit`` rows at most."""
        return Reclaimed._make(self._database.fetch("select * from queen.reclaim(%s)", (limit,))[0])

    def ping(self) -> None:
        """Ask the database whether it is there; raises when it is not."""
        self._database.fetch("select 1")

    def close(self) -> None:
        """Close the connections that are kept warm."""
        self._database.close()

    def _lease(self, lease: str, rows: Sequence[Sequence[Any]], request: PopRequest) -> Lease:
        if rows and rows[0][0] is None:
            return Lease("", [], queue_exists=False)
        messages = [self._opened(Popped(*row)) for row in rows]
        if not messages or request.auto_ack:
            return Lease("", messages)
        return Lease(lease_name(lease, dict.fromkeys(m.partition_id for m in messages)), messages)

    def _opened(self, message: Popped) -> Popped:
        if not message.is_encrypted:
            return message
        payload, error = self._encryption.opened(message.payload)
        return message._replace(payload=payload, decryption_error=error)


def _commit_body(commit: OffsetCommit) -> dict[str, Any]:
    return {
        "g": commit["group"],
        "m": commit["member_id"],
        "n": commit.get("generation"),
        "o": {str(partition): offset for partition, offset in commit["offsets"].items()},
        "f": commit.get("force", False),
    }


def _pop_parameters(request: PopRequest, lease: str) -> tuple[Any, ...]:
    return (
        request.group,
        request.batch,
        request.partitions,
        request.auto_ack,
        lease,
        MAX_POP_BYTES,
        request.subscription.mode,
        request.subscription.instant,
    )

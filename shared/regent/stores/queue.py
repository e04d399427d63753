"""The store of queues: one method for each public SQL function, each one statement."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pydantic_core import to_json

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import InvalidLease, TransactionRefused
from regent.identifiers import lease_name, parse_lease, random_uuid
from regent.limits import MAX_POP_BYTES
from regent.stores.ack_wire import (
    ack_lanes,
    ack_outcomes,
    impossible_acks,
    rows_by_lane,
    whole_lane,
)
from regent.stores.log import Appended, LogAppend
from regent.stores.pop_wire import (
    client_names,
    lease_of,
    pop_parameters,
    repeat_of,
    rows_by_lease,
)
from regent.stores.queue_types import (
    Ack,
    Acked,
    Configured,
    Extended,
    FailedLease,
    Lease,
    OffsetCommit,
    Popped,
    PopRequest,
    Pushed,
    PushItem,
    Reclaimed,
    Source,
    TransactionKey,
)
from regent.stores.wire import PushBatch, uuid_array


class Transacted(NamedTuple):
    """What became of a transaction's parts. ``repeated``: it had happened before, under its key,
    and this is what it was answered then."""

    pushed: list[Pushed]
    acked: list[Acked]
    appended: Appended | None
    repeated: bool


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
        if_revision: int | None = None,
    ) -> Configured:
        """Make a queue or replace its options (columns of queen.queues, by name). ``if_revision``:
        only if that is still the queue's revision."""
        if options.get("encryption_enabled"):
            self._encryption.require()
        rows = self._database.change(
            "select * from queen.configure(%s, %s, %s, %s, %s, %s)",
            (name, namespace, task, partitions, json.dumps(dict(options)), if_revision),
            result="json_build_object('revision', revision) from done where changed",
        )
        return Configured(*rows[0])

    def delete_queue(self, name: str) -> bool:
        """Delete a queue and all that it holds; whether it was there."""
        rows = self._database.change(
            "select queen.delete_queue(%s) as existed",
            (name,),
            result="json_build_object('existed', existed) from done where existed",
        )
        return bool(rows[0][0])

    def push(
        self,
        items: Sequence[PushItem] | PushBatch,
        producer: str | None = None,
        *,
        depth: bool = False,
    ) -> list[Pushed]:
        """Store messages, all or none. ``depth``: count the depth of every queue among them, not
        only of those with a maximum size."""
        if not items:
            return []
        batch = items if isinstance(items, PushBatch) else PushBatch(items)

        def send() -> list[Pushed]:
            one = None if depth else batch.one()
            if one is None:
                return self._push(batch, producer, depth)
            row = self._database.call(
                "select * from queen.push_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                *one,
                producer,
            )[0]
            return batch.outcome_of_one(row)

        return batch.sent(send, self._encryption)

    def push_together(
        self, batches: Sequence[PushBatch], producer: str | None = None
    ) -> list[list[Pushed]]:
        """Push batches of several requests, all or none. None is encrypted: where a queue wants
        that, all are refused."""
        pushed = iter(self._push(PushBatch.of_several(batches), producer, depth=False))
        return [list(islice(pushed, len(batch))) for batch in batches]

    def _push(self, batch: PushBatch, producer: str | None, depth: bool) -> list[Pushed]:
        return batch.outcome(
            self._database.call(
                "select * from queen.push("
                "$1, $2, $3, $4, $5, $6, $7, $8, p_depth => $9, p_choices => $10)",
                *batch.parameters(),
                producer,
                depth,
                batch.choices,
            )
        )

    def pop(self, queue: str, partition: str | None, request: PopRequest) -> Lease:
        """Take the oldest pending messages of a queue, or of one of its partitions."""
        lease = lease_of(request)
        rows = self._database.call(
            "select * from queen.pop($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
            queue,
            partition,
            *pop_parameters(request, lease),
        )
        return self._lease(lease, rows, request)

    def pop_each(
        self,
        queue: str,
        request: PopRequest,
        clients: Sequence[str | None],
        lease_keys: Sequence[str] = (),
    ) -> list[Lease]:
        """Pop for each of the clients with the same request, the first one first. Fewer leases come
        back when an answer for all of them would be too large: the others are to ask again.
        ``lease_keys``: of each, or of none."""
        leases = list(lease_keys) or [random_uuid() for _ in clients]
        rows = self._database.call(
            "select * from queen.pop_each("
            "$1, $2, $3, $4, $5, $6, $7, $8, $9, string_to_array($10, chr(10), ''))",
            queue,
            request.group,
            request.batch,
            uuid_array(leases),
            MAX_POP_BYTES,
            request.subscription.mode,
            request.subscription.instant,
            request.lease_seconds,
            False if lease_keys else None,
            client_names(clients),
        )
        return [self._lease(*each, request) for each in rows_by_lease(leases, rows)]

    def next_due(self, queue: str, group: str) -> float | None:
        """In how many seconds a rest is over or a lease runs out; None: nothing is known."""
        ((seconds,),) = self._database.call("select queen.next_due($1, $2)", queue, group)
        return None if seconds is None else float(seconds)

    def pop_matching(self, namespace: str, task: str, request: PopRequest) -> Lease:
        """Take from whichever queue of a namespace, a task or both comes first."""
        lease = lease_of(request)
        rows = self._database.fetch(
            "select * from queen.pop_matching("
            "%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (namespace, task, *pop_parameters(request, lease)),
        )
        return self._lease(lease, rows, request)

    def ack(self, acks: Sequence[Ack], failed: Sequence[FailedLease] = ()) -> list[Acked]:
        """Answer for messages, and for leases whose batches failed as a whole. An ack that is
        refused is an outcome, not an error."""
        outcomes = impossible_acks(acks, failed)
        lanes = ack_lanes(acks, failed)
        if lanes:
            if (whole := whole_lane(lanes)) is not None:
                rows = self._database.call(
                    "select * from queen.ack_lane($1, $2, $3, $4, $5, $6)", *whole
                )
            else:
                rows = self._database.call("select * from queen.ack($1)", to_json(lanes).decode())
            outcomes.update(ack_outcomes(lanes, rows))
        return [outcomes[index] for index in range(len(acks) + len(failed))]

    def take_next(
        self,
        acks: Sequence[Ack],
        source: Source,
        request: PopRequest,
        max_bytes: int,
        failed: Sequence[FailedLease] = (),
    ) -> tuple[list[Acked], Lease]:
        """Answer for messages, then take the next ones for the same group, in one commit.

        It never subscribes. An error means that nothing was done, the acks included."""
        outcomes = impossible_acks(acks, failed)
        lanes = ack_lanes(acks, failed)
        whole = whole_lane(lanes)
        lease = lease_of(request)
        acked, *popped = self._database.call(
            "select * from queen.take_next("
            "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)",
            *((whole[0], *whole[2:], None) if whole else (*[None] * 5, to_json(lanes).decode())),
            source.queue,
            source.partition,
            source.namespace,
            source.task,
            request.group,
            request.batch,
            request.partitions,
            lease,
            max_bytes,
            request.lease_seconds,
            repeat_of(request),
            request.per_partition,
            request.client,
        )
        outcomes.update(ack_outcomes(lanes, acked[0] or []))
        return (
            [outcomes[index] for index in range(len(acks) + len(failed))],
            self._lease(lease, [row[1:] for row in popped], request),
        )

    def ack_lanes(self, lanes: Sequence[Mapping[str, Any]]) -> list[list[Sequence[Any]]]:
        """Complete lanes of several requests (``ack_lanes`` makes them): the rows of each."""
        rows = self._database.call("select * from queen.ack_lanes($1)", to_json(lanes).decode())
        return rows_by_lane(len(lanes), rows)

    def take_next_each(
        self,
        lanes: Sequence[Mapping[str, Any]],
        queue: str,
        request: PopRequest,
        max_bytes: int,
        clients: Sequence[str | None],
        *,
        lease_keys: Sequence[str] = (),
    ) -> tuple[list[list[Sequence[Any]]], list[Lease]]:
        """Complete lanes of several requests (see ``ack_lanes``), then pop for each of the clients
        (see ``pop_each``), in one commit. It never subscribes."""
        leases = list(lease_keys) or [random_uuid() for _ in clients]
        acked, *popped = self._database.call(
            "select * from queen.take_next_each("
            "$1, $2, $3, $4, $5, $6, $7, $8, string_to_array($9, chr(10), ''))",
            to_json(lanes).decode(),
            queue,
            request.group,
            request.batch,
            uuid_array(leases),
            max_bytes,
            request.lease_seconds,
            bool(lease_keys),
            client_names(clients),
        )
        by_lease = rows_by_lease(leases, [row[1:] for row in popped])
        taken = [self._lease(*each, request) for each in by_lease]
        return rows_by_lane(len(lanes), acked[0] or []), taken

    def extend(self, lease_id: str, seconds: int) -> Extended:
        """Prolong a live lease."""
        parsed = parse_lease(lease_id)
        if parsed is None:
            return Extended(0, None, None)
        return Extended._make(
            self._database.fetch("select * from queen.extend(%s, %s, %s)", (*parsed, seconds))[0]
        )

    def release(self, lease_id: str, source: Source, group: str) -> int:
        """Give back what a live lease holds, uncounted; in how many partitions. Where the id names
        no partitions it is the key of a pop, which looked in ``source`` for ``group``."""
        parsed = parse_lease(lease_id)
        if parsed is None:
            return 0
        rows = self._database.change(
            "select queen.release(%s, %s, %s, %s, %s, %s, %s) as released",
            (*parsed, *source, group),
            result="json_build_object('released', released) from done where released > 0",
        )
        return int(rows[0][0])

    def transaction(
        self,
        items: Sequence[PushItem],
        acks: Sequence[Ack],
        required_leases: Sequence[str],
        producer: str | None = None,
        commits: Sequence[OffsetCommit] = (),
        *,
        append: LogAppend | None = None,
        key: TransactionKey | None = None,
    ) -> Transacted:
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

        def send() -> Transacted:
            pushed, acked, appended, ids = self._database.fetch(
                "select * from queen.transaction("
                "%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                (
                    *batch.parameters(),
                    producer,
                    to_json(lanes).decode(),
                    required,
                    commit_json,
                    append_json,
                    *(key or (None, None)),
                    batch.choices,
                ),
            )[0]
            if ids is not None:
                batch.name(ids)
            stored = batch.outcome([list(lane) for lane in pushed or []])
            answers = ack_outcomes(lanes, acked or [])
            positions = appended and Appended(appended["positions"], appended["lastPosition"])
            outcomes = [answers[index] for index in range(len(acks))]
            return Transacted(stored, outcomes, positions, repeated=ids is not None)

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
        if not rows:
            return Lease("", [])
        if rows[0][0] is None:
            return Lease("", [], queue_exists=False)
        if request.auto_ack:
            return Lease("", self._messages(rows))
        *rows, terms = rows
        messages = self._messages(rows)
        name = lease_name(lease, dict.fromkeys(message.partition_id for message in messages))
        return Lease(name, messages, seconds=terms[-2], expires_at=terms[-1])

    def _messages(self, rows: Sequence[Sequence[Any]]) -> list[Popped]:
        return [self._opened(Popped(*row[:-2])) for row in rows]

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

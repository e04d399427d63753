"""What groups gave up on: to look at, redrive and purge."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from pydantic_core import to_json

from regent.changes import noting
from regent.database import Database
from regent.encryption import Encryption
from regent.errors import Busy, EncryptionRequired
from regent.identifiers import message_ids, transaction_key
from regent.limits import (
    KEPT_REDRIVES,
    MAX_COUNTED,
    MAX_PAGE,
    MAX_POP_BYTES,
    MAX_PREVIEWED,
    MAX_REDRIVE_BYTES,
    MAX_REDRIVE_CHUNK,
    MAX_REDRIVES,
    REDRIVE_RETRY_SECONDS,
)
from regent.paging import Listing, Page, cut
from regent.rows import Row, json_text
from regent.stores.payloads import Payloads

Reason = Literal["retries", "rejected", "max_wait", "moved"]
Interval = Literal["minute", "hour", "day"]
#: Error texts of a summary: the first few tell what is wrong, a long tail does not.
_TOP_ERRORS: Final = 10
#: Groups of each of these errors, the largest first.
_ERROR_GROUPS: Final = 20
#: Points of a summary: a day of minutes.
_POINTS: Final = 1_440
#: How often a redrive seals what it is told of, while others change which letters those are.
_SEAL_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class LetterFilter:
    """Which dead letters; what is None is not asked for."""

    queue: str | None = None
    group: str | None = None
    partition: str | None = None
    namespace: str | None = None
    task: str | None = None
    reason: Reason | None = None
    fingerprint: str | None = None
    error: str | None = None
    failed_from: datetime | None = None
    failed_to: datetime | None = None
    failed_seconds_ago: int | None = None
    transaction_id: str | None = None
    trace_id: str | None = None
    ids: Sequence[int] | None = None
    #: With a transaction id: one message, to be redriven.
    partition_id: int | None = None

    def parameter(self) -> str:
        """As the SQL takes it (_matching_dead_letters.sql): only what is asked for."""
        key = None if self.transaction_id is None else transaction_key(self.transaction_id)[0]
        asked = {
            "queue": self.queue,
            "group": self.group,
            "partition": self.partition,
            "namespace": self.namespace,
            "task": self.task,
            "reason": self.reason,
            "fingerprint": self.fingerprint,
            "error": self.error,
            "from": self.failed_from and self.failed_from.isoformat(),
            "to": self.failed_to and self.failed_to.isoformat(),
            "seconds": self.failed_seconds_ago,
            "key": key,
            "trace": self.trace_id,
            "ids": None if self.ids is None else list(self.ids),
            "partitionId": self.partition_id,
        }
        return json.dumps({name: value for name, value in asked.items() if value is not None})


class Redriven(NamedTuple):
    """A new message, and where it comes from: the columns of queen.redrive, in its order."""

    partition_id: int
    offset: int
    message_id: uuid.UUID
    letters: int
    source_partition_id: int
    source_offset: int
    #: The id of the newest letter when the redrive began: what dies again meanwhile is not for it.
    newest: int


class Slice(NamedTuple):
    """What one slice of a redrive did: the columns of queen.carry_redrive, in its order."""

    #: None: nothing was due.
    redrive: int | None
    letters: int
    messages: int
    #: Until the next slice is due, where nothing was; None: no redrive runs.
    wait_seconds: float | None


class DeadLetters:
    """What groups gave up on: to look at, redrive and purge."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption
        self._payloads = Payloads(encryption)

    def list_dead_letters(self, which: LetterFilter, page: Page) -> Listing:
        """The newest first; fewer than asked for when their payloads would be too large."""
        found = self._listed(which.parameter(), page, MAX_POP_BYTES)
        return found._replace(rows=[self._shown(letter) for letter in found.rows])

    def summarize_dead_letters(self, which: LetterFilter, interval: Interval | None = None) -> Row:
        """How many there are, whose, of what they died, and when."""
        return self._database.fetch_rows(
            "select * from queen.summarize_dead_letters(%s, %s, %s, %s, %s, %s)",
            (which.parameter(), interval, MAX_PAGE, _TOP_ERRORS, _ERROR_GROUPS, _POINTS),
        )[0]

    def count_dead_letters(
        self, which: LetterFilter, newest: int | None = None, most: int | None = None
    ) -> int:
        """How many there are, of those up to an id; it counts so many at ``most``."""
        count: int = self._database.fetch(
            "select queen.count_dead_letters(%s, %s, %s)", (which.parameter(), newest, most)
        )[0][0]
        return count

    def preview_redrive(self, which: LetterFilter, to: str | None, limit: int | None) -> list[Row]:
        """What redrives would do until nothing is left or so many messages are made."""
        return self._database.fetch_rows(
            "select * from queen.preview_redrive(%s, %s, %s, %s)",
            (which.parameter(), to, limit, MAX_PREVIEWED),
        )

    def redrive(
        self, which: LetterFilter, to: str | None, messages: int, last: Redriven | None = None
    ) -> list[Redriven]:
        """Make new messages of the dead letters of so many, all or none; ``last`` is where an
        earlier call ended. Nothing comes back when nothing is left.

        A queue that stores ciphertext only says so, and which letters are plain: these are sealed
        and sent along.
        """
        sealed: dict[str, Any] = {}
        ids = list(islice(message_ids(), messages))
        start = (
            (None, 0, -1)
            if last is None
            else (last.newest, last.source_partition_id, last.source_offset)
        )
        for _ in range(_SEAL_ROUNDS):
            try:
                rows = self._database.change(
                    "select * from queen.redrive(%s, %s, %s, %s, %s, %s::uuid[], %s, %s)",
                    (
                        *(which.parameter(), to, *start, ids),
                        *(MAX_REDRIVE_BYTES, to_json(sealed).decode()),
                    ),
                    result="json_build_object('redriven', sum(letters), 'messages', count(*))"
                    " from done having count(*) > 0",
                )
                return [Redriven(*row) for row in rows]
            except EncryptionRequired as required:
                sealed |= self._sealed((required.detail or {})["letters"])
        raise Busy("other redrives were in the way; try again")

    def start_redrive(
        self,
        which: LetterFilter,
        to: str | None,
        *,
        rate: int | None = None,
        limit: int | None = None,
        by: str | None = None,
    ) -> Row:
        """Begin a redrive that the reclaim carries on."""
        return self._database.change_rows(
            "select r.* from queen.start_redrive(%s, %s, %s, %s, %s, %s, %s) s(id),"
            " queen.read_redrive(s.id) r",
            (which.parameter(), to, rate, limit, by, MAX_REDRIVES, KEPT_REDRIVES),
            result="json_build_object('redrive', id::text) from done",
        )[0]

    def carry_redrive(self) -> Slice:
        """Move the next slice of the redrive that is due first."""
        found = self._database.fetch(
            "select * from queen.carry_redrive(%s::uuid[], %s, %s)",
            (
                list(islice(message_ids(), MAX_REDRIVE_CHUNK)),
                *(MAX_REDRIVE_BYTES, REDRIVE_RETRY_SECONDS),
            ),
        )
        return Slice(*found[0])

    def stop_redrive(self, redrive: int) -> Row:
        """End one that runs, after the slice that is under way."""
        found = self._database.change_rows(
            "select r.*, s.changed from queen.stop_redrive(%s) s, queen.read_redrive(s.id) r",
            (redrive,),
            result="json_build_object('redrive', id::text) from done where changed",
        )[0]
        del found["changed"]
        return found

    def list_redrives(self, page: Page) -> Listing:
        """The newest first."""
        rows = self._database.fetch_rows(
            "select * from queen.list_redrives(%s, %s, %s)",
            (*page.key(1), page.limit + 1, page.offset),
        )
        return cut(rows, page, {"id": int})

    def read_redrive(self, redrive: int) -> Row:
        """One redrive: how far it is, and where its first messages went."""
        return self._database.fetch_rows("select * from queen.read_redrive(%s)", (redrive,))[0]

    def count_outcomes(
        self, ranges: Sequence[tuple[int, int, int]], group: str | None
    ) -> list[Row]:
        """What became of messages, by group: of ranges (partition, first offset, how many)."""
        asked = [{"p": partition, "f": first, "n": many} for partition, first, many in ranges]
        return self._database.fetch_rows(
            "select * from queen.count_outcomes(%s, %s, %s)", (json.dumps(asked), group, MAX_PAGE)
        )

    def purge_dead_letters(
        self, which: LetterFilter, before: int | None, limit: int
    ) -> tuple[int, int | None]:
        """Delete some; how many, and the id before which to go on (None: nothing is left)."""
        purged, last_id = self._database.change(
            "select * from queen.purge_dead_letters(%s, %s, %s)",
            (which.parameter(), before, limit),
            result="json_build_object('purged', purged) from done where purged > 0",
        )[0]
        return purged, last_id

    def move_to_dead_letters(
        self,
        partition_id: int,
        transaction_id: str,
        group: str,
        *,
        error: str | None = None,
        force: bool = False,
    ) -> Row:
        """Give a message up for a group that has not come to it yet."""
        return self._database.change_rows(
            "select * from queen.move_to_dead_letters(%s, %s, %s, %s, %s)",
            (partition_id, transaction_key(transaction_id)[0], group, error, force),
            result="json_build_object('moved', moved) from done where moved",
        )[0]

    def _listed(self, which: str, page: Page, max_bytes: int) -> Listing:
        """As they are stored. There is no total where there are too many to count."""
        rows = self._database.change_rows(
            "select * from queen.list_dead_letters(%s, %s, %s, %s, %s, %s)",
            (which, *page.key(1), page.limit, page.offset, max_bytes, MAX_COUNTED),
            result="json_build_object('deadLetters', count(id)) from done having count(id) > 0",
        )
        return cut(rows, page, {"id": int})

    def _shown(self, letter: Row) -> Row:
        return self._payloads.shown(letter | {"data": json_text(letter["data"])}, "data")

    def _sealed(self, ids: Sequence[int]) -> dict[str, Any]:
        """The ciphertexts of plain letters, by id; of those that are still there."""
        # Together they fit into one redrive, so they do into memory.
        unbounded = 2**62
        with noting(None):  # nobody looks at them
            found = self._listed(json.dumps({"ids": list(ids)}), Page(len(ids)), unbounded)
        return {
            letter["id"]: self._encryption.seal(letter["data"].encode()) for letter in found.rows
        }

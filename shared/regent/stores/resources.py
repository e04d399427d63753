"""Queues and partitions as an operator sees them: to look at, to clear and to delete."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from regent.database import Database
from regent.limits import (
    EXAMPLES,
    MAX_EXPLAINED,
    MAX_PARTITIONS_LOOKED_AT,
    MAX_PREVIEWED,
)
from regent.paging import Listing, Page, cut
from regent.rows import Row

_BY_NAME: Final = {"name": str}
#: What an answer says of its numbers: since when they stand.
_AGE: Final = ("asOf", "ageSeconds")
#: What a look into a queue brings beside its options: messages, groups, a page of partitions.
QUEUE_PARTS: Final = ("totals", "groups", "partitions")
#: Of what a list of queues shows most first.
Sort = Literal["name", "open", "oldest", "dead", "partitions", "full"]
#: In which order partitions come.
PartitionSort = Literal["name", "lag", "activity"]
#: Where the next page of partitions starts, by name and by another order. Only the statement knows:
#: it may have looked through partitions that do not fit.
_NEXT_NAME: Final = ("nextQueue", "nextName")
_NEXT_PLACE: Final = ("nextRank", "nextAt", "nextPartition")


class NamedPartition(NamedTuple):
    """A partition by its names."""

    queue: str
    partition: str


class Which(NamedTuple):
    """Which queues; None: all. ``prefix`` and ``contains`` are of their names."""

    namespace: str | None = None
    task: str | None = None
    prefix: str | None = None
    contains: str | None = None


class WhichPartitions(NamedTuple):
    """Which partitions; None: all. ``group``: how it stands there, instead of all groups.
    ``state``: only where it stands so. ``prefix``: of their names. ``start``: a name at which a
    list by name starts."""

    queue: str | None = None
    group: str | None = None
    state: str | None = None
    prefix: str | None = None
    start: str | None = None


_ALL: Final = Which()


class Resources:
    """Queues and partitions as an operator sees them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_queues(
        self, page: Page, which: Which = _ALL, *, sort: Sort = "name", live: bool = False
    ) -> Listing:
        """Queues, each with how it stands: by name, or those with most of something first.
        ``live``: count now."""
        key = (None, *page.key(1)) if sort == "name" else page.key(2)
        rows = self._database.fetch_rows(
            "select * from queen.list_queues(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (*which, sort, *key, page.offset, page.limit + 1, live),
        )
        by = _BY_NAME if sort == "name" else {"sortKey": int, **_BY_NAME}
        return cut(rows, page, by, about=_AGE)

    def list_labels(
        self, kind: Literal["namespace", "task"], page: Page, *, live: bool = False
    ) -> Listing:
        """The namespaces or the tasks of all queues, with the sums of their queues. ``live``: count
        now."""
        rows = self._database.fetch_rows(
            "select * from queen.list_labels(%s, %s, %s, %s, %s)",
            (kind, *page.key(1), page.offset, page.limit + 1, live),
        )
        return cut(rows, page, _BY_NAME, about=_AGE)

    def list_partitions(
        self,
        page: Page,
        which: WhichPartitions,
        *,
        sort: PartitionSort = "name",
        most: int = MAX_PARTITIONS_LOOKED_AT,
    ) -> Listing:
        """Partitions by the names of queue and partition, or of one queue by another order. A page
        may be short: with a filter it ends where ``most`` partitions were looked at."""
        by_name = sort == "name"
        key = (*page.key(2), None, None, None) if by_name else (None, None, *page.key(3))
        rows = self._database.fetch_rows(
            "select * from queen.list_partitions(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s,"
            " %s, %s)",
            (*which, sort, *key, page.offset, page.limit, most),
        )
        about = (*_NEXT_NAME, *_NEXT_PLACE)
        found = cut(rows, page, {"id": str}, about=about)
        place = tuple(found.about[name] for name in (_NEXT_NAME if by_name else _NEXT_PLACE))
        told = "groups" if which.group is not None else "standing"
        return found._replace(
            rows=[{name: row[name] for name in row if name != told} for row in found.rows],
            next_key=None if found.about["nextName"] is None else place,
            about={},
        )

    def read_queue(
        self, name: str, page: Page, *, live: bool = False, parts: Sequence[str] = QUEUE_PARTS
    ) -> Row:
        """A queue with its options, and those parts that are asked for. ``live``: count now."""
        return self._database.fetch_rows(
            "select * from queen.read_queue(%s, %s, %s, %s, %s, %s)",
            (name, *page.key(1), page.offset, page.limit, live, list(parts)),
        )[0]

    def read_depth(self, queue: str, *, group: str | None, limit: int, live: bool = False) -> Row:
        """What is left to do in a queue for a group; without a group, for the slowest in each
        partition. ``live``: count now."""
        return self._database.fetch_rows(
            "select * from queen.read_depth(%s, %s, %s, %s)", (queue, group, limit, live)
        )[0]

    def read_overview(self, *, live: bool = False) -> Row:
        """The whole system in one row. ``live``: count now."""
        return self._database.fetch_rows("select * from queen.read_overview(%s)", (live,))[0]

    def read_partition(self, partition: int) -> Row:
        """A partition by its id, with what each group has done there."""
        return self._database.fetch_rows("select * from queen.read_partition(%s)", (partition,))[0]

    def explain_partition(self, which: NamedPartition | int, group: str, default_mode: str) -> Row:
        """The facts that explain why a partition, of these names or of this id, does not move for a
        group. ``default_mode``: where new groups start."""
        names = (None, None, which) if isinstance(which, int) else (*which, None)
        return self._database.fetch_rows(
            "select * from queen.explain_partition(%s, %s, %s, %s, %s)",
            (*names, group, default_mode),
        )[0]

    def explain_queue(self, queue: str, group: str) -> Row:
        """How many of a queue's partitions do not move for a group, by state."""
        return self._database.fetch_rows(
            "select * from queen.explain_queue(%s, %s, %s, %s)",
            (queue, group, MAX_EXPLAINED, EXAMPLES),
        )[0]

    def clear_queue(self, queue: str, *, partition: str | None, force: bool) -> Row:
        """Delete the messages of a queue, or of one of its partitions, and nothing else."""
        return self._database.change_rows(
            "select * from queen.clear_queue(%s, %s, %s)",
            (queue, partition, force),
            result="json_build_object("
            "'deletedMessages', deleted_messages, 'partitions', partitions) from done",
        )[0]

    def delete_partition(self, queue: str, partition: str, *, force: bool) -> int:
        """Delete a partition and all its rows; returns the number of its messages."""
        rows = self._database.change(
            "select queen.delete_partition(%s, %s, %s) as deleted",
            (queue, partition, force),
            result="json_build_object('deletedMessages', deleted) from done",
        )
        return int(rows[0][0])

    def preview_removal(
        self, verb: Literal["clear", "delete"], queue: str, partition: str | None = None
    ) -> list[Row]:
        """What it would do to clear or delete a queue or a partition, for each group."""
        return self._database.fetch_rows(
            "select * from queen.preview_removal(%s, %s, %s, %s)",
            (queue, partition, verb, MAX_PREVIEWED),
        )

    def preview_configure(
        self,
        name: str,
        labels: tuple[str | None, str | None],
        partitions: int | None,
        options: Mapping[str, Any],
        if_revision: int | None,
    ) -> Row:
        """What `Queues.configure` would do, with namespace and task as ``labels``."""
        return self._database.fetch_rows(
            "select * from queen.preview_configure(%s, %s, %s, %s, %s, %s, %s)",
            (name, *labels, partitions, json.dumps(dict(options)), if_revision, MAX_PREVIEWED),
        )[0]


class Maintenance:
    """The switches that stop pushes or pops, for all queues or for one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read_maintenance(self) -> Row:
        """Which switches are on."""
        return self._database.fetch_rows("select * from queen.read_maintenance()")[0]

    def switch_maintenance(
        self, *, queue: str | None = None, push: bool | None = None, pop: bool | None = None
    ) -> None:
        """Turn a switch, of all queues when none is named; None leaves the switch as it is."""
        self._database.change(
            "select queen.switch_maintenance(%s, %s, %s)",
            (queue, push, pop),
            result="json_build_object() from done",
        )

"""Which archived messages a replay wants. A file or a row group is left out only if what is written
about it says that no wanted message is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from glue_jobs.lib.archived_message import SCHEMA

Relation = Literal[">=", "<", "="]
_HOLDS: Final[Mapping[Relation, Callable[..., pa.ChunkedArray]]] = {
    ">=": pc.greater_equal,
    "<": pc.less,
    "=": pc.equal,
}


@dataclass(frozen=True)
class Condition:
    """What a column of a wanted message has to be."""

    column: str
    relation: Relation
    value: Any

    def holds(self, messages: pa.Table) -> pa.ChunkedArray:
        """For which messages it holds; null is no value."""
        wanted = pa.scalar(self.value, SCHEMA.field(self.column).type)
        return pc.fill_null(_HOLDS[self.relation](messages[self.column], wanted), False)

    def may_hold(self, lowest: Any, highest: Any) -> bool:
        """Whether it may hold for a value between these two."""
        above = self.relation == "<" or highest >= self.value
        below = self.relation == ">=" or lowest <= self.value
        return above and below and not (self.relation == "<" and lowest == self.value)


@dataclass(frozen=True)
class Wanted:
    """Messages for which all conditions hold."""

    conditions: tuple[Condition, ...]

    def may_be_in(self, file: Mapping[str, Any]) -> bool:
        """Whether a wanted message may be in a file, by what the manifest says of it: its span of
        time, and its ranges of offsets."""
        first, last = (datetime.fromisoformat(file[name]) for name in ("first_at", "last_at"))
        in_time = all(each.may_hold(first, last) for each in self._of("created_at"))
        return in_time and any(map(self._may_be_in_range, file["ranges"]))

    def row_groups(self, file: pq.ParquetFile) -> list[int]:
        """The row groups of a file in which wanted messages may be, by their statistics."""
        metadata = file.metadata
        return [
            number
            for number in range(metadata.num_row_groups)
            if self._may_be_among(metadata.row_group(number))
        ]

    def among(self, messages: pa.Table) -> pa.ChunkedArray | None:
        """Which messages of a table are wanted; None: all of them."""
        found = None
        for each in self.conditions:
            held = each.holds(messages)
            found = held if found is None else pc.and_(found, held)
        return found

    def _may_be_in_range(self, of_partition: Mapping[str, Any]) -> bool:
        name = of_partition["partition"]
        least, most = of_partition["min_offset"], of_partition["max_offset"]
        return all(each.may_hold(name, name) for each in self._of("partition")) and all(
            each.may_hold(least, most) for each in self._of("offset")
        )

    def _may_be_among(self, row_group: pq.RowGroupMetaData) -> bool:
        for number in range(row_group.num_columns):
            column = row_group.column(number)
            known = column.statistics
            if known is None:
                continue
            conditions = self._of(column.path_in_schema)
            if conditions and known.null_count == row_group.num_rows:
                return False
            if known.has_min_max and not all(
                each.may_hold(known.min, known.max) for each in conditions
            ):
                return False
        return True

    def _of(self, column: str) -> list[Condition]:
        return [each for each in self.conditions if each.column == column]

"""Places in the archive: which are read, and in which order."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from glue_jobs.lib import places
from glue_jobs.lib.archived_message import SCHEMA
from glue_jobs.lib.places import in_order
from glue_jobs.lib.wanted import Condition, Wanted

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

START = datetime(2030, 1, 1, tzinfo=UTC)


def at(seconds: int) -> datetime:
    return START + timedelta(seconds=seconds)


def messages(partition: str, count: int, first: int = 0, key: str | None = None) -> pa.Table:
    """Messages of a partition, one a second; its id is in its name."""
    common = {"partition": partition, "partition_id": int(partition[1:]), "key": key}
    return pa.Table.from_pylist(
        [
            common | {"offset": number, "created_at": at(number)}
            for number in range(first, first + count)
        ],
        schema=SCHEMA,
    )


@pytest.fixture
def file(tmp_path: Path) -> pq.ParquetFile:
    """Three row groups: of p1, of p1 and p2, of p3 with keys."""
    path = tmp_path / "file.parquet"
    with pq.ParquetWriter(path, SCHEMA) as writer:
        writer.write_table(messages("p1", 10))
        writer.write_table(pa.concat_tables([messages("p1", 10, first=10), messages("p2", 10)]))
        writer.write_table(messages("p3", 10, first=100, key="k"))
    return pq.ParquetFile(path)


@pytest.mark.parametrize(
    ("conditions", "groups"),
    [
        ([], [0, 1, 2]),
        ([("partition", "=", "p1")], [0, 1]),
        ([("partition", "=", "p2")], [1]),
        ([("partition", "=", "p0")], []),
        ([("partition", "=", "p1"), ("offset", ">=", 10)], [1]),
        ([("partition", "=", "p1"), ("offset", "<", 10)], [0, 1]),
        ([("partition", "=", "p3"), ("offset", "<", 100)], []),
        ([("key", "=", "k")], [2]),
        ([("key", "=", "l")], []),
        ([("created_at", ">=", at(19))], [1, 2]),
        ([("created_at", ">=", at(20))], [2]),
        ([("created_at", "<", at(10))], [0, 1]),
        ([("created_at", "<", at(0))], []),
        ([("created_at", ">=", at(10)), ("created_at", "<", at(100))], [1]),
        ([("partition", "=", "p1"), ("created_at", ">=", at(10))], [1]),
    ],
    ids=str,
)
def test_only_row_groups_with_wanted_messages_are_read(
    file: pq.ParquetFile, conditions: list[Any], groups: list[int]
) -> None:
    wanted = Wanted(tuple(Condition(*each) for each in conditions))
    assert wanted.row_groups(file) == groups
    held = [wanted.among(file.read_row_group(group)) for group in range(3)]
    assert all(held[left] is not None and not any(held[left].to_pylist())
               for left in range(3) if left not in groups)  # fmt: skip


def test_a_place_is_of_one_partition_and_not_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PLACE_MESSAGES", 4)
    table = pa.concat_tables([messages("p1", 6), messages("p2", 3)])
    rows = np.array([0, 2, 3, 4, 5, 7, 8])
    found = pa.Table.from_batches(places._cut(table, rows, 5, 6))
    shown = ["partition", "first_offset", "messages", "first_row", "end_row"]
    assert found.select(shown).to_pydict() == {
        "partition": ["p1", "p1", "p2"],
        "first_offset": [0, 5, 1],
        "messages": [4, 1, 2],
        "first_row": [0, 5, 7],
        "end_row": [5, 6, 9],
    }
    assert set(found["file"].to_pylist()) == {5}
    assert set(found["row_group"].to_pylist()) == {6}


def place(partition: str, number: int, second: int, file: int, row: int) -> tuple[Any, ...]:
    return (partition, number, second, at(second), at(second), 1, file, 0, row, row + 1)


def test_messages_of_a_partition_keep_their_order_wherever_they_stand(spark: SparkSession) -> None:
    """Batches of any mix: a partition may stand in files in any order, and a dropped one has come
    back under another id."""
    chosen = random.Random(17)
    stands = [(file, row) for file in range(6) for row in range(40)]
    chosen.shuffle(stands)
    rows = [
        place(f"p{number % 8}", number % 8 + 100 * (number // 120), number // 8, file, row)
        for number, (file, row) in enumerate(stands)
    ]
    of = {(file, row): (name, second) for name, _, second, *_, file, _, row, _ in rows}
    tasks = in_order(spark.createDataFrame(rows, places._PLACE), 3).rdd.glom().collect()
    found = [[of[place.file, place.first_row] for place in task] for task in tasks]
    assert sorted(each for task in found for each in task) == sorted(of.values())
    for name in sorted({name for name, _ in of.values()}):
        (task,) = [task for task in found if name in dict(task)]
        assert [second for each, second in task if each == name] == list(range(30))


def test_a_row_group_is_read_once_where_files_are_in_order(spark: SparkSession) -> None:
    """Files of three days, each with two partitions: one turn, file by file, in two tasks."""
    rows = [
        place(f"p{number}", number, second, second, number)
        for number in range(4)
        for second in range(3)
    ]
    tasks = in_order(spark.createDataFrame(rows, places._PLACE), 2).rdd.glom().collect()
    assert {tuple((p.turn, p.file, p.first_row) for p in task) for task in tasks} == {
        tuple((0, file, row) for file in range(3) for row in pair) for pair in ((0, 1), (2, 3))
    }

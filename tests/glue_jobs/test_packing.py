"""How work is cut."""

from __future__ import annotations

from glue_jobs.lib.packing import MAX_RANGES, OPEN_RANGES, Size, by_ranges, packed, smaller
from regent.stores.deletion import MAX_PARTITIONS, chunked
from regent.stores.retention import Archived, Cut


def cut(partition: int, messages: int, *, queue: str = "q", start: int = 0, each: int = 1) -> Cut:
    return Cut(queue, partition, start, start + messages, messages * each)


def shape(batches):
    return [(queue, [(c.partition, c.start, c.end) for c in cuts]) for queue, cuts in batches]


def test_small_partitions_go_together():
    found = packed([cut(1, 4), cut(2, 4), cut(3, 4)], Size(8, 100))
    assert shape(found) == [("q", [(1, 0, 4), (2, 0, 4)]), ("q", [(3, 0, 4)])]


def test_a_large_one_is_split_evenly():
    found = packed([cut(1, 10, start=5)], Size(4, 100))
    assert shape(found) == [("q", [(1, 5, 8)]), ("q", [(1, 8, 11)]), ("q", [(1, 11, 15)])]


def test_bytes_count_as_messages_do():
    found = packed([cut(1, 4, each=50), cut(2, 1, each=10)], Size(100, 100))
    assert shape(found) == [("q", [(1, 0, 2)]), ("q", [(1, 2, 4)]), ("q", [(2, 0, 1)])]


def test_one_huge_message_is_a_batch():
    assert shape(packed([cut(1, 1, each=10_000)], Size(100, 100))) == [("q", [(1, 0, 1)])]


def test_queues_do_not_mix():
    found = packed([cut(1, 1), cut(2, 1, queue="r"), cut(3, 1)], Size(100, 100))
    assert shape(found) == [("q", [(1, 0, 1), (3, 0, 1)]), ("r", [(2, 0, 1)])]


def test_a_batch_has_so_many_ranges():
    found = packed([cut(n, 1) for n in range(MAX_RANGES + 1)], Size(10**9, 10**9))
    assert [len(cuts) for _, cuts in found] == [MAX_RANGES, 1]


def test_a_hundred_thousand_partitions_are_forty_tasks_of_one_size():
    found = packed([cut(n, 100, each=400) for n in range(100_000)], Size(250_000, 10**9))
    assert {sum(c.end - c.start for c in cuts) for _, cuts in found} == {250_000}
    assert len(found) == 40


def test_a_deletion_has_so_many_messages_and_partitions():
    found = [Archived(n, 9, size) for n, size in enumerate((400, 600, 1, 5_000, 1))]
    assert [[each.partition for each in chunk] for chunk in chunked(found, 1_000)] == [
        [0, 1],
        [2],
        [3],
        [4],
    ]
    many = [Archived(n, 1, 1) for n in range(MAX_PARTITIONS + 1)]
    assert [len(chunk) for chunk in chunked(many, 1_000)] == [MAX_PARTITIONS, 1]


def test_what_took_too_long_is_cut_into_quarters():
    assert smaller([[cut(1, 100, each=8)], [cut(2, 3), cut(3, 5)]]) == Size(25, 200)
    assert smaller([[cut(1, 2)]]) == Size(1, 1)
    assert smaller([[cut(1, 1)]]) is None
    assert smaller([]) is None


def test_a_statement_opens_so_many_ranges():
    half = [cut(n, 1) for n in range(OPEN_RANGES // 2)]
    opened = [("a", "q", half), ("b", "q", half), ("c", "q", half[:1])]
    assert [[batch for batch, *_ in each] for each in by_ranges(opened)] == [["a", "b"], ["c"]]
    assert list(by_ranges([])) == []

"""Errors of real tasks of Spark, as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from glue_jobs import lag
from glue_jobs.lib.errors import StorageError, TaskFailed
from glue_jobs.lib.failures import as_sentences
from regent.errors import DatabaseUnavailable
from tests.support.rows import value

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.glue_jobs.archives import Jobs


def fail(spark: SparkSession, error: Exception, *, shuffled: bool) -> None:
    """A job whose task raises this error, before a shuffle or without one."""

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            {}["nothing"]
        except KeyError:
            raise error from None
        yield from batches

    frame = spark.range(1).mapInArrow(run, "id bigint")
    with as_sentences():
        (frame.repartition(2) if shuffled else frame).collect()


@pytest.mark.parametrize("shuffled", [False, True], ids=["at once", "shuffled"])
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StorageError("x is missing: y"), "x is missing: y"),
        (DatabaseUnavailable("no database\nDETAIL: none"), "no database"),
        (PermissionError(13, "Permission denied", "/x"),
         "PermissionError: [Errno 13] Permission denied: '/x'"),
        (pa.ArrowInvalid("no Parquet\n\tat all"), "pyarrow.lib.ArrowInvalid: no Parquet"),
    ],
    ids=["ours", "database", "file", "Arrow"],
)  # fmt: skip
def test_an_error_of_a_task_is_one_sentence(
    spark: SparkSession, error: Exception, said: str, shuffled: bool
) -> None:
    with pytest.raises(TaskFailed) as failed:
        fail(spark, error, shuffled=shuffled)
    assert str(failed.value) == said


def test_a_mistake_of_ours_keeps_its_page(spark: SparkSession) -> None:
    with pytest.raises(Exception, match="Traceback") as failed:
        fail(spark, ZeroDivisionError("a mistake"), shuffled=False)
    assert not isinstance(failed.value, TaskFailed)
    assert "test_failures.py" in str(failed.value)


def test_an_error_that_is_not_sparks_stays_as_it_is() -> None:
    with pytest.raises(ValueError, match="mine"), as_sentences():
        raise ValueError("mine")


def test_an_output_that_takes_no_files_stops_the_lag_job_before_it_measures(
    jobs: Jobs, owner_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert lag.main(["--output", str(tmp_path / "file")]) == 1
    printed = capsys.readouterr()
    assert str(tmp_path / "file") in printed.err
    assert len(printed.err.splitlines()) == 1
    assert "as of" not in printed.out
    assert value(owner_url, "select count(*) from queen.lag_snapshots") == 0


def test_a_step_says_how_many_tasks_are_done(spark: SparkSession, tmp_path: Path) -> None:
    """The second of two tasks waits until somebody has seen that the first is done."""
    import threading

    from glue_jobs.lib.spark import tasks_done

    seen = tmp_path / "seen"

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import time

        for batch in batches:
            while batch.column(0)[0].as_py() == 1 and not seen.exists():
                time.sleep(0.01)
            yield batch

    found: list[Any] = []
    job = threading.Thread(
        target=lambda: found.extend(spark.range(0, 2, 1, 2).mapInArrow(run, "id bigint").collect())
    )
    assert tasks_done(spark) is None
    job.start()
    try:
        while tasks_done(spark) != "1 of 2 tasks":
            assert job.is_alive()
    finally:
        seen.touch()
        job.join()
    assert len(found) == 2

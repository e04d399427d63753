"""The processes of tasks, as a session here has them started."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyspark

from glue_jobs.lib.daemon import without_zips

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_a_task_has_the_drivers_pyspark_and_reads_no_zip(spark: SparkSession) -> None:
    """The directory of a zip would be read again with each task."""

    def look(_: Iterable[int]) -> list[tuple[str, list[str]]]:
        zips = [place for place in sys.path_importer_cache if ".zip" in place]
        return [(pyspark.__file__, [place for place in zips if sys.path_importer_cache[place]])]

    found = spark.sparkContext.parallelize([0], 1).mapPartitions(look).collect()
    assert found == [(pyspark.__file__, [])]


def test_modules_are_loaded_before_tasks_are_forked(spark: SparkSession) -> None:
    def look(_: Iterable[int]) -> list[str]:
        return [Path(f"/proc/{os.getppid()}/maps").read_text()]

    (daemon,) = spark.sparkContext.parallelize([0], 1).mapPartitions(look).collect()
    assert "libarrow" in daemon


def test_tasks_keep_the_memory_that_they_have_had(spark: SparkSession) -> None:
    def look(_: Iterable[int]) -> list[tuple[str, str | None]]:
        pool = pa.default_memory_pool().backend_name
        return [(pool, os.environ.get("MALLOC_TRIM_THRESHOLD_"))]

    found = spark.sparkContext.parallelize([0], 1).mapPartitions(look).collect()
    assert found == [("jemalloc", str(1024**3))]


def test_a_zip_stays_where_pyspark_is_nowhere_else(tmp_path: Path) -> None:
    zips = ["spark/pyspark.zip", "spark/py4j-0.10.9.7-src.zip"]
    assert without_zips([*zips, str(tmp_path)]) == [*zips, str(tmp_path)]
    for name in ("pyspark", "py4j"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    assert without_zips([*zips, str(tmp_path)]) == [str(tmp_path)]

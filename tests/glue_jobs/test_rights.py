"""regent/jobs.py says what a job does with files, and the stack gives its role that alone
(infra/job_rights.py). So each job runs against S3 here, and asks for no more."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from moto.moto_api._internal.recorder.models import Recorder

from glue_jobs import export_log, lag
from glue_jobs.export_log import ExportArguments
from glue_jobs.lag import LagArguments
from glue_jobs.lib.running import Progress
from regent.database import Database
from regent.jobs import JOBS
from regent.stores.log import LogStore
from regent.stores.queue import Queues
from tests.glue_jobs.archives import Jobs
from tests.glue_jobs.conftest import BUCKET, REGION
from tests.support.clock import StoppedClock
from tests.support.log import append, message
from tests.support.retention import retained
from tests.support.store import push

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OUTPUT = f"s3://{BUCKET}"
DAY = 86_400
#: (what is done, the file's key).
Asked = tuple[str, str]


@pytest.fixture
def asked(aws: Any, monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What S3 was asked for, of this process and of Spark's tasks."""
    found: list[Asked] = []

    def record(_: Recorder, request: Any, body: bytes | None = None) -> None:
        found.extend(_asked(request, body))

    monkeypatch.setattr(Recorder, "_record_request", record)
    return found


def _asked(request: Any, body: bytes | None) -> Iterator[Asked]:
    parts = urlsplit(request.raw_url)
    bucket, _, key = unquote(parts.path).lstrip("/").partition("/")
    if bucket != BUCKET:
        return
    query = parse_qs(parts.query, keep_blank_values=True)
    if not key and "delete" in query:
        for each in ET.fromstring(_body(request, body)).iterfind(".//{*}Key"):
            yield "delete", each.text or ""
        return
    if not key:
        yield "list", query.get("prefix", [""])[0]
        return
    if source := request.headers.get("x-amz-copy-source"):
        yield "read", unquote(source).lstrip("/").partition("/")[2]
    yield {"PUT": "write", "POST": "write", "DELETE": "delete"}.get(request.method, "read"), key


def _body(request: Any, body: bytes | None) -> bytes:
    """The body of a request, which moto can still read afterwards."""
    if body is None:
        body = request.environ["wsgi.input"].read(int(request.headers["Content-Length"]))
        request.environ["wsgi.input"] = io.BytesIO(body)
    return body


def beyond(name: str, asked: list[Asked]) -> list[Asked]:
    """What a job asked for and may not have."""
    (job,) = (each for each in JOBS if each.name == name)
    lists = any({"read", "delete"} & set(deeds) for deeds in job.files.values())
    return [
        (deed, key)
        for deed, key in asked
        if not (deed == "list" and lists)
        and not any(key.startswith(folder) and deed in job.files[folder] for folder in job.files)
    ]


@pytest.fixture
def old(store: Queues, database: Database, stopped_clock: StoppedClock) -> None:
    """Messages of yesterday, whose retention is over; and one in the event log."""
    append(LogStore(database), message("t", n=1))
    retained(store, pending=DAY)
    push(store, "q", 1, 2, 3, partition="a")
    stopped_clock.advance(DAY + 1)


@pytest.fixture
def run(
    jobs: Jobs, spark: SparkSession, aws: Any, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Any]:
    """Runs a job on the bucket of the archive, as the stack does."""
    in_s3 = Jobs(spark, OUTPUT)
    words = ["--region", REGION, "--output", OUTPUT]
    tables = ["--catalog-database", "regent_test"]
    aws.client("glue", region_name=REGION).create_database(DatabaseInput={"Name": tables[1]})
    runs: dict[str, Callable[[], Any]] = {
        "lag": lambda: lag.lag(spark, LagArguments.parse(words), Progress("lag")),
        "retention": lambda: in_s3.retention("--region", REGION, "--batch-messages", "1", *tables),
        "compact": lambda: in_s3.compact("--region", REGION, *tables),
        "replay": lambda: in_s3.replay("--queue", "q"),
        "export-log": lambda: export_log.job(
            spark, ExportArguments.parse([*words, *tables]), Progress("export-log")
        ),
    }
    users = {job.name: job.user for job in JOBS}

    def started(name: str) -> Any:
        url = owner_url.replace("//postgres@", f"//{users[name]}@")
        monkeypatch.setenv("REGENT_DATABASE_URL", url)
        return runs[name]()

    return started


def test_a_job_asks_for_no_more_than_its_role_may(
    old: None, run: Callable[[str], Any], asked: list[Asked]
) -> None:
    seen = {}
    for name in ("lag", "retention", "compact", "replay", "export-log"):
        asked.clear()
        run(name)
        seen[name] = {(deed, key.partition("/")[0]) for deed, key in asked}
        assert beyond(name, asked) == [], name
    assert seen["lag"] == {("write", "lag")}
    assert {("read", "archive"), ("write", "archive"), ("delete", "archive")} < seen["retention"]
    assert {("read", "tables"), ("write", "tables")} < seen["retention"]
    assert seen["compact"] == seen["retention"] - {("list", "lag")}
    assert {("read", "event-log"), ("write", "event-log"), ("write", "tables")} < seen["export-log"]
    assert seen["replay"] == {("list", "archive"), ("read", "archive")}


def test_a_request_beyond_a_right_is_found() -> None:
    one = [("read", "archive/a"), ("delete", "archive/a"), ("list", "archive/"), ("write", "lag/a")]
    assert beyond("replay", one) == [("delete", "archive/a"), ("write", "lag/a")]
    # A role that reads or deletes lists the whole bucket (infra/job_rights.py says why).
    assert beyond("lag", one) == [("read", "archive/a"), ("delete", "archive/a")]

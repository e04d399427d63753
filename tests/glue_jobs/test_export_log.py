"""The export of the event log: every message once, whenever a run was killed, and none deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from glue_jobs import export_log
from glue_jobs.export_log import ExportArguments
from glue_jobs.lib import event_log
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.running import Progress
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.tables import Tables
from regent.stores.log import LogStore
from tests.glue_jobs.conftest import BUCKET, REGION
from tests.glue_jobs.nemesis import Here
from tests.support.log import append, message
from tests.support.rows import rows, value


class Killed(Exception):
    """Ends a run."""


@pytest.fixture
def output(owner_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs log in as the role of the export, and write here."""
    monkeypatch.setenv("REGENT_DATABASE_URL", owner_url.replace("//postgres@", "//regent_export@"))
    return str(tmp_path)


@pytest.fixture
def log(database: Any) -> LogStore:
    return LogStore(database)


def exporting(spark: Any, output: str) -> Callable[..., dict[str, Any]]:
    """Runs with files of two messages; their summaries."""

    def run(*words: str, to: str = output) -> dict[str, Any]:
        given = ["--output", to, "--range-messages", "2", "--parallelism", "2", *words]
        return dict(export_log.job(spark, ExportArguments.parse(given), Progress("export-log")))

    return run


@pytest.fixture
def export(output: str) -> Callable[..., dict[str, Any]]:
    """A run without a JVM: what may go wrong is the driver's business."""
    return exporting(Here(), output)


def appended(log: LogStore, count: int) -> None:
    append(log, *(message("t", n=number) for number in range(count)))


def in_files(output: str) -> list[int]:
    """The positions in the files, as often as they are there, file by file."""
    storage = Storage(event_log.root(output))
    found: list[int] = []
    for path in event_log.files(storage):
        with storage.fetched(path) as local:
            found += pq.read_table(local, partitioning=None)["position"].to_pylist()
    return found


def in_the_table(output: str, **glue: str) -> list[int]:
    database = glue.get("database")
    catalog = Tables(output, REGION, database).catalog()
    table = catalog.load_table((database or "regent", "event_log"))
    return sorted(table.scan().to_arrow()["position"].to_pylist())


def test_every_message_is_exported_once_and_stays(log, spark, output, owner_url):
    appended(log, 5)
    assert exporting(spark, output)() == {
        "messages exported": 5,
        "files": 3,
        "files added to the table": 3,
        "exported up to position": 5,
        "safe position": 5,
    }
    assert in_files(output) == in_the_table(output) == [1, 2, 3, 4, 5]
    assert value(owner_url, "select count(*) from log.messages") == 5


def test_a_later_run_goes_on_where_the_last_one_ended(log, export, output):
    appended(log, 3)
    export()
    assert export()["messages exported"] == 0
    appended(log, 4)
    assert export()["messages exported"] == 4
    assert in_files(output) == in_the_table(output) == list(range(1, 8))


def test_a_row_has_what_the_log_has(log, export, output, owner_url):
    first = message("t", n=1, text="ü")
    append(log, first, {**message("u"), "metadata": {"m": 1}, "causationId": first["id"]})
    export()
    table = Tables(output).catalog().load_table(("regent", "event_log"))
    there = rows(owner_url, "select * from log.messages_to_export order by position")
    assert table.scan().to_arrow().sort_by("position").to_pylist() == there


def test_a_dry_run_counts_and_writes_nothing(log, export, output):
    appended(log, 5)
    assert export("--dry-run") == {
        "messages that would be exported": 5,
        "files": 3,
        "safe position": 5,
    }
    assert list(Path(output).iterdir()) == []


def test_an_empty_log_is_exported_to_nothing(export, output):
    assert export()["messages exported"] == 0
    assert in_files(output) == []


@pytest.mark.parametrize(
    "place",
    ["write", "place", "register", "contents"],
)
def test_a_run_that_was_killed_is_gone_on_with(log, export, output, monkeypatch, place):
    """Before files are staged, before and between files that get their place, before the table."""
    appended(log, 5)

    def die(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(event_log, place, die)
        with pytest.raises(Killed):
            export()
    appended(log, 2)
    export()
    assert in_files(output) == in_the_table(output) == list(range(1, 8))


def test_two_runs_at_once_export_each_message_once(log, export, output, monkeypatch):
    """The other run plans other ranges, because more was appended, and is faster."""
    appended(log, 3)
    place = event_log.place

    def late(*words: Any) -> Any:
        monkeypatch.setattr(event_log, "place", place)
        appended(log, 4)
        assert export()["messages exported"] == 7
        return place(*words)

    monkeypatch.setattr(event_log, "place", late)
    assert export()["exported up to position"] == 7
    assert in_files(output) == in_the_table(output) == list(range(1, 8))


def test_files_that_may_begin_anywhere_are_caught(log, export, output, monkeypatch):
    """If a file's name said where it ends, two runs would put theirs side by side."""
    monkeypatch.setattr(
        event_log.Range, "path", property(lambda self: f"{self.after:010}{self.upto:09}.parquet")
    )
    with pytest.raises(AssertionError):
        test_two_runs_at_once_export_each_message_once(log, export, output, monkeypatch)


def test_a_reader_that_loses_a_message_is_noticed(log, export, output, owner_url):
    appended(log, 3)
    rows(
        owner_url,
        "alter view log.messages_to_export rename to all_messages;"
        " create view log.messages_to_export as"
        " select * from log.all_messages where position <> 2;"
        " grant select on log.messages_to_export to regent_export",
    )
    with pytest.raises(Exception, match="are 2 messages, and 1 were read"):
        export()
    assert in_files(output) == []


def test_a_file_that_is_damaged_is_named(log, export, output):
    appended(log, 3)
    export()
    (*_, last) = sorted(Path(output, "event-log").glob("*.parquet"))
    last.write_bytes(b"PAR1")
    with pytest.raises(StorageError, match=f"^{last} is no file of the export, or is damaged"):
        export()


def test_on_aws_it_is_in_the_glue_catalog(log, export, aws):
    appended(log, 3)
    aws.client("glue", region_name=REGION).create_database(DatabaseInput={"Name": "regent_test"})
    to = f"s3://{BUCKET}/stack"
    words = ("--region", REGION, "--catalog-database", "regent_test")
    assert export(*words, to=to)["files added to the table"] == 2
    assert in_files(to) == in_the_table(to, database="regent_test") == [1, 2, 3]
    assert export(to=to)["files added to the table"] == 0

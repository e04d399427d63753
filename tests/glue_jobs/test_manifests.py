"""The manifests of the archive: what is in the files, counted there, and in which form."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.archived_message import SCHEMA, Unsound
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.storage import Storage
from tests.glue_jobs.archives import archive_here
from tests.support.clock import StoppedClock
from tests.support.retention import left, retained
from tests.support.rows import value
from tests.support.store import push

DAY = 86_400


@pytest.fixture
def output(store, stopped_clock: StoppedClock, jobs_url: str, tmp_path: Path) -> str:
    """An archive of two partitions and two days."""
    retained(store, pending=DAY)
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    stopped_clock.advance(DAY)
    push(store, "q", 4, partition="a")
    stopped_clock.advance(DAY + 1)
    assert archive_here(jobs_url, str(tmp_path)) == 4
    return str(tmp_path)


def held(number: int, name: str, first: int, last: int, rows: int) -> dict[str, object]:
    return {
        "partition_id": number,
        "partition": name,
        "min_offset": first,
        "max_offset": last,
        "rows": rows,
    }


def test_a_manifest_says_which_offsets_each_file_holds(output, owner_url):
    (manifest,) = manifests.found(Storage(archive.archive_root(output)))
    assert (manifest["format"], manifest["queue"], manifest["messages"]) == (1, "q", 4)
    assert manifest["committed_at"] == "2030-01-03T00:00:01+00:00"
    a, b = (
        value(owner_url, f"select id from queen.partitions where name = '{name}'") for name in "ab"
    )
    assert {file["day"]: file["ranges"] for file in manifest["files"]} == {
        "2030-01-01": [held(a, "a", 0, 1, 2), held(b, "b", 0, 0, 1)],
        "2030-01-02": [held(a, "a", 2, 2, 1)],
    }


def test_names_have_one_spelling(output):
    (manifest,) = manifests.found(Storage(archive.archive_root(output)))
    names = [*manifest, *manifest["files"][0], *manifest["files"][0]["ranges"][0]]
    assert [name for name in names if name != name.lower()] == []
    assert "staged" not in names


def test_a_file_says_whose_it_is(output):
    storage = Storage(archive.archive_root(output))
    (manifest,) = manifests.found(storage)
    for file in manifest["files"]:
        metadata = pq.read_metadata(Path(storage.root, file["path"])).metadata
        assert {name: value for name, value in metadata.items() if name.startswith(b"regent.")} == {
            b"regent.format": b"1",
            b"regent.queue": b"q",
            b"regent.batch": manifest["batch"].encode(),
        }


def test_a_manifest_of_a_later_format_is_named(output):
    root = archive.archive_root(output)
    (manifest,) = Path(root, "_manifests").rglob("*.json")
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"format": 2}))
    sentence = f"^{manifest} has the format 2; this Regent reads 1: use the release that wrote it"
    with pytest.raises(StorageError, match=sentence):
        list(manifests.found(Storage(root)))


def test_ranges_span_row_groups(tmp_path):
    places = [(1, 0), (1, 1), (1, 5), (2, 7), (2, 8)]
    columns = {
        "partition_id": [partition for partition, _ in places],
        "partition": [f"p{partition}" for partition, _ in places],
        "offset": [offset for _, offset in places],
    }
    schema = pa.schema([SCHEMA.field(name) for name in columns])
    pq.write_table(pa.table(columns, schema), tmp_path / "file", row_group_size=2)
    with pq.ParquetFile(tmp_path / "file") as file:
        assert file.num_row_groups == 3
        assert [tuple(each.values()) for each in manifests.ranges(file)] == [
            (1, "p1", 0, 5, 3),
            (2, "p2", 7, 8, 2),
        ]


@pytest.fixture
def old_messages(store, stopped_clock: StoppedClock) -> None:
    retained(store, pending=DAY)
    push(store, "q", 1, 2)
    stopped_clock.advance(DAY + 1)


@pytest.mark.usefixtures("old_messages")
def test_a_file_that_holds_fewer_messages_gets_no_manifest(
    jobs_url, owner_url, tmp_path, monkeypatch
):
    """It was read back, and lost some since: nothing is deleted for it."""
    publish = archive.publish

    def lose(storage, batch):
        publish(storage, batch)
        path = Path(storage.root, batch.files[0]["path"])
        pq.write_table(pq.ParquetFile(path).read().slice(1), path)

    monkeypatch.setattr(archive, "publish", lose)
    with pytest.raises(Unsound, match=r"parquet holds 1 messages; 2 were written$"):
        archive_here(jobs_url, str(tmp_path))
    assert left(owner_url) == [("Default", 0), ("Default", 1)]
    assert list(manifests.found(Storage(archive.archive_root(str(tmp_path))))) == []

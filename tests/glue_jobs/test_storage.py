"""Files in S3 and in a folder, by the same calls."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from botocore.awsrequest import AWSResponse

from glue_jobs.lib import storage as storage_module
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.storage import Storage, StoredFile
from regent.settings import set_defaults
from tests.glue_jobs.conftest import BUCKET

SCHEMA = pa.schema([("n", pa.int64()), ("text", pa.string())])


@pytest.fixture(params=["folder", "s3"])
def storage(request: pytest.FixtureRequest, tmp_path: Path, aws: Any) -> Storage:
    return Storage(f"s3://{BUCKET}/some/prefix" if request.param == "s3" else str(tmp_path / "x"))


def test_bytes_come_back(storage: Storage) -> None:
    stored = storage.write_bytes("a/b.json", b"{}")
    assert stored == StoredFile("a/b.json", 2, hashlib.sha256(b"{}").hexdigest())
    assert storage.read_bytes("a/b.json") == b"{}"
    storage.write_bytes("a/b.json", b"[1]")
    assert storage.read_bytes("a/b.json") == b"[1]"


def test_what_is_not_there_is_a_file_not_found(storage: Storage) -> None:
    with pytest.raises(FileNotFoundError, match="nothing"):
        storage.read_bytes("nothing")
    with pytest.raises(FileNotFoundError, match="nothing"):
        storage.copy("nothing", "something")
    with pytest.raises(FileNotFoundError, match="nothing"), storage.fetched("nothing") as file:
        file.read_bytes()
    storage.delete("nothing")


def test_a_copy_leaves_alone_what_is_there(storage: Storage, copies_are_conditional: None) -> None:
    storage.write_bytes("old", b"old")
    storage.write_bytes("new", b"new")
    storage.copy("new", "made")
    storage.copy("new", "old")
    assert (storage.read_bytes("made"), storage.read_bytes("old")) == (b"new", b"old")
    assert [file.path for file in storage.list()] == ["made", "new", "old"]


@pytest.fixture
def copies_are_conditional(aws: Any) -> Iterator[None]:
    """moto copies over what is there; S3 does not where it is asked not to."""
    client = storage_module._s3(None, set_defaults()["AWS_ENDPOINT_URL"])

    def judge(request: Any, **_: Any) -> AWSResponse | None:
        bucket, _, key = urlsplit(request.url).path[1:].partition("/")
        found = client.list_objects_v2(Bucket=bucket, Prefix=key)["KeyCount"]
        if request.headers.get("If-None-Match") != b"*" or not found:
            return None
        body = b"<Error><Code>PreconditionFailed</Code></Error>"
        return AWSResponse(request.url, 412, {}, SimpleNamespace(stream=lambda: iter([body])))

    client.meta.events.register("before-send.s3.CopyObject", judge)
    yield
    client.meta.events.unregister("before-send.s3.CopyObject", judge)


def test_thousands_of_files_go_in_a_few_calls(aws: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_module, "DELETE_OBJECTS", 2)
    storage = Storage(f"s3://{BUCKET}/x")
    paths = [f"a/{n}" for n in range(5)]
    for path in paths:
        storage.write_bytes(path, b"")
    storage.delete(*paths[:4], "nothing")
    assert [file.path for file in storage.list()] == ["a/4"]


def test_a_probe_leaves_nothing(storage: Storage) -> None:
    storage.probe("_staging")
    assert storage.list() == []


def test_a_file_that_a_full_disk_does_not_take_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(source: Any, target: Any) -> None:
        target.write(b"some bytes")
        raise OSError(errno.ENOSPC, "No space left on device")

    storage = Storage(str(tmp_path))
    monkeypatch.setattr(shutil, "copyfileobj", fill)
    with pytest.raises(OSError, match="No space left"):
        storage.write_bytes("a/file", b"some bytes and more")
    assert list((tmp_path / "a").iterdir()) == []


def test_where_nothing_can_be_written_a_probe_says_so(tmp_path: Path, aws: Any) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"cannot be written to .*/file/x: .*Not a directory"):
        Storage(str(tmp_path / "file/x")).probe("a")
    with pytest.raises(StorageError, match=r"cannot be written to s3://nowhere/x: .*NoSuchBucket"):
        Storage("s3://nowhere/x").probe("a")


def test_one_client_is_made_for_a_process(aws: Any) -> None:
    here, there = (Storage(f"s3://{BUCKET}/{name}")._client() for name in "ab")
    assert here is there


def test_lists_are_sorted_and_below_their_prefix(storage: Storage) -> None:
    for path in ("b/2", "b/1", "a/1", "c"):
        storage.write_bytes(path, path.encode())
    assert [(file.path, file.bytes) for file in storage.list()] == [
        *(("a/1", 3), ("b/1", 3), ("b/2", 3), ("c", 1)),
    ]
    assert [file.path for file in storage.list("b/")] == ["b/1", "b/2"]
    storage.delete("b/1")
    assert [file.path for file in storage.list("b/")] == ["b/2"]


def test_parquet_comes_back_with_its_checksum(storage: Storage) -> None:
    batches = [
        pa.record_batch([[1, 2], ["a", None]], schema=SCHEMA),
        pa.record_batch([[3], ["ü"]], schema=SCHEMA),
    ]
    stored = storage.write_parquet("dt=2030-01-01/x.parquet", SCHEMA, iter(batches))
    assert stored is not None
    assert (stored.path, stored.rows) == ("dt=2030-01-01/x.parquet", 3)
    with storage.fetched(stored.path) as file:
        assert hashlib.sha256(file.read_bytes()).hexdigest() == stored.sha256
        assert file.stat().st_size == stored.bytes
        rows = pq.ParquetFile(file).read().to_pylist()
    assert rows == [{"n": 1, "text": "a"}, {"n": 2, "text": None}, {"n": 3, "text": "ü"}]


def test_of_a_file_in_s3_only_the_parts_that_are_read_travel(storage, monkeypatch) -> None:
    monkeypatch.setattr(storage_module, "READ_BYTES", 10)
    storage.write_bytes("file", bytes(range(200)))
    with storage.opened("file") as file:
        assert file.read(3) == b"\0\1\2"
        file.seek(-2, os.SEEK_END)
        assert (file.read(), file.read()) == (b"\xc6\xc7", b"")
        file.seek(100)
        file.seek(1, os.SEEK_CUR)
        assert (file.tell(), file.read(1)) == (101, b"e")
    with pytest.raises(FileNotFoundError, match="nothing"), storage.opened("nothing"):
        pass


def test_of_a_large_file_in_s3_little_is_read(aws: Any) -> None:
    storage = Storage(f"s3://{BUCKET}/x")
    storage.write_bytes("file", bytes(3 * storage_module.READ_BYTES))
    asked = []
    client = storage._client()
    client.meta.events.register(
        "provide-client-params.s3.GetObject", lambda params, **_: asked.append(params["Range"])
    )
    with storage.opened("file") as file:
        file.seek(-8, os.SEEK_END)
        file.read(8)
    assert asked == ["bytes=3145720-3145727"]


def test_a_folder_keeps_what_is_young_and_forgets_what_is_old(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    for path in ("_staging/old/file", "_staging/young/file", "queue=q/file"):
        storage.write_bytes(path, b"")
    (tmp_path / "queue=q/.half").touch()
    (tmp_path / "_staging/empty").mkdir()
    past = time.time() - storage_module.KEEP_SECONDS - 1
    for name in ("_staging/old/file", "_staging/empty", "queue=q/file", "queue=q/.half"):
        os.utime(tmp_path / name, (past, past))
    storage.sweep("_staging")
    storage.sweep("", ".*")
    found = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*"))
    assert found == [
        *("_staging", "_staging/old", "_staging/young", "_staging/young/file"),
        *("queue=q", "queue=q/file"),
    ]


def test_a_file_in_a_folder_has_the_mode_of_new_files(tmp_path: Path) -> None:
    """Others on the machine read the archive if its owner's umask lets them."""
    before = os.umask(0o027)
    try:
        Storage(str(tmp_path)).write_bytes("file", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_no_rows_are_no_file(storage: Storage) -> None:
    assert storage.write_parquet("x.parquet", SCHEMA, iter([])) is None
    assert storage.list() == []


def test_a_write_that_fails_leaves_nothing(storage: Storage) -> None:
    def batches() -> Any:
        yield pa.record_batch([[1], ["a"]], schema=SCHEMA)
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError, match="the source broke"):
        storage.write_parquet("x.parquet", SCHEMA, batches())
    assert storage.list() == []


@pytest.mark.parametrize(
    ("root", "sentence"),
    [
        ("s3://", "'s3://' names no bucket; it takes s3://bucket/prefix"),
        ("gs://b/x", "'gs://b/x' is neither s3://bucket/prefix nor a folder"),
    ],
)
def test_an_address_that_cannot_be_is_refused(root: str, sentence: str) -> None:
    with pytest.raises(StorageError, match=sentence):
        Storage(root)


def test_a_file_and_every_folder_above_it_are_on_the_disk(tmp_path, monkeypatch):
    """A rename is undone by a power cut until its folder is on the disk, too."""
    synced = []
    real = os.fsync

    def fsync(number: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{number}").readlink()))
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    Storage(str(tmp_path / "archive")).write_bytes("a/b/file", b"x")
    folders = [tmp_path, *(tmp_path / each for each in ("archive", "archive/a", "archive/a/b"))]
    assert {str(folder) for folder in folders} <= set(synced)
    assert any("archive/a/b/" in name for name in synced)  # the file, before its rename

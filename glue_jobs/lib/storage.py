"""Files: in S3 or in a folder, by the same few calls, in the driver and in the tasks.

A task writes Parquet to its own disk and uploads the whole file. So nobody ever sees half of a
file, the checksum is of the bytes that were sent, and memory holds one row group. boto3 does it,
on Glue and here: it finds the role's keys and AWS_ENDPOINT_URL by itself. Other S3 clients here do
not.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from glue_jobs.lib.errors import StorageError

ROW_GROUP_ROWS: Final = 100_000
_SCHEME: Final = "s3://"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that was written: its path, size, checksum and rows."""

    path: str
    bytes: int
    sha256: str
    rows: int = 0


@dataclass(frozen=True)
class Storage:
    """A place for files: `s3://bucket/prefix` or a folder. Paths are relative to it."""

    root: str
    region: str | None = None

    def __post_init__(self) -> None:
        bucket = self.root.removeprefix(_SCHEME).partition("/")[0]
        if self.root.startswith(_SCHEME) and not bucket:
            raise StorageError(f"{self.root!r} names no bucket; it takes s3://bucket/prefix")
        if "://" in self.root and not self.root.startswith(_SCHEME):
            raise StorageError(f"{self.root!r} is neither s3://bucket/prefix nor a folder")

    def address(self, path: str) -> str:
        """The whole address of a path."""
        return f"{self.root.rstrip('/')}/{path}"

    def read_bytes(self, path: str) -> bytes:
        """Read a small file. It raises FileNotFoundError if the file is not there."""
        if not self._in_s3:
            return self._local(path).read_bytes()
        client = self._client()
        try:
            body: bytes = client.get_object(Bucket=self._bucket, Key=self._key(path))["Body"].read()
        except client.exceptions.NoSuchKey:
            raise FileNotFoundError(self.address(path)) from None
        return body

    def write_bytes(self, path: str, data: bytes) -> StoredFile:
        """Write a small file, whole or not at all."""
        with tempfile.TemporaryDirectory(prefix="regent-") as folder:
            file = Path(folder, "file")
            file.write_bytes(data)
            return self.put(path, file)

    def put(self, path: str, file: Path, rows: int = 0) -> StoredFile:
        """Store a local file, whole or not at all. It replaces a file that is there."""
        stored = StoredFile(path, file.stat().st_size, _sha256(file), rows)
        if self._in_s3:
            self._client().upload_file(
                str(file), self._bucket, self._key(path), ExtraArgs={"ChecksumAlgorithm": "SHA256"}
            )
            return stored
        target = self._local(path)
        made = [folder for folder in target.parents if not folder.exists()]
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".", delete=False) as beside:
            with file.open("rb") as source:
                shutil.copyfileobj(source, beside)
            beside.flush()
            os.fsync(beside.fileno())
        Path(beside.name).replace(target)
        # A name is on the disk once its folder is. A power cut could otherwise take the file back
        # after the database has committed that it is there.
        for folder in {target.parent, *(each.parent for each in made)}:
            _to_disk(folder)
        return stored

    def copy(self, source: str, target: str) -> None:
        """Copy a file to another path, whole or not at all; S3 does it by itself. It raises
        FileNotFoundError if the file is not there."""
        if not self._in_s3:
            self.put(target, self._local(source))
            return
        place = {"Bucket": self._bucket, "Key": self._key(source)}
        client = self._client()
        with self._found(client, source):
            client.copy(place, self._bucket, self._key(target))

    @contextmanager
    def fetched(self, path: str) -> Iterator[Path]:
        """A file on this machine's disk, for as long as the context lasts."""
        if not self._in_s3:
            yield self._local(path)
            return
        with tempfile.TemporaryDirectory(prefix="regent-") as folder:
            file = Path(folder, "file")
            client = self._client()
            with self._found(client, path):
                client.download_file(self._bucket, self._key(path), str(file))
            yield file

    def list(self, prefix: str = "") -> list[StoredFile]:
        """The files below a path, by name, without their checksums."""
        if self._in_s3:
            pages = self._client().get_paginator("list_objects_v2")
            found = pages.paginate(Bucket=self._bucket, Prefix=self._key(prefix))
            skip = len(self._key(""))
            return [
                StoredFile(item["Key"][skip:], item["Size"], "")
                for page in found
                for item in page.get("Contents", ())
            ]
        root = Path(self.root)
        return sorted(
            (
                StoredFile(str(file.relative_to(root)), file.stat().st_size, "")
                for file in self._local(prefix).rglob("*")
                if file.is_file() and not file.name.startswith(".")
            ),
            key=lambda stored: stored.path,
        )

    def delete(self, path: str) -> None:
        """Delete a file, whether it is there or not."""
        if self._in_s3:
            self._client().delete_object(Bucket=self._bucket, Key=self._key(path))
        else:
            self._local(path).unlink(missing_ok=True)

    def write_parquet(
        self, path: str, schema: pa.Schema, batches: Iterator[pa.RecordBatch | pa.Table]
    ) -> StoredFile | None:
        """Write a Parquet file of these rows. Without rows it writes no file, and returns None."""
        with tempfile.TemporaryDirectory(prefix="regent-") as folder:
            file = Path(folder, "file.parquet")
            rows = 0
            with pq.ParquetWriter(file, schema, compression="zstd") as writer:
                for batch in batches:
                    table = batch if isinstance(batch, pa.Table) else pa.Table.from_batches([batch])
                    writer.write_table(table, ROW_GROUP_ROWS)
                    rows += table.num_rows
            return self.put(path, file, rows) if rows else None

    @property
    def _in_s3(self) -> bool:
        return self.root.startswith(_SCHEME)

    @property
    def _bucket(self) -> str:
        return self.root.removeprefix(_SCHEME).partition("/")[0]

    def _key(self, path: str) -> str:
        prefix = self.root.removeprefix(_SCHEME).partition("/")[2].strip("/")
        return f"{prefix}/{path}" if prefix else path

    @contextmanager
    def _found(self, client: Any, path: str) -> Iterator[None]:
        """Raise FileNotFoundError for the 404 of a transfer's HEAD: boto3 has no class for it."""
        try:
            yield
        except client.exceptions.ClientError as error:
            if error.response["ResponseMetadata"]["HTTPStatusCode"] != 404:
                raise
            raise FileNotFoundError(self.address(path)) from None

    def _local(self, path: str) -> Path:
        return Path(self.root, path)

    def _client(self) -> Any:
        import boto3  # noqa: PLC0415 - a folder needs none

        return boto3.session.Session().client("s3", region_name=self.region)


def _to_disk(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()

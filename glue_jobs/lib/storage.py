"""Files: in S3 or in a folder, by the same few calls, in the driver and in the tasks.

A task writes Parquet to its own disk and uploads the whole file. So nobody ever sees half of a
file, the checksum is of the bytes that were sent, and memory holds one row group. boto3 does it,
on Glue and here: it finds the role's keys and AWS_ENDPOINT_URL by itself. Other S3 clients here do
not.
"""

from __future__ import annotations

import hashlib
import io
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from glue_jobs.lib import folders
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.ranged import Ranged
from regent.settings import set_defaults

ROW_GROUP_ROWS: Final = 100_000
#: Objects that S3 deletes in one call, at most.
DELETE_OBJECTS: Final = 1_000
#: How long a folder keeps what a killed run left; a bucket has a rule for it (infra/storage.py).
KEEP_SECONDS: Final = 7 * 86_400
#: Bytes of one request for a part of a file in S3, at least.
READ_BYTES: Final = 1024 * 1024
_SCHEME: Final = "s3://"
#: S3's answers to a copy to a place that is taken, or is being taken in this moment.
_IS_THERE: Final = (HTTPStatus.PRECONDITION_FAILED, HTTPStatus.CONFLICT)


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

    def put(self, path: str, file: Path, rows: int = 0, *, durable: bool = True) -> StoredFile:
        """Store a local file, whole or not at all. It replaces a file that is there. In a folder, a
        power cut may take it back if it need not be durable."""
        stored = StoredFile(path, file.stat().st_size, _sha256(file), rows)
        if self._in_s3:
            self._client().upload_file(
                str(file), self._bucket, self._key(path), ExtraArgs={"ChecksumAlgorithm": "SHA256"}
            )
        else:
            folders.put(self._local(path), file, durable=durable)
        return stored

    def copy(self, source: str, target: str) -> None:
        """Copy a file to another path, whole or not at all; S3 does it by itself. A file that is
        there already stays as it is. It raises FileNotFoundError if there is none to copy."""
        if not self._in_s3:
            folders.put(self._local(target), self._local(source), replace=False)
            return
        client = self._client()
        try:
            with self._found(client, source):
                client.copy_object(
                    Bucket=self._bucket,
                    Key=self._key(target),
                    CopySource={"Bucket": self._bucket, "Key": self._key(source)},
                    ChecksumAlgorithm="SHA256",
                    IfNoneMatch="*",
                )
        except client.exceptions.ClientError as error:
            if _status(error) not in _IS_THERE:
                raise

    def settle(self, path: str) -> None:
        """See to it that no power cut takes a file that is there; in S3 none does."""
        if not self._in_s3:
            folders.settle(self._local(path))

    def probe(self, path: str) -> None:
        """Try each call that changes something, with a file of its own. It raises StorageError if
        files cannot be kept here."""
        paths = [f"{path}/{uuid.uuid4().hex}" for _ in range(2)]
        try:
            self.write_bytes(paths[0], b"")
            self.copy(*paths)
            self.delete(*paths)
        except Exception as error:
            raise StorageError(f"files cannot be written to {self.root}: {error}") from error

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

    @contextmanager
    def opened(self, path: str) -> Iterator[BinaryIO]:
        """A file to read parts of: of one in S3, only these parts travel."""
        if not self._in_s3:
            with self._local(path).open("rb") as file:
                yield file
            return
        client = self._client()
        with self._found(client, path):
            yield io.BufferedReader(Ranged(client, self._bucket, self._key(path)), READ_BYTES)

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

    def delete(self, *paths: str) -> None:
        """Delete files, whether they are there or not."""
        if not self._in_s3:
            for path in paths:
                self._local(path).unlink(missing_ok=True)
            return
        for first in range(0, len(paths), DELETE_OBJECTS):
            keys = [{"Key": self._key(path)} for path in paths[first : first + DELETE_OBJECTS]]
            answer = self._client().delete_objects(
                Bucket=self._bucket, Delete={"Objects": keys, "Quiet": True}
            )
            for left in answer.get("Errors", ()):
                raise StorageError(f"{left['Key']} cannot be deleted: {left['Message']}")

    def sweep(self, path: str, pattern: str = "*") -> None:
        """Remove old files below a path, and its empty folders. In S3 a rule of the bucket does."""
        if not self._in_s3:
            folders.sweep(self._local(path), pattern, KEEP_SECONDS)

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
            if _status(error) != HTTPStatus.NOT_FOUND:
                raise
            raise FileNotFoundError(self.address(path)) from None

    def _local(self, path: str) -> Path:
        return Path(self.root, path)

    def _client(self) -> Any:
        return _s3(self.region, set_defaults().get("AWS_ENDPOINT_URL"))


def whole(output: str) -> str:
    """An output's whole address: any later run finds it, and so does any reader."""
    return output.rstrip("/") if "://" in output else str(Path(output).resolve())


@cache
def _s3(region: str | None, endpoint: str | None) -> Any:
    """A client for the whole process: to make one takes longer than most of its calls."""
    import boto3  # noqa: PLC0415 - a folder needs none

    return boto3.session.Session().client("s3", region_name=region, endpoint_url=endpoint)


def _status(error: Any) -> int:
    """The HTTP status of an answer of S3's."""
    return int(error.response["ResponseMetadata"]["HTTPStatusCode"])


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()

"""The archive: Parquet files by queue and day, and for each batch a manifest of its files
(manifests.py). A file that no manifest names is not in the archive.

    queue=<name>/dt=<day>/<batch>-<attempt>-<n>.parquet    messages of that day (UTC), in order
    _manifests/queue=<name>/<batch>.json                   rows, bytes and checksums of its files
    _staging/<batch>/<the same name>                       files that are not verified yet

Each attempt to write a batch has file names of its own, and the database records the files of one
attempt. So another run that writes this batch, or one that comes to life again, replaces nothing.
"""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from glue_jobs.lib.archived_message import FORMAT, SCHEMA, Contents, Order, Unsound, contents
from glue_jobs.lib.storage import Storage, whole
from regent.identifiers import message_ids
from regent.stores.retention import Batch

STAGING: Final = "_staging"
#: Bytes held back to fill row groups; with Arrow's copies, some hundred megabytes at most.
BUFFER_BYTES: Final = 64 * 1024 * 1024
ROW_GROUP_ROWS: Final = 100_000
#: Columns whose values repeat. A dictionary of ids or payloads would cost more than it saves.
_REPEATED: Final = ["queue", "partition_id", "partition", "trace_id", "key", "producer_sub"]
#: Columns with statistics, by which a reader skips row groups.
_LOOKED_UP: Final = ["queue", "partition_id", "partition", "offset", "key", "created_at"]
#: Files that are open at a time, at most: a batch may span years.
MAX_OPEN_DAYS: Final = 60
#: Bytes of a folder's name, at most. File systems take 255, and S3 takes 1,024 for a whole key.
_MAX_FOLDER: Final = 180


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """A Parquet file of the archive: where it is, and what is in it."""

    path: str
    staged: str
    day: str
    rows: int
    bytes: int
    sha256: str
    checksum: str
    first_at: str
    last_at: str


def archive_root(output: str) -> str:
    """The archive's address below a job's output."""
    return f"{whole(output)}/archive"


def queue_folder(queue: str) -> str:
    """`queue=<name>`, escaped as Hive does. A name that is too long is cut, and gets a hash."""
    name = quote(queue, safe="")
    if len(name) > _MAX_FOLDER:
        name = f"{name[:_MAX_FOLDER].rstrip('%')}~{sha256(queue.encode()).hexdigest()[:16]}"
    return f"queue={name}"


def batch_id() -> str:
    """The id of a new batch, which is part of its files' names."""
    return next(message_ids())


class DayFiles:
    """Writes messages into a file for each day, on this machine's disk, and uploads the files."""

    def __init__(self, storage: Storage, batch: Batch) -> None:
        self._storage = storage
        self._batch = batch
        self._attempt = uuid.uuid4().hex[:8]
        self._folder = tempfile.TemporaryDirectory(prefix="regent-")
        self._open: dict[str, _DayFile] = {}
        self._written: list[ArchiveFile] = []
        self._buffered = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for file in self._open.values():
            file.writer.close()
        self._folder.cleanup()

    def add(self, batch: pa.RecordBatch) -> None:
        """Take the next messages, in order."""
        days = pc.cast(batch["created_at"], pa.date32())
        found = pc.unique(days).to_pylist()
        for day in found:
            part = batch if len(found) == 1 else batch.filter(pc.equal(days, day))
            self._file(day.isoformat()).hold(part)
            self._buffered += part.nbytes
        if self._buffered > BUFFER_BYTES:
            for file in self._open.values():
                file.flush()
            self._buffered = 0

    def finish(self) -> list[ArchiveFile]:
        """Upload the files that are open; return all files of the batch."""
        for day, file in self._open.items():
            self._written.append(self._stored(day, file))
        self._open.clear()
        return self._written

    def _file(self, day: str) -> _DayFile:
        if day not in self._open:
            if len(self._open) == MAX_OPEN_DAYS:
                self.finish()
            number = len(self._written) + len(self._open)
            path = Path(self._folder.name, f"{number}.parquet")
            self._open[day] = _DayFile(path, number, self._batch)
        return self._open[day]

    def _stored(self, day: str, file: _DayFile) -> ArchiveFile:
        file.flush()
        file.writer.close()
        name = f"{self._batch.id}-{self._attempt}-{file.number}.parquet"
        staged = f"{STAGING}/{self._batch.id}/{name}"
        # If a power cut takes it, the batch is written again: it is read before it is relied on.
        stored = self._storage.put(staged, file.path, durable=False)
        file.path.unlink()
        return ArchiveFile(
            path=f"{queue_folder(self._batch.queue)}/dt={day}/{name}",
            staged=staged,
            day=day,
            rows=file.contents.rows,
            bytes=stored.bytes,
            sha256=stored.sha256,
            checksum=file.contents.checksum(),
            first_at=file.first_at,
            last_at=file.last_at,
        )


class _DayFile:
    """One file, and the messages that are held for its next row group."""

    def __init__(self, path: Path, number: int, batch: Batch) -> None:
        self.path = path
        self.number = number
        self.contents = Contents()
        self.writer = pq.ParquetWriter(
            path,
            SCHEMA,
            compression="zstd",
            use_dictionary=_REPEATED,
            write_statistics=_LOOKED_UP,
        )
        self.writer.add_key_value_metadata(
            {
                "regent.format": str(FORMAT),
                "regent.queue": batch.queue,
                "regent.batch": batch.id,
            }
        )
        self.first_at = "9999"
        self.last_at = ""
        self._held: list[pa.RecordBatch] = []
        self._rows = 0

    def hold(self, batch: pa.RecordBatch) -> None:
        self.contents.add(batch)
        span = pc.min_max(batch["created_at"])
        self.first_at = min(self.first_at, span["min"].as_py().isoformat())
        self.last_at = max(self.last_at, span["max"].as_py().isoformat())
        self._held.append(batch)
        self._rows += batch.num_rows
        if self._rows >= ROW_GROUP_ROWS:
            self.flush()

    def flush(self) -> None:
        if self._held:
            self.writer.write_table(pa.Table.from_batches(self._held), ROW_GROUP_ROWS)
        self._held, self._rows = [], 0


def write(
    storage: Storage, batch: Batch, found: Iterable[pa.RecordBatch]
) -> tuple[int, list[ArchiveFile]]:
    """Write a batch's files under _staging; return how many messages they have, and the files."""
    order = Order()
    with DayFiles(storage, batch) as files:
        for each in found:
            order.add(each)
            files.add(each)
        written = files.finish()
    if sum(file.rows for file in written) != order.rows:
        raise Unsound(f"batch {batch.id}: {order.rows} messages were read and others written")
    return order.rows, written


def publish(storage: Storage, batch: Batch) -> None:
    """Copy the recorded files to where they stay, and read them back from there.

    A file at its place is never replaced: another run may have brought it there, and the staged
    copy may have rotted since. So a staged file's bytes are read before it is copied, and a copy
    that comes second is none. If what is there is not sound, the batch is written again, under
    other names."""
    for recorded in batch.files:
        file = ArchiveFile(**recorded)
        if not is_sound(storage, file):
            with storage.fetched(file.staged) as staged:
                _require_written(storage, file, file.staged, staged)
            storage.copy(file.staged, file.path)
            verify(storage, file, file.path)
        storage.settle(file.path)  # a run that was killed may have brought it there


def is_sound(storage: Storage, file: ArchiveFile) -> bool:
    """Whether a file is at its place, whole."""
    try:
        verify(storage, file, file.path)
    except (Unsound, FileNotFoundError, pa.ArrowInvalid):
        return False
    return True


def verify(storage: Storage, file: ArchiveFile, path: str) -> None:
    """Read a file back from one of its paths, and check each byte, each message and their order."""
    with storage.fetched(path) as local:
        _require_written(storage, file, path, local)
        found = contents(read(local))
    if (found.rows, found.checksum()) != (file.rows, file.checksum):
        raise Unsound(
            f"{storage.address(path)} holds {found.rows} messages with the checksum"
            f" {found.checksum()}; {file.rows} with {file.checksum} were written"
        )


def _require_written(storage: Storage, file: ArchiveFile, path: str, local: Path) -> None:
    with local.open("rb") as opened:
        if file_digest(opened, "sha256").hexdigest() != file.sha256:
            raise Unsound(f"{storage.address(path)} is not the file that was written")


def read(local: Path) -> Iterator[pa.Table]:
    """The messages of a Parquet file, row group by row group."""
    with pq.ParquetFile(local) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group)


def sweep(storage: Storage, batch: str) -> None:
    """Remove the staged files of every attempt at this batch."""
    storage.delete(*(left.path for left in storage.list(f"{STAGING}/{batch}/")))


def sweep_old(storage: Storage) -> None:
    """Remove what runs left that were killed a week ago: staged files, and unfinished copies."""
    storage.sweep(STAGING)
    storage.sweep("", ".*")


def remove(storage: Storage, batch: Batch) -> None:
    """Remove the files of a batch that was given up. Some may be at their place, where no manifest
    names them; who reads the folders as a table would find their messages twice."""
    storage.delete(*(file["path"] for file in batch.files))
    sweep(storage, batch.id)


def recorded(files: Iterable[ArchiveFile]) -> list[dict[str, Any]]:
    """Files as the database keeps them."""
    return [asdict(file) for file in files]

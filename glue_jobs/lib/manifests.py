"""The manifests of the archive: one for each batch, of its files and of the offsets in each. A
batch is in the archive once it has one.

    _manifests/queue=<name>/<batch>.json          the files of a batch
    _manifests/queue=<name>/dt=<day>.<n>.json     the n-th edition of a day: its joined files, and
                                                  the files that they replace

Ranges are counted in the file at its place, not taken from the writer. They show that no offset is
missing, and which files hold a partition.

The last edition of a day counts alone. It says everything that editions before it say, so a reader
sees a day before a compaction or after it, and never a part of both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import file_digest
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from glue_jobs.lib.archive import queue_folder
from glue_jobs.lib.archived_message import FORMAT, Unsound
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch

FOLDER: Final = "_manifests"
_PARTITION: Final = ["partition_id", "partition"]
_COUNTED: Final = ["min_offset", "max_offset", "rows"]
_EDITION: Final = re.compile(r".*/dt=(\d{4}-\d{2}-\d{2})\.(\d+)\.json")
#: A manifest, as it is read.
Manifest = dict[str, Any]


def write(storage: Storage, batch: Batch, committed_at: str) -> None:
    """Write a batch's manifest: from now on the batch is in the archive."""
    files = [described(storage, file) for file in batch.files]
    manifest = {
        "format": FORMAT,
        "batch": batch.id,
        "queue": batch.queue,
        "committed_at": committed_at,
        "messages": sum(file["rows"] for file in files),
        "files": files,
    }
    storage.write_bytes(path_of(batch.queue, batch.id), encoded(manifest))


def encoded(manifest: Manifest) -> bytes:
    """A manifest as it is stored."""
    return json.dumps(manifest, indent=1, ensure_ascii=False).encode()


def described(storage: Storage, file: Mapping[str, Any]) -> dict[str, Any]:
    """A file as a manifest has it, with the ranges that are counted in it."""
    with storage.opened(file["path"]) as opened, pq.ParquetFile(opened) as parquet:
        found = ranges(parquet)
    counted = sum(each["rows"] for each in found)
    if counted != file["rows"]:
        raise Unsound(
            f"{storage.address(file['path'])} holds {counted} messages; {file['rows']} were written"
        )
    return {name: value for name, value in file.items() if name != "staged"} | {"ranges": found}


def ranges(file: pq.ParquetFile) -> list[dict[str, Any]]:
    """Of each partition in a file: how many messages, from which offset to which."""
    in_groups = [
        _counted(
            file.read_row_group(group, columns=[*_PARTITION, "offset"]),
            [("offset", "min"), ("offset", "max"), ("offset", "count")],
        )
        for group in range(file.num_row_groups)
    ]
    sums = [("min_offset", "min"), ("max_offset", "max"), ("rows", "sum")]
    listed: list[dict[str, Any]] = (
        _counted(pa.concat_tables(in_groups), sums).sort_by("partition_id").to_pylist()
    )
    return listed


def _counted(table: pa.Table, how: list[tuple[str, str]]) -> pa.Table:
    """A row for each partition, in columns of the same names whatever was counted."""
    counted = table.group_by(_PARTITION).aggregate(how)
    names = [f"{column}_{function}" for column, function in how]
    return counted.select([*_PARTITION, *names]).rename_columns([*_PARTITION, *_COUNTED])


def is_there(storage: Storage, batch: Batch) -> bool:
    """Whether the batch has a manifest."""
    try:
        storage.read_bytes(path_of(batch.queue, batch.id))
    except FileNotFoundError:
        return False
    return True


def path_of(queue: str, batch: str) -> str:
    """The path of a batch's manifest."""
    return f"{FOLDER}/{queue_folder(queue)}/{batch}.json"


def path_of_edition(queue: str, day: str, edition: int) -> str:
    """The path of an edition of a day."""
    return f"{FOLDER}/{queue_folder(queue)}/dt={day}.{edition}.json"


def found(storage: Storage, queue: str | None = None) -> Iterator[Manifest]:
    """The manifests of a queue, or of all queues, without the files that were replaced."""
    folder = FOLDER if queue is None else f"{FOLDER}/{queue_folder(queue)}"
    for parent, paths in _by_folder(storage, folder):
        for manifest in _live(storage, parent, paths):
            if queue is None or manifest["queue"] == queue:
                yield manifest


def editions(storage: Storage) -> Iterator[Manifest]:
    """The last edition of each day that has one."""
    for folder, paths in _by_folder(storage, FOLDER):
        yield from _last_editions(storage, folder, paths)


def _by_folder(storage: Storage, folder: str) -> Iterator[tuple[str, list[str]]]:
    """The paths of manifests, by queue: all of them are listed before any is read."""
    paths = (stored.path for stored in storage.list(f"{folder}/"))
    for parent, found in groupby(paths, lambda path: path.rpartition("/")[0]):
        yield parent, list(found)


def _live(storage: Storage, folder: str, paths: Iterable[str]) -> Iterator[Manifest]:
    last = list(_last_editions(storage, folder, paths))
    replaced = {path for edition in last for path in edition["replaces"]}
    for path in paths:
        if not _EDITION.fullmatch(path):
            manifest = read(storage, path)
            kept = [file for file in manifest["files"] if file["path"] not in replaced]
            yield manifest | {"files": kept}
    yield from last


def _last_editions(storage: Storage, folder: str, paths: Iterable[str]) -> Iterator[Manifest]:
    last: dict[str, int] = {}
    for match in filter(None, map(_EDITION.fullmatch, paths)):
        last[match[1]] = max(last.get(match[1], 0), int(match[2]))
    for day, number in last.items():
        yield read(storage, f"{folder}/dt={day}.{number}.json")


def queues(storage: Storage) -> list[str]:
    """The names of all queues that have a manifest, one of each folder of manifests."""
    folders = {str(Path(stored.path).parent): stored for stored in storage.list(f"{FOLDER}/")}
    return sorted(read(storage, each.path)["queue"] for each in folders.values())


def read(storage: Storage, path: str) -> Manifest:
    """A manifest. It raises StorageError if it cannot be read."""
    address = storage.address(path)
    try:
        manifest: Manifest = json.loads(storage.read_bytes(path))
        known = {"format", "batch", "queue", "files"} <= manifest.keys()
    except (ValueError, AttributeError):
        known = False
    if not known:
        raise StorageError(f"{address} is no manifest, or is damaged")
    if manifest["format"] != FORMAT:
        raise StorageError(
            f"{address} has the format {manifest['format']}; this Regent reads {FORMAT}: use the"
            " release that wrote it, or a later one"
        )
    return manifest


@contextmanager
def opened(storage: Storage, named: Mapping[str, Any]) -> Iterator[pq.ParquetFile]:
    """A file, after a check that it is the one that its manifest names."""
    address = storage.address(named["path"])
    try:
        with storage.fetched(named["path"]) as local:
            with local.open("rb") as checked:
                if file_digest(checked, "sha256").hexdigest() != named["sha256"]:
                    raise StorageError(f"{address} is not the file that its manifest names")
            with pq.ParquetFile(local) as file:
                yield file
    except FileNotFoundError:
        raise StorageError(f"{address} is missing, and a manifest names it") from None

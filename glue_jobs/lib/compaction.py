"""Compaction of the archive: the small files of a day of a queue become few.

    plan      finds days with several small files
    join      in tasks: writes their messages into new files, and proves them (joining.py)
    place     in tasks: writes the day's next edition, unless another run has
    exchange  puts the new files into the table instead of the old (archive_table.py)
    remove    in tasks: deletes what was replaced a week ago

Readers go by the manifests (manifests.py), so placing an edition is the one step that changes what
they see. A run that was killed before it has changed nothing; one that was killed behind it has
left the rest to the next run. Of two runs that join a day at once, one places its edition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.archived_message import FORMAT
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.joining import join
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch

#: Readers that opened a file before it was replaced have so long. Iceberg's have as long again
#: (tables.py).
KEEP_REPLACED: Final = timedelta(days=7)
#: Files that are joined into one, at most: all are open at once.
JOINED_FILES: Final = 200
#: Of each file one row group is in memory while they are joined; bytes of them together, at most.
HELD_BYTES: Final = 256 * 1024 * 1024
#: How the names of joined files begin.
_JOINED: Final = "compacted-"


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a queue: the number of its last edition, 0 if it has none, and its small files."""

    queue: str
    day: str
    edition: int
    files: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Replaced:
    """Files that may go, and those that hold their messages."""

    paths: Sequence[str]
    by: Sequence[Mapping[str, Any]]


def plan(storage: Storage, below: int, first_day: date) -> list[Day]:
    """Days with several files of fewer bytes."""
    return [
        day
        for queue, found in groupby(manifests.found(storage), itemgetter("queue"))
        for day in _days(queue, found, below, first_day.isoformat())
        if len(day.files) > 1
    ]


def _days(
    queue: str, found: Iterable[manifests.Manifest], below: int, first_day: str
) -> Iterator[Day]:
    editions: dict[str, int] = {}
    files: dict[str, list[dict[str, Any]]] = {}
    for manifest in found:
        if "edition" in manifest:
            editions[manifest["day"]] = manifest["edition"]
        for file in manifest["files"]:
            if file["bytes"] < below and file["day"] >= first_day:
                # Ranges may be many, and nobody asks for them here.
                brief = {name: value for name, value in file.items() if name != "ranges"}
                files.setdefault(file["day"], []).append(brief | {"batch": manifest["batch"]})
    for day, small in files.items():
        yield Day(queue, day, editions.get(day, 0), small)


def without(days: Iterable[Day], batches: Collection[str]) -> list[Day]:
    """Days without the files of batches that are on their way into the table: they would come into
    it beside the file that replaces them. Batches are listed after the manifests are read, so one
    that is not open any more is in the table."""
    left = (
        replace(day, files=[file for file in day.files if file["batch"] not in batches])
        for day in days
    )
    return [day for day in left if len(day.files) > 1]


def compact(storage: Storage, day: Day, file_bytes: int, now: datetime) -> dict[str, int]:
    """Join a day's files, and place its next edition; what was done."""
    batch = Batch(
        f"{_JOINED}{archive.batch_id()}", day.queue, storage.root, "planned", 0, [], now, 0, None
    )
    made: list[Mapping[str, Any]] = []
    gone: list[Mapping[str, Any]] = []
    for together in packed(storage, day.files, file_bytes):
        made.append(join(storage, batch, together))
        gone += together
    if not made:
        return {}
    is_ours = _place(storage, day, batch, made, gone)
    if not is_ours:
        storage.delete(*(file["path"] for file in made))
    archive.sweep(storage, batch.id)
    if not is_ours:
        return {"days that another run compacted": 1}
    return {
        "days compacted": 1,
        "files joined": len(gone),
        "files written": len(made),
        "messages": sum(file["rows"] for file in made),
        "bytes before": sum(file["bytes"] for file in gone),
        "bytes after": sum(file["bytes"] for file in made),
    }


def packed(
    storage: Storage, files: Iterable[Mapping[str, Any]], file_bytes: int
) -> Iterator[list[Mapping[str, Any]]]:
    """Put files together that become one."""
    together: list[Mapping[str, Any]] = []
    size = held = 0
    for file in sorted(files, key=itemgetter("first_at", "path")):
        more = _row_group_bytes(storage, file["path"])
        full = size + file["bytes"] > file_bytes or held + more > HELD_BYTES
        if full or len(together) == JOINED_FILES:
            if len(together) > 1:
                yield together
            together, size, held = [], 0, 0
        together.append(file)
        size += file["bytes"]
        held += more
    if len(together) > 1:
        yield together


def _row_group_bytes(storage: Storage, path: str) -> int:
    """Bytes of a file's largest row group, as it is in memory, about."""
    try:
        with storage.opened(path) as opened:
            known = pq.read_metadata(opened)
    except (FileNotFoundError, pa.ArrowInvalid):
        raise StorageError(
            f"{storage.address(path)} is not the file that its manifest names"
        ) from None
    groups = map(known.row_group, range(known.num_row_groups))
    return max(int(group.total_byte_size) for group in groups)


def _place(
    storage: Storage,
    day: Day,
    batch: Batch,
    made: Sequence[Mapping[str, Any]],
    gone: Sequence[Mapping[str, Any]],
) -> bool:
    """Write the edition behind the one that this run has seen. False: another run was faster. It is
    copied from staging, where it is gone with the files that a run of a week ago has staged."""
    now = batch.planned_at.isoformat()
    before: Mapping[str, Any] = {"files": [], "replaces": {}}
    if day.edition:
        before = manifests.read(storage, manifests.path_of_edition(day.queue, day.day, day.edition))
    replaced = {file["path"]: now for file in gone}
    files = [file for file in before["files"] if file["path"] not in replaced]
    files += [manifests.described(storage, file) for file in made]
    edition = {
        "format": FORMAT,
        "batch": batch.id,
        "queue": day.queue,
        "day": day.day,
        "edition": day.edition + 1,
        "committed_at": now,
        "messages": sum(file["rows"] for file in files),
        "files": files,
        "replaces": before["replaces"] | replaced,
    }
    text = manifests.encoded(edition)
    staged = f"{archive.STAGING}/{batch.id}/edition.json"
    path = manifests.path_of_edition(day.queue, day.day, day.edition + 1)
    storage.write_bytes(staged, text)
    storage.copy(staged, path)
    try:
        return storage.read_bytes(path) == text
    except FileNotFoundError:  # another run's is on its way there, and S3 refused this one
        return False


def leftovers(
    storage: Storage, now: datetime, read: Collection[str]
) -> tuple[list[Replaced], list[str]]:
    """What may be deleted: files that were replaced a week ago, but for those (addresses) that the
    table's readers may ask for; and joined files of runs that were killed, which no edition names
    and whose staged copy is gone."""
    # In this order: a file that is not staged any more was named before it was not.
    there = {each.path for each in storage.list() if each.path.startswith("queue=")}
    staged = {Path(each.path).name for each in storage.list(f"{archive.STAGING}/")}
    lost = {path for path in there if _is_joined(path) and Path(path).name not in staged}
    replaced = []
    for edition in manifests.editions(storage):
        lost -= {file["path"] for file in edition["files"]} | edition["replaces"].keys()
        paths = [
            path
            for path, at in edition["replaces"].items()
            if path in there
            and now - datetime.fromisoformat(at) >= KEEP_REPLACED
            and storage.address(path) not in read
        ]
        if paths:
            replaced.append(Replaced(paths, edition["files"]))
    return replaced, sorted(lost)


def _is_joined(path: str) -> bool:
    return Path(path).name.startswith(_JOINED)


def remove(storage: Storage, replaced: Replaced) -> dict[str, int]:
    """Delete files, once those that replace them are read again; how many. Where one of these has
    rotted, it raises Unsound, and what was replaced stays."""
    for file in replaced.by:
        named = {name: value for name, value in file.items() if name != "ranges"}
        archive.verify(storage, archive.ArchiveFile(staged="", **named), file["path"])
    storage.delete(*replaced.paths)
    return {"old files deleted": len(replaced.paths)}

"""The archive as a table, `messages`: its files, as the manifests name them.

A batch comes into it after its manifest, and before the database lets its messages be deleted. So
who queries the table finds each message there or in the queue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pyiceberg.transforms import DayTransform, IdentityTransform

from glue_jobs.lib import manifests, tables
from glue_jobs.lib.archived_message import SCHEMA
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.tables import Tables
from regent.stores.retention import Batch

MESSAGES: Final = tables.Form(
    "messages",
    SCHEMA,
    (
        ("queue", IdentityTransform(), "queue"),
        ("created_at", DayTransform(), "created_day"),
    ),
)


def of(archive: str, region: str | None, database: str | None) -> Tables | None:
    """The tables beside an archive, or None."""
    return tables.beside(archive.removesuffix("/archive"), region, database)


def register(
    found: Tables, storage: Storage, batches: Sequence[Batch], still_open: Collection[str]
) -> int:
    """Add the files of batches that have a manifest, once; how many batches were new. Snapshots of
    batches that are still open are kept, however old they are: who added one may have been killed
    before it was written down."""

    wanted = [_batch(storage, each.id, each.files) for each in batches]
    added = found.add(MESSAGES, wanted, lambda: _everything(storage))
    found.forget(MESSAGES, still_open)
    return added


def exchange(found: Tables, storage: Storage, still_open: Collection[str]) -> set[str]:
    """Put joined files in the place of those that they replace; return the addresses of all files
    that readers of the table may still ask for. It does what a run that was killed has left."""

    def wanted() -> tables.Exchange:
        editions = list(manifests.editions(storage))
        return tables.Exchange(
            frozenset(storage.address(file["path"]) for each in editions for file in each["files"]),
            frozenset(storage.address(path) for each in editions for path in each["replaces"]),
        )

    found.exchange(MESSAGES, wanted, lambda: _everything(storage))
    found.forget(MESSAGES, still_open)
    return found.kept(MESSAGES)


def _everything(storage: Storage) -> Iterator[tables.Batch]:
    for each in manifests.found(storage):
        if each["files"]:
            yield _batch(storage, each["batch"], each["files"])


def _batch(storage: Storage, batch: str, files: Iterable[Mapping[str, Any]]) -> tables.Batch:
    return tables.Batch(batch, [storage.address(file["path"]) for file in files])

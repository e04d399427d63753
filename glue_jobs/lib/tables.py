"""The jobs' files as Iceberg tables, for Athena, DuckDB and Spark. A table consists of the files as
they are: none is copied.

    <output>/tables/<table>/metadata     what Iceberg keeps of a table
    <output>/tables/catalog.db           where its metadata is; on AWS the Glue catalog knows

A table is made of what the manifests say, so one that is not there is made anew, of all of them.
Files come in batches. A snapshot bears the ids of its batches, so a batch is in the table or not,
whenever a run was killed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyiceberg.catalog import Catalog
from pyiceberg.exceptions import (
    CommitFailedException,
    NamespaceAlreadyExistsError,
    NoSuchTableError,
    TableAlreadyExistsError,
)
from pyiceberg.io.pyarrow import parquet_files_to_data_files
from pyiceberg.manifest import DataFile
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table import Table, Transaction
from pyiceberg.table.snapshots import Snapshot
from pyiceberg.transforms import Transform
from pyiceberg.types import (
    BooleanType,
    IcebergType,
    LongType,
    NestedField,
    StringType,
    TimestamptzType,
)

from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.storage import whole
from regent.settings import set_defaults

#: What a snapshot calls the batch whose files it added; of several, with commas between them.
BATCH: Final = "regent.batch"
#: Snapshots of one change. Each takes longer than the one before it: 400 take minutes.
MOST_SNAPSHOTS: Final = 20
#: The database of a catalog in a folder.
LOCAL_DATABASE: Final = "regent"
#: How often a change is tried while other runs change the table.
TRIES: Final = 10
#: Readers of an older snapshot have so long; metadata of a table that kept all would grow for ever.
KEEP_SNAPSHOTS: Final = timedelta(days=7)
_PROPERTIES: Final = {
    # Somebody else's change may have added the batch: it is looked at again, not repeated.
    "commit.retry.num-retries": "0",
    "commit.manifest-merge.enabled": "true",
    "write.metadata.delete-after-commit.enabled": "true",
    "write.metadata.previous-versions-max": "20",
}
_TYPES: Final[dict[pa.DataType, IcebergType]] = {
    pa.bool_(): BooleanType(),
    pa.int64(): LongType(),
    pa.string(): StringType(),
    pa.timestamp("us", tz="UTC"): TimestamptzType(),
}


# It would name each column of each file of which there are no statistics.
logging.getLogger("pyiceberg.io.pyarrow").setLevel(logging.ERROR)


@dataclass(frozen=True)
class Batch:
    """Files that come into a table together, by their addresses."""

    id: str
    files: Sequence[str]


@dataclass(frozen=True)
class Exchange:
    """Files that a table has to have, and files that it must not have, by their addresses."""

    wanted: frozenset[str]
    unwanted: frozenset[str]


@dataclass(frozen=True)
class Form:
    """A table's name, its columns, and how its files are found: by (column, transform, name)."""

    name: str
    columns: pa.Schema
    partitions: Sequence[tuple[str, Transform[Any, Any], str]] = ()

    def schema(self) -> Schema:
        """The columns, numbered in their order."""
        return Schema(
            *(
                NestedField(number, field.name, _TYPES[field.type], required=False)
                for number, field in enumerate(self.columns, 1)
            )
        )

    def spec(self) -> PartitionSpec:
        """The partitions."""
        schema = self.schema()
        return PartitionSpec(
            *(
                PartitionField(
                    source_id=schema.find_field(column).field_id,
                    field_id=1000 + number,
                    transform=transform,
                    name=name,
                )
                for number, (column, transform, name) in enumerate(self.partitions)
            )
        )


@dataclass(frozen=True)
class Tables:
    """The tables of one output. ``database``: that of the Glue catalog in which they are."""

    output: str
    region: str | None = None
    database: str | None = None

    def add(
        self, form: Form, batches: Sequence[Batch], everything: Callable[[], Iterable[Batch]]
    ) -> int:
        """Add the batches that a table does not have; how many these were. ``everything``: all
        batches, for a table that is made now."""

        def change(table: Table) -> int:
            known = batches_of(table)
            return _append(table.transaction(), [each for each in batches if each.id not in known])

        return self._changed(form, change, everything)

    def exchange(
        self, form: Form, look: Callable[[], Exchange], everything: Callable[[], Iterable[Batch]]
    ) -> int:
        """Change a table's files where they are not as they have to be, in one snapshot; how many
        come into it. ``look`` comes after the table: a run that was faster has changed both by
        then, or the table is looked at again. ``everything``: for a table that is made now."""

        def change(table: Table) -> int:
            asked = look()
            there = _files(table, filter(None, [table.current_snapshot()]))
            new, old = asked.wanted - there.keys(), asked.unwanted & there.keys()
            if new or old:
                _replace(table, sorted(new), [there[address] for address in old])
            return len(new)

        return self._changed(form, change, everything)

    def _changed(
        self, form: Form, change: Callable[[Table], int], everything: Callable[[], Iterable[Batch]]
    ) -> int:
        """Change a table as it is now, or make it of all batches."""
        catalog = self.catalog()

        def once() -> int:
            try:
                table = catalog.load_table(self._identifier(form))
            except NoSuchTableError:
                return _append(self._made(catalog, form), list(everything()))
            return change(table)

        return _tried(form, once)

    def kept(self, form: Form) -> set[str]:
        """The addresses of all files that a snapshot of the table has."""
        table = self.catalog().load_table(self._identifier(form))
        return set(_files(table, table.snapshots()))

    def forget(self, form: Form, keep: Collection[str]) -> None:
        """Let go of old snapshots. Those of batches to keep stay: a run that was killed may not
        have written down yet that it added them."""
        table = self.catalog().load_table(self._identifier(form))
        before = (datetime.now(UTC) - KEEP_SNAPSHOTS).timestamp() * 1000
        current = table.current_snapshot()
        old = [
            each.snapshot_id
            for each in table.snapshots()
            if each != current and each.timestamp_ms < before and not _batches_of(each) & {*keep}
        ]
        if old:
            with suppress(CommitFailedException):  # another run does it, or the next one
                table.maintenance.expire_snapshots().by_ids(old).commit()

    def catalog(self) -> Catalog:
        """The catalog, with a database in it."""
        return self._in_a_folder() if self.database is None else self._in_glue()

    def _in_a_folder(self) -> Catalog:
        from pyiceberg.catalog.sql import SqlCatalog  # noqa: PLC0415 - Glue has no SQLAlchemy

        folder = Path(whole(self.output), "tables")
        folder.mkdir(parents=True, exist_ok=True)
        found = SqlCatalog("regent", uri=f"sqlite:///{folder}/catalog.db")
        with suppress(NamespaceAlreadyExistsError):
            found.create_namespace(LOCAL_DATABASE)
        return found

    def _in_glue(self) -> Catalog:
        import boto3  # noqa: PLC0415 - a folder needs none
        from pyiceberg.catalog.glue import GlueCatalog  # noqa: PLC0415

        # Arrow finds neither the keys of a Glue job's role nor another address of S3 by itself.
        session = boto3.session.Session(region_name=self.region)
        told = {
            "s3.region": session.region_name,
            "s3.endpoint": set_defaults().get("AWS_ENDPOINT_URL"),
        }
        if found := session.get_credentials():
            keys = found.get_frozen_credentials()
            told |= {
                "s3.access-key-id": keys.access_key,
                "s3.secret-access-key": keys.secret_key,
                "s3.session-token": keys.token,
            }
        properties = {name: value for name, value in told.items() if value is not None}
        return GlueCatalog("regent", client=session.client("glue"), **properties)

    def _made(self, catalog: Catalog, form: Form) -> Transaction:
        return catalog.create_table_transaction(
            self._identifier(form),
            form.schema(),
            location=f"{whole(self.output)}/tables/{form.name}",
            partition_spec=form.spec(),
            properties=_PROPERTIES,
        )

    def _identifier(self, form: Form) -> tuple[str, str]:
        return self.database or LOCAL_DATABASE, form.name


def beside(output: str, region: str | None, database: str | None) -> Tables | None:
    """The tables of an output. None: it is in S3, and no database of the Glue catalog was named."""
    if "://" not in output:
        return Tables(output)
    return Tables(output, region, database) if database else None


def batches_of(table: Table) -> set[str]:
    """The batches that a table has, as far as it remembers them."""
    return {batch for each in table.snapshots() for batch in _batches_of(each)}


def _batches_of(snapshot: Snapshot) -> set[str]:
    found = None if snapshot.summary is None else snapshot.summary[BATCH]
    return set(found.split(",") if found else ())


def _append(transaction: Transaction, batches: Sequence[Batch]) -> int:
    """Add these batches, all or none; how many. Few get a snapshot each, many share one."""
    share = -(-len(batches) // MOST_SNAPSHOTS)
    for first in range(0, len(batches), share or 1):
        together = batches[first : first + share]
        files = [file for batch in together for file in batch.files]
        names = ",".join(batch.id for batch in together)
        transaction.add_files(files, {BATCH: names}, check_duplicate_files=False)
    transaction.commit_transaction()
    return len(batches)


def _files(table: Table, snapshots: Iterable[Snapshot]) -> dict[str, DataFile]:
    """The files of these snapshots, by their addresses."""
    lists = {each.manifest_path: each for known in snapshots for each in known.manifests(table.io)}
    return {
        entry.data_file.file_path: entry.data_file
        for each in lists.values()
        for entry in each.fetch_manifest_entry(table.io, discard_deleted=True)
    }


def _replace(table: Table, new: Sequence[str], old: Iterable[DataFile]) -> None:
    transaction = table.transaction()
    with transaction.update_snapshot().overwrite() as change:
        for each in old:
            change.delete_data_file(each)
        for made in parquet_files_to_data_files(table.io, table.metadata, iter(new)):
            change.append_data_file(made)
    transaction.commit_transaction()


def _tried(form: Form, change: Callable[[], int]) -> int:
    """Change a table. A run that another one was faster than looks again."""
    for _ in range(TRIES):
        try:
            return change()
        except (CommitFailedException, TableAlreadyExistsError):
            continue
    raise StorageError(
        f"other runs changed the table {form.name} {TRIES} times meanwhile; the next run goes on"
    )

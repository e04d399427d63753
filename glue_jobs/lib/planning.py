"""What a run of retention is asked for, and what it could delete. It needs no Spark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Self

from pydantic import Field, model_validator

from glue_jobs.lib.arguments import InvalidArguments, ReadingArguments, Text
from regent.stores.deletion import Counts
from regent.stores.retention import Cut, Retention

#: Partitions that one statement plans, which takes half a second.
PLAN_PARTITIONS: Final = 5_000
#: Cuts that the driver holds. It plans no others until these are done.
WAVE_CUTS: Final = 200_000


class RetentionArguments(ReadingArguments):
    """The arguments of the retention job, besides those of every job."""

    archive: bool = Field(
        True,
        description="archive messages to <output>/archive before they are deleted; false: delete"
        " them for good",
    )
    catalog_database: Text | None = Field(
        None,
        description="the Glue catalog's database with the tables of an archive in S3; none: it has"
        " no table. An archive in a folder has a catalog of its own, in <output>/tables",
    )
    status: bool = Field(
        False,
        description="say which batches are on their way into the archive, since when, and what"
        " stopped them; do nothing else",
    )
    give_up: Text | None = Field(
        None,
        description="give up this batch, whose files have rotted, so that the next run archives its"
        " messages again; do nothing else",
    )
    batch_messages: int = Field(
        250_000, description="messages that a task archives, at most", ge=1, le=10_000_000
    )
    batch_bytes: int = Field(
        128 * 1024 * 1024, description="the same in bytes, estimated", ge=1, le=1024**3
    )
    delete_messages: int = Field(
        1_000,
        description="messages of one deletion: pushes to their partitions wait",
        ge=1,
        le=100_000,
    )
    partition_idle_seconds: int = Field(
        7 * 86_400,
        description="drop partitions that are empty for so long; 0: never",
        ge=0,
        le=10**9,
    )
    history_days: int = Field(
        90, description="how long is kept what retention says of itself", ge=1, le=3_650
    )
    lag_days: int = Field(
        90,
        description="how long a run with an archive keeps the lag job's files under <output>/lag",
        ge=1,
        le=3_650,
    )

    @model_validator(mode="after")
    def _is_clear(self) -> Self:
        if self.give_up is not None:
            others = {
                "status": self.status,
                "dry-run": self.dry_run,
                "archive false": not self.archive,
            }
            for other, is_there in others.items():
                if is_there:
                    raise InvalidArguments(f"--give-up goes alone: leave --{other} out")
        return self


def mark(store: Retention) -> None:
    """Note how far all groups have completed: from now on, that was at this time or earlier."""
    after: int | None = 0
    while after is not None:
        after = store.mark_completed(after, PLAN_PARTITIONS)


def planned(store: Retention, *, archiving: bool) -> Iterator[list[Cut]]:
    """Plan what may be deleted, some thousand partitions at a time."""
    after: int | None = 0
    while after is not None:
        found, after = store.plan_retention(after, PLAN_PARTITIONS, archiving=archiving)
        yield found


def waves(plans: Iterable[Sequence[Cut]]) -> Iterator[list[Cut]]:
    """As many cuts at a time as the driver can hold."""
    held: list[Cut] = []
    for found in plans:
        held += found
        if len(held) >= WAVE_CUTS:
            yield held
            held = []
    if held:
        yield held


def counted(done: Counts) -> Mapping[str, int]:
    """What was deleted, as the summary says it."""
    return {
        "messages deleted": done.deleted,
        "… that a group had not read": done.skipped,
        "partitions that were busy": done.busy,
    }

"""Archives of small files, and what is in them."""

from __future__ import annotations

from typing import Final

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.storage import Storage
from regent.stores.queue import Queues
from tests.glue_jobs.archives import Jobs
from tests.support.clock import StoppedClock
from tests.support.retention import retained
from tests.support.store import push

HOUR: Final = 3_600
DAY: Final = 86_400
#: What time it is in the archive that `archive_three` makes.
AFTERWARDS: Final = DAY + 3 * HOUR


def archive_three(store: Queues, clock: StoppedClock, jobs: Jobs, *words: str) -> Jobs:
    """Three files of one day of a queue, by three runs; and one file of another queue."""
    for queue in ("q", "other"):
        retained(store, queue, pending=DAY)
    push(store, "other", 9)
    for hour in range(3):
        push(store, "q", hour, {"n": "zwei"}, partition="a")
        push(store, "q", hour, partition="b")
        clock.advance(HOUR)
    clock.advance(DAY - 3 * HOUR)
    for _ in range(3):
        clock.advance(HOUR)
        jobs.retention(*words)
    return jobs


def come_late(store: Queues, clock: StoppedClock) -> None:
    """More messages of the first day, which come to retention behind its others."""
    clock.advance(-DAY - 2 * HOUR)
    push(store, "q", 7, 8, partition="b")
    clock.advance(DAY + 2 * HOUR)


def storage_of(jobs: Jobs) -> Storage:
    """The archive of these jobs."""
    return Storage(archive.archive_root(jobs.output))


def there(jobs: Jobs) -> list[str]:
    """All Parquet files of the archive, staged ones too."""
    return [each.path for each in storage_of(jobs).list() if each.path.endswith(".parquet")]


def live(jobs: Jobs) -> list[str]:
    """Those that count."""
    return sorted(
        file["path"] for each in manifests.found(storage_of(jobs)) for file in each["files"]
    )

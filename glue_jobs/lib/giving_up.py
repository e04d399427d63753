"""Gives up a batch whose files have rotted after they were read back, before the archive has them.

No run does so by itself: another run may have looked at the files while they were whole, and is
about to describe them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.errors import Refused
from glue_jobs.lib.login import Login, retention
from glue_jobs.lib.planning import RetentionArguments
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch, Retention


def give_up(arguments: RetentionArguments, batch_id: str) -> Mapping[str, Any]:
    """Give a batch up, if its files are not sound; return the summary."""
    with retention(Login.of(arguments)) as store:
        batch = _rotten(store, arguments, batch_id)
        # From here on nobody commits it, so its messages stay until they are archived again.
        if not store.advance_batch(batch.id, "verified", "planned", batch.files):
            raise Refused(f"another run has gone on with batch {batch.id}: see --status")
        storage = Storage(batch.archive, arguments.region)
        storage.delete(*(file[place] for file in batch.files for place in ("path", "staged")))
        store.abandon_batches(batch.archive, [batch.id])
    messages = sum(file["rows"] for file in batch.files)
    return {"batches given up": 1, "messages that the next run archives": messages}


def _rotten(store: Retention, arguments: RetentionArguments, batch_id: str) -> Batch:
    """The batch, of which a file at its place is not the one that was read back."""
    batch = {each.id: each for each in store.list_batches()}.get(batch_id)
    if batch is None:
        raise Refused(f"--give-up is {batch_id!r}; no batch of that id is open: see --status")
    if batch.status != "verified":
        raise Refused(
            f"batch {batch.id} is {batch.status}; only a verified one is given up by hand, and the"
            " next run goes on with any other"
        )
    storage = Storage(batch.archive, arguments.region)
    if manifests.is_there(storage, batch):
        raise Refused(
            f"batch {batch.id} has its manifest, so {batch.archive} has its messages; the next run"
            " goes on with it"
        )
    if all(archive.is_sound(storage, archive.ArchiveFile(**file)) for file in batch.files):
        raise Refused(f"the files of batch {batch.id} are sound; the next run goes on with it")
    return batch

"""Files of the archive that a replay leaves out, by what their manifests say of them."""

from __future__ import annotations

from pathlib import Path

from glue_jobs.lib import archive
from tests.glue_jobs.archives import archive_here
from tests.support.retention import retained
from tests.support.rows import value
from tests.support.store import push

DAY = 86_400


def test_only_files_that_hold_what_is_asked_for_are_opened(
    store, stopped_clock, jobs, jobs_url, owner_url
):
    """No file but that of the second day can be read."""
    retained(store, pending=DAY)
    for day in range(3):
        for name in "ab":
            push(store, "q", day, partition=name)
        stopped_clock.advance(DAY)
    stopped_clock.advance(1)
    assert archive_here(jobs_url, jobs.output) == 6
    root = Path(archive.archive_root(jobs.output))
    for file in root.rglob("queue=q/**/*.parquet"):
        if "dt=2030-01-02" not in str(file):
            file.write_bytes(b"not Parquet")
    words = ("--queue", "q", "--to", "some", "--partition", "a")
    found = jobs.replay(*words, "--from-offset", "1", "--until-offset", "2")
    assert (found["files"], found["stored"]) == (1, 1)
    assert value(owner_url, "select payload::text from queen.messages") == "1"
    assert jobs.replay("--queue", "q", "--partition", "c", "--dry-run")["files"] == 0

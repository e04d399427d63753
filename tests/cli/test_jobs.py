"""`regent jobs`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from regent.cli.errors import CommandFailed
from regent.cli.jobs import interpreter, with_output
from regent.jobs import JOBS, LEAST_WORKERS
from regent.settings import Settings

ROOT = Path(__file__).parents[2]


def regent(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "regent.cli", *words],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_jobs_are_listed_with_their_schedule() -> None:
    listed = regent("jobs")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert re.search(
        r"^lag +cron\(0 \* \* \* \? \*\) +measures how far behind each consumer group is,",
        listed.stdout,
        re.MULTILINE,
    )
    assert len(listed.stdout.splitlines()) == len(JOBS)


def test_a_job_takes_what_glue_passes(tmp_path: Path) -> None:
    wrong = regent(
        *("jobs", "lag", "--JOB_NAME", "x", "--window", "99"), REGENT_DATABASE_URL="postgresql:///x"
    )
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "lag: --window is '99'; it takes a whole number from 2 to 10\n"


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_the_command_says_what_it_takes(word: str) -> None:
    helped = regent("jobs", word)
    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith("usage: regent jobs [-h] [NAME] ...")
    assert all(job.name in helped.stdout for job in JOBS)


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_a_job_says_what_it_takes_without_a_database(word: str) -> None:
    helped = regent("jobs", "lag", word, REGENT_DATA_DIR=".regent-nowhere")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith("regent jobs lag takes (defaults in brackets):\n")
    assert "  --window (5): snapshots that a verdict looks at, this one included\n" in helped.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["jobs", "lags"], "regent: there is no job 'lags'; there are: lag"),
        (
            ["jobs", "lag"],
            "regent: there is no database in .regent-nowhere/postgres: start the server (make run)",
        ),
    ],
    ids=["unknown", "no-database"],
)
def test_what_cannot_be_is_one_sentence(words: list[str], sentence: str) -> None:
    failed = regent(*words, REGENT_DATA_DIR=".regent-nowhere")
    assert failed.returncode == 1
    assert failed.stderr.startswith(sentence)
    assert failed.stdout == ""


def test_a_python_with_spark_is_this_one_or_the_one_that_was_made(tmp_path: Path) -> None:
    assert interpreter(True, tmp_path / "python") == sys.executable
    with pytest.raises(
        CommandFailed, match=r"`make jobs` in Regent's repository makes \.venv/spark"
    ):
        interpreter(False, tmp_path / "python")
    (tmp_path / "python").touch()
    assert interpreter(False, tmp_path / "python") == str(tmp_path / "python")


@pytest.mark.parametrize(
    ("folder", "words", "expected"),
    [
        (".regent", ["--dry-run"], ["--dry-run"]),
        ("/var/lib/regent", ["--dry-run"], ["--dry-run", "--output=/var/lib/regent/jobs"]),
        ("/var/lib/regent", ["--output", "here"], ["--output", "here"]),
        ("/var/lib/regent", ["--output=s3://b/p"], ["--output=s3://b/p"]),
    ],
)
def test_files_go_to_the_data_folder(folder: str, words: list[str], expected: list[str]) -> None:
    assert with_output(Settings(data_dir=Path(folder)), words) == expected


def test_spark_may_be_missing_where_it_is_optional(tmp_path: Path) -> None:
    made = tmp_path / "python"
    assert interpreter(False, made, optional=True) == sys.executable
    made.touch()
    assert interpreter(False, made, optional=True) == str(made)


@pytest.mark.parametrize("job", JOBS, ids=[job.name for job in JOBS])
def test_a_job_is_one_that_glue_runs(job: object) -> None:
    import importlib

    from regent.jobs import Job

    assert isinstance(job, Job)
    assert callable(importlib.import_module(job.module).main)
    assert job.workers >= LEAST_WORKERS
    assert job.timeout_minutes > 0
    assert job.schedule is None or re.fullmatch(r"(rate|cron)\(.+\)", job.schedule)
    assert all(name.startswith("--") and value for name, value in job.arguments.items())


def test_the_default_arguments_are_arguments() -> None:
    from glue_jobs.lag import LagArguments

    (lag,) = (job for job in JOBS if job.name == "lag")
    words = [word for pair in lag.arguments.items() for word in pair]
    found = LagArguments.parse(["--JOB_NAME", "regent-lag", *words])
    assert found.window == 5

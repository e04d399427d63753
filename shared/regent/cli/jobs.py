"""`regent jobs`: the Spark jobs; `regent jobs lag …` runs one here, on the server's database."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from regent.cli.errors import CommandFailed
from regent.jobs import GET_SPARK, JOBS, Job
from regent.local.postgres import Postgres, PostgresError
from regent.settings import Settings, export

#: The Python that `make jobs` installs, seen from the repository.
SPARK: Final = Path(".venv/spark/bin/python")
#: Words that ask for help, which needs no database.
_HELP: Final = frozenset({"-h", "--help"})


def add_to(commands: Any) -> None:
    """Add the arguments of this command."""
    parser = commands.add_parser(
        "jobs",
        help="list the Spark jobs, or run one",
        description="List the Spark jobs; or run one here, which takes the arguments that Glue"
        " passes it (regent jobs NAME --help).",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help=", ".join(job.name for job in JOBS))
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="--argument value …")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    if arguments.name is None:
        sys.stdout.write(listed(JOBS))
        return 0
    job = next((job for job in JOBS if job.name == arguments.name), None)
    if job is None:
        names = ", ".join(job.name for job in JOBS)
        raise CommandFailed(f"there is no job {arguments.name!r}; there are: {names}")
    return _start(job, arguments.words)


def _start(job: Job, words: Sequence[str]) -> NoReturn:
    """Replace this process with the job, so that Ctrl-C and the exit status are the job's own."""
    spark_is_here = importlib.util.find_spec("pyspark") is not None
    python = interpreter(spark_is_here, SPARK, optional=job.spark_is_optional)
    if python == sys.executable and importlib.util.find_spec(job.module.partition(".")[0]) is None:
        raise CommandFailed("the jobs are not installed: run this in Regent's repository")
    if not _HELP.intersection(words):
        settings = Settings.from_environment()
        _find_database(job, settings, words)
        words = with_output(settings, words)
    sys.stdout.flush()
    os.execv(python, [python, "-m", job.module, *words])  # noqa: S606


def listed(jobs: Sequence[Job]) -> str:
    """One line for each job."""
    rows = [(job.name, job.schedule or "by hand", job.summary) for job in jobs]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "".join(
        f"{name.ljust(widths[0])}  {schedule.ljust(widths[1])}  {summary}\n"
        for name, schedule, summary in rows
    )


def interpreter(spark_is_here: bool, made: Path, *, optional: bool = False) -> str:
    """A Python that has Spark: this one, or the one that `make jobs` made. Where Spark is optional,
    this one does."""
    if spark_is_here:
        return sys.executable
    if made.exists():
        return str(made)
    if optional:
        return sys.executable
    raise CommandFailed(f"Spark is not installed: {GET_SPARK}")


def with_output(settings: Settings, words: Sequence[str]) -> Sequence[str]:
    """Files go to the data folder, wherever the job is started, unless the words say where."""
    if settings.data_dir == Settings.data_dir or "--output" in (w.partition("=")[0] for w in words):
        return words
    return [*words, f"--output={settings.data_dir / 'jobs'}"]


def _find_database(job: Job, settings: Settings, words: Sequence[str]) -> None:
    """Without a database in the environment, take that of `make run`, as the job's role on AWS."""
    told = settings.database_url or settings.database_secret_arn or settings.database_host
    if told or any(word.partition("=")[0] == "--database-host" for word in words):
        return
    folder = settings.data_dir / "postgres"
    if not folder.is_dir():
        raise CommandFailed(
            f"there is no database in {folder}: start the server (make run) in this folder, or set"
            " REGENT_DATABASE_URL"
        )
    try:
        url = Postgres(folder).url()
    except PostgresError as error:
        raise CommandFailed(f"{error}; or set REGENT_DATABASE_URL") from error
    export(database_url=url.replace("//postgres@", f"//{job.user}@"))

"""The frame of a job: its command line, lines of progress, a summary, its exit status."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from glue_jobs.lib.arguments import HelpWanted, InvalidArguments, JobArguments
from glue_jobs.lib.errors import SparkMissing, StorageError
from regent.errors import RegentError

A = TypeVar("A", bound=JobArguments)


class Progress:
    """Prints lines with the time since the start, as they come."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    def say(self, line: str) -> None:
        """Print a line about what was just done."""
        sys.stdout.write(f"{self._name} {self.seconds:7.1f} s  {line}\n")
        sys.stdout.flush()

    def summarize(self, summary: Mapping[str, Any]) -> None:
        """Print what the whole run did, a line for each number."""
        width = max(map(len, summary), default=0)
        for name, value in summary.items():
            text = f"{value:,}" if isinstance(value, int) else str(value)
            sys.stdout.write(f"  {name.ljust(width)}  {text}\n")
        self.say("done")


#: A summary's name for the batches that could not be done; the others were.
FAILED: Final = "batches that failed"

#: A job's work, which returns its summary. `on_spark` (spark.py) makes one that starts Spark first.
Work = Callable[[A, Progress], Mapping[str, Any]]


def run(name: str, kind: type[A], work: Work[A], words: Sequence[str]) -> int:
    """Parse, run, summarize; return the exit status. An error that a person can put right is one
    sentence."""
    try:
        arguments = kind.parse(words)
    except HelpWanted as wanted:
        sys.stdout.write(f"regent jobs {name} takes (defaults in brackets):\n{wanted}\n")
        return 0
    except InvalidArguments as error:
        sys.stderr.write(f"{name}: {error}\n")
        return 2
    progress = Progress(name)
    try:
        summary = work(arguments, progress)
        progress.summarize(summary)
    except (RegentError, SparkMissing, StorageError) as error:
        sys.stderr.write(f"{name}: {error}\n")
        return 1
    return 1 if summary.get(FAILED) else 0


def finish(status: int) -> None:
    """Leave the program. Glue takes any SystemExit for a failure, even one with status 0."""
    if status:
        raise SystemExit(status)

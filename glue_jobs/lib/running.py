"""The frame of a job: its command line, lines of progress, a summary, its exit status."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from glue_jobs.lib.arguments import HelpWanted, InvalidArguments, JobArguments
from glue_jobs.lib.errors import Refused, SparkMissing, StorageError, TaskFailed
from glue_jobs.lib.runs import Run
from regent.errors import RegentError

A = TypeVar("A", bound=JobArguments)


class Progress:
    """Prints lines with the time since the start, as they come. With ``as_json`` they go to
    standard error, and standard output has the summary alone."""

    def __init__(self, name: str, *, as_json: bool = False) -> None:
        self._name = name
        self._as_json = as_json
        self._started = time.monotonic()
        #: The step that runs, for those who report how far it is.
        self.step = "works"

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    def say(self, line: str) -> None:
        """Print a line about what was just done."""
        out = sys.stderr if self._as_json else sys.stdout
        out.write(f"{self._name} {self.seconds:7.1f} s  {line}\n")
        out.flush()

    def summarize(self, summary: Mapping[str, Any]) -> None:
        """Print what the whole run did: a line for each number, and tables. Or all as JSON."""
        if self._as_json:
            told = {"job": self._name, "summary": keyed(summary)}
            sys.stdout.write(json.dumps(told, ensure_ascii=False, default=str) + "\n")
            return
        lines = {name: value for name, value in summary.items() if not isinstance(value, list)}
        width = max(map(len, lines), default=0)
        for name, value in lines.items():
            sys.stdout.write(f"  {name.ljust(width)}  {_shown(value)}\n")
        for name, value in summary.items():
            if isinstance(value, list) and value:
                sys.stdout.write(f"\n  {name}\n{_table(value)}\n")
        self.say("done")


def keyed(summary: Mapping[str, Any]) -> dict[str, Any]:
    """A summary for programs: `time lag, seconds` is `timeLagSeconds` there."""
    told: dict[str, Any] = {}
    for name, value in summary.items():
        first, *others = re.findall(r"\w+", name)
        key = first.lower() + "".join(word.capitalize() for word in others)
        told[key] = [keyed(row) for row in value] if isinstance(value, list) else value
    return told


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    cells = [list(rows[0]), *([_shown(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    numbers = [isinstance(value, int | float) for value in rows[0].values()]
    return "\n".join(
        "  "
        + "  ".join(
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(line, widths, numbers, strict=True)
        ).rstrip()
        for line in cells
    )


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


#: A summary's name for the batches that could not be done; the others were.
FAILED: Final = "batches that failed"

#: The exit status of a program that Ctrl-C stopped.
STOPPED: Final = 130

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
    progress = Progress(name, as_json=arguments.as_json)
    noted = Run(name, arguments, progress.say)
    try:
        summary = work(arguments, progress)
        progress.summarize(summary)
    except BaseException as error:
        sentence = _sentence(error)
        noted.end(None, sentence or repr(error), failed=True)
        if sentence is None:
            raise
        sys.stderr.write(f"{name}: {sentence}\n")
        return STOPPED if isinstance(error, KeyboardInterrupt) else 1
    failed = bool(summary.get(FAILED))
    noted.end(summary, None, failed=failed)
    return 1 if failed else 0


def _sentence(error: BaseException) -> str | None:
    """An error that a person can put right, in words; None: another one."""
    if isinstance(error, (RegentError, Refused, SparkMissing, StorageError, TaskFailed)):
        return str(error)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}"
    if isinstance(error, KeyboardInterrupt):
        return "stopped; the next run goes on"
    return None


def finish(status: int) -> None:
    """Leave the program. Glue takes any SystemExit for a failure, even one with status 0."""
    if status:
        raise SystemExit(status)

"""The frame of a job: what it prints, for people and for programs, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

from glue_jobs.lib.arguments import JobArguments
from glue_jobs.lib.running import Progress, run
from tests.support.rows import value

SUMMARY = {
    "messages deleted": 1234567,
    "… that a group had not read": 0,
    "time lag, seconds": 1.5,
    "groups": [
        {"queue": "orders", "offset lag": 12345, "verdict": "ok"},
        {"queue": "q", "offset lag": 7, "verdict": "stopped"},
    ],
    "nothing": [],
}


def work(_arguments: JobArguments, progress: Progress) -> dict[str, Any]:
    progress.say("something")
    return SUMMARY


def test_people_read_lines_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("job", JobArguments, work, []) == 0
    first, *lines, last = capsys.readouterr().out.splitlines()
    assert first.endswith(" s  something")
    assert last.endswith(" s  done")
    assert lines == [
        "  messages deleted             1,234,567",
        "  … that a group had not read  0",
        "  time lag, seconds            1.5",
        "",
        "  groups",
        "  queue   offset lag  verdict",
        "  orders      12,345  ok",
        "  q                7  stopped",
    ]


def test_programs_read_json_alone_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("job", JobArguments, work, ["--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {
        "job": "job",
        "summary": {
            "messagesDeleted": 1234567,
            "thatAGroupHadNotRead": 0,
            "timeLagSeconds": 1.5,
            "groups": [
                {"queue": "orders", "offsetLag": 12345, "verdict": "ok"},
                {"queue": "q", "offsetLag": 7, "verdict": "stopped"},
            ],
            "nothing": [],
        },
    }
    assert printed.err.endswith(" s  something\n")


def test_a_place_that_cannot_be_used_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()

    def write(_arguments: JobArguments, _progress: Progress) -> dict[str, Any]:
        (tmp_path / "file" / "folder").mkdir()
        return {}

    assert run("job", JobArguments, write, []) == 1
    assert capsys.readouterr().err == (
        f"job: {tmp_path}/file/folder cannot be used: Not a directory\n"
    )


def test_ctrl_c_stops_a_job_with_a_sentence(owner_url: str, jobs_url: str) -> None:
    """The job waits for a lock at that moment."""
    root = Path(__file__).parents[2]
    with psycopg.connect(owner_url) as other:
        other.execute("lock table queen.queues in access exclusive mode")
        job = subprocess.Popen(
            [sys.executable, "-m", "glue_jobs.retention", "--dry-run"],
            env=os.environ
            | {
                "PYTHONPATH": f"{root / 'shared'}{os.pathsep}{root}",
                "REGENT_DATABASE_URL": jobs_url,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while value(owner_url, WAITING) != 1:
            assert job.poll() is None
        job.send_signal(signal.SIGINT)
        out, err = job.communicate(timeout=60)
    assert (job.returncode, out) == (130, "")
    assert err == "retention: stopped; the next run goes on\n"


WAITING = (
    "select count(*) from pg_stat_activity where datname = current_database()"
    " and usename = 'regent_jobs' and wait_event_type = 'Lock'"
)

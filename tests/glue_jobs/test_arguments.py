"""A job's command line: as Glue passes it, and as a person writes it."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from pydantic import Field

from glue_jobs.lag import LagArguments
from glue_jobs.lib.arguments import HelpWanted, InvalidArguments, JobArguments, Text
from glue_jobs.replay import ReplayArguments
from glue_jobs.retention import RetentionArguments

# What a script on Glue 5.1 finds in sys.argv[1:].
ON_GLUE = [
    "true",
    *("--job-bookmark-option", "job-bookmark-disable"),
    *("--JOB_ID", "j_2f7d", "--JOB_RUN_ID", "jr_91aa", "--JOB_NAME", "regent-lag"),
    *("--SECURITY_CONFIGURATION", "none", "--TempDir", "s3://b/tmp/", "--job-language", "python"),
    *("--enable-metrics", "true", "--custom-logGroup-prefix", "/aws-glue/regent-prod"),
    *("--additional-python-modules", "s3://b/wheels.zip", "--extra-py-files", "s3://b/regent.whl"),
    *("--conf", "spark.a=1 --conf spark.b=2", "--enable-job-insights", "--debug"),
]


class Some(JobArguments):
    days: int = Field(7, description="days", ge=1, le=365)
    share: float = Field(0.5, description="a share", ge=0.0, le=1.0)
    verdict: Literal["ok", "bad"] = Field("ok", description="a choice")
    queue: Text | None = Field(None, description="a queue")


class Needy(JobArguments):
    manifest: Text = Field(description="which archive")


def test_nothing_is_the_defaults() -> None:
    assert Some.parse([]) == Some(
        region=None, output=".regent/jobs", dry_run=False, days=7, share=0.5, verdict="ok"
    )


def test_as_glue_passes_them() -> None:
    own = ["--region", "eu-west-1", "--days", "30", "--dry-run", "true", "--database-host", "db"]
    assert Some.parse([*ON_GLUE, *own]) == Some(
        region="eu-west-1", days=30, dry_run=True, database_host="db"
    )
    assert Some.parse([*own, *ON_GLUE[1:]]) == Some.parse([*ON_GLUE, *own])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--dry-run"], Some(dry_run=True)),
        (["--dry_run", "false"], Some(dry_run=False)),
        (["--dry-run=yes", "--days=3"], Some(dry_run=True, days=3)),
        (["--dry-run", "--days", "3"], Some(dry_run=True, days=3)),
        (["--days", "3", "--days", "4"], Some(days=4)),
        (["--queue", "a b=c"], Some(queue="a b=c")),
        (["--queue=--odd"], Some(queue="--odd")),
        (["--share", "0.25"], Some(share=0.25)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_as_a_person_writes_them(words: list[str], expected: Some) -> None:
    assert Some.parse(words) == expected


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--days", "0"], "--days is '0'; it takes a whole number from 1 to 365"),
        (["--days", "366"], "--days is '366'; it takes a whole number from 1 to 365"),
        (["--days", "1.5"], "--days is '1.5'; it takes a whole number from 1 to 365"),
        (["--days"], "--days needs a value"),
        (["--queue="], "--queue needs a value"),
        (["--share", "nan"], "--share is 'nan'; it takes a number from 0 to 1"),
        (["--share", "1.1"], "--share is '1.1'; it takes a number from 0 to 1"),
        (["--database-port", "0"], "--database-port is '0'; it takes a whole number from 1 to"),
        (["--verdict", "good"], "--verdict is 'good'; it takes ok, bad"),
        (["--dry-run", "maybe"], "--dry-run is 'maybe'; it takes true or false"),
        (["--day", "3"], "--day is no argument of this job; did you mean --days. It takes --"),
        (["--zzz", "3"], "--zzz is no argument of this job. It takes --database-ca, --database-h"),
        (
            ["--output", "ftp://x/y"],
            "--output is 'ftp://x/y'; it takes s3://bucket/prefix or a folder",
        ),
        (["--output", "s3:///y"], "--output is 's3:///y'; it takes s3://bucket/prefix or a folder"),
        (["--days", "3", "4"], "'4' belongs to no argument; they look like --name value"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_wrong_is_named(words: list[str], sentence: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        Some.parse(words)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("kind", [LagArguments, RetentionArguments, ReplayArguments])
def test_whatever_a_job_takes_is_refused_in_our_words(kind: type[JobArguments]) -> None:
    required = [f"--{each.alias}=1" for each in kind.model_fields.values() if each.is_required()]
    for field in kind.model_fields.values():
        if field.annotation not in (int, float, bool):
            continue
        with pytest.raises(InvalidArguments) as refused:
            kind.parse([*required, f"--{field.alias}", "-zzz"])
        takes = "true or false" if field.annotation is bool else "(a whole|a) number from .*"
        assert re.fullmatch(f"--{field.alias} is '-zzz'; it takes {takes}", str(refused.value))


def test_what_has_no_default_is_asked_for() -> None:
    with pytest.raises(InvalidArguments, match=r"^--manifest is missing; it has no default$"):
        Needy.parse(ON_GLUE)
    assert Needy.parse(["--manifest", "m"]).manifest == "m"


@pytest.mark.parametrize("other", ["--status", "--dry-run", "--archive false"])
def test_a_batch_is_given_up_alone(other: str) -> None:
    with pytest.raises(InvalidArguments, match=f"^--give-up goes alone: leave {other} out$"):
        RetentionArguments.parse(["--give-up", "b-1", *other.split()])


def test_help_names_each_argument_with_its_default() -> None:
    with pytest.raises(HelpWanted) as wanted:
        Some.parse(["--help"])
    lines = str(wanted.value).splitlines()
    assert "  --days (7): days" in lines
    assert "  --queue (none): a queue" in lines
    assert len(lines) == 14


@pytest.mark.parametrize("word", ["dry-run", "archive", "-n", "extra", "true"])
def test_a_word_before_the_arguments_is_refused(word: str) -> None:
    """`regent jobs retention dry-run` deleted messages for good."""
    for words in ([word], [word, "--days", "3"]):
        with pytest.raises(InvalidArguments, match=f"'{word}' belongs to no argument"):
            Some.parse(words)


@pytest.mark.parametrize("words", [["-h"], ["-h", "--days", "3"], ["--dry-run", "-h"]])
def test_a_short_cry_for_help_is_heard(words: list[str]) -> None:
    with pytest.raises(HelpWanted):
        Some.parse(words)

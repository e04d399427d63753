"""What a person can put right: the frame of a job prints these as one sentence."""

from __future__ import annotations


class StorageError(Exception):
    """An address that is neither a folder nor S3's, or a file that is not the expected one."""


class Refused(Exception):
    """What a person asked for would lose something, or has no object."""


class SparkMissing(Exception):
    """This step needs Spark, and there is none."""


class TaskFailed(Exception):
    """A task of Spark's failed, and its error says what to put right."""

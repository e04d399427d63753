"""Errors of Spark's tasks as one sentence. Spark hands them on as a page of Python and Java."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from glue_jobs.lib.errors import TaskFailed

#: Our own errors are sentences.
_OURS: Final = ("glue_jobs.lib.", "regent.")
#: Of these, the sentence says enough beside the error's name: databases, files, AWS.
_CLEAR: Final = ("adbc_driver_manager.", "psycopg.", "pyarrow.", "botocore.", "boto3.")
#: Of any other error, a mistake of ours perhaps, the whole page is wanted.
_TRACEBACK: Final = "Traceback (most recent call last):"
_LAST_LINE: Final = re.compile(r"^([A-Za-z_][\w.]*): (.+)$", re.MULTILINE)


@contextmanager
def as_sentences() -> Iterator[None]:
    """Raise a task's error as TaskFailed if it is one that a person can put right."""
    try:
        yield
    except Exception as error:
        spark = type(error).__module__.startswith(("pyspark.", "py4j."))
        if spark and (said := sentence(str(error))):
            raise TaskFailed(said) from error
        raise


def sentence(page: str) -> str | None:
    """The sentence of the Python error in a page of Spark's; None if the whole page is wanted."""
    _, found, rest = page.partition(_TRACEBACK)
    lines = _LAST_LINE.findall(rest.partition("\n\tat ")[0]) if found else []
    # A message may go on in lines such as Postgres's DETAIL.
    errors = [(name, said) for name, said in lines if "." in name or hasattr(builtins, name)]
    if not errors:
        return None
    name, said = errors[-1]
    if name.startswith(_OURS):
        return str(said)
    return f"{name}: {said}" if name.startswith(_CLEAR) or _is_of_files(name) else None


def _is_of_files(name: str) -> bool:
    """Whether it is OSError or one of its kinds, which Python names without a module."""
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, OSError)

"""A job's command line, as a frozen dataclass. Glue passes `--name value`, and many of its own.

A field `dry_run` is the argument `--dry-run`. What is neither the job's nor Glue's is refused: a
misspelt `--retention-days` must not silently mean the default.
"""

from __future__ import annotations

import difflib
import math
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Final, Self

#: What Glue hands to its own runtime, and to the script as well: by name, or by how it begins.
GLUE_NAMES: Final = frozenset(
    {
        "JOB_NAME",
        "JOB_ID",
        "JOB_RUN_ID",
        "SECURITY_CONFIGURATION",
        "TempDir",
        "RedshiftTempDir",
        "scriptLocation",
        "class",
        "conf",
        "debug",
        "mode",
        "encryption-type",
    }
)
GLUE_BEGINNINGS: Final = (
    "additional-",
    "auto-scale-",
    "continuous-log",
    "customer-",
    "datalake-",
    "disable-",
    "enable-",
    "executor-",
    "extra-",
    "job-",
    "number-of-",
    "python-modules-",
    "spark-",
    "use-",
    "user-jars-",
    "worker-",
    "write-shuffle-",
)
_YES: Final = ("true", "1", "yes")
_NO: Final = ("false", "0", "no")


class InvalidArguments(Exception):
    """The command line is wrong: which argument, its value, and what it takes."""


class HelpWanted(Exception):
    """`--help`: the text is the message."""


def option(
    default: Any,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    choices: Sequence[str] = (),
) -> Any:
    """A field: its default (dataclasses.MISSING: there is none), what it means, what it takes."""
    metadata = {"about": about, "least": least, "most": most, "choices": tuple(choices)}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
class JobArguments:
    """What every job takes."""

    region: str | None = option(None, "the AWS region; AWS_REGION when left out")
    database_host: str | None = option(
        None, "log in there with IAM; REGENT_DATABASE_URL when left out"
    )
    database_port: int = option(5432, "its port", least=1, most=65_535)
    database_name: str = option("regent", "its database")
    database_user: str = option("regent_jobs", "the database user that the job logs in as")
    database_ca: str | None = option(None, "a file with the certificates to trust")
    output: str = option(".regent/jobs", "where files go: s3://bucket/prefix or a folder")
    parallelism: int = option(
        0, "how many pieces work is cut into; 0: four for each core", least=0, most=10_000
    )
    dry_run: bool = option(False, "say what would be written, and write nothing")

    @classmethod
    def parse(cls, words: Sequence[str]) -> Self:
        """Read the command line; words before the first argument are Glue's."""
        kinds = typing.get_type_hints(cls)
        known = {name_of(item): item for item in fields(cls)}
        values: dict[str, Any] = {}
        for name, text in _pairs(words):
            plain = name.replace("_", "-")
            if name == "help":
                raise HelpWanted(usage(cls))
            if plain in known:
                item = known[plain]
                values[item.name] = _value(plain, text, kinds[item.name], item.metadata)
            elif not _is_glues(name):
                raise InvalidArguments(_unknown(name, known))
        missing = [
            name
            for name, item in known.items()
            if item.default is MISSING and item.name not in values
        ]
        if missing:
            raise InvalidArguments(f"--{missing[0]} is missing; it has no default")
        return cls(**values)


def name_of(item: Field[Any]) -> str:
    """How a field is written on the command line."""
    return item.name.replace("_", "-")


def usage(kind: type[JobArguments]) -> str:
    """Each argument with its default and what it means."""
    return "\n".join(
        f"  --{name_of(item)} ({_shown(item.default)}): {item.metadata['about']}"
        for item in fields(kind)
    )


def _shown(default: Any) -> str:
    if default is MISSING:
        return "required"
    if default is None or default == "":
        return "none"
    return str(default).lower() if isinstance(default, bool) else str(default)


def _pairs(words: Sequence[str]) -> list[tuple[str, str | None]]:
    """`--a 1 --b=2 --c` → (a, 1), (b, 2), (c, None).

    Glue may put words before its arguments. A person's are refused: `retention dry-run` would
    delete messages for good."""
    pairs: list[tuple[str, str | None]] = []
    leading: list[str] = []
    for word in words:
        if word.startswith("--") and len(word) > 2:
            name, given, text = word[2:].partition("=")
            pairs.append((name, text if given else None))
        elif not pairs:
            leading.append("--help" if word == "-h" else word)
        elif pairs[-1][1] is None:
            pairs[-1] = (pairs[-1][0], word)
        elif not _is_glues(pairs[-1][0]):
            raise InvalidArguments(f"{word!r} belongs to no argument; they look like --name value")
    if leading and not any(_is_glues(name) for name, _ in pairs):
        if leading[0] != "--help":
            raise InvalidArguments(
                f"{leading[0]!r} belongs to no argument; they look like --name value"
            )
        pairs.insert(0, ("help", None))
    return pairs


def _is_glues(name: str) -> bool:
    return name in GLUE_NAMES or name.startswith(GLUE_BEGINNINGS)


def _unknown(name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name.replace("_", "-"), known, n=1)
    hint = f"; did you mean --{close[0]}" if close else ""
    takes = ", ".join(f"--{one}" for one in sorted(known))
    return f"--{name} is no argument of this job{hint}. It takes {takes}"


def _value(name: str, text: str | None, kind: Any, metadata: Mapping[str, Any]) -> Any:
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        kind = next(part for part in typing.get_args(kind) if part is not type(None))
    if kind is bool:
        return _flag(name, text)
    if not text:
        raise InvalidArguments(f"--{name} needs a value")
    if kind in (int, float):
        return _number(name, text, kind, metadata["least"], metadata["most"])
    choices = metadata["choices"]
    if choices and text not in choices:
        raise InvalidArguments(f"--{name} is {text!r}; it takes {', '.join(choices)}")
    return text


def _flag(name: str, text: str | None) -> bool:
    """Glue's arguments always have a value; a person writes none."""
    if text is None or text.lower() in _YES:
        return True
    if text.lower() in _NO:
        return False
    raise InvalidArguments(f"--{name} is {text!r}; it takes true or false")


def _number(name: str, text: str, kind: Any, least: float | None, most: float | None) -> Any:
    try:
        number = kind(text)
    except ValueError:
        number = None
    too_low = number is not None and least is not None and number < least
    too_high = number is not None and most is not None and number > most
    if number is None or math.isnan(number) or too_low or too_high:
        word = "a whole number" if kind is int else "a number"
        bounds = [
            *([] if least is None else [f"from {least:,.10g}"]),
            *([] if most is None else [f"to {most:,.10g}"]),
        ]
        raise InvalidArguments(f"--{name} is {text!r}; it takes {' '.join([word, *bounds])}")
    return number

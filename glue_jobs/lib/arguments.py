"""A job's command line, as a frozen model. Glue passes `--name value`, and many of its own.

A field `dry_run` is the argument `--dry-run`. An argument that is neither the job's nor Glue's is
refused: a misspelt `--retention-days` must not silently mean the default.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

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
    "custom-log",
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
#: Addresses of files (lib/storage.py).
_PLACE: Final = "s3://bucket/prefix or a folder"
#: A text that is not empty.
Text = Annotated[str, Field(min_length=1)]


class InvalidArguments(Exception):
    """The command line is wrong: which argument, its value, and what it takes."""


class HelpWanted(Exception):
    """`--help`: the text is the message."""


def _is_place(output: str) -> str:
    scheme, found, rest = output.partition("://")
    if found and (scheme != "s3" or not rest.partition("/")[0]):
        raise ValueError(_PLACE)
    return output


def _hyphenated(name: str) -> str:
    return name.replace("_", "-")


class JobArguments(BaseModel):
    """What every job takes. A field's description is its line of `--help`."""

    model_config = ConfigDict(frozen=True, alias_generator=_hyphenated, populate_by_name=True)

    region: Text | None = Field(None, description="the AWS region; AWS_REGION when left out")
    database_host: Text | None = Field(
        None, description="log in there with IAM; REGENT_DATABASE_URL when left out"
    )
    database_port: int = Field(5432, description="its port", ge=1, le=65_535)
    database_name: Text = Field("regent", description="its database")
    database_user: Text = Field(
        "regent_jobs", description="the database user that the job logs in as"
    )
    database_ca: Text | None = Field(None, description="a file with the certificates to trust")
    output: Annotated[Text, AfterValidator(_is_place)] = Field(
        ".regent/jobs", description=f"where files go: {_PLACE}"
    )
    parallelism: int = Field(
        0, description="how many pieces work is cut into; 0: four for each core", ge=0, le=10_000
    )
    dry_run: bool = Field(False, description="say what would be written, and write nothing")
    as_json: bool = Field(
        False,
        alias="json",
        description="the summary as JSON on standard output; progress goes to standard error",
    )

    @classmethod
    def parse(cls, words: Sequence[str]) -> Self:
        """Read the command line; words before the first argument are Glue's."""
        takes = _schema(cls)
        given: dict[str, str] = {}
        for name, text in _pairs(words):
            plain = _hyphenated(name)
            if name == "help":
                raise HelpWanted(usage(cls))
            if plain in takes:
                # Glue's arguments always have a value; a person writes none after a flag.
                bare = "true" if takes[plain].get("type") == "boolean" else ""
                given[plain] = bare if text is None else text
            elif not _is_glues(name):
                raise InvalidArguments(_unknown(name, takes))
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise InvalidArguments(_sentence(error.errors()[0], takes)) from None


class ReadingArguments(JobArguments):
    """Of a job that reads the database by the million rows."""

    reader_host: Text | None = Field(
        None, description="a replica of the database to read from; the database itself if left out"
    )


def usage(kind: type[JobArguments]) -> str:
    """Each argument with its default and what it means."""
    return "\n".join(
        f"  --{name} ({_shown(takes)}): {takes['description']}"
        for name, takes in _schema(kind).items()
    )


def _schema(kind: type[JobArguments]) -> Mapping[str, Mapping[str, Any]]:
    """What each argument takes, as JSON Schema says it."""
    properties: Mapping[str, Mapping[str, Any]] = kind.model_json_schema()["properties"]
    return properties


def _shown(takes: Mapping[str, Any]) -> str:
    if "default" not in takes:
        return "required"
    default = takes["default"]
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
        if word == "-h":
            pairs.append(("help", None))
        elif word.startswith("--") and len(word) > 2:
            name, given, text = word[2:].partition("=")
            pairs.append((name, text if given else None))
        elif not pairs:
            leading.append(word)
        elif pairs[-1][1] is None:
            pairs[-1] = (pairs[-1][0], word)
        elif not _is_glues(pairs[-1][0]):
            raise InvalidArguments(f"{word!r} belongs to no argument; they look like --name value")
    if leading and not any(_is_glues(name) for name, _ in pairs):
        raise InvalidArguments(
            f"{leading[0]!r} belongs to no argument; they look like --name value"
        )
    return pairs


def _is_glues(name: str) -> bool:
    return name in GLUE_NAMES or name.startswith(GLUE_BEGINNINGS)


def _unknown(name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name.replace("_", "-"), known, n=1)
    hint = f"; did you mean --{close[0]}" if close else ""
    takes = ", ".join(f"--{one}" for one in sorted(known))
    return f"--{name} is no argument of this job{hint}. It takes {takes}"


def _sentence(problem: Any, known: Mapping[str, Mapping[str, Any]]) -> str:
    """Our own words for a problem that pydantic found."""
    name = problem["loc"][0]
    if problem["type"] == "value_error":
        return f"--{name} is {problem['input']!r}; it takes {problem['ctx']['error']}"
    if problem["type"] == "missing":
        return f"--{name} is missing; it has no default"
    if not problem["input"]:
        return f"--{name} needs a value"
    return f"--{name} is {problem['input']!r}; it takes {_takes(known[name])}"


def _takes(schema: Mapping[str, Any]) -> str:
    schema = schema.get("anyOf", [schema])[0]  # of an argument that may be left out
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if schema["type"] == "boolean":
        return "true or false"
    words = ["a whole number" if schema["type"] == "integer" else "a number"]
    words += [f"from {schema['minimum']:,.10g}"] if "minimum" in schema else []
    words += [f"to {schema['maximum']:,.10g}"] if "maximum" in schema else []
    return " ".join(words)

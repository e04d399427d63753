"""The environment, read once into one frozen value that is handed in everywhere."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from regent.errors import RegentError
from regent.limits import (
    MAX_GROUPS,
    MAX_LONG_POLL_SECONDS,
    MAX_MESSAGE_BYTES,
    MAX_PARTITIONS,
    MAX_QUEUES,
    MAX_REQUEST_BYTES,
)

DefaultMode = Literal["all", "new"]
MODES: Final[Mapping[str, DefaultMode]] = {
    "all": "all",
    "from_beginning": "all",
    "new": "new",
    "new-only": "new",
}


RetentionMode = Literal["delete", "job"]
RETENTION_MODES: Final[Mapping[str, RetentionMode]] = {"delete": "delete", "job": "job"}

ConsoleTone = Literal["none", "red", "orange", "yellow", "green", "blue", "purple"]
TONES: Final[Mapping[str, ConsoleTone]] = {
    "none": "none",
    "red": "red",
    "orange": "orange",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "purple": "purple",
}

LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


#: A Postgres integer, with room to add.
_MAX_BOUND: Final = 1_000_000_000
_OURS: Final = "REGENT_"
#: Without characters that would end a directive of a content policy.
_ADDRESS: Final = re.compile(r"(https://|http://(localhost|127\.0\.0\.1)(:\d+)?/)[^\s;,'\"]+")
#: Read by the tests, whose servers and handlers see the same environment.
_OF_THE_TESTS: Final = "REGENT_TEST_"
#: Read by the client, which may run beside a server.
_OF_THE_CLIENT: Final = frozenset({"REGENT_URL", "REGENT_TOKEN"})


class InvalidSettings(RegentError):
    """A setting that cannot be read. Raised at start, so that a wrong one does not show up
    later."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The ``REGENT_*`` variables. Each field is the variable of its name in upper case."""

    #: The way to the database, one of three: a URL; a secret's ARN; a host with IAM authentication.
    database_url: str | None = field(default=None, repr=False)
    database_secret_arn: str | None = None
    database_host: str | None = None
    database_port: int = 5432
    database_name: str = "regent"
    database_user: str = "regent_api"
    #: A file with the certificates to trust; the Amazon RDS bundle for Aurora.
    database_ca: str | None = None
    #: The database stops while nobody is connected: schedules leave it alone when there is nothing
    #: to do.
    database_pauses: bool = False
    #: Minutes between two runs of the reclaim: after five times as long without one it is late.
    reclaim_minutes: int = 1
    #: Objectives of lag (objectives.py), as JSON. On Lambda the reclaim measures them.
    lag_slo: str | None = None
    #: Behind a proxy, connection options and prepared statements would pin each connection.
    database_proxied: bool = False
    max_request_bytes: int = MAX_REQUEST_BYTES
    max_message_bytes: int = MAX_MESSAGE_BYTES
    #: Queues, and partitions and groups of one queue. An install writes them into the database.
    max_queues: int = MAX_QUEUES
    max_partitions: int = MAX_PARTITIONS
    max_groups: int = MAX_GROUPS
    #: Whether /metrics needs no token. Its second form names queues and groups.
    public_metrics: bool = True
    #: No name with a question mark: API Gateway cuts paths there. An install writes it, too.
    plain_names: bool = False
    #: Connections of one process. When all of them are busy, a statement waits for one.
    max_connections: int = 64
    #: Lambda's own variables, for IAM authentication.
    aws_region: str | None = None
    aws_access_key_id: str | None = None
    aws_secret_access_key: str | None = field(default=None, repr=False)
    aws_session_token: str | None = field(default=None, repr=False)
    #: Where a group starts whose first pop does not say.
    default_subscription_mode: DefaultMode = "all"
    long_poll_seconds: float = MAX_LONG_POLL_SECONDS
    #: Base64 of 32 bytes, once or several times with commas between: the local keys of queues with
    #: encryption. The first encrypts, all of them decrypt.
    encryption_key: str | None = field(default=None, repr=False)
    #: A file with such keys, made when one is first needed. The keys above come first.
    encryption_key_file: Path | None = None
    #: A master key in KMS (id, ARN or alias). It encrypts; local keys go on decrypting.
    encryption_kms_key: str | None = None
    log_level: str = "INFO"
    #: The name of this installation in logs, metrics and traces.
    service: str = "regent"
    on_lambda: bool = False
    #: Send X-Ray segments (needs aws-xray-sdk in the package).
    tracing: bool = False
    # The local server.
    port: int = 6632
    data_dir: Path = Path(".regent")
    workers: int | None = None
    #: Whether the server's clock deletes what retention allows, or leaves it to the job. None: it
    #: deletes from the database that comes with it, and leaves another database alone.
    retention: RetentionMode | None = None
    #: Refuse a request without a token's claims. Set behind an authorizer: a route that was left
    #: out of the authorizer is then closed rather than open.
    auth_required: bool = False
    jwt_key: str | None = field(default=None, repr=False)
    jwt_issuer: str | None = None
    jwt_audience: str | None = None
    #: Further claims whose elements may be roles, such as `cognito:groups`; there only words that
    #: begin with the prefix are.
    jwt_role_claims: tuple[str, ...] = ()
    jwt_role_prefix: str = "regent-"
    #: Whether the console is there: `GET /` then sends browsers to it.
    console: bool = True
    #: The console's client at an OpenID issuer, and the issuer's endpoints. Without one, tokens are
    #: pasted.
    console_client_id: str | None = None
    console_authorize_url: str | None = None
    console_token_url: str | None = None
    console_logout_url: str | None = None
    console_scopes: str = "openid"
    #: The name and the colour that tell this installation from others.
    console_label: str | None = None
    console_tone: ConsoleTone = "none"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read them; a variable that is unset or empty leaves the default. One that nobody reads is
        refused: misspelt, it would leave a default in force that was meant to be changed."""
        read = _Reader(os.environ if environment is None else environment)
        settings = cls(
            database_url=read.text("DATABASE_URL"),
            database_secret_arn=read.text("DATABASE_SECRET_ARN"),
            database_host=read.text("DATABASE_HOST"),
            database_port=read.whole("DATABASE_PORT", cls.database_port, 1, 65_535),
            database_name=read.text("DATABASE_NAME") or cls.database_name,
            database_user=read.text("DATABASE_USER") or cls.database_user,
            database_ca=read.text("DATABASE_CA"),
            database_pauses=read.flag("DATABASE_PAUSES"),
            reclaim_minutes=read.whole("RECLAIM_MINUTES", cls.reclaim_minutes, 1, 60),
            lag_slo=read.objectives("LAG_SLO"),
            database_proxied=read.flag("DATABASE_PROXIED"),
            max_request_bytes=read.whole("MAX_REQUEST_BYTES", MAX_REQUEST_BYTES, 1, 2**31),
            max_message_bytes=read.whole(
                "MAX_MESSAGE_BYTES", MAX_MESSAGE_BYTES, 1, MAX_REQUEST_BYTES
            ),
            max_queues=read.whole("MAX_QUEUES", MAX_QUEUES, 1, _MAX_BOUND),
            max_partitions=read.whole("MAX_PARTITIONS", MAX_PARTITIONS, 1, _MAX_BOUND),
            max_groups=read.whole("MAX_GROUPS", MAX_GROUPS, 1, _MAX_BOUND),
            public_metrics=read.flag("PUBLIC_METRICS", default="true"),
            plain_names=read.flag("PLAIN_NAMES"),
            max_connections=read.whole("MAX_CONNECTIONS", cls.max_connections, 1, 10_000),
            aws_region=read.plain("AWS_REGION"),
            aws_access_key_id=read.plain("AWS_ACCESS_KEY_ID"),
            aws_secret_access_key=read.plain("AWS_SECRET_ACCESS_KEY"),
            aws_session_token=read.plain("AWS_SESSION_TOKEN"),
            default_subscription_mode=read.mode("DEFAULT_SUBSCRIPTION_MODE"),
            long_poll_seconds=read.seconds("LONG_POLL_SECONDS", MAX_LONG_POLL_SECONDS),
            encryption_key=read.text("ENCRYPTION_KEY"),
            encryption_key_file=read.path("ENCRYPTION_KEY_FILE"),
            encryption_kms_key=read.text("ENCRYPTION_KMS_KEY"),
            log_level=read.level("LOG_LEVEL"),
            service=read.text("SERVICE") or cls.service,
            tracing=read.flag("TRACING"),
            on_lambda=read.plain("AWS_LAMBDA_FUNCTION_NAME") is not None,
            port=read.whole("PORT", cls.port, 0, 65_535),
            data_dir=read.path("DATA_DIR") or cls.data_dir,
            workers=read.whole("WORKERS", 0, 0, 1_000) or None,
            retention=read.retention("RETENTION"),
            auth_required=read.flag("AUTH_REQUIRED"),
            jwt_key=read.text("JWT_KEY"),
            jwt_issuer=read.text("JWT_ISSUER"),
            jwt_audience=read.text("JWT_AUDIENCE"),
            jwt_role_claims=read.words("JWT_ROLE_CLAIMS"),
            jwt_role_prefix=read.word("JWT_ROLE_PREFIX", cls.jwt_role_prefix),
            console=read.flag("CONSOLE", default="true"),
            console_client_id=read.text("CONSOLE_CLIENT_ID"),
            console_authorize_url=read.address("CONSOLE_AUTHORIZE_URL"),
            console_token_url=read.address("CONSOLE_TOKEN_URL"),
            console_logout_url=read.address("CONSOLE_LOGOUT_URL"),
            console_scopes=read.text("CONSOLE_SCOPES") or cls.console_scopes,
            console_label=read.text("CONSOLE_LABEL"),
            console_tone=read.tone("CONSOLE_TONE"),
        )
        read.refuse_the_rest()
        settings.check_console()
        return settings

    def check_console(self) -> None:
        """A client without its endpoints could log nobody in."""
        needed = {
            "REGENT_CONSOLE_CLIENT_ID": self.console_client_id,
            "REGENT_CONSOLE_AUTHORIZE_URL": self.console_authorize_url,
            "REGENT_CONSOLE_TOKEN_URL": self.console_token_url,
        }
        missing = [name for name, value in needed.items() if value is None]
        if missing and len(missing) < len(needed):
            raise InvalidSettings(
                f"{' and '.join(missing)} is not set: the console logs in with all of"
                f" {', '.join(needed)}, or with none of them"
            )


class _Reader:
    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._names: list[str] = []

    def plain(self, name: str) -> str | None:
        return self._environment.get(name) or None

    def text(self, name: str) -> str | None:
        self._names.append(f"{_OURS}{name}")
        return self.plain(self._names[-1])

    def refuse_the_rest(self) -> None:
        unknown = [
            self._advice(name)
            for name, value in self._environment.items()
            if name.startswith(_OURS) and not name.startswith(_OF_THE_TESTS)
            if value and name not in self._names and name not in _OF_THE_CLIENT
        ]
        if unknown:
            raise InvalidSettings("; ".join(unknown))

    def _advice(self, name: str) -> str:
        meant = difflib.get_close_matches(name, self._names, n=1, cutoff=0.8)
        advice = f"did you mean {meant[0]}?" if meant else "unset it; docs/run/settings.md has all"
        return f"{name} is no setting of Regent: {advice}"

    def path(self, name: str) -> Path | None:
        value = self.text(name)
        return Path(value) if value else None

    def flag(self, name: str, default: str = "false") -> bool:
        value = (self.text(name) or default).lower()
        if value not in ("true", "false", "1", "0"):
            raise InvalidSettings(f"REGENT_{name} is {value!r}; it takes true or false")
        return value in ("true", "1")

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        value = self.text(name)
        if value is None:
            return default
        if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
            raise InvalidSettings(
                f"REGENT_{name} is {value!r}; it takes a whole number from {low} to {high}"
            )
        return int(value)

    def seconds(self, name: str, most: float) -> float:
        value = self.text(name)
        if value is None:
            return most
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= most:
            raise InvalidSettings(
                f"REGENT_{name} is {value!r}; it takes seconds from 0 to {most:g}"
            )
        return seconds

    def words(self, name: str) -> tuple[str, ...]:
        """Words with commas between."""
        given = (self.text(name) or "").split(",")
        return tuple(word for each in given if (word := each.strip()))

    def word(self, name: str, default: str) -> str:
        value = self.text(name) or default
        if len(value.split()) != 1 or value != value.strip():
            raise InvalidSettings(f"REGENT_{name} is {value!r}; it takes a word without spaces")
        return value

    def address(self, name: str) -> str | None:
        """An address of an issuer, which a page sends codes and tokens to."""
        value = self.text(name)
        if value is not None and not _ADDRESS.fullmatch(value):
            raise InvalidSettings(
                f"REGENT_{name} is {value!r}; it takes https://…, or http:// of localhost"
            )
        return value

    def objectives(self, name: str) -> str | None:
        text = self.text(name)
        if text:
            from regent.objectives import read_objectives  # noqa: PLC0415 - only where one is set

            try:
                read_objectives(text)
            except ValueError as error:
                raise InvalidSettings(
                    f'REGENT_{name} is {text!r}; it takes {{"name": {{"queue": …,'
                    f' "consumerGroup": …, "seconds": …}}}}: {error}'
                ) from None
        return text or None

    def tone(self, name: str) -> ConsoleTone:
        value = self.text(name) or "none"
        if value not in TONES:
            raise InvalidSettings(f"REGENT_{name} is {value!r}; it takes one of {', '.join(TONES)}")
        return TONES[value]

    def level(self, name: str) -> str:
        level = (self.text(name) or "INFO").upper()
        if level not in LOG_LEVELS:
            raise InvalidSettings(f"REGENT_{name} is {level!r}; it takes {', '.join(LOG_LEVELS)}")
        return level

    def retention(self, name: str) -> RetentionMode | None:
        value = self.text(name)
        if value is not None and value not in RETENTION_MODES:
            raise InvalidSettings(
                f"REGENT_{name} is {value!r}; it takes one of {', '.join(RETENTION_MODES)}"
            )
        return RETENTION_MODES[value] if value else None

    def mode(self, name: str) -> DefaultMode:
        value = self.text(name) or "all"
        if value not in MODES:
            raise InvalidSettings(f"REGENT_{name} is {value!r}; it takes one of {', '.join(MODES)}")
        return MODES[value]


def export(**values: str) -> None:
    """Set ``REGENT_<NAME>`` for the processes that we start."""
    for name, value in values.items():
        os.environ[f"REGENT_{name.upper()}"] = value


def environment_without_settings() -> dict[str, str]:
    """For a server of a test: settings that are meant for another one must not reach it."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}


def set_defaults(**values: str) -> Mapping[str, str]:
    """Set variables that are unset, for libraries that read the environment. Returns the
    environment."""
    for name, value in values.items():
        os.environ.setdefault(name, value)
    return os.environ

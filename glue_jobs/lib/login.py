"""How a job logs in to the database: by the arguments, or as the environment says. It needs neither
Spark nor ADBC, and neither does a run that only deletes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

from psycopg.conninfo import make_conninfo

from glue_jobs.lib.arguments import JobArguments
from regent.connections import WarmConnection
from regent.credentials import connection_parameters
from regent.database import Database
from regent.settings import Settings
from regent.stores.retention import Retention


@dataclasses.dataclass(frozen=True)
class Login:
    """How to reach the database. It travels to the tasks, which log in for themselves."""

    settings: Settings

    @classmethod
    def of(cls, arguments: JobArguments) -> Self:
        """The database of the arguments, or else of the environment."""
        settings = Settings.from_environment()
        settings = dataclasses.replace(settings, aws_region=arguments.region or settings.aws_region)
        if arguments.database_host is not None:
            settings = dataclasses.replace(
                settings,
                database_url=None,
                database_secret_arn=None,
                database_host=arguments.database_host,
                database_port=arguments.database_port,
                database_name=arguments.database_name,
                database_user=arguments.database_user,
                database_ca=arguments.database_ca or settings.database_ca,
            )
        return cls(settings)

    def conninfo(self) -> str:
        """For libpq. A token lives for a quarter of an hour, so each connection gets a new one."""
        settings = self.settings
        if settings.database_host and not (settings.database_url or settings.database_secret_arn):
            settings = _with_credentials(settings)
        if settings.database_host and not settings.database_ca:
            settings = dataclasses.replace(settings, database_ca=_packaged_certificates())
        parameters = connection_parameters(settings)
        return make_conninfo(
            parameters.pop("conninfo", ""), **parameters, application_name="regent-jobs"
        )

    def database(self) -> Database:
        """A database for the stores: short statements, which may be far apart in time."""
        return _FreshLogins(self)


@contextmanager
def retention(login: Login) -> Iterator[Retention]:
    """The store of retention, over a connection of its own."""
    database = login.database()
    try:
        yield Retention(database)
    finally:
        database.close()


class _FreshLogins(Database):
    """A database whose new connections each get a new token: a job outlives its first one, and a
    connection may break while Spark works. It waits for a database that sleeps, because nobody
    waits for a job."""

    def __init__(self, login: Login) -> None:
        super().__init__(Settings(database_pauses=True))
        self._login = login

    def _connect(self) -> WarmConnection:
        self._settings = dataclasses.replace(self._settings, database_url=self._login.conninfo())
        return super()._connect()


def _with_credentials(settings: Settings) -> Settings:
    """Add the role's keys: on Glue they are not in the environment, but boto3 finds them."""
    import boto3  # noqa: PLC0415 - only IAM authentication needs it

    found = boto3.session.Session(region_name=settings.aws_region).get_credentials()
    if found is None:
        return settings
    keys = found.get_frozen_credentials()
    return dataclasses.replace(
        settings,
        aws_access_key_id=keys.access_key,
        aws_secret_access_key=keys.secret_key,
        aws_session_token=keys.token,
    )


@cache
def _packaged_certificates() -> str | None:
    """A file with the certificates that came with the jobs' code, made once a process: Glue leaves
    the code in a zip, and libpq does not look into one. None: no certificates came."""
    packed = files("glue_jobs") / "regent-ca.pem"
    if not packed.is_file():
        return None
    unpacked = Path(mkdtemp(prefix="regent-")) / "regent-ca.pem"
    unpacked.write_bytes(packed.read_bytes())
    return str(unpacked)

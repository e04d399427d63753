"""Starts everything of the one-machine server in order, and stops it in reverse."""

import asyncio
import contextlib
import importlib
import logging
import os
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Final

from regent import rooms
from regent.database import UnexpectedDatabaseError
from regent.encryption import Encryption
from regent.errors import RegentError
from regent.install import install
from regent.local.auth import Authorizer
from regent.local.disk import Disk, disk_of
from regent.local.issuer import IssuerDiffers, IssuerFailed, IssuerKeys
from regent.local.postgres import Postgres, PostgresError
from regent.local.schedules import Clock
from regent.local.supervisor import Supervisor, WorkersFailed
from regent.settings import InvalidSettings, Settings, export

log = logging.getLogger("regent.local.server")

HOST = "127.0.0.1"
BACKLOG = 2048
DEFAULT_HANDLERS = "functions.handlers"


class PortTaken(Exception):
    """Somebody else listens on our port."""


#: What may keep a server from starting, each with a sentence that says it all.
START_FAILURES: Final = (
    PortTaken,
    PostgresError,
    WorkersFailed,
    RegentError,
    UnexpectedDatabaseError,
    OSError,
    ValueError,
)


class Stopped(BaseException):
    """Ctrl-C or SIGTERM. Not an Exception: nothing on the way may swallow it."""


def serve(
    settings: Settings,
    handlers_name: str,
    announce: Callable[[int], None],
    *,
    throw_away: bool = False,
) -> None:
    """Serve until Ctrl-C or SIGTERM, then stop all that was started. ``throw_away``: nobody wants
    the data back after a power cut."""
    with contextlib.ExitStack() as started, contextlib.suppress(Stopped):
        _stop_on_signals()
        rooms.add_to_path(own_process=True)
        # Before Postgres: a port that is taken should fail at once and leave nothing running.
        listener = started.enter_context(_listen(settings.port))
        settings = _with_key_file(settings)
        _check_keys(settings)
        postgres, disk = None, Disk.SLOW
        url = settings.database_url
        if url is None:
            folder = settings.data_dir / "postgres"
            postgres = started.enter_context(Postgres(folder, throw_away=throw_away))
            # Of data that are thrown away no commit waits for the disk.
            url, disk = postgres.url(), Disk.QUICK if throw_away else disk_of(settings.data_dir)
            export(database_url=url, retention=settings.retention or "delete")
        install(url, settings=settings)
        workers = settings.workers or _cores()
        if postgres is not None:
            share = POSTGRES_CONNECTIONS // workers
            export(max_connections=str(max(1, min(settings.max_connections, share))))
        supervisor = Supervisor(listener, count=workers, handlers_name=handlers_name, disk=disk)
        started.callback(supervisor.stop)
        supervisor.start()
        clock = Clock(importlib.import_module(handlers_name).SCHEDULES)
        started.callback(clock.stop)
        clock.start()
        announce(listener.getsockname()[1])
        supervisor.serve(tick=lambda: _keep_alive(postgres))


#: Of the embedded Postgres's 300; the rest is for whoever looks into it.
POSTGRES_CONNECTIONS = 260


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    # A port whose last owner just stopped is free; one that somebody listens on is not.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise PortTaken(
            f"port {port} is not free ({error.strerror}); stop what uses it, or set REGENT_PORT"
        ) from error
    return listener


def _with_key_file(settings: Settings) -> Settings:
    """The data folder keeps a key for its database. With a database of your own, bring a key."""
    if settings.database_url is not None or settings.encryption_key_file is not None:
        return settings
    path = settings.data_dir.absolute() / "encryption.key"
    export(encryption_key_file=str(path))
    return replace(settings, encryption_key_file=path)


def _check_keys(settings: Settings) -> None:
    """The workers would find out too, but each with a traceback."""
    Encryption(settings)
    if Authorizer.of(settings) is None:
        return
    # Whatever the gateway might let through: the handlers themselves want a token's claims.
    export(auth_required="true")
    if settings.jwt_issuer and not settings.jwt_key:
        try:
            asyncio.run(IssuerKeys(settings.jwt_issuer).read())
        except IssuerDiffers as differs:
            raise InvalidSettings(f"REGENT_JWT_ISSUER: {differs}") from None
        except IssuerFailed:
            log.warning("no token can be checked until the issuer answers")


def _keep_alive(postgres: Postgres | None) -> None:
    if postgres is None:
        return
    postgres.trim_log()
    if not postgres.is_running():
        log.error("Postgres ended by itself; starting it again")
        postgres.stop()
        postgres.start()


def _cores() -> int:
    # A container may be allowed fewer cores than the machine has.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _stop_on_signals() -> None:
    def stop(_number: int, _frame: FrameType | None) -> None:
        # A second Ctrl-C must not interrupt the stopping that the first one began.
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, signal.SIG_IGN)
        raise Stopped

    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, stop)

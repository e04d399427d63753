"""What a Lambda environment keeps warm between requests: the settings, a connection, the stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import wraps
from typing import Any, Final, TypeVar

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import RegentError
from regent.settings import Settings
from regent.stores import (
    Activity,
    Audit,
    DeadLetters,
    Groups,
    Lag,
    LogStore,
    Maintenance,
    Members,
    Queues,
    Resources,
    Retention,
    StoredMessages,
    Traces,
)
from regent.stores.queue_calls import QueueCalls

T = TypeVar("T")

#: What the process keeps, by the name of its maker.
_of_the_process: Final[dict[str, Any]] = {}
_present: ContextVar[dict[str, Any]] = ContextVar("present", default=_of_the_process)


def kept(make: Callable[[], T]) -> Callable[[], T]:
    """Make something when it is first asked for, and keep it."""
    name = make.__name__

    @wraps(make)
    def found() -> T:
        present = _present.get()
        try:
            there: T = present[name]
        except KeyError:
            there = present[name] = make()
        return there

    return found


class Apart:
    """What one client keeps whose handlers run in its own process: the environment of that process
    says nothing about it, and there may be several."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        """``given``: what is there from the start, by the name of its maker."""
        self._kept = dict(given)

    def run(self, work: Callable[[], T]) -> T:
        """Do something for which this is all that is kept."""
        token = _present.set(self._kept)
        try:
            return work()
        finally:
            _present.reset(token)


def forget() -> None:
    """Begin anew, as a deployment with other settings does."""
    if (there := _of_the_process.get("database")) is not None:
        there.close()
    _of_the_process.clear()


@kept
def settings() -> Settings:
    """The environment, read once."""
    return Settings.from_environment()


@kept
def database() -> Database:
    """The way to Postgres. On Lambda it connects now, during the init phase, rather than in a
    request. That phase lasts ten seconds. A database that pauses may take longer to wake up, so
    there the first request connects."""
    database = Database(settings())
    if settings().on_lambda and not settings().database_pauses:
        with suppress(RegentError):  # the first request tries again, and answers the error
            database.warm_up()
    return database


@kept
def encryption() -> Encryption:
    """The keys of queues with encryption."""
    return Encryption(settings(), database())


@kept
def queues() -> Queues:
    """Push, pop, ack and related verbs."""
    return Queues(database(), encryption())


@kept
def queue_calls() -> QueueCalls:
    """Push, pop and ack, prepared: who runs the handler carries them out."""
    return QueueCalls(queues())


@kept
def resources() -> Resources:
    """Queues and partitions, to look at, clear and delete."""
    return Resources(database())


@kept
def stored_messages() -> StoredMessages:
    """Messages, to look at and delete."""
    return StoredMessages(database(), encryption())


@kept
def dead_letters() -> DeadLetters:
    """Messages that groups gave up on."""
    return DeadLetters(database(), encryption())


@kept
def traces() -> Traces:
    """Notes of consumers about messages."""
    return Traces(database(), encryption())


@kept
def groups() -> Groups:
    """Consumer groups, their subscriptions and cursors."""
    return Groups(database())


@kept
def activity() -> Activity:
    """Numbers: what happened, how full the queues are, how far behind the groups are."""
    return Activity(database())


@kept
def audit() -> Audit:
    """Who changed what."""
    return Audit(database())


@kept
def lag() -> Lag:
    """The measurements of the lag job."""
    return Lag(database())


@kept
def maintenance() -> Maintenance:
    """The switches."""
    return Maintenance(database())


@kept
def members() -> Members:
    """Topics, and groups whose partitions are assigned to members."""
    return Members(database(), encryption())


@kept
def retention() -> Retention:
    """What may be deleted because of its age."""
    return Retention(database())


@kept
def log_store() -> LogStore:
    """The event log."""
    return LogStore(database())

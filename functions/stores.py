"""What a Lambda environment keeps warm between requests: the settings, a connection, the stores."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import RegentError
from regent.settings import Settings
from regent.stores import (
    Activity,
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


@cache
def settings() -> Settings:
    """The environment, read once."""
    return Settings.from_environment()


@cache
def database() -> Database:
    """The way to Postgres. On Lambda it connects now, during the init phase, rather than in a
    request. That phase lasts ten seconds. A database that pauses may take longer to wake up, so
    there the first request connects."""
    database = Database(settings())
    if settings().on_lambda and not settings().database_pauses:
        with suppress(RegentError):  # the first request tries again, and answers the error
            database.warm_up()
    return database


@cache
def encryption() -> Encryption:
    """The keys of queues with encryption."""
    return Encryption(settings(), database())


@cache
def queues() -> Queues:
    """Push, pop, ack and related verbs."""
    return Queues(database(), encryption())


@cache
def queue_calls() -> QueueCalls:
    """Push, pop and ack, prepared: who runs the handler carries them out."""
    return QueueCalls(queues())


@cache
def resources() -> Resources:
    """Queues and partitions, to look at, clear and delete."""
    return Resources(database())


@cache
def stored_messages() -> StoredMessages:
    """Messages, to look at and delete."""
    return StoredMessages(database(), encryption())


@cache
def dead_letters() -> DeadLetters:
    """Messages that groups gave up on."""
    return DeadLetters(database(), encryption())


@cache
def traces() -> Traces:
    """Notes of consumers about messages."""
    return Traces(database(), encryption())


@cache
def groups() -> Groups:
    """Consumer groups, their subscriptions and cursors."""
    return Groups(database())


@cache
def activity() -> Activity:
    """Numbers: what happened, how full the queues are, how far behind the groups are."""
    return Activity(database())


@cache
def lag() -> Lag:
    """The measurements of the lag job."""
    return Lag(database())


@cache
def maintenance() -> Maintenance:
    """The switches."""
    return Maintenance(database())


@cache
def members() -> Members:
    """Topics, and groups whose partitions are assigned to members."""
    return Members(database(), encryption())


@cache
def retention() -> Retention:
    """What may be deleted because of its age."""
    return Retention(database())


@cache
def log_store() -> LogStore:
    """The event log."""
    return LogStore(database())

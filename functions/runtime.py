"""What a Lambda environment keeps warm between requests: the settings and the store."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import RegentError
from regent.queues import Queues
from regent.settings import Settings


@cache
def settings() -> Settings:
    """The environment, read once."""
    return Settings.from_environment()


@cache
def queues() -> Queues:
    """The store. On Lambda it connects now, in the init phase, where time costs nobody."""
    database = Database(settings())
    if settings().on_lambda:
        with suppress(RegentError):  # the first request tries again, and tells somebody
            database.warm_up()
    return Queues(database, Encryption(settings()))

"""Reading from a replica, which leaves the primary to those who write.

A replica is behind, and behind an address there may be several. So the primary is given a mark, and
each connection reads only once it sees that mark: a replica applies commits in their order, so it
then has all that was committed before. A connection that does not see it in time is closed, and its
task reads from the primary. What a replica says deletes nothing: before a batch counts as written,
the primary counts its messages.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from adbc_driver_postgresql import dbapi
from psycopg.conninfo import make_conninfo

from glue_jobs.lib.postgres import Source
from glue_jobs.lib.running import Progress
from regent.stores.status import HAS_MARK, LEAVE_MARK

#: How long a task waits for a replica. Most are a tenth of a second behind.
PATIENCE_SECONDS: Final = 5.0
_BETWEEN_LOOKS_SECONDS: Final = 0.05


@dataclasses.dataclass(frozen=True)
class Reader(Source):
    """A replica of ``settings``' database, for connections that see a mark; or else the primary."""

    host: str
    mark: str
    patience_seconds: float

    def conninfo(self) -> str:
        """As the primary's, at another host. A token is good for one host only."""
        at_host = dataclasses.replace(self.settings, database_host=self.host)
        settings = at_host if self.settings.database_host else self.settings
        return make_conninfo(Source(settings).conninfo(), host=self.host)

    @contextmanager
    def connect(self, *, autocommit: bool = True) -> Iterator[dbapi.Connection]:
        """A connection for reading."""
        with super().connect(autocommit=True) as connection:
            if self._sees_the_mark(connection):
                yield connection
                return
        with Source(self.settings).connect(autocommit=autocommit) as connection:
            yield connection

    def is_usable(self) -> bool:
        """Whether the replica comes so far in time."""
        with super().connect() as connection:
            return self._sees_the_mark(connection)

    def _sees_the_mark(self, connection: dbapi.Connection) -> bool:
        until = time.monotonic() + self.patience_seconds
        while True:
            with connection.cursor() as cursor:
                try:
                    cursor.execute(HAS_MARK.format(mark=self.mark))
                except dbapi.Error:  # another database may have no such function
                    return False
                if cursor.fetchone() == (True,):
                    return True
            if time.monotonic() >= until:
                return False
            time.sleep(_BETWEEN_LOOKS_SECONDS)


def reading(source: Source, host: str | None, progress: Progress) -> Source:
    """Where to read from what is committed by now."""
    if host is None:
        return source
    (row,) = source.rows(LEAVE_MARK)
    reader = Reader(source.settings, host, row["mark"], PATIENCE_SECONDS)
    if reader.is_usable():
        return reader
    progress.say(
        f"{host} is no replica of this database, or more than {PATIENCE_SECONDS:g} seconds behind:"
        " this step reads from the primary"
    )
    return source

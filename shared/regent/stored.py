"""The messages that are kept, as things to look at and delete."""

from __future__ import annotations

from regent.database import Database
from regent.encryption import Encryption


class StoredMessages:
    """The messages that are kept, as things to look at and delete."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption

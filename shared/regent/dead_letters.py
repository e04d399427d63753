"""What groups gave up on: to look at, redrive and purge."""

from __future__ import annotations

from regent.database import Database
from regent.encryption import Encryption


class DeadLetters:
    """What groups gave up on: to look at, redrive and purge."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption

"""What consumers noted about the messages that they worked on."""

from __future__ import annotations

from regent.database import Database
from regent.encryption import Encryption


class Traces:
    """What consumers noted about the messages that they worked on."""

    def __init__(self, database: Database, encryption: Encryption) -> None:
        self._database = database
        self._encryption = encryption

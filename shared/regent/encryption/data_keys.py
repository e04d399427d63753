"""The data keys that are kept in the database, each wrapped by a master key in KMS."""

from __future__ import annotations

import base64
from typing import NamedTuple

from regent.database import Database


class DataKey(NamedTuple):
    """A data key that only KMS can unwrap."""

    id: str
    #: The master key that wrapped it, as KMS names it.
    kms_key: str
    wrapped: bytes


class DataKeys:
    """The data keys that are kept in the database, each wrapped by a master key in KMS."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def store_data_key(self, data_key: DataKey, setting: str) -> None:
        """Keep a key that was made under this REGENT_ENCRYPTION_KMS_KEY."""
        self._database.fetch(
            "select queen.store_data_key(%s, %s, %s, %s)",
            (
                data_key.id,
                data_key.kms_key,
                setting,
                base64.b64encode(data_key.wrapped).decode(),
            ),
        )

    def read_data_key(self, key_id: str) -> DataKey | None:
        """The data key with this id; None when it is lost."""
        rows = self._database.fetch("select * from queen.read_data_key(%s)", (key_id,))
        return DataKey(key_id, rows[0][0], _bytes(rows[0][1])) if rows else None

    def newest_data_key(self, setting: str, seconds: int) -> tuple[DataKey, float] | None:
        """The youngest key of this setting, with its age; None when none is younger than that."""
        rows = self._database.fetch(
            "select * from queen.newest_data_key(%s, %s)", (setting, seconds)
        )
        if not rows:
            return None
        key_id, kms_key, wrapped, age_seconds = rows[0]
        return DataKey(key_id, kms_key, _bytes(wrapped)), age_seconds


def _bytes(wrapped: str) -> bytes:
    """The bytes of a stored key. Damaged ones are handed on: KMS then says that it cannot open
    them."""
    try:
        return base64.b64decode(wrapped, validate=True)
    except ValueError:
        return wrapped.encode()

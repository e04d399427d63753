"""The store of the event log."""

from __future__ import annotations

import pytest

from regent.database import Database
from regent.stores.log import LogStore


@pytest.fixture
def log(database: Database) -> LogStore:
    return LogStore(database)

"""What tests of several rooms of the engine start with."""

from __future__ import annotations

import pytest

from regent.database import Database
from regent.stores.log import LogStore
from regent.stores.queue import Queues
from tests.support import previews


@pytest.fixture
def log(database: Database) -> LogStore:
    return LogStore(database)


@pytest.fixture
def many_states(database: Database, store: Queues) -> None:
    """Queue `q` with messages in every state."""
    previews.fill(database, store)

"""Time that stands still, and letters whose redrives can be carried."""

from __future__ import annotations

import pytest

from regent.database import Database
from regent.stores.dead_letters import DeadLetters
from tests.support.clock import StoppedClock
from tests.support.redrives import with_carrier


@pytest.fixture
def stopped(owner_url: str) -> StoppedClock:
    """Time stands still until a test moves it."""
    clock = StoppedClock(owner_url)
    clock.advance(0)
    return clock


@pytest.fixture
def carrier(database: Database, owner_url: str) -> DeadLetters:
    """Letters, and what the reclaim may do with them."""
    return with_carrier(database, owner_url)

"""The stores whose answers are counted, and a system that is told as a large one is."""

import pytest

from regent.database import Database
from regent.stores.groups import Groups
from regent.stores.resources import Resources
from regent.stores.status import Activity
from tests.races.sessions import rewrite


@pytest.fixture
def activity(database: Database) -> Activity:
    return Activity(database)


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


@pytest.fixture
def large(owner_url: str) -> None:
    """A system of any size counts as a large one: answers are those of the last count."""
    rewrite(owner_url, "_counted_at", ("c_quick constant bigint := 20000", "c_quick bigint := -1"))
    rewrite(owner_url, "count_activity", ("c_wide constant bigint := 20000", "c_wide bigint := -1"))

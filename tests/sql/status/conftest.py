"""A system that is told as a large one is."""

import pytest

from tests.races.sessions import rewrite


@pytest.fixture
def large(owner_url: str) -> None:
    """A system of any size counts as a large one: answers are those of the last count."""
    rewrite(owner_url, "_counted_at", ("c_quick constant bigint := 20000", "c_quick bigint := -1"))
    rewrite(owner_url, "count_activity", ("c_wide constant bigint := 20000", "c_wide bigint := -1"))

"""queen.read_archive_age: since when the oldest batch is on its way into the archive."""

from __future__ import annotations

import pytest

from tests.support.retention import archive, retained
from tests.support.rows import value
from tests.support.store import push

AGE = "select queen.read_archive_age()"


@pytest.fixture
def age(owner_url: str):
    """As the reclaim asks."""
    url = owner_url.replace("//postgres@", "//regent_reclaim@")
    return lambda: value(url, AGE)


@pytest.mark.parametrize(
    ("status", "seconds"), [("planned", 90), ("written", 90), ("verified", 90), ("committed", 60)]
)
def test_the_oldest_batch_that_is_not_there_counts(
    retention, store, stopped_clock, age, *, status, seconds
):
    retained(store, pending=1)
    assert age() == 0
    for upto in (status, "planned"):
        push(store, "q", 1)
        stopped_clock.advance(30)
        archive(retention, upto)
    stopped_clock.advance(60)
    assert age() == seconds

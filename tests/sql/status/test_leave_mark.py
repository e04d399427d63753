"""queen.leave_mark: marks by which a job knows how far a replica is."""

from __future__ import annotations

from regent.stores.status import HAS_MARK, LEAVE_MARK
from tests.support.rows import value


def test_marks_of_an_hour_ago_go(jobs_url, stopped_clock):
    first = value(jobs_url, LEAVE_MARK)
    stopped_clock.advance(3600)
    second = value(jobs_url, LEAVE_MARK)
    assert value(jobs_url, HAS_MARK.format(mark=first)) is True
    stopped_clock.advance(0.000001)
    value(jobs_url, LEAVE_MARK)
    assert value(jobs_url, HAS_MARK.format(mark=first)) is False
    assert value(jobs_url, HAS_MARK.format(mark=second)) is True

"""queen.has_mark: whether a mark was left in this database. tests/glue_jobs/test_reader.py asks a
replica."""

from __future__ import annotations

import uuid

from regent.stores.status import HAS_MARK, LEAVE_MARK
from tests.support.rows import value


def test_a_mark_is_where_it_was_left(jobs_url):
    assert value(jobs_url, HAS_MARK.format(mark=value(jobs_url, LEAVE_MARK))) is True
    assert value(jobs_url, HAS_MARK.format(mark=uuid.uuid4())) is False

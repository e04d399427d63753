"""Counts of requests, as a stack leaves them."""

from __future__ import annotations

import json

from functions.edge.counting import NUMBERS
from infra.costs.tables import Workload
from regent.costs.usage import HOURS
from tests.support.owner import execute


def count_work(owner_url: str, work: Workload, queue: str, day: str, hours: float = HOURS) -> None:
    """What a stack has counted in so many hours of this work, as the counts of one day."""
    use = work.usage.times(hours / HOURS)
    for group, used in (
        ("", {"pushes": use.pushes, "pushed": round(use.pushed)}),
        ("popping", {"pops": use.pops, "popped": round(use.popped)}),
        ("acking", {"acks": use.acks, "acked": round(use.acked)}),
    ):
        place = {"day": day, "since": f"{day}T00:00Z", "queue": queue}
        given = dict.fromkeys(NUMBERS, 0) | place | {"consumer_group": group} | used
        execute(
            owner_url,
            b"insert into queen.request_counts select (jsonb_populate_record("
            b"null::queen.request_counts, %s)).*",
            (json.dumps(given),),
        )

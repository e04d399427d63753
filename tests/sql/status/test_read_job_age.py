"""queen.read_job_age: for how long a job has stood still."""

from __future__ import annotations

from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.support.clock import StoppedClock
from tests.support.job_runs import begin, end
from tests.support.store import configure


def test_without_a_queue_there_is_nothing_to_do(activity: Activity) -> None:
    assert activity.read_job_age("retention") is None


def test_before_the_first_run_since_there_is_a_queue(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    configure(store, "a")
    stopped_clock.advance(100)
    configure(store, "b")
    assert activity.read_job_age("retention") == 100


def test_since_the_last_run_that_ended_well(
    store: Queues, activity: Activity, owner_url: str, stopped_clock: StoppedClock
) -> None:
    configure(store, "a")
    stopped_clock.advance(100)
    end(owner_url, begin(owner_url, "retention"))
    stopped_clock.advance(50)
    end(owner_url, begin(owner_url, "retention"), failed=True, error="no room")
    begin(owner_url, "retention")
    end(owner_url, begin(owner_url, "lag"))
    stopped_clock.advance(5)
    assert activity.read_job_age("retention") == 55

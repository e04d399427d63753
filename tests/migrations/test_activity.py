"""What was pushed before an upgrade is no activity of the first minute after it."""

from __future__ import annotations

import psycopg

from regent.database import Database
from regent.install import install
from regent.settings import Settings
from regent.stores.status import Activity, Span
from tests.migrations.test_migrations import RELEASED, install_release, store

OLD_PUSHES = """
    insert into queen.queues (name, partition_count, created_at)
    values ('q', 1, now()), ('r', 0, now());
    insert into queen.partitions (queue_id, name, head, last_activity, created_at)
    select id, 'p', 5, now(), now() from queen.queues where name = 'q';
    insert into queen.consumer_groups (queue_id, name, whole_queue, created_at)
    select id, g, true, now() from queen.queues, unnest(array['g', 'h']) g where name = 'q';
"""


def test_counting_starts_at_the_upgrade(empty, tmp_path):
    url = empty()
    install_release(url, RELEASED[0], tmp_path)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(OLD_PUSHES)
    install(url)
    database = Database(Settings(database_url=url.replace("//postgres@", "//regent_api@")))
    activity = Activity(database)
    assert activity.count_activity()["queues"] == 2
    assert activity.read_metrics()["totals"]["pushed"] == 5
    assert _pushed(activity) == 0
    queues = store(url)
    queues.push([{"queue": "q", "partition": "p", "payload": 1}])
    queues.close()
    activity.count_activity(force=True)
    assert _pushed(activity) == 1
    assert activity.read_metrics()["totals"]["pushed"] == 6
    database.close()


def _pushed(activity: Activity) -> int:
    points = activity.read_activity("day", Span(), None, None, None)["points"]
    return sum(point["pushed"] for point in points)

"""Two administrators that change the options of one queue, each from what they read."""

from __future__ import annotations

from typing import Any

from tests.races.sessions import Open, Session, Watcher, behind
from tests.support.rows import value


def change(each: Session, lease_time: int, revision: int) -> Any:
    return each.queues.configure(
        "q",
        namespace=None,
        task=None,
        partitions=None,
        options={"lease_time": lease_time},
        if_revision=revision,
    )


def two_changes(session: Open, watcher: Watcher) -> Any:
    """Both read revision 1. What comes of the second change."""
    one, two = session(), session()
    one.queues.configure("q", namespace=None, task=None, partitions=None, options={})
    one.commit()
    assert change(one, 10, 1).revision == 2
    return behind(one, two, watcher, two.start(change, two, 20, 1))


def test_of_two_changes_of_one_revision_the_second_is_refused(session, watcher, owner_url):
    assert two_changes(session, watcher) == "RG018"
    assert value(owner_url, "select lease_time from queen.queues") == 10


def test_reading_the_revision_without_the_lock_is_caught(session, watcher, broken, owner_url):
    broken("configure", ("where q.id = v_id for no key update;", "where q.id = v_id;"))
    assert two_changes(session, watcher) != "RG018"
    assert value(owner_url, "select lease_time from queen.queues") == 20


def test_a_change_behind_a_deletion_makes_no_queue(session, watcher, owner_url):
    one, two = session(), session()
    one.queues.configure("q", namespace=None, task=None, partitions=None, options={})
    one.commit()
    assert one.queues.delete_queue("q")
    assert behind(one, two, watcher, two.start(change, two, 20, 1)) == "40001"
    # regent.database repeats it
    again = two.start(change, two, 20, 1)
    assert behind(one, two, watcher, again) == "RG018"
    assert value(owner_url, "select count(*) from queen.queues") == 0

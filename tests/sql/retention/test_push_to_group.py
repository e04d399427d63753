"""queen.push_to_group: one group gets archived messages, and no other one ever does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from regent.database import Database
from regent.errors import GroupNotFound, PartitionsFixed, QueueNotFound
from regent.stores.groups import Groups, Target
from regent.stores.queue import Queues
from regent.stores.retention import Replays
from tests.races.sessions import rewrite
from tests.support import warm
from tests.support.previews import moved, open_to, told
from tests.support.retention import archived_message, consume, cuts, retained, retire
from tests.support.rows import rows, value
from tests.support.store import complete, configure, payloads, pop, push

IDLE = (
    "select g.name, c.ready or c.rest_until is not null as looks, c.committed"
    " from queen.partition_consumers c join queen.consumer_groups g on g.id = c.group_id order by 1"
)
RESERVED = "select from_offset, to_offset from queen.reserved_offsets order by 1"


@pytest.fixture
def replays(jobs_url: str) -> Iterator[Replays]:
    with warm.opened(jobs_url) as found:
        yield Replays(found)


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


@pytest.fixture
def followed(store: Queues) -> Queues:
    """Partition p has one message, which groups g and h have completed."""
    push(store, "q", "live", partition="p")
    for group in ("g", "h"):
        consume(store, "q", 1, group=group)
    return store


def replay(replays: Replays, *names: str, group: str = "g", partition: str = "p") -> int:
    return replays.push_to_group(group, "q", [archived_message(name, partition) for name in names])


def drained(store: Queues, group: str, **asked: object) -> list[str]:
    lease = pop(store, "q", group=group, batch=100, partitions=100, **asked)
    assert all(answer.success for answer in complete(store, lease, group))
    return [text.strip('"') for text in payloads(lease)]


def test_one_group_gets_them_and_no_other_one(followed, replays, owner_url):
    assert replay(replays, "a", "b") == 2
    before = rows(owner_url, IDLE)
    assert [tuple(row.values()) for row in before] == [("g", True, 1), ("h", False, 3)]
    assert drained(followed, "g") == ["a", "b"]
    assert drained(followed, "h") == drained(followed, "g") == []
    assert drained(followed, "later") == ["live"]
    push(followed, "q", "next", partition="p")
    for group in ("g", "h", "later"):
        assert drained(followed, group) == ["next"]


def test_a_second_time_all_are_duplicates(followed, replays, owner_url):
    assert [replay(replays, "a", "b"), replay(replays, "a", "b", "c")] == [2, 1]
    assert drained(followed, "g") == ["a", "b", "c"]
    assert [tuple(row.values()) for row in rows(owner_url, RESERVED)] == [(1, 4)]


def test_who_is_at_work_or_behind_does_not_get_them(followed, replays):
    push(followed, "q", "x", "y", partition="p")
    held = pop(followed, "q", group="h")
    replay(replays, "a")
    push(followed, "q", "z", partition="p")
    complete(followed, held, "h")
    assert payloads(held) + drained(followed, "h") == ['"x"', "y", "z"]
    assert drained(followed, "g") == ["x", "y", "a", "z"]


def test_who_comes_later_or_seeks_back_does_not_get_them(followed, replays, groups, owner_url):
    replay(replays, "a")
    push(followed, "q", "next", partition="p")
    for group in ("g", "h"):
        drained(followed, group)
        (seen,) = groups.preview_seek(group, "q", None, Target("beginning"))
        before = open_to(owner_url)
        groups.seek(group, "q", None, Target("beginning"))
        assert told([seen]) == moved(before, open_to(owner_url))
    assert drained(followed, "g") == ["live", "a", "next"]
    assert drained(followed, "h") == drained(followed, "new") == ["live", "next"]


@pytest.mark.parametrize("where", ["from_offset", "false"])
def test_a_group_that_comes_later_and_gets_them_is_caught(followed, replays, owner_url, where):
    """What is reserved has to be asked for by the group's own id."""
    change = "r.group_id is distinct from p_group"
    rewrite(
        owner_url,
        "_missing_offsets",
        (change, "r.group_id = p_group" if where != "false" else where),
    )
    replay(replays, "a")
    assert drained(followed, "new") == ["live", "a"]


def test_partitions_that_are_missing_are_made(followed, replays):
    assert replay(replays, "a", partition="made") == 1
    assert drained(followed, "g") == ["a"]
    assert drained(followed, "h") == []


def test_a_group_that_is_deleted_leaves_them_to_nobody(followed, replays, groups, owner_url):
    replay(replays, "a")
    groups.delete_group("g", "q", records=True, force=True)
    assert drained(followed, "g") == ["live"]
    rows(owner_url, "select from queen.delete_partition('q', 'p', true)")
    assert rows(owner_url, RESERVED) == []


def test_retention_takes_them_with_what_it_knew_of_them(followed, replays, retention, owner_url):
    retained(followed, seconds=1)
    replay(replays, "a")
    rows(owner_url, "update queen.partitions set last_activity = last_activity - interval '1 day'")
    rows(owner_url, "update queen.messages set created_at = created_at - interval '1 day'")
    assert [(cut.start, cut.end) for cut in cuts(retention)] == [(0, 1)]
    drained(followed, "g")
    retire(retention)
    assert rows(owner_url, RESERVED) == []


def test_a_group_that_does_not_follow_is_refused_and_nothing_is_stored(
    followed, replays, owner_url
):
    push(followed, "q", "else", partition="other")
    pop(followed, "q", "p", group="one")
    messages = "select count(*) from queen.messages"
    before = value(owner_url, messages)
    with pytest.raises(GroupNotFound, match="there is no consumer group no on queue q"):
        replay(replays, "a", group="no")
    with pytest.raises(GroupNotFound, match="one does not follow partition other of queue q"):
        replay(replays, "a", group="one", partition="other")
    with pytest.raises(QueueNotFound, match="no queue nowhere"):
        replays.push_to_group("g", "nowhere", [archived_message("a")])
    assert value(owner_url, messages) == before
    assert rows(owner_url, RESERVED) == []


def test_a_topic_is_refused(store, replays, owner_url):
    configure(store, "q", 2)
    pop(store, "q", group="g")
    with pytest.raises(PartitionsFixed, match="queue q has a fixed number of partitions"):
        replay(replays, "a", partition="0")
    assert value(owner_url, "select count(*) from queen.messages") == 0

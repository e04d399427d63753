"""Whatever is done for one group in one partition changes no other row: not of another partition,
of another group, or of another queue."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.groups import Groups, Target
from regent.stores.members import Members
from regent.stores.messages import StoredMessages, Traces
from regent.stores.queue import Queues
from regent.stores.queue_types import Lease, Status
from regent.stores.resources import Resources
from tests.support.clock import StoppedClock
from tests.support.members import group_on
from tests.support.rows import rows
from tests.support.store import acks, configure, pop, push

PLACES = [(queue, part, group) for queue in "qr" for part in "ab" for group in "gh"]
#: A row, with its failed attempts, its dead letters and its partition's traces.
STATES = """
    select concat_ws('/', q.name, p.name, g.name) as place,
           jsonb_build_array(to_jsonb(c),
               (select jsonb_agg(a order by a."offset") from queen.attempts a
                 where a.partition_id = c.partition_id and a.group_id = c.group_id),
               (select jsonb_agg(d order by d."offset") from queen.dead_letter_queue d
                 where d.partition_id = c.partition_id and d.group_id = c.group_id),
               (select jsonb_agg(to_jsonb(t) order by t.id) from queen.message_traces t
                 where t.partition_id = c.partition_id))::text as state
      from queen.partition_consumers c
      join queen.partitions p on p.id = c.partition_id
      join queen.queues q on q.id = p.queue_id
      join queen.consumer_groups g on g.id = c.group_id"""


class Scene:
    """Two queues of two partitions, and two groups that follow them. In each place the group has
    completed the third of four messages and failed the first two, for which the partition rests:
    for ten seconds where the scene plays and in the place across, else for a thousand. Of a third
    partition, one group has given up everything, and the other waits for weeks."""

    def __init__(self, database: Database, owner_url: str, clock: StoppedClock) -> None:
        self.database, self.owner_url, self.clock = database, owner_url, clock
        self.encryption = Encryption(Settings())
        self.store = Queues(database, self.encryption)
        self.leases: dict[tuple[str, str, str], Lease] = {}
        self.partitions = {}
        for queue in "qr":
            for part in "ab":
                for number in range(4):
                    (pushed,) = push(
                        self.store, queue, number, partition=part, transactionId=f"t{number}"
                    )
                self.partitions[queue, part] = pushed.partition_id
                Traces(database, self.encryption).record_trace(
                    str(pushed.partition_id), "t0", data="begun", names=["scene"]
                )
        for queue, part, group in PLACES:
            soon = (part, group) in (("a", "g"), ("b", "h"))
            configure(self.store, queue, retry_delay=10_000 if soon else 1_000_000)
            lease = pop(self.store, queue, part, group=group, batch=3)
            self.store.ack(acks(lease, lease.messages[2], group=group))
            self.store.ack(acks(lease, *lease.messages[:2], group=group, status="failed"))
        for queue in "qr":
            configure(self.store, queue, retry_delay=2_000_000_000)
            push(self.store, queue, 0, partition="c")
            lease = pop(self.store, queue, "c", group="g")
            self.store.ack(acks(lease, group="g", status="failed"))
            lease = pop(self.store, queue, "c", group="h")
            self.store.ack(acks(lease, group="h", status="dlq"))
        clock.advance(11)

    def lease_all(self) -> None:
        """Each place is leased; only the lease of the place of the scene soon runs out."""
        self.clock.advance(1_000)
        for queue, part, group in PLACES:
            lease = pop(self.store, queue, part, group=group, batch=9)
            self.leases[queue, part, group] = lease
            if (queue, part, group) != ("q", "a", "g"):
                self.store.extend(lease.id, 10_000)

    def answer(self, status: Status) -> None:
        lease = self.leases["q", "a", "g"]
        self.store.ack(acks(lease, lease.messages[0], group="g", status=status))

    def states(self) -> dict[str, str]:
        return {row["place"]: row["state"] for row in rows(self.owner_url, STATES)}


@pytest.fixture
def scene(database: Database, owner_url: str, stopped_clock: StoppedClock) -> Scene:
    return Scene(database, owner_url, stopped_clock)


def changed(scene: Scene, act: Callable[[Scene], object]) -> set[str]:
    before = scene.states()
    act(scene)
    after = scene.states()
    return {place for place in before if before[place] != after.get(place)}


def expire(scene: Scene, take: Callable[[Scene], object]) -> None:
    scene.clock.advance(301)
    take(scene)


HERE = {"q/a/g"}
WHILE_RESTING: dict[str, tuple[Callable[[Scene], object], set[str]]] = {
    "pop of the queue": (lambda s: pop(s.store, "q", group="g", batch=9), HERE),
    "pop of the partition": (lambda s: pop(s.store, "q", "a", group="g", batch=9), HERE),
    "pop across": (lambda s: pop(s.store, "q", group="h", batch=9), {"q/b/h"}),
    "pop of the partition across": (lambda s: pop(s.store, "q", "b", group="h"), {"q/b/h"}),
    "pop of a partition that rests": (lambda s: pop(s.store, "q", "b", group="g"), set()),
    "pop with autoAck": (lambda s: pop(s.store, "q", group="g", auto_ack=True), HERE),
    "another delay": (
        lambda s: configure(s.store, "q", delayed_processing=1),
        {"q/a/g", "q/a/h", "q/b/g", "q/b/h", "q/c/g"},
    ),
    "given up by hand": (
        lambda s: DeadLetters(s.database, s.encryption).move_to_dead_letters(
            s.partitions["q", "a"], "t0", "g"
        ),
        HERE,
    ),
    "redriven": (
        lambda s: DeadLetters(s.database, s.encryption).redrive(LetterFilter(queue="q"), None, 9),
        {"q/c/h"},
    ),
    "seek in the partition": (
        lambda s: Groups(s.database).seek("g", "q", "a", Target("offset", offset=1)),
        HERE,
    ),
    "seek in the queue": (
        lambda s: Groups(s.database).seek("g", "q", None, Target("end")),
        {"q/a/g", "q/b/g", "q/c/g"},
    ),
    "message deleted": (
        lambda s: StoredMessages(s.database, s.encryption).delete_message(
            str(s.partitions["q", "a"]), "t0"
        ),
        {"q/a/g", "q/a/h"},
    ),
    "partition cleared": (
        lambda s: Resources(s.database).clear_queue("q", partition="a", force=False),
        {"q/a/g", "q/a/h"},
    ),
    "partition deleted": (
        lambda s: Resources(s.database).delete_partition("r", "a", force=False),
        {"r/a/g", "r/a/h"},
    ),
    "group deleted": (
        lambda s: Groups(s.database).delete_group("g", "q", records=True, force=False),
        {"q/a/g", "q/b/g", "q/c/g"},
    ),
}


@pytest.mark.parametrize("what", WHILE_RESTING)
def test_neighbours_stay_as_they_are_while_all_rest(scene: Scene, what: str) -> None:
    act, places = WHILE_RESTING[what]
    assert changed(scene, act) == places


WHILE_LEASED: dict[str, Callable[[Scene], object]] = {
    "completed": lambda s: s.answer("completed"),
    "failed": lambda s: s.answer("failed"),
    "retry": lambda s: s.answer("retry"),
    "dlq": lambda s: s.answer("dlq"),
    "all completed": lambda s: s.store.ack(acks(s.leases["q", "a", "g"], group="g")),
    "extended": lambda s: s.store.extend(s.leases["q", "a", "g"].id, 1_000),
    "ran out, popped": lambda s: expire(s, lambda s: pop(s.store, "q", group="g")),
    "ran out, popped by name": lambda s: expire(s, lambda s: pop(s.store, "q", "a", group="g")),
    "given up by hand": lambda s: DeadLetters(s.database, s.encryption).move_to_dead_letters(
        s.partitions["q", "a"], "t0", "g", force=True
    ),
    "sought by force": lambda s: Groups(s.database).seek(
        "g", "q", "a", Target("offset", offset=1), force=True
    ),
}


@pytest.mark.parametrize("what", WHILE_LEASED)
def test_neighbours_stay_as_they_are_while_all_are_leased(scene: Scene, what: str) -> None:
    scene.lease_all()
    assert changed(scene, WHILE_LEASED[what]) == HERE


@pytest.mark.parametrize("option", ["ttl", "max_wait_time_seconds"])
def test_neighbours_stay_as_they_are_while_old_messages_are_passed_over(
    scene: Scene, option: str
) -> None:
    scene.lease_all()
    configure(scene.store, "q", **{option: 60})
    assert changed(scene, lambda s: expire(s, lambda s: pop(s.store, "q", group="g"))) == HERE


def follows(owner_url: str) -> list[str]:
    return sorted(row["place"] for row in rows(owner_url, STATES))


def test_a_new_partition_gets_no_group_that_popped_another_one(
    store: Queues, owner_url: str
) -> None:
    push(store, "q", 1, partition="a")
    pop(store, "q", "a", group="of a")
    pop(store, "q", "b", group="of b")
    push(store, "q", 1, partition="b")
    assert follows(owner_url) == ["q/a/of a", "q/b/of b"]


def test_members_of_a_topic_do_not_follow_another_queue(
    store: Queues, members: Members, owner_url: str
) -> None:
    group = group_on(members, partitions=1)
    push(store, "q", 1, partition="a")
    pop(store, "q", "a", group=group)
    push(store, "q", 1, partition="b")
    assert follows(owner_url) == [f"q/a/{group}", f"t/0/{group}"]


def test_an_ack_is_repeated_in_its_own_place_only(store: Queues) -> None:
    """The other places have completed nothing, or all of it: neither is taken for this one."""
    for part in "ab":
        push(store, "q", 1, partition=part)
    done = pop(store, "q", "a", group="g"), pop(store, "q", "b", group="h")
    pop(store, "q", "b", group="g")
    for lease, group in zip(done, "gh", strict=True):
        assert [outcome.code for outcome in store.ack(acks(lease, group=group))] == [None]
    pop(store, "q", "a", group="h")
    for lease, group, other in zip(done, "gh", "hg", strict=True):
        (again,) = store.ack(acks(lease, group=group))
        assert (again.success, again.repeated) == (True, True)
        (stranger,) = store.ack(acks(lease, group=other))
        assert (stranger.success, stranger.code) == (False, "INVALID_LEASE")

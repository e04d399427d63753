"""log.claim_next: the partition with the earliest pending message, for one worker."""

import pytest

from regent.errors import ClaimLost
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import (
    BOTH,
    COURSES,
    ack,
    append,
    claim,
    condition,
    created,
    joined,
    message,
    parsed,
    positions,
    registered,
    took,
)
from tests.support.rows import rows, value

BY = ["p"]


def a(partition: str):
    return message("a", p=partition)


def b(partition: str):
    return message("b", p=partition)


@pytest.fixture(autouse=True)
def group(log: LogStore) -> None:
    log.register_group("g")


def test_a_group_that_is_not_there_gets_nothing(log: LogStore, owner_url: str) -> None:
    append(log, a("x"))
    assert claim(log, "nowhere", BY, ["a"]) is None
    assert value(owner_url, "select count(*) from log.scans") == 0


def test_partitions_come_in_the_order_of_their_earliest_message(log: LogStore) -> None:
    append(log, a("c"), a("a"), a("b"), a("a"))
    claims = [took(log, "g", BY, ["a"]) for _ in range(3)]
    assert claims == [("p:c", [1]), ("p:a", [2, 4]), ("p:b", [3])]
    assert claim(log, "g", BY, ["a"]) is None


def test_partitions_that_wait_for_the_same_message_come_in_the_order_of_their_keys(
    log: LogStore,
) -> None:
    append(log, created("Algebra"))
    for user in ("z", "B", "a", "ä", "aa"):
        append(log, joined("Algebra", user))
    keys = [took(log, "g", BOTH, COURSES)[0].rpartition(":")[2] for _ in range(5)]
    assert keys == ["B", "a", "aa", "z", "ä"]


def test_names_and_types_count_as_sets(log: LogStore) -> None:
    append(log, joined("Algebra", "joe"), joined("Algebra", "joe"))
    found = claim(log, "g", ["user_id", "course_name", "user_id"], [*COURSES, *COURSES], batch=1)
    assert found is not None
    assert found["partitionKey"] == "course_name:Algebra|user_id:joe"
    assert len(found["keyPairIds"]) == 2
    ack(log, "g", found)
    assert took(log, "g", ["course_name", "user_id"], COURSES)[1] == [2]


def test_the_same_group_may_look_at_the_log_in_two_ways(log: LogStore) -> None:
    append(log, joined("Algebra", "joe"), joined("Algebra", "jake"))
    assert took(log, "g", ["course_name"], COURSES) == ("course_name:Algebra", [1, 2])
    assert took(log, "g", ["user_id"], COURSES) == ("user_id:joe", [1])
    assert took(log, "g", ["user_id"], COURSES) == ("user_id:jake", [2])


def test_groups_do_not_disturb_each_other(log: LogStore) -> None:
    log.register_group("h")
    append(log, a("x"))
    assert took(log, "g", BY, ["a"]) == took(log, "h", BY, ["a"]) == ("p:x", [1])


def test_joints_in_names_and_values_are_escaped(log: LogStore) -> None:
    append(
        log,
        message("t", **{"a|b": "c:d", "e": "\\"}),
        message("t", **{"a|b": "c", "e": "d\\"}),
    )
    keys = [took(log, "g", ["e", "a|b"], ["t"])[0] for _ in range(2)]
    assert keys == ["a\\|b:c\\:d|e:\\\\", "a\\|b:c|e:d\\\\"]


def test_a_batch_is_bounded_by_number_and_bytes(log: LogStore) -> None:
    append(log, *(message("a", p="x", text="x" * 1_000_000) for _ in range(4)))
    found = claim(log, "g", BY, ["a"], batch=3)
    assert found is not None
    assert (positions(found), found["lastPosition"]) == ([1, 2], 2)
    ack(log, "g", found)
    assert took(log, "g", BY, ["a"], batch=1) == ("p:x", [3])


def test_more_in_a_partition_waits_for_the_ack(log: LogStore) -> None:
    append(log, a("x"), a("x"), a("x"))
    found = claim(log, "g", BY, ["a"], batch=2)
    assert claim(log, "g", BY, ["a"]) is None
    ack(log, "g", found)
    assert took(log, "g", BY, ["a"]) == ("p:x", [3])


def test_a_message_older_than_its_partition_is_in_it(log: LogStore) -> None:
    append(log, created("Algebra"), registered("joe"))
    assert claim(log, "g", BOTH, COURSES) is None
    append(log, joined("Algebra", "joe"))
    assert took(log, "g", BOTH, COURSES)[1] == [1, 2, 3]


def test_a_message_of_another_type_makes_a_partition_too(log: LogStore) -> None:
    append(log, created("Algebra"), message("seat.kept", course_name="Algebra", user_id="joe"))
    assert took(log, "g", BOTH, COURSES) == ("course_name:Algebra|user_id:joe", [1])


def test_one_message_wakes_all_partitions_that_it_concerns(log: LogStore) -> None:
    append(log, *(joined("Algebra", f"u{number}") for number in range(5)), joined("History", "u1"))
    while (found := claim(log, "g", BOTH, COURSES)) is not None:
        ack(log, "g", found)
    append(log, created("Algebra"), registered("u1"))
    claims = [took(log, "g", BOTH, COURSES) for _ in range(6)]
    assert claims == [
        ("course_name:Algebra|user_id:u0", [7]),
        ("course_name:Algebra|user_id:u1", [7, 8]),
        ("course_name:Algebra|user_id:u2", [7]),
        ("course_name:Algebra|user_id:u3", [7]),
        ("course_name:Algebra|user_id:u4", [7]),
        ("course_name:History|user_id:u1", [8]),
    ]


def test_partitions_of_three_attributes_and_messages_with_two_of_them(log: LogStore) -> None:
    append(log, *(message("full", x=x, y=y, z="1") for x in "12" for y in "12"))
    while (found := claim(log, "g", ["x", "y", "z"], ["full", "part"])) is not None:
        ack(log, "g", found)
    append(
        log, message("part", x="1", y="2"), message("part", y="1", z="1"), message("part", y="3")
    )
    claims = [took(log, "g", ["x", "y", "z"], ["full", "part"]) for _ in range(3)]
    assert claims == [("x:1|y:2|z:1", [5]), ("x:1|y:1|z:1", [6]), ("x:2|y:1|z:1", [6])]
    assert claim(log, "g", ["x", "y", "z"], ["full", "part"]) is None


def test_a_claim_that_ran_out_is_free_to_the_next(log: LogStore, clock: Clock) -> None:
    append(log, a("x"))
    stale = claim(log, "g", BY, ["a"], lease_seconds=0.5, worker="dead")
    assert stale is not None
    assert claim(log, "g", BY, ["a"]) is None
    clock.advance(1)
    found = claim(log, "g", BY, ["a"])
    assert found is not None
    offset, _, number = found["offsetId"].partition(".")
    assert (offset, number) == (stale["offsetId"].partition(".")[0], "2")
    with pytest.raises(ClaimLost):
        log.ack_claim("g", stale["offsetId"], 1)
    ack(log, "g", found)


def test_types_that_come_later_are_looked_for_in_the_past(log: LogStore) -> None:
    append(log, b("x"), a("x"), b("y"), a("z"))
    assert took(log, "g", BY, ["a"]) == ("p:x", [2])
    assert took(log, "g", BY, ["a"]) == ("p:z", [4])
    assert took(log, "g", BY, ["a", "b"]) == ("p:y", [3])


def test_a_type_that_was_never_appended_costs_no_second_look(log: LogStore, owner_url: str) -> None:
    append(log, a("x"), a("y"))
    took(log, "g", BY, ["a"])
    assert took(log, "g", BY, ["a", "never"]) == ("p:y", [2])
    assert rows(owner_url, "select types, scanned_to from log.scans") == [
        {"types": ["a", "never"], "scanned_to": 2}
    ]
    rows(owner_url, "update log.offsets set next_position = null")
    assert claim(log, "g", BY, ["a", "later"]) is None
    append(log, message("later", p="z"))
    assert took(log, "g", BY, ["a", "later"]) == ("p:z", [3])


def test_a_partition_with_nothing_for_these_types_is_passed_and_kept_for_others(
    log: LogStore,
) -> None:
    append(log, b("x"), a("y"), b("y"))
    assert took(log, "g", BY, ["b"], batch=1) == ("p:x", [1])
    assert took(log, "g", BY, ["a"]) == ("p:y", [2])
    assert claim(log, "g", BY, ["b"]) is None


def test_a_type_that_nobody_asks_for_any_more_stops_marking(
    log: LogStore, clock: Clock, owner_url: str
) -> None:
    marked = "select count(*) from log.offsets where next_position is not null"
    append(log, *(b(str(number)) for number in range(5)), a("x"))
    ack(log, "g", claim(log, "g", BY, ["a", "b"]))
    for _ in range(3):
        clock.advance(86_401)
        claim(log, "g", BY, ["a"], lease_seconds=1)
    assert value(owner_url, "select types from log.scans") == ["a"]
    assert value(owner_url, marked) == 1
    append(log, *(b(str(number)) for number in range(5)))
    clock.advance(2)
    ack(log, "g", claim(log, "g", BY, ["a"]))
    assert value(owner_url, marked) == 0
    # The type is not forgotten: a claim that asks for it again gets the messages that are left.
    keys = [took(log, "g", BY, ["b"]) for _ in range(5)]
    assert keys == [*((f"p:{n}", [n + 1, n + 7]) for n in range(1, 5)), ("p:0", [7])]


def test_a_long_log_is_looked_through_in_steps(log: LogStore, owner_url: str) -> None:
    for _ in range(13):
        append(log, *(message("noise") for _ in range(900)))
    append(log, a("x"))
    statement = "select more from log.claim_next('g', %s, %s, 'w', 9, 9, 'broad', 9)"
    assert log._database.fetch(statement, (BY, ["a"])) == [(True,)]
    assert value(owner_url, "select scanned_to from log.scans") == 10_000
    assert took(log, "g", BY, ["a"]) == ("p:x", [11_701])


def test_what_comes_again_after_a_reset_is_marked(log: LogStore) -> None:
    """Each partition counts alone: a message that x had not completed is new, however far y was."""
    append(log, a("x"), a("x"), a("y"))
    found = claim(log, "g", BY, ["a"], batch=1)
    assert found is not None
    assert found["replaying"] is False
    ack(log, "g", found)
    log.release_claim("g", claim(log, "g", BY, ["a"])["offsetId"], rest_seconds=60)  # type: ignore[index]
    ack(log, "g", claim(log, "g", BY, ["a"]))
    log.reset_group("g")
    replayed = []
    while (found := claim(log, "g", BY, ["a"])) is not None:
        replayed.append((found["partitionKey"], positions(found), found["replaying"]))
        ack(log, "g", found)
    assert replayed == [("p:x", [1], True), ("p:x", [2], False), ("p:y", [3], True)]


def test_a_second_reset_remembers_the_furthest(log: LogStore) -> None:
    append(log, a("x"), a("x"))
    ack(log, "g", claim(log, "g", BY, ["a"]))
    for _ in range(2):
        log.reset_group("g")
        found = claim(log, "g", BY, ["a"], batch=1)
        assert found is not None
        assert found["replaying"] is True
        ack(log, "g", found)
    assert took(log, "g", BY, ["a"]) == ("p:x", [2])


def test_the_guard_begins_at_the_last_message_of_the_claim(log: LogStore) -> None:
    append(log, joined("Algebra", "joe"), joined("Algebra", "joe"))
    found = claim(log, "g", BOTH, ["user.joined_course"], batch=1)
    assert found is not None
    assert found["lastPosition"] == 1
    assert parsed(found["conditions"]) == [
        condition("user.joined_course", course_name="Algebra"),
        condition("user.joined_course", user_id="joe"),
    ]
    found = claim(log, "h", BOTH, ["user.joined_course"], scope="exact")
    assert found is None


def test_messages_that_are_due_are_appended_first(
    log: LogStore, clock: Clock, owner_url: str
) -> None:
    log.schedule_messages([a("x")], _instant(owner_url, 60))
    log.schedule_messages([a("y")], _instant(owner_url, 30))
    log.schedule_messages([a("z")], _instant(owner_url, 3_600))
    assert claim(log, "g", BY, ["a"]) is None
    clock.advance(61)
    assert took(log, "g", BY, ["a"]) == ("p:y", [1])
    assert took(log, "g", BY, ["a"]) == ("p:x", [2])
    assert claim(log, "g", BY, ["a"]) is None


def _instant(owner_url: str, seconds: float):
    return value(owner_url, f"select queen.now() + interval '{seconds} seconds'")


def test_partitions_whose_long_keys_begin_alike_do_not_hide_each_other(log: LogStore) -> None:
    """The index holds 500 characters of a key. A claim passes a partition without messages of these
    types, but not the other partition at the same place in the index."""
    by, long = ["x", "y"], "|" * 255
    users = ("1", "2", "3", "4")
    append(log, *(message("c", x=long, y=user) for user in users))
    for _ in users:
        ack(log, "g", claim(log, "g", by, ["a", "b", "c"]))
    append(log, message("b", x=long), message("a", x=long, y="3"), message("a", x=long, y="4"))
    held = [claim(log, "g", by, ["a"]) for _ in range(3)]
    found = [each and (each["partitionValue"]["y"], positions(each)) for each in held]
    assert found == [("3", [6]), ("4", [7]), None]


def test_a_partition_that_is_new_has_what_was_looked_through_before(log: LogStore) -> None:
    """The type that makes it is not handled; the pending message is older than the partition."""
    append(log, created("Algebra"))
    assert claim(log, "g", BOTH, ["course.created"]) is None
    append(log, joined("Algebra", "joe"))
    key = "course_name:Algebra|user_id:joe"
    assert took(log, "g", BOTH, ["course.created"]) == (key, [1])


def test_a_type_that_comes_later_brings_its_partition_forward(log: LogStore) -> None:
    append(log, b("x"), a("y"), a("x"))
    held = claim(log, "g", BY, ["a"])
    assert held is not None
    assert held["partitionKey"] == "p:y"
    log.release_claim("g", held["offsetId"])
    assert took(log, "g", BY, ["a", "b"]) == ("p:x", [1, 3])

"""log.read_conditions: what matches one of some conditions, in order."""

from regent.stores.log import LogStore
from tests.support.log import append, condition, created, joined, message, parsed, positions


def test_attributes_are_and_conditions_are_or(log: LogStore) -> None:
    append(log, created("Algebra"), joined("Algebra", "joe"), joined("Algebra", "jake"))
    append(log, joined("History", "joe"))
    both = condition("user.joined_course", course_name="Algebra", user_id="joe")
    assert positions(log.read_conditions([both])) == [2]
    assert positions(log.read_conditions([both, condition("course.created")])) == [1, 2]
    assert positions(log.read_conditions([condition("user.joined_course", user_id="joe")])) == [
        2,
        4,
    ]
    assert (
        positions(
            log.read_conditions([condition("nothing.like_it"), condition("course.created", x=1)])
        )
        == []
    )


def test_a_message_that_matches_twice_comes_once(log: LogStore) -> None:
    append(log, joined("Algebra", "joe"))
    found = log.read_conditions(
        [
            condition("user.joined_course", user_id="joe"),
            condition("user.joined_course", course_name="Algebra"),
            condition("user.joined_course"),
        ]
    )
    assert positions(found) == [1]


def test_the_guard_begins_where_the_answer_ends(log: LogStore) -> None:
    append(log, created("a"), message("other"), created("a"), created("a"), message("other"))
    asked = [condition("course.created", course_name="a")]
    first = log.read_conditions(asked, limit=2)
    assert (positions(first), first["lastPosition"]) == ([1, 3], 3)
    second = log.read_conditions(asked, first["lastPosition"], 2)
    assert (positions(second), second["lastPosition"]) == ([4], 4)
    third = log.read_conditions(asked, 4)
    assert (positions(third), third["lastPosition"]) == ([], 4)
    none = log.read_conditions([condition("nothing.like_it")])
    assert (positions(none), none["lastPosition"], none["safePosition"]) == ([], 5, 5)


def test_an_answer_is_bounded_by_bytes_and_has_one_message_at_least(log: LogStore) -> None:
    large = "x" * 1_000_000
    append(log, *(message("large", text=large) for _ in range(4)))
    found = log.read_conditions([condition("large")])
    assert (positions(found), found["lastPosition"]) == ([1, 2], 2)
    append(log, message("larger", text=large * 4))
    assert len(parsed(log.read_conditions([condition("larger")])["messages"])) == 1


def test_a_name_and_its_value_are_kept_apart(log: LogStore) -> None:
    append(log, message("t", a="bc", ab="x"), message("t", a="", ab="bc"))
    assert positions(log.read_conditions([condition("t", ab="c")])) == []
    assert positions(log.read_conditions([condition("t", a="bc")])) == [1]

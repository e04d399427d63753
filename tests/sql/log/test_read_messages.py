"""log.read_messages: the whole log, both ways."""

from regent.stores.log import LogStore
from tests.support.log import append, created, message, positions


def test_forwards_and_backwards_from_a_position(log: LogStore) -> None:
    append(log, *(created("Algebra") for _ in range(5)))
    assert positions(log.read_messages(None, 2)) == [1, 2]
    assert positions(log.read_messages(3, 2)) == [3, 4]
    assert positions(log.read_messages(5, 9)) == [5]
    assert positions(log.read_messages(6, 9)) == []
    assert positions(log.read_messages(None, 2, backwards=True)) == [5, 4]
    assert positions(log.read_messages(3, 2, backwards=True)) == [3, 2]
    assert positions(log.read_messages(99, 1, backwards=True)) == [5]
    assert positions(log.read_messages(0, 9, backwards=True)) == []


def test_paging_meets_every_message_once(log: LogStore) -> None:
    append(log, *(created("Algebra") for _ in range(7)))
    for backwards, step in ((False, 1), (True, -1)):
        met: list[int] = []
        start = None
        while page := positions(log.read_messages(start, 3, backwards=backwards)):
            met += page
            start = page[-1] + step
        assert met == (list(range(1, 8)) if step == 1 else list(range(7, 0, -1)))


def test_one_type_of_several_kinds(log: LogStore) -> None:
    append(log, message("t", a=1), message("u"), message("t", b=1), message("t"), message("u"))
    assert positions(log.read_messages(None, 9, type_="t")) == [1, 3, 4]
    assert positions(log.read_messages(None, 2, type_="t")) == [1, 3]
    assert positions(log.read_messages(3, 2, backwards=True, type_="t")) == [3, 1]
    assert positions(log.read_messages(None, 9, type_="v")) == []


def test_the_ends_are_told(log: LogStore) -> None:
    empty = log.read_messages(None, 9)
    assert (empty["lastPosition"], empty["safePosition"]) == (None, 0)
    append(log, *(created("Algebra") for _ in range(3)))
    page = log.read_messages(None, 2)
    assert (page["lastPosition"], page["safePosition"]) == (2, 3)


def test_whether_there_are_others_is_told(log: LogStore) -> None:
    """Also if the page ends with the log: no reader needs an empty page to find the end."""
    append(log, *(message("t" if number % 2 else "u", n=number) for number in range(6)))

    def more(*where: int | None, **how: object) -> bool:
        found: bool = log.read_messages(*where, **how)["more"]  # type: ignore[arg-type]
        return found

    assert [more(None, limit) for limit in (5, 6, 7)] == [True, False, False]
    assert [more(4, limit) for limit in (2, 3)] == [True, False]
    assert [more(None, limit, backwards=True) for limit in (5, 6)] == [True, False]
    assert [more(3, limit, backwards=True) for limit in (2, 3)] == [True, False]
    assert [more(None, limit, type_="t") for limit in (2, 3)] == [True, False]
    assert [more(5, limit, type_="t", backwards=True) for limit in (1, 2)] == [True, False]
    assert [more(7, 1), more(0, 1, backwards=True), more(None, 1, type_="v")] == [False] * 3


def test_what_does_not_fit_into_an_answer_is_told_as_well(log: LogStore) -> None:
    append(log, *(message("t", text="x" * 1_000_000) for _ in range(6)))
    found = log.read_messages(None, 4)
    assert (positions(found), found["more"]) == ([1, 2], True)
    found = log.read_messages(5, 9)
    assert (positions(found), found["more"]) == ([5, 6], False)

"""log.list_types: types, declared or seen."""

from regent.paging import Page
from regent.stores.log import LogStore
from tests.support.log import append, message


def test_types_by_name_with_their_attributes(log: LogStore) -> None:
    append(log, message("seen", b=1), message("seen", a=1), message("bare"))
    log.declare_type("declared", ["x"])
    log.declare_type("seen.too", ["x"])
    append(log, message("seen.too", y=1))
    assert log.list_types(Page(9)).rows == [
        {"type": "bare", "attributes": [], "declared": False},
        {"type": "declared", "attributes": ["x"], "declared": True},
        {"type": "seen", "attributes": ["a", "b"], "declared": False},
        {"type": "seen.too", "attributes": ["x"], "declared": True},
    ]


def test_one_type_and_pages(log: LogStore) -> None:
    append(log, *(message(name) for name in "dbca"))
    first = log.list_types(Page(2))
    assert ([row["type"] for row in first.rows], first.next_key) == (["a", "b"], ("b",))
    rest = log.list_types(Page(9, after=("b",)))
    assert ([row["type"] for row in rest.rows], rest.next_key) == (["c", "d"], None)
    assert [row["type"] for row in log.list_types(type_="c").rows] == ["c"]
    assert log.list_types(type_="nowhere").rows == []

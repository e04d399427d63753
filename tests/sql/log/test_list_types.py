"""log.list_types: types, declared or seen."""

from regent.stores.log import LogStore
from tests.support.log import message, put


def test_types_by_name_with_their_attributes(log: LogStore) -> None:
    put(log, message("seen", b=1), message("seen", a=1), message("bare"))
    log.declare_type("declared", ["x"])
    log.declare_type("seen.too", ["x"])
    put(log, message("seen.too", y=1))
    assert log.list_types(limit=9) == [
        {"type": "bare", "attributes": [], "declared": False},
        {"type": "declared", "attributes": ["x"], "declared": True},
        {"type": "seen", "attributes": ["a", "b"], "declared": False},
        {"type": "seen.too", "attributes": ["x"], "declared": True},
    ]


def test_one_type_and_pages(log: LogStore) -> None:
    put(log, *(message(name) for name in "dbca"))
    assert [row["type"] for row in log.list_types(limit=2)] == ["a", "b"]
    assert [row["type"] for row in log.list_types(after="b", limit=9)] == ["c", "d"]
    assert [row["type"] for row in log.list_types("c")] == ["c"]
    assert log.list_types("nowhere") == []

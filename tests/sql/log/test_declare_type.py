"""log.declare_type: which attributes count, from now on."""

from regent.stores.log import LogStore
from tests.support.log import append, condition, message, positions


def test_a_declaration_is_for_messages_to_come(log: LogStore) -> None:
    append(log, message("t", a=1, b=1))
    log.declare_type("t", ["a"])
    append(log, message("t", a=1, b=1))
    assert positions(log.read_conditions([condition("t", b=1)])) == [1]
    assert positions(log.read_conditions([condition("t", a=1)])) == [1, 2]


def test_a_declaration_is_replaced_and_taken_back(log: LogStore) -> None:
    log.declare_type("t", ["b", "a", "b"])
    assert log.list_types(type_="t").rows == [
        {"type": "t", "attributes": ["a", "b"], "declared": True}
    ]
    log.declare_type("t", [])
    assert log.list_types(type_="t").rows == [{"type": "t", "attributes": [], "declared": True}]
    append(log, message("t", a=1))
    assert positions(log.read_conditions([condition("t", a=1)])) == []
    log.declare_type("t", None)
    append(log, message("t", a=1))
    assert positions(log.read_conditions([condition("t", a=1)])) == [2]
    assert log.list_types(type_="t").rows == [{"type": "t", "attributes": ["a"], "declared": False}]

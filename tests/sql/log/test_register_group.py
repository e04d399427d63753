"""log.register_group: a group, once."""

from regent.stores.log import LogStore
from tests.support.log import parsed
from tests.support.rows import rows


def test_a_group_is_made_once(log: LogStore, owner_url: str) -> None:
    assert [log.register_group("g") for _ in range(3)] == [True, False, False]
    assert rows(owner_url, "select name, status, partition_by from log.groups") == [
        {"name": "g", "status": "active", "partition_by": None}
    ]


def test_what_is_registered_again_keeps_its_status(log: LogStore) -> None:
    log.register_group("g")
    log.set_group_status("g", "stopped", "why")
    assert log.register_group("g") is False
    found = parsed(log.read_group("g"))
    assert (found["status"], found["errorContext"]) == ("stopped", "why")


def test_how_it_partitions_is_kept_until_it_is_said_anew(log: LogStore) -> None:
    log.register_group("g", ["y", "x", "y"])
    assert log.read_group("g")["partitionBy"] == ["x", "y"]
    log.register_group("g")
    assert log.read_group("g")["partitionBy"] == ["x", "y"]
    log.register_group("g", ["z"])
    assert log.read_group("g")["partitionBy"] == ["z"]

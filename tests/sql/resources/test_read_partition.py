"""queen.read_partition: a partition by its id."""

from __future__ import annotations

import orjson
import pytest

from regent.database import Database
from regent.errors import PartitionNotFound
from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.resources import Resources, WhichPartitions
from tests.support.store import configure, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def test_a_partition_is_told_as_in_a_list(resources: Resources, store: Queues) -> None:
    configure(store, "q", partitions=2)
    push(store, "q", 1, 2, partition="1")
    pop(store, "q", "1", group="g", auto_ack=True)
    listed = resources.list_partitions(Page(10), WhichPartitions("q")).rows
    assert [row["name"] for row in listed] == ["0", "1"]
    for row in listed:
        found = orjson.loads(orjson.dumps(resources.read_partition(int(row["id"]))))
        told = orjson.loads(orjson.dumps(row))
        for each in (*found["groups"], *told["groups"]):  # a moment passes between the two
            each.pop("lagSeconds")
        assert found == told


def test_an_id_of_no_partition_is_refused(resources: Resources, store: Queues) -> None:
    push(store, "q", 1)
    with pytest.raises(
        PartitionNotFound, match="there is no partition with the id 4711"
    ) as missing:
        resources.read_partition(4711)
    assert missing.value.detail == {"partitionId": "4711"}

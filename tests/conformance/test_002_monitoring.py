"""Seed 002's monitoring and capacity queries, run as they are written there."""

from tests.support.http import Call
from tests.support.queue_http import complete, configure, pop, push
from tests.support.rows import rows, value

ACTIVE_LEASES = """
SELECT 
    q.name as queue_name,
    p.name as partition_name,
    pl.consumer_group,
    pl.lease_expires_at,
    jsonb_array_length(pl.message_batch) as message_count,
    EXTRACT(EPOCH FROM (pl.lease_expires_at - NOW())) as seconds_remaining
FROM queen.partition_leases pl
JOIN queen.partitions p ON pl.partition_id = p.id
JOIN queen.queues q ON p.queue_id = q.id
WHERE pl.released_at IS NULL
ORDER BY q.name, p.name;
"""  # noqa: W291 - verbatim

PARTITION_UTILIZATION = """
SELECT 
    q.name as queue_name,
    COUNT(DISTINCT p.id) as total_partitions,
    COUNT(DISTINCT pl.partition_id) as leased_partitions,
    ROUND(100.0 * COUNT(DISTINCT pl.partition_id) / NULLIF(COUNT(DISTINCT p.id), 0), 2) as utilization_pct
FROM queen.queues q
LEFT JOIN queen.partitions p ON q.id = p.queue_id
LEFT JOIN queen.partition_leases pl ON p.id = pl.partition_id 
    AND pl.released_at IS NULL
    AND pl.lease_expires_at > NOW()
GROUP BY q.name;
"""  # noqa: E501, W291 - verbatim

STUCK_PARTITIONS = """
SELECT 
    q.name as queue_name,
    p.name as partition_name,
    pl.consumer_group,
    pl.lease_expires_at,
    pl.created_at as lease_started_at,
    EXTRACT(EPOCH FROM (NOW() - pl.created_at)) as lease_held_seconds
FROM queen.partition_leases pl
JOIN queen.partitions p ON pl.partition_id = p.id
JOIN queen.queues q ON p.queue_id = q.id
WHERE pl.released_at IS NULL
    AND pl.lease_expires_at < NOW() + INTERVAL '30 seconds'
ORDER BY pl.lease_expires_at;
"""  # noqa: W291 - verbatim

SET_MAX_SIZE = """
-- Set max size for a queue
UPDATE queen.queues 
SET max_queue_size = 10000 
WHERE name = 'high-volume-queue';
"""  # noqa: W291 - verbatim

CURRENT_CAPACITY = """
-- Check current capacity
SELECT 
    queue_name,
    current_depth,
    max_queue_size,
    remaining_capacity
FROM queen.queue_depths
WHERE queue_name = 'high-volume-queue';
"""  # noqa: W291 - verbatim


def test_002_monitoring_active_leases(call: Call, owner_url: str) -> None:
    push(call, "orders", "K1", "K2", "K3", partition="K")
    push(call, "orders", "L1", partition="L")
    push(call, "orders", "M1", partition="M")
    pop(call, "orders", "L", consumerGroup="audit")
    pop(call, "orders", "K", batch=3)
    complete(call, *pop(call, "orders", "M"))
    leases = rows(owner_url, ACTIVE_LEASES)
    assert [
        (r["queue_name"], r["partition_name"], r["consumer_group"], r["message_count"])
        for r in leases
    ] == [("orders", "K", "__QUEUE_MODE__", 3), ("orders", "L", "audit", 1)]
    assert all(290 < row["seconds_remaining"] <= 300 for row in leases)


def test_002_monitoring_partition_utilization(call: Call, owner_url: str) -> None:
    for partition in ("a", "b", "c"):
        push(call, "orders", "M", partition=partition)
    push(call, "idle", "M")
    pop(call, "orders", "a")
    complete(call, *pop(call, "orders", "b"))
    used = {row.pop("queue_name"): row for row in rows(owner_url, PARTITION_UTILIZATION)}
    assert {name: list(map(float, row.values())) for name, row in used.items()} == {
        "orders": [3, 1, 33.33],
        "idle": [1, 0, 0],
    }


def test_002_monitoring_stuck_partitions(call: Call, owner_url: str) -> None:
    configure(call, "slow", leaseTime=300)
    configure(call, "quick", leaseTime=20)
    for queue in ("slow", "quick"):
        push(call, queue, "M1")
        pop(call, queue)
    (stuck,) = rows(owner_url, STUCK_PARTITIONS)
    assert (stuck["queue_name"], stuck["partition_name"]) == ("quick", "Default")
    assert stuck["consumer_group"] == "__QUEUE_MODE__"
    assert 0 <= stuck["lease_held_seconds"] < 10
    assert stuck["lease_expires_at"] > stuck["lease_started_at"]


def test_002_capacity_set_max_size(call: Call, owner_url: str) -> None:
    configure(call, "high-volume-queue")
    rows(owner_url, SET_MAX_SIZE)
    assert value(owner_url, "select max_queue_size from queen.queues") == 10_000


def test_002_capacity_check_current_capacity(call: Call, owner_url: str) -> None:
    configure(call, "high-volume-queue")
    rows(owner_url, SET_MAX_SIZE)
    push(call, "high-volume-queue", *range(7))
    complete(call, *pop(call, "high-volume-queue", batch=2))
    pop(call, "high-volume-queue")
    assert rows(owner_url, CURRENT_CAPACITY) == [
        {
            "queue_name": "high-volume-queue",
            "current_depth": 5,
            "max_queue_size": 10_000,
            "remaining_capacity": 9_995,
        }
    ]

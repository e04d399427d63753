"""Numbers: the admin's calls for status, analytics and metrics."""

from checks import check, counting, pop_now


@check
async def status_counts_what_is_there(client, queue):
    await client.queue(queue).push(counting(3))
    await pop_now(client, queue, group="g")
    found = await client.admin.get_status(queue=queue)
    assert found["messages"]["total"] == 3
    assert (found["messages"]["pending"], found["messages"]["processing"]) == (2, 1)
    assert found["leases"]["active"] == 1


@check
async def status_lists_queues_and_their_partitions(client, queue):
    await client.queue(queue).push(counting(2))
    namespace = queue.split(".")[0]
    (listed,) = (await client.admin.get_queue_stats(limit=5, namespace=namespace))["queues"]
    assert (listed["name"], listed["messages"]["total"]) == (queue, 2)
    detail = await client.admin.get_queue_detail(queue)
    assert detail["queue"]["name"] == queue
    assert detail["totals"]["messages"]["pending"] == 2
    assert [partition["name"] for partition in detail["partitions"]] == ["Default"]


@check
async def status_of_a_group_that_began_with_new_messages_is_zero(client, queue):
    """Seed 001, test 5."""
    await client.queue(queue).partition("p1").push(counting(3))
    consumer = client.queue(queue).partition("p1").group("cg-metrics").subscription_mode("new")
    assert await consumer.wait(False).pop() == []
    assert (await client.admin.get_status(queue=queue))["messages"]["pending"] == 0


@check
async def analytics_tell_what_was_counted(client, queue):
    await client.queue(queue).push(counting(4))
    pushed = 0
    while pushed < 4:  # another check may be counting at this moment
        await client.admin.refresh_consumer_stats()
        found = await client.admin.get_analytics(interval="minute", queue=queue)
        pushed = sum(point["messages"] for point in found["dataPoints"])
    assert (pushed, found["totals"]["pushed"]) == (4, 4)


@check
async def metrics_are_there(client, queue):
    await client.queue(queue).push(counting(1))
    found = await client.admin.metrics()
    assert found["messages"]["total"] >= 1
    assert found["database"]["poolSize"] > 0

"""The clients' methods that look at consumer groups, move them and delete them."""

from checks import check, counting, numbers, pop_now, refusal


async def _consumed(client, queue, group, pushed=3):
    """A queue of which a group has completed the first message."""
    await client.queue(queue).push(counting(pushed))
    (message,) = await pop_now(client, queue, group=group)
    assert (await client.ack(message, True, {"group": group}))["success"] is True


@check
async def groups_are_listed_with_lag_and_subscription(client, queue):
    await _consumed(client, queue, f"of {queue}")
    found = [g for g in await client.admin.list_consumer_groups() if g["queueName"] == queue]
    (group,) = found
    assert (group["name"], group["topics"]) == (f"of {queue}", [queue])
    assert (group["totalLag"], group["partitionsWithLag"], group["state"]) == (2, 1, "Stable")
    assert group["subscriptionMode"] == "all"
    assert group["subscriptionTimestamp"].startswith("1970-01-01T00:00:00")


@check
async def a_group_is_shown_by_queue_and_partition(client, queue):
    group = f"a/b {queue}"
    await _consumed(client, queue, group)
    found = await client.admin.get_consumer_group(group)
    (place,) = found[queue]["partitions"]
    assert (place["partition"], place["totalConsumed"], place["offsetLag"]) == ("Default", 1, 2)
    assert (place["leaseActive"], place["workerId"]) == (False, None)
    await pop_now(client, queue, group=group)
    (place,) = (await client.admin.get_consumer_group(group))[queue]["partitions"]
    assert place["leaseActive"] is True


@check
async def lagging_partitions_are_an_array_of_rows(client, queue):
    await _consumed(client, queue, queue)
    mine = [r for r in await client.admin.get_lagging_consumers(0) if r["queue_name"] == queue]
    assert [(row["consumer_group"], row["offset_lag"]) for row in mine] == [(queue, 2)]
    assert mine[0]["partition_name"] == "Default"
    assert mine[0]["time_lag_seconds"] >= mine[0]["lag_hours"] >= 0
    late = await client.admin.get_lagging_consumers()
    assert queue not in {row["queue_name"] for row in late}


@check
async def seek_to_the_end_skips_what_is_there(client, queue):
    await _consumed(client, queue, queue)
    answer = await client.admin.seek_consumer_group(queue, queue, {"toEnd": True})
    assert (answer["success"], answer["seekToEnd"], answer["partitionsUpdated"]) == (True, True, 1)
    assert await pop_now(client, queue, 9, queue) == []
    await client.queue(queue).push([{"data": {"n": 9}}])
    assert numbers(await pop_now(client, queue, 9, queue)) == [9]


@check
async def seek_to_an_instant_delivers_again(client, queue):
    await _consumed(client, queue, queue)
    back = {"timestamp": "2020-01-01T00:00:00Z"}
    answer = await client.admin.seek_consumer_group(queue, queue, back)
    assert answer["targetTimestamp"].startswith("2020-01-01T00:00:00")
    assert numbers(await pop_now(client, queue, 9, queue)) == [0, 1, 2]
    refused = await refusal(client.admin.seek_consumer_group(queue, queue, back))
    assert "wait until they are done, or send force" in refused


@check
async def seek_without_a_target_is_refused(client, queue):
    await _consumed(client, queue, queue)
    assert await refusal(client.admin.seek_consumer_group(queue, queue))
    assert numbers(await pop_now(client, queue, 9, queue)) == [1, 2]


@check
async def a_deleted_group_starts_anew(client, queue):
    await _consumed(client, queue, queue)
    answer = await client.delete_consumer_group(queue)
    assert (answer["success"], answer["consumerGroup"]) == (True, queue)
    assert (answer["deletedPartitions"], answer["metadataDeleted"]) == (1, True)
    assert numbers(await pop_now(client, queue, 9, queue)) == [0, 1, 2]


@check
async def a_group_is_deleted_on_one_queue_and_keeps_its_subscription(client, queue):
    await client.queue(queue).push(counting(2))
    builder = client.queue(queue).group(queue).subscription_mode("new").batch(9).wait(False)
    assert await builder.pop() == []
    await client.queue(queue).push([{"data": {"n": 9}}])
    (message,) = await builder.pop()
    assert (await client.ack(message, True, {"group": queue}))["success"] is True
    answer = await client.admin.delete_consumer_group_for_queue(queue, queue, False)
    assert (answer["queueName"], answer["metadataDeleted"]) == (queue, False)
    assert numbers(await pop_now(client, queue, 9, queue)) == [9]


@check
async def a_subscription_gets_another_instant(client, queue):
    await _consumed(client, queue, queue)
    answer = await client.update_consumer_group_timestamp(queue, "2030-01-01T00:00:00Z")
    assert (answer["success"], answer["rowsUpdated"]) == (True, 1)
    assert answer["newTimestamp"].startswith("2030-01-01T00:00:00")
    assert numbers(await pop_now(client, queue, 9, queue)) == [1, 2]

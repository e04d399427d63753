"""The clients' methods that look at messages, delete them, and note things about them."""

from checks import Seen, check, counting, numbers, pop_now, refusal


@check
async def messages_are_listed_newest_first(client, queue):
    await client.queue(queue).push(counting(3))
    await pop_now(client, queue)
    found = await client.admin.list_messages(queue=queue, limit=2)
    assert [message["offset"] for message in found["messages"]] == [2, 1]
    assert (found["total"], found["pagination"]["hasMore"]) == (3, True)
    assert found["mode"] == {"hasQueueMode": True, "busGroupsCount": 0, "type": "queue"}
    (held,) = (await client.admin.list_messages(queue=queue, status="processing"))["messages"]
    assert (held["queuePath"], held["queueStatus"]) == (f"{queue}/Default", "processing")
    rest = await client.admin.list_messages(queue=queue, limit=2, offset=2)
    assert [message["offset"] for message in rest["messages"]] == [0]


@check
async def a_message_is_read_with_its_payload(client, queue):
    pushed = {"data": {"n": 7}, "transactionId": "order/7"}
    (result,) = await client.queue(queue).push([pushed])
    found = await client.admin.get_message(result["partition_id"], "order/7")
    assert (found["data"], found["status"]) == ({"n": 7}, "pending")
    assert found["queueConfig"]["leaseTime"] == 300
    assert (found["consumerGroups"], found["retryCount"]) == ([], 0)


@check
async def a_deleted_message_is_not_delivered(client, queue):
    first, *_ = await client.queue(queue).push(counting(2))
    where = first["partition_id"], first["transaction_id"]
    assert (await client.admin.delete_message(*where))["success"] is True
    assert "there is no message" in await refusal(client.admin.get_message(*where))
    assert "there is no message" in await refusal(client.admin.delete_message(*where))
    assert numbers(await pop_now(client, queue, 9)) == [1]


@check
async def a_consumer_traces_what_it_does(client, queue):
    await client.queue(queue).push([{"data": {"n": 1}, "transactionId": "t"}])
    seen, traced = Seen(), []

    async def handler(message):
        traced.append(
            await message["trace"](
                {"traceName": [f"{queue} 7", queue], "eventType": "step", "data": {"done": True}}
            )
        )
        traced.append(await message["trace"]({"data": "plain"}))
        await seen(message)

    await client.queue(queue).batch(1).wait(False).limit(1).each().consume(handler)
    assert [answer["success"] for answer in traced] == [True, True]
    where = seen[0]["partitionId"], "t"
    found = await client.admin.get_traces_for_message(*where)
    notes = [(note["event_type"], note["data"], note["consumer_group"]) for note in found["traces"]]
    expected = [("step", {"done": True}, "__QUEUE_MODE__"), ("info", "plain", "__QUEUE_MODE__")]
    assert (notes, found["total"]) == (expected, 2)
    found = await client.admin.get_traces_by_name(f"{queue} 7", limit=10)
    (note,) = found["traces"]
    assert note["trace_names"] == sorted([f"{queue} 7", queue])
    assert (note["transaction_id"], note["message_payload"]) == ("t", {"n": 1})
    assert (note["queue_name"], note["partition_name"]) == (queue, "Default")
    names = (await client.admin.get_trace_names(limit=1000))["trace_names"]
    mine = {
        name["trace_name"]: name["trace_count"] for name in names if queue in name["trace_name"]
    }
    assert mine == {queue: 1, f"{queue} 7": 1}

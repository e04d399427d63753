"""Dead letters: listed by dlq(), tried again and made by hand by the Admin's methods."""

from checks import QUEEN_2, check, counting, numbers, pop_now, refusal


async def _buried(client, queue, count=1):
    await client.queue(queue).push(counting(count))
    popped = await pop_now(client, queue, count)
    for message in popped:
        assert (await client.ack(message, "dlq", {"error": "not for us"}))["dlq"] is True
    return popped


@check
async def dead_letters_are_listed(client, queue):
    popped = await _buried(client, queue, 3)
    found = await client.queue(queue).dlq().limit(2).get()
    assert (found["total"], numbers(found["messages"])) == (3, [2, 1])
    (last,) = (await client.queue(queue).dlq().limit(2).offset(2).get())["messages"]
    assert (last["data"], last["errorMessage"]) == ({"n": 0}, "not for us")
    for name in ("transactionId", "partitionId", "createdAt", "producerSub"):
        assert last[name] == popped[0][name]
    assert (last["retryCount"], last["consumerGroup"]) == (0, "__QUEUE_MODE__")


@check
async def dead_letters_are_listed_by_group_partition_and_time(client, queue):
    await client.queue(queue).partition("p 1").push(counting(1))
    (message,) = await pop_now(client, queue, 1, "g")
    await client.ack(message, "dlq", {"group": "g"})

    async def found(builder):
        return (await builder.get())["total"]

    assert await found(client.queue(queue).dlq("g")) == 1
    assert await found(client.queue(queue).dlq("h")) == 0
    assert await found(client.queue(queue).partition("p 1").dlq()) == 1
    assert await found(client.queue(queue).partition("p 2").dlq()) == 0
    assert await found(client.queue(queue).dlq().from_("2020-01-01T00:00:00Z")) == 1
    assert await found(client.queue(queue).dlq().to("2020-01-01T00:00:00Z")) == 0


@check
async def a_dead_letter_is_tried_again(client, queue):
    (message,) = await _buried(client, queue)
    where = message["partitionId"], message["transactionId"]
    answer = await client.admin.retry_message(*where)
    assert (answer["success"], answer["redriven"]) == (True, 1)
    (again,) = await pop_now(client, queue)
    assert (again["id"], again["data"]) == (answer["messageId"], {"n": 0})
    assert again["headers"]["redriven"]["messageId"] == message["id"]
    assert (await client.queue(queue).dlq().get())["messages"] == []
    assert "no dead letter" in await refusal(client.admin.retry_message(*where))


@check
async def a_message_is_given_up_by_hand(client, queue):
    """2.x says itself that it cannot; 0.15 sends the request, without a body."""
    await client.queue(queue).create()
    await pop_now(client, queue)
    (pushed,) = await client.queue(queue).push(counting(1))
    moving = client.admin.move_message_to_dlq(pushed["partition_id"], pushed["transaction_id"])
    if QUEEN_2:
        assert await refusal(moving)
        return
    assert (await moving)["moved"] is True
    (letter,) = (await client.queue(queue).dlq().get())["messages"]
    assert (letter["reason"], letter["data"]) == ("moved", {"n": 0})
    assert await pop_now(client, queue) == []

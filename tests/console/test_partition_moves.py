"""Partition: which of its messages are shown, and what moves a group in it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds
from tests.console.watch import Watch


def offsets(page: Page) -> list[str]:
    """Those of the messages in view, with what marks them."""
    rows = page.get_by_role("table", name="Messages").locator("tbody tr")
    return [" ".join(text.split()) for text in rows.locator("td:first-child").all_inner_texts()]


def test_messages_keep_their_place_around_the_cursor(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", *range(100))
    seeds.ack(seeds.pop(queue, "billing", batch=30))
    open_page("partition", queue=queue, name="a")
    expect(
        page.get_by_role("heading", name="Messages around the cursor of billing")
    ).to_be_visible()
    rows = page.get_by_role("table", name="Messages").locator("tbody tr")
    first = rows.first.locator("td").first
    expect(rows).to_have_count(60)
    assert [offsets(page)[place] for place in (0, 10, 59)] == ["20", "next 30", "79"]
    seeds.ack(seeds.pop(queue, "billing", batch=55))
    page.get_by_role("button", name="Refresh").click()
    expect(page.get_by_text("billing goes on at 85.")).to_be_visible()
    assert offsets(page)[0] == "20"
    page.get_by_role("button", name="Follow it").click()
    expect(first).to_have_text("75")
    assert offsets(page)[10] == "next 85"
    page.get_by_role("button", name="Earlier").click()
    expect(first).to_have_text("15")
    assert page.url.endswith("around=25&name=a&queue=" + queue)
    page.get_by_role("button", name="25 later: show").click()
    expect(first).to_have_text("75")
    page.go_back()
    expect(first).to_have_text("15")

    page.get_by_role("button", name="The newest").click()
    expect(first).to_have_text("99")
    assert offsets(page)[59] == "40"
    for many, told in ((12, "12 newer: show"), (49, "60+ newer: show")):
        seeds.push(queue, "a", *range(many))
        page.get_by_role("button", name="Refresh").click()
        expect(page.get_by_role("button", name=told)).to_be_visible()
        assert offsets(page)[0] == "99"
    page.get_by_role("button", name="60+ newer: show").click()
    expect(first).to_have_text("160")
    page.reload()
    expect(page.get_by_role("heading", name="Messages, the newest first")).to_be_visible()


def test_a_lease_is_released_and_its_attempts_are_forgotten(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.configure(queue, retryDelay=0)
    seeds.push(queue, "a", 1, 2)
    seeds.ack(seeds.pop(queue, "billing", batch=1), "failed", "no such account")
    late = seeds.pop(queue, "billing")
    open_page("partition", queue=queue, name="a", group="billing")
    why = page.get_by_role("region", name="Group billing")
    why.get_by_role("button", name="Release the lease…").click()
    dialog = page.get_by_role("dialog", name="Release the lease on a")
    expect(dialog).to_contain_text("Failed attempts are forgotten")
    expect(dialog).to_contain_text("The next pop gets the messages from offset 0 on")
    dialog.get_by_role("button", name=re.compile("Free . message")).click()
    expect(page.get_by_text("The lease of billing on a ended.")).to_be_visible()
    expect(why.locator(".sentence")).to_contain_text("Ready: 2 messages wait")
    expect(why.get_by_role("button", name="Release the lease…")).to_have_count(0)
    facts = seeds.send("GET", f"/resources/queues/{queue}/partitions/a/explain?group=billing")
    assert (facts["cursor"], facts["failure"], facts["lease"]) == (0, None, None)
    acknowledgment = {
        "transactionId": late["messages"][0]["transactionId"],
        "partitionId": late["partitionId"],
        "leaseId": late["leaseId"],
        "status": "completed",
    }
    body = {"consumerGroup": "billing", "acknowledgments": [acknowledgment]}
    assert [each["success"] for each in seeds.send("POST", "/ack/batch", json=body)] == [False]


def test_the_next_message_is_given_up_by_force_only_after_a_refusal(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    watch.announce(409, "/dlq")
    seeds.push(queue, "a", {"total": -1}, transactionId="order-1")
    seeds.push(queue, "a", {"total": 2}, transactionId="order-2")
    seeds.pop(queue, "billing", batch=1)
    open_page("partition", queue=queue, name="a", group="billing")
    page.get_by_role("button", name="Give up the next message…").click()
    dialog = page.get_by_role("dialog", name="Give up offset 0 of a")
    expect(dialog).to_contain_text("order-1")
    expect(dialog).to_contain_text('"total": -1')
    expect(dialog.get_by_label("force")).to_have_count(0)
    dialog.get_by_role("button", name="Make it a dead letter").click()
    expect(dialog.get_by_role("alert")).to_contain_text("holds this message until")
    dialog.get_by_label("force").check()
    dialog.get_by_role("button", name="Make it a dead letter").click()
    expect(page.get_by_text("Offset 0 is a dead letter of billing.")).to_be_visible()
    letters = seeds.send("GET", f"/dlq?queue={queue}")["messages"]
    assert [(each["transactionId"], each["errorMessage"]) for each in letters] == [
        ("order-1", "given up in the console")
    ]
    assert seeds.pop(queue, "billing")["messages"][0]["transactionId"] == "order-2"


def test_names_with_slashes_are_in_no_path_that_a_gateway_cuts(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    name = f"{queue}/eu"
    seeds.push(name, "customer/1", 1)
    seeds.client.get("/pop", params={"consumerGroup": "a/b"})
    number = seeds.send("GET", f"/resources/partitions?queue={queue}%2Feu")["partitions"][0]["id"]
    for state in ({"queue": name, "name": "customer/1"}, {"id": number}):
        open_page("partition", **state, group="a/b")
        expect(page.locator("h1")).to_have_text("customer/1")
        expect(page.locator(".sentence .badge")).not_to_have_count(0)
        expect(page.get_by_role("table", name="Messages")).to_be_visible()
    paths = [urlsplit(each.url).path for each in watch.requests]
    assert [path for path in paths if re.search("%2F.*/", path)] == []
    assert f"/api/v1/resources/partitions/{number}/explain" in paths


def test_a_seek_does_what_its_preview_says(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", *range(5))
    seeds.push(queue, "a", *range(5))
    seeds.ack(seeds.pop(queue, "billing", batch=4))
    open_page("partition", queue=queue, name="a", group="billing")
    page.get_by_role("button", name="Seek…").click()
    dialog = page.get_by_role("dialog", name="Move billing in a")
    expect(dialog).to_contain_text("The cursor goes from 4 on to 10, past 6 offsets.")
    expect(dialog).to_contain_text("Not finished: billing 6.")
    expect(dialog.get_by_role("button", name="Go on at offset 10")).to_be_visible()

    go_on = dialog.get_by_role("button", name="Go on at offset")
    dialog.get_by_label("Where").select_option("timestamp")
    expect(go_on).to_have_count(0)
    dialog.get_by_label("Instant (UTC+").fill("at tea time")
    sixth = seeds.send("GET", f"/messages?queue={queue}&order=asc")["messages"][5]
    dialog.get_by_label("Instant (UTC+").fill(sixth["createdAt"])
    expect(dialog.get_by_role("status")).to_contain_text(re.compile(r"\(\+0[12]:00\)"))
    expect(go_on).to_have_text("Go on at offset 5")

    dialog.get_by_label("Where").select_option("offset")
    dialog.get_by_label("Offset").fill("2")
    expect(dialog).to_contain_text("The cursor goes back from 4 to 2, by 2 offsets.")
    expect(dialog).to_contain_text("Comes again: billing 2.")
    dialog.get_by_role("button", name="Go on at offset 2").click()
    expect(page.get_by_text("billing goes on at offset 2 of a.")).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("Ready: 8 messages wait")
    facts = seeds.send("GET", f"/resources/queues/{queue}/partitions/a/explain?group=billing")
    assert (facts["cursor"], facts["open"]) == (2, 8)


def test_a_partition_is_cleared_and_deleted_by_its_typed_name(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "customer 1", 1, 2, 3)
    seeds.pop(queue, "billing", batch=1)
    open_page("partition", queue=queue, name="customer 1")
    page.get_by_role("button", name="Clear…").click()
    dialog = page.get_by_role("dialog", name="Clear partition customer 1")
    expect(dialog).to_contain_text(f"This deletes 3 messages of {queue}.")
    expect(dialog).to_contain_text("billing holds 1 partition until")
    dialog.get_by_label("force").check()
    button = dialog.get_by_role("button", name="Delete 3 messages")
    dialog.get_by_label("Type the partition's name").fill("customer")
    expect(button).to_be_disabled()
    dialog.get_by_label("Type the partition's name").fill("customer 1")
    button.click()
    expect(page.get_by_text("Deleted 3 messages of customer 1.")).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("Nothing is open")
    expect(page.get_by_text("No message is kept here")).to_be_visible()

    page.get_by_role("button", name="Delete…").click()
    dialog = page.get_by_role("dialog", name="Delete partition customer 1")
    dialog.get_by_label("Type the partition's name").fill("customer 1")
    dialog.get_by_role("button", name="Delete 0 messages and the partition").click()
    expect(page.get_by_role("heading", name=queue)).to_be_visible()
    assert seeds.send("GET", f"/resources/partitions?queue={queue}")["partitions"] == []

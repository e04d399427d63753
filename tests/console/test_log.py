"""The event log: its messages, what holds readers up, and what groups claim."""

from __future__ import annotations

import uuid
from typing import Any

import psycopg
from playwright.sync_api import Locator, Page, expect

from tests.console.conftest import ConsoleServer, OpenPage, StartConsole, base
from tests.console.seeds import Seeds
from tests.console.watch import Watch
from tests.local.tokens import SECRET, signed

DASH = "\u2013"


def append(seeds: Seeds, type_: str, *messages: dict[str, Any]) -> list[int]:
    """Messages of a type; their positions. Keys that begin with _ are fields beside the payload."""
    made = [
        {
            "type": type_,
            "payload": {key: value for key, value in each.items() if key[0] != "_"},
            **{key[1:]: value for key, value in each.items() if key[0] == "_"},
        }
        for each in messages
    ]
    positions: list[int] = seeds.send("POST", "/log/append", 201, json={"messages": made})[
        "positions"
    ]
    return positions


def names(queue: str) -> list[str]:
    """Attributes of this test: a group finds partitions in all of the log."""
    return [f"course{queue[-8:]}", f"user{queue[-8:]}"]


def claim(seeds: Seeds, group: str, queue: str, worker: str, status: int = 200) -> Any:
    """The answer of a claim of messages whose type is the queue's name."""
    body = {"partitionBy": names(queue), "handledTypes": [queue], "workerId": worker}
    return seeds.send("POST", f"/log/groups/{group}/claim", status, json=body)


def cells(page: Page, table: str, row: int) -> Locator:
    return page.get_by_role("table", name=table).get_by_role("row").nth(row).get_by_role("cell")


def test_messages_are_found_by_their_values_and_lead_to_each_other(
    open_page: OpenPage, page: Page, seeds: Seeds, watch: Watch, queue: str
) -> None:
    first = str(uuid.uuid4())
    joined = f"joined <b>{queue}"
    created, *_ = append(seeds, queue, {"course": "Algebra", "_id": first})
    append(
        seeds,
        joined,
        {"course": "Algebra", "user": "joe", "_causationId": first, "_correlationId": first},
        {"course": "a/b 'c\" 😀", "user": "jake", "big": 9007199254740993},
    )
    open_page("log", type=joined)
    table = "Messages of the log"
    expect(page.get_by_role("table", name=table).get_by_role("row")).to_have_count(3)
    expect(cells(page, table, 1).nth(1)).to_have_text(joined)
    expect(cells(page, table, 1).nth(2)).to_contain_text('"big":9007199254740993')
    expect(cells(page, table, 1).nth(4)).to_have_text(DASH)
    cells(page, table, 2).nth(3).get_by_role("button").click()
    panel = page.get_by_role("complementary", name="Message")
    expect(panel).to_contain_text(f"Type{queue}")
    conversation = page.get_by_role("table", name="Conversation").get_by_role("row")
    expect(conversation).to_have_count(3)
    conversation.nth(2).get_by_role("button").click()
    expect(panel.get_by_role("region", name="payload")).to_contain_text('"user": "joe"')
    page.reload()
    expect(panel).to_contain_text("Caused by")
    panel.get_by_role("link", name="course", exact=True).click()
    expect(page.get_by_label("Of type")).to_have_value(joined)
    expect(page.get_by_role("table", name=table).get_by_role("row")).to_have_count(2)

    page.get_by_role("button", name="Or another condition").click()
    other = page.get_by_role("group", name="Condition 2")
    other.get_by_label("Of type").fill(queue)
    other.get_by_label("Attribute").fill("course")
    other.get_by_label("Is").fill("Algebra")
    expect(page.get_by_role("table", name=table).get_by_role("row")).to_have_count(3)
    expect(cells(page, table, 1).nth(0)).to_have_text(f"{created:,}")
    page.reload()
    expect(other.get_by_label("Is")).to_have_value("Algebra")
    other.get_by_label("Is").fill("History")
    expect(page.get_by_role("table", name=table).get_by_role("row")).to_have_count(2)
    page.get_by_role("button", name="Remove").first.click()
    expect(page.get_by_text("No message fits")).to_be_visible()
    watch.announce(404, "/log/messages/")
    nobody = str(uuid.uuid4())
    open_page("log", show=nobody)
    expect(panel).to_contain_text(f"there is no message {nobody} in the log")
    open_page("log", conditions="[1]")
    expect(page.get_by_text("The conditions of this address cannot be read.")).to_be_visible()


def test_newer_messages_wait_and_what_holds_readers_up_is_said(
    open_page: OpenPage, page: Page, seeds: Seeds, server: ConsoleServer, queue: str
) -> None:
    append(seeds, queue, *({"n": n} for n in range(52)))
    page.clock.install()
    open_page("log", type=queue)
    table = "Messages of the log"
    expect(cells(page, table, 1).nth(2)).to_have_text('{"n":51}')
    append(seeds, queue, {"n": 52})
    page.clock.run_for(20_000)
    newer = page.get_by_role("button", name="1 newer: show")
    expect(newer).to_be_visible()
    expect(cells(page, table, 1).nth(2)).to_have_text('{"n":51}')
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".foot")).to_contain_text("52 in all.")
    newer.click()
    expect(cells(page, table, 1).nth(2)).to_have_text('{"n":52}')
    page.get_by_label("Order").select_option("asc")
    expect(cells(page, table, 1).nth(2)).to_have_text('{"n":0}')
    page.get_by_label("Payloads").uncheck()
    expect(page.get_by_role("columnheader", name="Payload")).to_have_count(0)
    expect(page.locator(".lead")).to_contain_text("0 appends in flight")

    with psycopg.connect(server.owner_url) as slow:
        slow.execute(
            "select log.append(%s, null, 0)",
            (f'[{{"i": "{uuid.uuid4()}", "t": "{queue}", "p": "{{}}"}}]',),
        )
        append(seeds, queue, {"n": 53})
        page.clock.resume()
        open_page("log", type=queue)
        expect(
            page.get_by_role("status").filter(has_text="Readers stop at position")
        ).to_contain_text("because 1 append is in flight: its transaction is still open.")
        slow.rollback()


def test_a_group_says_who_claims_what_and_why_it_rests(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    group = f"g {queue}/<b>"
    seeds.send("POST", "/log/groups", 201, json={"groupId": group, "partitionBy": names(queue)})
    people = ("ada", "a/b 'c\" 😀", "zoe")
    course, user = names(queue)
    append(seeds, queue, *({course: "Algebra", user: each} for each in people))
    path = group.replace("/", "%2F")
    held = [claim(seeds, path, queue, f"worker-{n}") for n in range(2)]
    body = {"offsetId": held[1]["offsetId"], "error": "no mail server", "retryInSeconds": 600}
    seeds.send("POST", f"/log/groups/{path}/release", json=body)

    open_page("log", tab="groups")
    page.get_by_role("link", name=group).click()
    expect(page.get_by_role("heading", name=group)).to_be_visible()
    table = page.get_by_role("table", name="Partitions of the group")
    expect(table.get_by_role("row")).to_have_count(4)
    keys = [f"{course}:Algebra|{user}:{each}" for each in people]
    first, second = held[0]["partitionKey"], held[1]["partitionKey"]
    assert {first, second} < set(keys)
    taken = table.get_by_role("row").filter(has_text=first)
    expect(taken).to_contain_text("worker-0, ")
    expect(taken).to_contain_text(" left")
    rests = table.get_by_role("row").filter(has_text=second)
    expect(rests).to_contain_text("in 9 m")
    expect(rests).to_contain_text("“no mail server”")
    page.get_by_label("State").select_option("resting")
    expect(table.get_by_role("row")).to_have_count(2)
    expect(rests).to_contain_text("resting")
    page.get_by_label("State").select_option("idle")
    expect(page.get_by_text("No partition is idle")).to_be_visible()
    page.get_by_label("State").select_option("")

    page.get_by_role("button", name=f"Release {first}", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Release {first}")
    expect(dialog).to_contain_text(f"worker-0 holds the partition for {group} until")
    dialog.get_by_role("button", name="End the claim of worker-0").click()
    expect(taken).not_to_contain_text("worker-0")
    again = claim(seeds, path, queue, "worker-2")
    assert again["partitionKey"] == first
    position = again["messages"][0]["position"]

    page.get_by_role("button", name=f"Advance {second}", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Advance {second}")
    dialog.get_by_label("To position").fill("0")
    expect(dialog.get_by_role("button", name="Move")).to_have_count(0)
    last = position + 2
    dialog.get_by_label("To position").fill(str(last))
    dialog.get_by_role("button", name=f"Move from 0 to {last:,}").click()
    expect(page.get_by_text(f"{group} is at position {last:,} in {second}.")).to_be_visible()
    expect(rests.get_by_role("cell").nth(3)).to_have_text(DASH)


def test_a_group_is_stopped_started_and_reset_by_its_typed_name(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.send("POST", "/log/groups", 201, json={"groupId": queue, "partitionBy": names(queue)})
    append(seeds, queue, dict.fromkeys(names(queue), "joe"))
    done = claim(seeds, queue, queue, "w")
    body = {"offsetId": done["offsetId"], "position": done["messages"][0]["position"]}
    seeds.send("POST", f"/log/groups/{queue}/ack", json=body)
    open_page("log", tab="groups", group=queue)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text(f"{queue} is stopped.")).to_be_visible()
    expect(page.locator("dl .badge")).to_have_text("stopped")
    claim(seeds, queue, queue, "w", 204)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("dl .badge")).to_have_text("active")

    page.get_by_role("button", name="Reset…").click()
    dialog = page.get_by_role("dialog", name=f"Reset {queue}")
    expect(dialog).to_contain_text("What it completed comes again as replaying")
    button = dialog.get_by_role("button", name="Forget the positions in 1 partition")
    expect(button).to_be_disabled()
    dialog.get_by_label("Type the group's name").fill(queue)
    button.click()
    expect(page.get_by_text(f"{queue} starts again: it forgot 1 partition.")).to_be_visible()
    assert claim(seeds, queue, queue, "w")["replaying"] is True


def test_a_batch_that_waits_is_shown_and_cancelled_by_its_id(
    open_page: OpenPage, page: Page, seeds: Seeds, watch: Watch, queue: str
) -> None:
    made = [{"type": f"{queue}.{n}", "payload": {"n": n, "text": "<b>&amp;"}} for n in (1, 2)]
    made += [{"type": f"{queue}.many", "payload": {"n": n}} for n in range(20)]
    body = {"messages": made, "at": "2098-03-01T12:00:00Z"}
    batch = seeds.send("POST", "/log/schedule", 201, json=body)["scheduleId"]
    open_page("log", tab="scheduled", dueFrom="2098-03-01T12:00Z", dueTo="2098-03-01T12:01Z")
    row = page.get_by_role("table", name="Scheduled messages").get_by_role("row").nth(1)
    expect(row).to_contain_text(f"{queue}.1, {queue}.2, {queue}.many")
    expect(row.get_by_role("cell").nth(2)).to_have_text("22")
    page.get_by_role("button", name=f"Batch {batch}", exact=True).click()
    panel = page.get_by_role("complementary", name="Batch")
    expect(panel.get_by_role("region", name="payload")).to_have_count(20)
    expect(panel.get_by_role("region", name="payload").nth(0)).to_contain_text("<b>&amp;")
    panel.get_by_role("button", name="Go on").click()
    expect(panel.locator(".foot")).to_have_text("22 in all.")

    panel.get_by_role("button", name="Cancel it…").click()
    dialog = page.get_by_role("dialog", name=f"Cancel batch {batch}")
    expect(dialog).to_contain_text("22 messages of")
    expect(dialog).to_contain_text("were to be appended at 2098-03-01 13:00:00")
    button = dialog.get_by_role("button", name="Delete 22 scheduled messages")
    expect(button).to_be_disabled()
    dialog.get_by_label(f"Type the batch's id: {batch}").fill(batch)
    button.click()
    expect(page.get_by_text(f"Cancelled batch {batch}: 22 messages.")).to_be_visible()
    expect(page.get_by_text("Nothing is due then")).to_be_visible()
    seeds.send("GET", f"/log/scheduled/{batch}", 404)
    watch.announce(404, "/log/scheduled/")
    open_page("log", tab="scheduled", batch=batch)
    expect(panel).to_contain_text(f"no messages are scheduled as {batch}")


def test_a_type_is_declared(open_page: OpenPage, page: Page, queue: str) -> None:
    open_page("log", tab="types")
    page.get_by_role("button", name="Declare a type…").click()
    dialog = page.get_by_role("dialog", name="Declare a type")
    dialog.get_by_label("Type").fill(f"{queue}.closed")
    dialog.get_by_label("Attributes that count").fill("course\nuser")
    dialog.get_by_role("button", name="Let 2 attributes count").click()
    row = page.get_by_role("table", name="Types of the log").get_by_role("row")
    expect(row.filter(has_text=f"{queue}.closed")).to_contain_text("course, userdeclaration")


def test_who_only_reads_sees_no_action(
    page: Page, start_console: StartConsole, watch: Watch
) -> None:
    server = start_console(jwt_key=SECRET)
    watch.origins.add(base(server))
    writer = {"authorization": f"Bearer {signed({'sub': 'bob', 'role': 'admin'})}"}
    for path, json in (
        ("groups", {"groupId": "decider", "partitionBy": ["course"]}),
        ("append", {"messages": [{"type": "created", "payload": {"course": "Algebra"}}]}),
        (
            "schedule",
            {
                "messages": [{"type": "closed", "payload": {"course": "Algebra"}}],
                "at": "2099-01-01T00:00:00Z",
            },
        ),
    ):
        answer = server.client.post(f"/api/v1/log/{path}", json=json, headers=writer)
        assert answer.status_code == 201
    page.goto(f"{base(server)}/console/log?tab=groups&group=decider")
    page.get_by_label("Token").fill(signed({"sub": "ann", "role": "read-only"}))
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("table", name="Partitions of the group").wait_for()
    shown = page.locator("main button").all_inner_texts()
    assert shown == ["Messages", "Groups", "Types", "Scheduled", "Copy as curl"]
    page.get_by_role("tab", name="Types").click()
    page.get_by_role("table", name="Types of the log").wait_for()
    expect(page.get_by_role("button", name="Declare")).to_have_count(0)
    page.get_by_role("tab", name="Scheduled").click()
    page.get_by_role("button", name="Batch 1", exact=True).click()
    expect(page.get_by_role("region", name="payload")).to_contain_text("Algebra")
    expect(page.get_by_role("button", name="Cancel it")).to_have_count(0)

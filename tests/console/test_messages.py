"""Messages: every filter, the panel and what may be done with a message."""

from __future__ import annotations

import base64
import gzip
import json
import subprocess
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.seeds import Seeds
from tests.console.watch import Watch

TRACE = "01a1ef2e-be52-7293-8b8d-017564f12a90"


def shown(page: Page) -> list[str]:
    """The transaction ids of the list, from above."""
    rows = page.get_by_role("table", name="Messages").get_by_role("button")
    page.locator(".foot").first.wait_for()
    return rows.all_inner_texts()


def panel(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Message")


@pytest.fixture
def seeded(seeds: Seeds, queue: str) -> str:
    """A queue with a message in each status that can be had without moving time."""
    seeds.configure(queue, retryDelay=600_000)
    for name in ("done", "given-up", "failed", "behind"):
        seeds.push(queue, "a", {"who": {"name": name}, "n": 1}, transactionId=name)
    seeds.push(queue, "b", {"big": 1}, transactionId="later", delaySeconds=600)
    seeds.push(queue, "c", {"who": None}, transactionId="held", traceId=TRACE, key="k")
    for verdict in ("completed", "dlq", "failed"):
        seeds.ack(seeds.pop(queue, "billing", "a"), verdict, "no such account")
    seeds.pop(queue, "billing", "c")
    return queue


def test_each_filter_is_in_the_address_and_finds(
    open_page: OpenPage, page: Page, seeded: str
) -> None:
    every = ["held", "later", "behind", "failed", "given-up", "done"]
    for state, expected in (
        ({}, every),
        ({"partition": "a"}, ["behind", "failed", "given-up", "done"]),
        ({"status": "delayed"}, ["later"]),
        ({"status": "dead", "consumerGroup": "billing"}, ["given-up"]),
        ({"traceId": TRACE}, ["held"]),
        ({"transactionId": "behind"}, ["behind"]),
        ({"contains": '"big"'}, ["later"]),
        ({"field": "who.name", "value": "failed"}, ["failed"]),
        ({"last": "15m"}, every),
        ({"from": "2099-01-01"}, []),
    ):
        open_page("messages", queue=seeded, **state)
        assert shown(page) == expected, state
    expect(page.get_by_text("No message fits", exact=True)).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    assert urlsplit(page.url).query == ""
    page.get_by_label("Queue", exact=True).fill(seeded)
    page.get_by_label("Status").select_option("processing")
    expect(page.get_by_role("button", name="held")).to_be_visible()
    assert parse_qs(urlsplit(page.url).query) == {"queue": [seeded], "status": ["processing"]}
    expect(page.locator(".foot").first).to_contain_text("Looked at 1 message, 1 fits.")
    open_page("messages", queue=seeded, status="delayed")
    expect(page.get_by_role("table", name="Messages")).to_contain_text("due in 9 m")


def test_what_the_api_would_refuse_is_said_and_not_asked(
    open_page: OpenPage, page: Page, watch: Watch
) -> None:
    for state, words in (
        ({"partition": "a"}, "Name the queue of the partition, too"),
        ({"traceId": "1"}, "A trace id is a UUID"),
        ({"status": "open"}, "The status is one of"),
        ({"field": "a"}, "go together"),
        ({"to": "yesterday"}, "are instants"),
        ({"contains": "a", "traceId": TRACE}, "is not searched by payload"),
    ):
        open_page("messages", **state)
        expect(page.get_by_text(words)).to_be_visible()
    assert not [call for call in watch.calls if call.endswith("/messages")]


def test_newer_messages_wait_and_older_ones_follow(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", *range(62))
    page.clock.install()
    open_page("messages", queue=queue)
    assert len(shown(page)) == 60
    seeds.push(queue, "a", 62, transactionId="new")
    page.clock.run_for(20_000)
    expect(page.get_by_role("button", name="1 newer: show")).to_be_visible()
    assert "new" not in shown(page)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".foot").first).to_contain_text("62 of 62 shown.")
    page.get_by_role("button", name="1 newer: show").click()
    expect(page.get_by_role("button", name="new", exact=True)).to_be_visible()
    assert shown(page)[0] == "new"


def test_the_panel_says_what_became_of_a_message(
    open_page: OpenPage, page: Page, seeded: str
) -> None:
    open_page("messages", queue=seeded)
    page.get_by_role("button", name="given-up").click()
    expect(panel(page)).to_contain_text("billing dead, last")
    expect(panel(page)).to_contain_text("“no such account” letter: rejected")
    page.reload()
    expect(panel(page)).to_contain_text("letter: rejected")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="held").click()
    expect(panel(page)).to_contain_text("leased until")
    expect(panel(page)).to_contain_text("Trace" + TRACE)
    page.get_by_label("Payload as").select_option("tree")
    expect(page.locator(".tree")).to_contain_text("who: null")
    page.get_by_role("link", name="Find alike").click()
    assert shown(page) == ["held"]
    assert parse_qs(urlsplit(page.url).query)["value"] == ["null"]
    open_page("messages", queue=seeded, payloads="false", status="failed")
    assert "no such" not in page.get_by_role("table", name="Messages").inner_text()
    expect(page.get_by_role("columnheader", name="Payload")).to_have_count(0)


def test_a_payload_is_shown_in_other_forms(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    packed = base64.b64encode(gzip.compress(b"<b>packed</b>")).decode()
    seeds.push(queue, "a", packed, transactionId="packed")
    place = f"{seeds.send('GET', f'/messages?queue={queue}')['messages'][0]['partitionId']}/packed"
    open_page("messages", queue=queue, show=place)
    payload = page.get_by_role("region", name="payload")
    expect(payload).to_have_text(f'"{packed}"')
    form = page.get_by_label("Payload as")
    form.select_option("gzip")
    expect(payload).to_have_text("<b>packed</b>")
    form.select_option("base64")
    expect(payload).to_contain_text("00000000  1f 8b 08")
    form.select_option("hex")
    expect(payload).to_contain_text("00000000  " + packed[:4].encode().hex(" "))
    form.select_option("text")
    expect(payload).to_have_text(packed)
    assert "as=text" in page.url
    seeds.push(queue, "a", {"a": 1}, transactionId="plain")
    open_page("messages", queue=queue, show=place.replace("packed", "plain"))
    form.select_option("gzip")
    expect(page.get_by_text("The payload is no base64 text.")).to_be_visible()


def test_a_message_is_given_up_retried_and_deleted(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    seeds.push(queue, "a", 1, transactionId="one")
    seeds.pop(queue, "billing")
    open_page("messages", queue=queue)
    page.get_by_role("button", name="one", exact=True).click()
    page.get_by_role("button", name="Give up…").click()
    dialog = page.get_by_role("dialog", name="Give this message up")
    dialog.get_by_label("Why").fill("kills its consumer")
    watch.announce(409, "/dlq")
    dialog.get_by_role("button", name="Give it up for billing").click()
    expect(dialog.get_by_role("alert")).to_contain_text("holds this message until")
    dialog.get_by_label("force").check()
    dialog.get_by_role("button", name="Give it up for billing").click()
    expect(panel(page)).to_contain_text("“kills its consumer” letter: moved")
    page.get_by_role("button", name="Retry for billing").click()
    expect(page.get_by_text("Pushed once more, as")).to_be_visible()
    expect(page.get_by_role("table", name="Messages").get_by_role("button")).to_have_count(2)
    page.get_by_role("button", name="Delete…").click()
    dialog = page.get_by_role("dialog", name="Delete this message")
    expect(dialog.get_by_role("button", name="Delete 1 message")).to_be_disabled()
    dialog.get_by_label("Type the transaction id: one").fill("one")
    dialog.get_by_role("button", name="Delete 1 message").click()
    expect(page.get_by_text("Deleted the message one.")).to_be_visible()
    expect(page.get_by_role("table", name="Messages").get_by_role("button")).to_have_count(1)
    assert len(seeds.send("GET", f"/messages?queue={queue}")["messages"]) == 1


def test_selected_messages_are_copied_and_retried(
    open_page: OpenPage, page: Page, seeds: Seeds, seeded: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page("messages", queue=seeded)
    for name in ("given-up", "done"):
        page.get_by_label(f"Select {name}").check()
    bar = page.get_by_role("group", name="Selected messages")
    expect(bar).to_contain_text("2 messages selected")
    bar.get_by_role("button", name="Copy as JSON").click()
    expect(page.get_by_text("Copied 2 messages.")).to_be_visible()
    copied = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert [each["data"]["who"]["name"] for each in copied] == ["given-up", "done"]
    bar.get_by_role("button", name="Copy as CSV").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0].startswith("Pushed,Queue,Partition,Offset,Transaction,Status")
    assert '"{""who"":{""name"":""done""},""n"":1}"' in lines[2]
    bar.get_by_role("button", name="Retry 1…").click()
    page.get_by_role("dialog").get_by_role("button", name="Push 1 message again").click()
    expect(page.get_by_text("Pushed 1 message once more.")).to_be_visible()
    page.get_by_role("button", name="Copy as curl").first.click()
    command = page.evaluate("navigator.clipboard.readText()")
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=20)
    assert len(json.loads(done.stdout)["messages"]) == 7


def test_names_of_all_kinds_and_a_message_that_is_gone(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    name = "a/b?c=d&\"e\" 'f' 🦆 " + "é" * 200
    seeds.push(queue, name, 1, transactionId=name)
    open_page("messages", queue=queue, partition=name)
    page.get_by_role("table", name="Messages").get_by_role("button").click()
    expect(panel(page)).to_contain_text("No group follows the partition yet.")
    page.reload()
    expect(panel(page)).to_contain_text("Offset0")
    watch.announce(404, "/api/v1/messages/")
    open_page("messages", queue=queue, show="1/nothing")
    expect(panel(page)).to_contain_text("Not there")


def test_a_payload_whose_key_is_lost_says_so(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console(encryption_key=base64.b64encode(b"0" * 32).decode())
    watch.origins.add(base(server))
    server.client.post(
        "/api/v1/configure", json={"queue": "q", "options": {"encryptionEnabled": True}}
    )
    body = {"items": [{"queue": "q", "transactionId": "t", "payload": "secret"}]}
    assert server.client.post("/api/v1/push", json=body).status_code == 201
    page.goto(f"{base(server)}/console/messages?queue=q&contains=secret")
    expect(page.locator(".foot").first).to_contain_text(
        "1 payload is encrypted or masked, and not searched."
    )
    page.goto(f"{base(server)}/console/messages?queue=q")
    expect(page.get_by_role("table", name="Messages")).to_contain_text('"secret"')
    with psycopg.connect(server.owner_url) as owner:
        lost = """update queen.messages
                     set payload = replace(payload::text, '"key":"', '"key":"lost')::json"""
        owner.execute(lost)
    page.reload()
    table = page.get_by_role("table", name="Messages")
    expect(table).to_contain_text("cannot be decrypted")
    table.get_by_role("button", name="t").click()
    expect(panel(page).locator(".note.red")).to_contain_text("which is not here")
    expect(panel(page).get_by_role("button", name="Reproduce as test…")).to_have_count(0)

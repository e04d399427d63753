"""System: the switches, the database, who I am, and the routes of the API."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds
from tests.console.watch import Watch


def test_pushes_of_a_queue_are_stopped_and_allowed_again(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a")
    open_page("system")
    page.get_by_label("Queue", exact=True).fill(queue)
    page.get_by_role("button", name="Stop its pushes").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Each push is refused with 503 and Retry-After.")
    dialog.get_by_role("button", name="Stop pushes").click()
    row = page.get_by_role("table", name="Stopped queues").get_by_role("row").filter(has_text=queue)
    expect(row.get_by_role("cell").nth(1)).to_contain_text("stopped")
    expect(row.get_by_role("cell").nth(2)).to_have_text("allowed")
    item = {"queue": queue, "partition": "a", "payload": 1}
    seeds.send("POST", "/push", 503, json={"items": [item]})
    row.get_by_role("button", name="Allow").click()
    page.get_by_role("dialog").get_by_role("button", name="Allow pushes").click()
    expect(row).to_have_count(0)
    seeds.push(queue, "a")


def test_the_tables_of_the_database_have_their_sizes(open_page: OpenPage, page: Page) -> None:
    open_page("system", tab="database")
    rows = page.get_by_role("table", name="Tables").get_by_role("row")
    cells = rows.filter(has=page.get_by_text("messages", exact=True)).get_by_role("cell")
    expect(cells).to_have_count(8)
    expect(cells.nth(1)).to_contain_text("B")
    expect(page.locator("main")).not_to_contain_text("null")


def test_a_choice_of_mine_holds_after_a_reload(open_page: OpenPage, page: Page) -> None:
    open_page("system", tab="me")
    expect(page.locator("main")).to_contain_text("nobody: this server is open")
    page.get_by_label("Times").select_option("utc")
    page.reload()
    expect(page.get_by_label("Times")).to_have_value("utc")


def test_a_route_that_reads_is_sent_at_once_and_any_other_asks_before(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    seeds.push(queue, "a/b", {"n": 1})
    open_page("system", tab="api")
    page.get_by_label("Find a route").fill("messages list")
    page.get_by_role("button", name="GET /api/v1/messages", exact=True).click()
    panel = page.get_by_role("region", name="GET /api/v1/messages", exact=True)
    panel.get_by_label("queue", exact=True).fill(queue)
    panel.get_by_role("button", name="Send").click()
    expect(panel.get_by_role("status")).to_contain_text("Answered in")
    expect(panel.get_by_role("region", name="payload")).to_contain_text('"a/b"')

    watch.calls.clear()
    page.get_by_label("Find a route").fill("pop queue")
    page.get_by_role("button", name="GET /api/v1/pop/queue/{queue}", exact=True).click()
    panel = page.get_by_role("region", name="GET /api/v1/pop/queue/{queue}", exact=True)
    expect(panel).to_contain_text("Fill in queue.")
    expect(panel.get_by_role("button", name="Send")).to_be_disabled()
    panel.get_by_label("queue (needed)").fill(queue)
    panel.get_by_role("button", name="Send").click()
    expect(page.get_by_role("dialog")).to_contain_text(f"/api/v1/pop/queue/{queue}")
    assert not any("/pop/" in call for call in watch.calls)
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(panel.get_by_role("region", name="payload")).to_contain_text('"leaseId"')


def test_a_body_keeps_its_exact_numbers_and_a_wrong_one_is_not_sent(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    open_page("system", tab="api", route="POST /api/v1/push")
    body = page.get_by_label("Body, as JSON")
    body.fill('{"items": [')
    expect(page.get_by_role("alert")).to_contain_text("The body is no JSON")
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    item = {"queue": queue, "partition": "a", "payload": 9007199254740993}
    body.fill(json.dumps({"items": [item]}))
    page.get_by_role("button", name="Send").click()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(page.get_by_role("region", name="payload")).to_contain_text("queued")
    popped = seeds.pop(queue, "billing")
    assert popped["messages"][0]["data"] == 9007199254740993
    body.fill('{"items": [{"payload": 1}]}')
    watch.announce(400)
    page.get_by_role("button", name="Send").click()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("queue")

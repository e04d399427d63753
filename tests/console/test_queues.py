"""Queues: the list, its filters, its long form."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.seeds import STRANGE, Seeds
from tests.console.watch import Watch


def test_a_queue_is_found_by_its_labels_and_its_name(
    open_page: OpenPage, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2, 3)
    for group, done in (("billing", 1), ("mailing", 2)):
        seeds.ack(seeds.pop(queue, group, batch=done))
    seeds.pop(queue, "mailing")
    seeds.send("POST", "/stats/refresh")
    page = open_page("queues", namespace="shop", name=queue)
    row = page.get_by_role("table", name="Queues").get_by_role("row").nth(1)
    # Two are open for billing, which is slower. Mailing holds the last one.
    cells = ["2", "1", re.compile(r"\d"), "3", "3", "0", "2", "1", "2", "3"]
    expect(row.get_by_role("cell")).to_have_text(
        [queue, *cells, f"shop / {queue.removeprefix('shop.')}"]
    )
    lines = row.get_by_role("img")
    expect(lines.first).to_have_accessible_name("Pushed, 1 h by the minute: 3 in the hour")
    row.get_by_role("cell").nth(2).click()
    expect(page.get_by_role("heading", name=queue)).to_be_visible()


def test_the_worst_queue_is_first_where_it_is_asked_for(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.configure(f"{queue}.a", maxSize=10)
    seeds.push(f"{queue}.a", "a", 1)
    seeds.push(f"{queue}.b", "a", 1, 2)
    seeds.ack(seeds.pop(f"{queue}.a", "billing"), "dlq", "no such account")
    open_page("queues", contains=queue.removeprefix("shop.").upper())
    rows = page.get_by_role("table", name="Queues").get_by_role("row")
    expect(rows.nth(1)).to_contain_text(f"{queue}.a")
    expect(rows.nth(1)).to_contain_text(re.compile(r"\d of 10"))
    page.get_by_label("Order").select_option("open")
    expect(rows.nth(1)).to_contain_text(f"{queue}.b")
    assert "sort=open" in page.url
    page.get_by_label("Order").select_option("dead")
    rows.nth(1).get_by_role("link", name="1", exact=True).click()
    expect(page.locator(".lead")).to_contain_text("1 dead letter")


def test_rows_keep_their_places_under_the_pointer(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(f"{queue}.a", "a", 1, 2)
    seeds.push(f"{queue}.b", "a", 1)
    open_page("queues", contains=queue.removeprefix("shop."), sort="open")
    rows = page.get_by_role("table", name="Queues").get_by_role("row")
    rows.nth(1).get_by_role("cell").nth(1).hover()
    seeds.push(f"{queue}.b", "a", 2, 3, 4)
    page.keyboard.press("r")
    expect(rows.nth(2).get_by_role("cell").nth(1)).to_have_text("4")
    expect(rows.nth(1)).to_contain_text(f"{queue}.a")
    expect(page.locator(".foot")).to_contain_text("Another order waits")
    page.mouse.move(5, 5)
    expect(rows.nth(1)).to_contain_text(f"{queue}.b")
    expect(page.locator(".foot")).not_to_contain_text("Another order waits")


def test_a_queue_is_made_and_one_that_is_there_keeps_its_options(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    for told in (f"Made {queue}.", f"{queue} is there already."):
        open_page("queues")
        page.get_by_role("button", name="New queue…").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name="Make the queue")).to_have_count(0)
        dialog.get_by_label("Name").fill(queue)
        dialog.get_by_role("button", name="Make the queue").click()
        expect(page.get_by_text(told)).to_be_visible()
        expect(page.get_by_role("tab", name="Config")).to_have_attribute("aria-selected", "true")
        if told.startswith("Made"):
            expect(page.get_by_label("retryLimit")).to_have_value("3")
            seeds.configure(queue, retryLimit=7)
        else:
            expect(page.get_by_label("retryLimit")).to_have_value("7")


def test_names_of_any_kind_go_through_all_pages(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    for name in STRANGE:
        whole = f"{queue} {name}"[:255]
        seeds.push(whole, name, {"n": 1})
        seeds.client.get("/pop", params={"consumerGroup": name})
        open_page("queues", name=whole)
        page.get_by_role("link", name=whole, exact=True).click()
        expect(page.locator("h1")).to_have_text(whole)
        page.get_by_role("region", name=f"Partitions of {whole}").get_by_role(
            "link", name=name, exact=True
        ).click()
        expect(page.locator("h1")).to_have_text(name)
        expect(page.get_by_role("table", name="Messages")).to_be_visible()
        page.reload()
        expect(page.locator("h1")).to_have_text(name)


def test_a_long_list_keeps_few_rows_in_the_document(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console()
    watch.origins.add(base(server))
    seeds = Seeds(server.url)
    seeds.send(
        "POST",
        "/push",
        201,
        json={"items": [{"queue": f"q-{n:03}", "payload": n} for n in range(350)]},
    )
    seeds.close()
    page.goto(f"{base(server)}/console/queues")
    rows = page.get_by_role("region", name="Queues")
    expect(rows.get_by_role("link", name="q-000")).to_be_visible()
    assert page.locator("tbody tr").count() <= 60
    for read in ("200 of 350 read", "300 of 350 read", "350 in all."):
        rows.evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
        expect(page.locator(".foot")).to_contain_text(read)
    rows.evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
    expect(rows.get_by_role("link", name="q-349")).to_be_visible()
    assert page.locator("tbody tr").count() <= 60
    expect(page.get_by_role("table", name="Queues")).to_have_attribute("aria-rowcount", "351")
    rows.evaluate("(box) => { box.scrollTop = 0; }")
    expect(rows.get_by_role("link", name="q-000")).to_be_visible()


def test_nothing_yet_shows_the_command_that_makes_one(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console()
    watch.origins.add(base(server))
    page.goto(f"{base(server)}/console/queues")
    expect(page.get_by_text("No queue yet")).to_be_visible()
    expect(page.locator("pre")).to_contain_text(f"curl -s -X POST {base(server)}/api/v1/push")

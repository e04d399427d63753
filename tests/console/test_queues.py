"""Queues: the list, its filters, its long form."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.seeds import STRANGE, Seeds
from tests.console.watch import Watch


def test_a_queue_is_found_by_its_labels_and_its_name(
    open_page: OpenPage, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2, 3)
    seeds.ack(seeds.pop(queue, "billing", batch=1))
    page = open_page("queues", namespace="shop", name=queue)
    row = page.get_by_role("table", name="Queues").get_by_role("row").nth(1)
    expect(row.get_by_role("cell")).to_have_text(
        [queue, f"shop / {queue.removeprefix('shop.')}", "1", "1", "3", "2", "0", "\u2013", ""]
    )
    row.get_by_role("cell").nth(2).click()
    expect(page.get_by_role("heading", name=queue)).to_be_visible()


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

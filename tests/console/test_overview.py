"""The Overview: from an alarm to its cause in two clicks."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.seeds import Seeds
from tests.console.watch import Watch
from tests.support.clock import Clock


def test_an_alarm_leads_to_the_partition_that_causes_it(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console()
    watch.origins.add(base(server))
    seeds = Seeds(server.url)
    seeds.push("shop.orders", "customer-150", {"n": 1})
    seeds.ack(seeds.pop("shop.orders", "billing"), "failed", "no such account 0")
    Clock(server.owner_url).advance(2 * 3600)
    page.goto(f"{base(server)}/console/")
    expect(page.locator(".lead")).to_contain_text("alarm")
    alarms = page.get_by_role("region", name="Alarms")
    expect(alarms).to_contain_text("customer-150")
    late = alarms.get_by_role("listitem").filter(has_text="customer-150")
    late.get_by_role("link", name="Why?").click()
    expect(page.get_by_role("heading", name="customer-150")).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("failed once, the last time")
    expect(page.locator(".sentence")).to_contain_text("no such account 0")
    seeds.close()


def test_figures_lead_to_what_is_behind_them(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console()
    watch.origins.add(base(server))
    seeds = Seeds(server.url)
    seeds.configure("small", maxSize=10)
    seeds.push("small", "a", *range(7))
    seeds.ack(seeds.pop("small", "billing", batch=2))
    page.goto(f"{base(server)}/console/")
    expect(page.locator(".lead")).to_contain_text(re.compile("^healthy"))
    figures = page.locator(".figures div")
    expect(figures.nth(0)).to_have_text("Open5")
    expect(figures.nth(4)).to_have_text("Queues1")
    expect(page.get_by_role("table", name="Fullest queues")).to_contain_text("50 % of 10")
    worst = page.get_by_role("table", name="Worst groups")
    expect(worst.get_by_role("row").nth(1)).to_contain_text("billing")
    worst.get_by_role("link", name="a", exact=True).click()
    expect(page.locator(".sentence")).to_contain_text("Ready: 5 messages wait")
    page.go_back()
    page.locator(".figures").get_by_role("link", name="5", exact=True).click()
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()
    seeds.close()


def test_the_first_minute_is_three_buttons(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console()
    watch.origins.add(base(server))
    page.goto(base(server))
    expect(page.get_by_role("heading", name="Nothing is here yet")).to_be_visible()
    page.get_by_role("button", name="Push", exact=True).click()
    page.get_by_role("button", name="Pop", exact=True).click()
    expect(page.get_by_text("The lease ends in")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Done: the group's cursor moved past it")).to_be_visible()
    page.get_by_role("button", name="Refresh").click()
    page.get_by_role("button", name="Show the Overview").click()
    expect(page.locator(".figures")).to_be_visible()


def test_a_page_opens_with_the_overview_only(open_page: OpenPage, watch: Watch) -> None:
    open_page()
    files = [each.url for each in watch.requests if "/pages/" in each.url]
    assert [url for url in files if "/pages/queue" in url or "/pages/partition" in url] == []

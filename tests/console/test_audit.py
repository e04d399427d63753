"""Audit: who changed what; the last changes on other pages."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage, violations
from tests.console.seeds import STRANGE, Seeds


def test_changes_are_found_by_what_they_are_about(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a/b", 1)
    seeds.pop(queue, STRANGE[1], autoAck="true")
    seeds.configure(queue, retryLimit=5)
    seeds.send("POST", f"/consumer-groups/g/queues/{queue}/seek", 404, json={"toEnd": True})
    seeds.send("DELETE", f"/queues/{queue}/clear", params={"partition": "a/b", "force": "true"})
    open_page("audit", queue=queue)
    rows = page.get_by_role("table", name="Changes").get_by_role("row")
    expect(rows).to_have_count(3)
    cells = rows.nth(1).get_by_role("cell")
    expect(cells.nth(1)).to_have_text("nobody named")
    expect(cells.nth(2)).to_have_text("clear queue")
    expect(cells.nth(3)).to_have_text(f"{queue} · a/b")
    expect(cells.nth(4)).to_have_text('{"force":true}')
    expect(cells.nth(5)).to_have_text('{"deletedMessages":1,"partitions":1}')
    page.get_by_label("What", exact=True).fill("conf")
    expect(rows).to_have_count(2)
    expect(page).to_have_url(re.compile("what=conf"))
    page.get_by_label("From").fill("2999-01-01T00:00Z")
    expect(page.get_by_text("No change fits")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    expect(page).to_have_url(re.compile("/console/audit$"))


def test_what_is_no_instant_yet_filters_nothing(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.configure(queue, ttl=5)
    open_page("audit", queue=queue, **{"from": "soon"})
    expect(page.get_by_role("table", name="Changes").get_by_role("row")).to_have_count(2)
    page.get_by_role("link", name=queue).focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Changes").click()
    expect(page).to_have_url(re.compile(f"audit\\?queue={re.escape(queue)}$"))


def test_the_overview_and_system_say_who_changed_something_last(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a")
    seeds.send("POST", "/system/maintenance", json={"enabled": True, "queue": queue})
    open_page("")
    last = page.locator("section").filter(has_text="Last changes")
    expect(last.get_by_role("listitem").first).to_contain_text(
        f"switch push {queue} by nobody named"
    )
    open_page("system")
    row = page.get_by_role("table", name="Stopped queues").get_by_role("row").filter(has_text=queue)
    expect(row).to_contain_text(re.compile(r"changed \d\d:\d\d:\d\d by nobody named"))
    assert violations(page) == []
    seeds.send("POST", "/system/maintenance", json={"enabled": False, "queue": queue})

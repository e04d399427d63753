"""Queue: its partitions by group, state, name and order, and why they do not move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds


@pytest.fixture
def various(seeds: Seeds, queue: str) -> str:
    """A queue in which a group rests, holds one, has one to do and never came to one."""
    seeds.configure(queue, retryDelay=600_000)
    for partition in ("a/rests", "held", "waits"):
        seeds.push(queue, partition, 1)
    failed = seeds.pop(queue, "billing", "a%2Frests")
    seeds.ack(failed, "failed", "no such account")
    seeds.pop(queue, "billing", "held")
    seeds.ack(seeds.pop(queue, "billing", "waits"))
    seeds.push(queue, "waits", 2)
    seeds.push(queue, "later", 1)
    return queue


def names(page: Page, queue: str) -> Locator:
    """The names in the table of partitions."""
    return page.get_by_role("table", name=f"Partitions of {queue}").locator("td:first-child .mono")


def test_partitions_are_found_by_group_and_state_and_the_address_keeps_it(
    open_page: OpenPage, various: str
) -> None:
    page = open_page("queue", name=various)
    found = names(page, various)
    expect(found).to_have_text(["Default", "a/rests", "held", "later", "waits"])
    page.get_by_label("Group", exact=True).select_option("billing")
    expect(page.get_by_role("row").nth(4)).to_contain_text("not subscribed")
    page.get_by_label("State").select_option("resting")
    expect(found).to_have_text(["a/rests"])
    cells = page.get_by_role("row").nth(1).get_by_role("cell")
    expect(cells.nth(3)).to_have_text("0")
    expect(cells.last).to_contain_text("resting retry delay, 9 m")
    for part in ("group=billing", "state=resting", "sort=lag"):
        assert part in page.url
    page.reload()
    expect(found).to_have_text(["a/rests"])
    page.get_by_label("State").select_option("")
    page.get_by_label("Sort by").select_option("lag")
    expect(found).to_have_text(["held", "waits", "a/rests"])
    page.get_by_label("State").select_option("failing")
    expect(page.get_by_text("No partition fits")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    expect(found).to_have_count(5)


def test_names_are_jumped_to_and_typed(open_page: OpenPage, various: str) -> None:
    page = open_page("queue", name=various)
    found = names(page, various)
    page.get_by_label("Jump to name").fill("hf")
    page.get_by_role("button", name="Jump").click()
    expect(found).to_have_text(["later", "waits"])
    assert "from=hf" in page.url
    page.get_by_label("Sort by").select_option("activity")
    expect(found).to_have_text(["later", "waits", "held", "a/rests", "Default"])
    page.get_by_label("Name begins with").fill("a/")
    expect(found).to_have_text(["a/rests"])
    found.click()
    expect(page.locator("h1")).to_have_text("a/rests")
    assert re.search(r"[?&]id=\d+&", page.url)


def test_the_roll_up_tells_the_reasons_and_each_leads_to_its_partitions(
    open_page: OpenPage, various: str
) -> None:
    page = open_page("queue", name=various, tab="why")
    reasons = page.locator(".reasons li")
    expect(reasons).to_have_count(4)
    expect(reasons.filter(has_text="leased")).to_contain_text("1 partition · such as held")
    resting = reasons.filter(has_text="resting")
    expect(resting).to_contain_text("1 partition · retry delay · next in 9 m")
    expect(reasons.last).to_contain_text("idle 2 partitions")
    resting.get_by_role("link", name="1 partition").click()
    expect(names(page, various)).to_have_text(["a/rests"])
    expect(page.get_by_label("State")).to_have_value("resting")
    page.go_back()
    reasons.filter(has_text="leased").get_by_role("link", name="held").click()
    expect(page.locator(".sentence")).to_contain_text("A consumer has held 1 message")


def test_what_members_are_assigned_is_told(open_page: OpenPage, seeds: Seeds, queue: str) -> None:
    for path, body in (
        ("/metadata/topics", {"topic": queue, "partitions": 2}),
        ("/metadata/consumer-groups/find-or-create", {"topic": queue, "appId": "billing"}),
        ("/consumer-group/join", {"groupId": f"G_{queue}_billing", "consumerId": "worker-1"}),
        ("/produce", {"topic": queue, "messages": [{"partition": 0, "value": 1}]}),
    ):
        answer = seeds.client.post(path, json=body)
        assert answer.is_success, answer.text
    page = open_page("queue", name=queue, tab="why")
    expect(page.locator(".reasons li").first).to_contain_text("assigned 1 partition · such as 0")
    page.get_by_role("link", name="1 partition").first.click()
    expect(names(page, queue)).to_have_text(["0"])
    names(page, queue).click()
    expect(page.locator(".sentence .badge")).to_have_text("assigned")


def test_a_rare_state_is_looked_for_until_it_is_found(
    open_page: OpenPage, seeds: Seeds, queue: str
) -> None:
    items = [{"queue": queue, "partition": f"p{n:04}", "payload": n} for n in range(1_100)]
    for start in (0, 550):
        seeds.send("POST", "/push", 201, json={"items": items[start : start + 550]})
    seeds.pop(queue, "billing", "p1050")
    page = open_page("queue", name=queue, group="billing", state="leased")
    foot = page.locator(".foot")
    expect(foot).to_contain_text("0 found so far; not all were looked at.")
    page.get_by_role("button", name="Look further").click()
    expect(names(page, queue)).to_have_text(["p1050"])
    expect(foot).to_contain_text("1 in all.")


def test_a_cut_name_is_whole_on_focus_and_the_table_keeps_the_focus(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    whole = "a" * 100 + "-the-end"
    items = [{"queue": queue, "partition": f"b{n:03}", "payload": n} for n in range(120)]
    items.append({"queue": queue, "partition": whole, "payload": 1})
    seeds.send("POST", "/push", 201, json={"items": items})
    open_page("queue", name=queue)
    table = page.get_by_role("region", name=f"Partitions of {queue}")
    link = names(page, queue).first
    text = link.locator(".unseen")
    expect(link).to_contain_text("…")
    assert text.evaluate("(at) => at.clientWidth") <= 1
    table.focus()
    page.keyboard.press("j")
    assert text.evaluate("(at) => at.clientWidth") > 300
    page.keyboard.press("j")
    assert text.evaluate("(at) => at.clientWidth") <= 1
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert text.evaluate("(at) => at.clientWidth") > 300
    table.evaluate("(box) => { box.scrollTop = 2_000; }")
    expect(link).to_have_text(re.compile("b0[45]"))
    expect(table).to_be_focused()

"""Search: by the keyboard alone to a queue, a group, a message, a trace, and at a bounded cost."""

from __future__ import annotations

import uuid

from playwright.sync_api import Page, Route, expect

from tests.console.conftest import OpenPage, violations
from tests.console.seeds import STRANGE, Seeds
from tests.console.watch import Watch


def look_for(page: Page, text: str) -> None:
    """Search by the keyboard alone."""
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def test_each_kind_is_found_and_opened_by_the_keyboard(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    trace, group, noted = str(uuid.uuid4()), f"group-{queue}", f"invoice-{queue}"
    seeds.push(queue, "a/b", {"n": 1}, {"n": 2})
    seeds.push(queue, "a/b", {"n": 3}, transactionId=f"order-{queue}", traceId=trace)
    popped = seeds.pop(queue, group, batch=1)["messages"][0]
    body = {name: popped[name] for name in ("transactionId", "partitionId")}
    seeds.send("POST", "/traces", 201, json={**body, "data": 1, "traceNames": [noted]})
    open_page("start")

    look_for(page, queue[:-1])
    listbox = page.get_by_role("listbox", name="Found")
    queues = listbox.get_by_role("group", name="Queues")
    expect(queues.get_by_role("option")).to_have_text(f"{queue} 3 open")
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=queue)).to_be_visible()

    look_for(page, queue.upper()[5:])
    expect(queues.get_by_role("option")).to_have_text(f"{queue} 3 open")

    look_for(page, group)
    expect(listbox.get_by_role("group", name="Groups")).to_contain_text(f"on {queue}")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(group)

    look_for(page, f"order-{queue}")
    expect(listbox.get_by_role("group", name="Messages")).to_contain_text(f"{queue} / a/b / 2")
    page.keyboard.press("Enter")
    panel = page.get_by_role("complementary", name="Message")
    expect(panel).to_contain_text('"n": 3')
    expect(page.get_by_text("Messages around offset 2")).to_be_visible()
    expect(page.locator(".note.yellow")).to_have_count(0)

    look_for(page, trace)
    expect(listbox.get_by_role("group", name="Traces")).to_be_visible()
    look_for(page, noted)
    expect(listbox.get_by_role("group", name="Traces")).to_contain_text("1 note")
    page.keyboard.press("Enter")
    expect(listbox).to_be_hidden()


def test_why_a_given_partition_stands_still_is_a_search_away(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    name = f"given-{queue}"
    seeds.configure(queue, retryDelay=0)
    for partition in ("a", name):
        seeds.push(queue, partition, 1)
    seeds.ack(seeds.pop(queue, "billing", name), "failed", "no such account")
    open_page()
    look_for(page, name)
    found = page.get_by_role("listbox", name="Found").get_by_role("group", name="Partitions")
    expect(found.get_by_role("option")).to_have_text(f"{name} of {queue}")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator(".sentence")).to_contain_text("with “no such account”")


def test_a_name_of_any_kind_is_found(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    names = [f"{queue} {name}"[:255] for name in STRANGE]
    for name in names:
        seeds.push(name, "a", 1, transactionId=name)
    open_page("start")
    found = page.get_by_role("listbox", name="Found")
    for name in names:
        look_for(page, name)
        for kind in ("Queues", "Messages"):
            expect(found.get_by_role("group", name=kind)).to_contain_text(name)


def test_a_choice_stays_while_other_kinds_come_in(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    seeds.pop(queue, f"{queue}-b")
    seeds.pop(queue, f"{queue}-c")
    held: list[Route] = []
    page.route("**/api/v1/resources/queues?*", lambda route: held.append(route))  # noqa: PLW0108 - it counts arguments
    open_page("start")
    look_for(page, queue)
    options = page.get_by_role("listbox", name="Found").get_by_role("option")
    expect(options).to_have_count(2)
    page.keyboard.press("ArrowDown")
    for route in held:
        route.continue_()
    expect(options).to_have_count(3)
    expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Search queues")).to_have_value("")


def test_it_asks_little_and_says_which_kind_does_not_answer(
    open_page: OpenPage, page: Page, watch: Watch, queue: str
) -> None:
    open_page("start")
    before = len(watch.calls)
    look_for(page, "no")
    nothing = page.get_by_role("listbox", name="Found")
    expect(nothing).to_have_text("Nothing is called like this.")
    asked = sorted(call for call in watch.calls[before:] if "summary" not in call)
    listed = "GET /api/v1/resources/queues"
    assert asked == ["GET /api/v1/consumer-groups", listed, listed]
    limits = [each.url for each in watch.requests if "consumer-groups?" in each.url]
    assert [url.endswith("limit=5") for url in limits] == [True]
    watch.announce(503, "/api/v1/messages")
    refused = {"error": "the database is away", "code": "DATABASE_UNAVAILABLE"}
    page.route("**/api/v1/messages?*", lambda route: route.fulfill(status=503, json=refused))
    look_for(page, queue)
    expect(nothing).to_contain_text("Messages: the database is away")

"""The frame of all pages: addresses, history, keys, banners, and what opening a page may do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from functions.api.openapi import document
from tests.console.addresses import ADDRESSES, Seeded, filled, seeded_queue
from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.seeds import Seeds
from tests.console.watch import Watch
from tests.local.conftest import LocalServer


@pytest.fixture
def seeded(seeds: Seeds, queue: str) -> Seeded:
    """A queue that addresses name."""
    return seeded_queue(seeds, queue)


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_page_opens_from_a_cold_link_with_every_key(
    open_page: OpenPage, seeded: Seeded, name: str
) -> None:
    path, state = filled(name, seeded)
    page = open_page(path, **state)
    expect(page.locator(".note.yellow")).to_have_count(0)
    expect(page.locator(".failure")).to_have_count(0)
    page.reload()
    page.locator("main h1").first.wait_for()
    for key, value in state.items():
        assert f"{key}=" in page.url, (key, value)


def test_every_key_of_every_page_is_in_an_address(open_page: OpenPage) -> None:
    keys: dict[str, list[str]] = open_page("start").evaluate(
        """async () => {
          const start = document.querySelector('script[type="module"]').src;
          const { PAGES } = await import(start.replace("joined/main.js", "pages/index.js"));
          const found = await Promise.all(
            PAGES.map(async ({ path, load }) => [path, Object.keys((await load()).page.state)]),
          );
          return Object.fromEntries(found);
        }"""
    )
    tried: dict[str, set[str]] = {path: set() for path in keys}
    for name, state in ADDRESSES.items():
        tried[name.split(" ")[0]] |= set(state)
    assert tried == {path: set(state) for path, state in keys.items()}


def test_opening_all_pages_calls_only_what_may_be_read(
    open_page: OpenPage, seeded: Seeded, watch: Watch
) -> None:
    for name in ADDRESSES:
        path, state = filled(name, seeded)
        open_page(path, **state)
    roles = {
        f"{method.upper()} {route}": operation["x-regent-role"]
        for route, operations in document()["paths"].items()
        for method, operation in operations.items()
    }
    assert len(watch.calls) > 8
    for call in set(watch.calls):
        found = [role for key, role in roles.items() if _fits(key, call)]
        assert "read-only" in found or "public" in found, call


def _fits(key: str, call: str) -> bool:
    import re

    return bool(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", key.replace(".", r"\.")), call))


def test_back_and_forward_show_what_was_there(open_page: OpenPage, seeded: Seeded) -> None:
    page = open_page("queue", name=seeded)
    page.get_by_role("tab", name="Groups").click()
    page.get_by_role("tab", name="Config").click()
    expect(page.get_by_role("tab", name="Config")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.get_by_role("tab", name="Groups")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.get_by_role("tab", name="Partitions")).to_have_attribute("aria-selected", "true")
    page.go_forward()
    expect(page.get_by_role("tab", name="Groups")).to_have_attribute("aria-selected", "true")


def test_typing_does_not_flood_the_history(open_page: OpenPage) -> None:
    page = open_page("queues")
    before = page.evaluate("history.length")
    page.get_by_label("Name begins with").press_sequentially("nothing-like-it", delay=10)
    expect(page.get_by_text("No queue fits")).to_be_visible()
    assert page.url.endswith("/console/queues?name=nothing-like-it")
    assert page.evaluate("history.length") == before
    page.get_by_role("button", name="Clear the filters").click()
    expect(page.get_by_label("Name begins with")).to_have_value("")


def test_typing_on_a_page_that_was_left_changes_nothing(open_page: OpenPage) -> None:
    page = open_page("queues")
    page.get_by_label("Name begins with").fill("late")
    page.get_by_role("link", name="Try it").first.click()
    page.get_by_role("heading", name="Try it").wait_for()
    page.wait_for_timeout(400)
    assert page.url.endswith("/console/start")


def test_a_late_answer_does_not_pull_one_back(open_page: OpenPage, page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/v1/resources/queues?*", lambda route: held.append(route))  # noqa: PLW0108 - it counts arguments
    open_page("queues")
    page.get_by_role("link", name="Try it").first.click()
    page.get_by_role("heading", name="Try it").wait_for()
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", name="Try it")).to_be_visible()
    assert page.url.endswith("/console/start")


def test_two_tabs_do_not_share_filters(open_page: OpenPage, page: Page) -> None:
    open_page("queues", name="one")
    other = page.context.new_page()
    other.goto(page.url.replace("name=one", ""))
    expect(other.get_by_label("Name begins with")).to_have_value("")
    expect(page.get_by_label("Name begins with")).to_have_value("one")


def test_what_an_address_cannot_say_is_said(open_page: OpenPage, queue: str) -> None:
    page = open_page("nowhere/at all")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    page = open_page(at="yesterday")
    expect(page.get_by_text("“at” cannot be “yesterday”.")).to_be_visible()
    expect(page.locator("h1")).to_have_text("Overview")
    page = open_page("queues", color="red")
    expect(page.get_by_text("This page has no “color”.")).to_be_visible()
    page = open_page("queue", name=queue, tab="nonsense")
    expect(page.locator("main")).to_contain_text("there is no queue")


@pytest.fixture(autouse=True)
def _unknown_queue(request: Any, watch: Watch) -> None:
    if request.node.name == "test_what_an_address_cannot_say_is_said":
        watch.announce(404, "/resources/queues/")


def test_a_new_release_offers_to_reload(open_page: OpenPage, page: Page, watch: Watch) -> None:
    watch.announce(404, "/pages/queues/page.js")
    open_page("start")
    page.route(
        "**/pages/queues/page.js",
        lambda route: route.fetch and route.fulfill(status=404, json={"code": "STALE_RELEASE"}),
    )
    page.get_by_role("link", name="Queues").first.click()
    expect(page.get_by_text("A new version is here")).to_be_visible()
    assert page.url.endswith("/console/queues")
    page.unroute("**/pages/queues/page.js")
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()


def test_without_a_server_the_last_answer_stays(
    open_page: OpenPage, page: Page, watch: Watch, seeded: Seeded
) -> None:
    watch.announce_offline()
    open_page("queues", name=seeded)
    row = page.get_by_role("link", name=seeded)
    expect(row).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Refresh").click()
    expect(page.get_by_text("No server answers.")).to_be_visible()
    expect(page.locator(".greyed").get_by_role("link", name=seeded)).to_be_visible()
    expect(page.locator("main .stale")).to_contain_text("No answer came")
    page.context.set_offline(False)
    page.get_by_role("button", name="Refresh").click()
    expect(page.get_by_text("No server answers.")).to_have_count(0)
    expect(page.locator(".greyed")).to_have_count(0)


def test_the_keyboard_is_enough(open_page: OpenPage, page: Page, seeded: Seeded) -> None:
    open_page("start")
    page.keyboard.press("g")
    page.keyboard.press("q")
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type(seeded)
    page.get_by_role("option", name=seeded).wait_for()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=seeded)).to_be_visible()
    region = page.get_by_role("region", name=f"Partitions of {seeded}")
    region.wait_for()
    region.focus()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="a", exact=True)).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and choices")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_single_keys_can_be_switched_off(open_page: OpenPage, page: Page) -> None:
    open_page("start")
    page.keyboard.press("?")
    page.get_by_label("Single keys are shortcuts").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("g")
    page.keyboard.press("q")
    page.reload()
    page.locator("main h1").wait_for()
    page.keyboard.press("g")
    page.keyboard.press("q")
    assert page.url.endswith("/console/start")


def test_all_times_follow_one_zone(open_page: OpenPage, page: Page, seeded: Seeded) -> None:
    open_page("queue", name=seeded)
    made = page.locator(".facts time")
    expect(made).to_have_attribute("title", _ending(r"\(\+0[12]:00\)$"))
    page.keyboard.press("z")
    expect(made).to_have_attribute("title", _ending(r"\(\+00:00\)$"))
    page.reload()
    expect(made).to_have_attribute("title", _ending(r"\(\+00:00\)$"))
    open_page("groups", show="billing", on=seeded)
    subscribed = page.get_by_role("dialog").locator(".card time").first
    expect(subscribed).to_have_text(_ending(r"\(\+00:00\)$"))


def _ending(pattern: str) -> Any:
    import re

    return re.compile(pattern)


def test_a_stop_is_told_on_every_page(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a")
    body = {"enabled": True, "queue": queue}
    seeds.send("POST", "/system/maintenance/pop", json=body)
    try:
        for path in ("queues", "start"):
            open_page(path)
            banner = page.locator(".banner")
            expect(banner).to_contain_text(f"{queue} (pops)")
    finally:
        seeds.send("POST", "/system/maintenance/pop", json=body | {"enabled": False})


def test_an_installation_has_a_name_and_a_colour(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server: LocalServer = start_console(console_label="prod · eu-central-1", console_tone="red")
    watch.origins.add(base(server))
    page.goto(f"{base(server)}/console/start")
    expect(page.locator("header .label")).to_contain_text("prod · eu-central-1")
    assert page.evaluate("getComputedStyle(document.documentElement).borderTopColor") == (
        "rgb(197, 34, 31)"
    )


def test_a_browser_is_led_from_the_root_to_the_console(page: Page, server: LocalServer) -> None:
    page.goto(base(server))
    page.locator("main h1").first.wait_for()
    assert page.url == f"{base(server)}/console/"


def test_narrow_and_large_all_of_it_can_be_reached(
    open_page: OpenPage, page: Page, seeded: Seeded
) -> None:
    for width in (360, 640):
        page.set_viewport_size({"width": width, "height": 700})
        for name in ADDRESSES:
            path, state = filled(name, seeded)
            open_page(path, **state)
            wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wider <= 0, f"{name} is {wider} wider than {width}"


def test_on_a_phone_the_page_in_view_is_in_the_line_of_pages(
    open_page: OpenPage, page: Page
) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    open_page("system")
    expect(page.get_by_role("link", name="System")).to_be_in_viewport(ratio=1)
    assert page.get_by_role("navigation").bounding_box()["height"] < 60  # type: ignore[index]

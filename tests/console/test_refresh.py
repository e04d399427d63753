"""Refreshing: never for nobody, never faster than the server can, never more than four at once."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.watch import Watch

SUMMARY = "GET /api/v1/status/summary"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def ticking(page: Page) -> Page:
    """A page whose clock the test moves."""
    page.clock.install()
    return page


def stand_still(page: Page) -> None:
    """From here on time passes only as the test says, so that an answer takes none."""
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    with page.expect_response("**/api/v1/status/summary"):
        page.get_by_role("button", name="Refresh").click()
    _settle(page)


def asked(watch: Watch, page: Page, seconds: int, call: str = SUMMARY) -> int:
    """How often a call is made while so much time passes, a little at a time."""
    before = watch.calls.count(call)
    for _ in range(seconds // 5):
        page.clock.run_for(5_000)
        _settle(page)
    return watch.calls.count(call) - before


def _settle(page: Page) -> None:
    """Let answers that are under way arrive."""
    expect(page.get_by_role("button", name="Refresh", exact=True)).to_be_visible()


def stops_when_hidden(watch: Watch, page: Page) -> None:
    page.evaluate(HIDE, True)
    assert asked(watch, page, 60) == 0
    page.evaluate(HIDE, False)
    assert asked(watch, page, 5) == 1


def test_it_stops_while_the_tab_is_hidden(ticking: Page, open_page: OpenPage, watch: Watch) -> None:
    open_page("start")
    stand_still(ticking)
    assert asked(watch, ticking, 60) == 4
    stops_when_hidden(watch, ticking)


def test_a_poll_without_visibility_is_noticed(
    ticking: Page, open_page: OpenPage, watch: Watch
) -> None:
    wanted = "attention.visible.value && attention.awake.value"
    replace(ticking, "joined/main.js", wanted, "attention.awake.value")
    open_page("start")
    stand_still(ticking)
    with pytest.raises(AssertionError):
        stops_when_hidden(watch, ticking)


def replace(page: Page, file: str, old: str, new: str) -> None:
    """Serve a broken variant of a file. The old text has to be there once."""

    def serve(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        assert text.count(old) == 1
        route.fulfill(response=answer, body=text.replace(old, new))

    page.route(f"**/{file}", serve)


def test_it_stops_after_fifteen_minutes_without_input(
    ticking: Page, open_page: OpenPage, watch: Watch
) -> None:
    open_page("start")
    stand_still(ticking)
    ticking.clock.fast_forward(15 * 60_000 + 1_000)
    expect(ticking.get_by_text("Nobody was here for 15 minutes")).to_be_visible()
    _settle(ticking)
    assert asked(watch, ticking, 60) == 0
    ticking.mouse.move(10, 10)
    ticking.mouse.move(20, 20)
    expect(ticking.get_by_text("Nobody was here for 15 minutes")).to_have_count(0)
    with ticking.expect_response("**/api/v1/status/summary"):
        ticking.clock.run_for(1)
    _settle(ticking)
    assert asked(watch, ticking, 60) == 4


def test_a_pause_holds_when_the_tab_comes_back(
    ticking: Page, open_page: OpenPage, watch: Watch
) -> None:
    open_page("start")
    ticking.get_by_role("button", name="Live").click()
    expect(ticking.get_by_role("button", name="Paused")).to_be_visible()
    ticking.evaluate(HIDE, True)
    ticking.evaluate(HIDE, False)
    assert asked(watch, ticking, 60) == 0
    ticking.get_by_role("button", name="Refresh").click()
    _settle(ticking)
    assert watch.calls.count(SUMMARY) >= 2


def test_a_refusal_slows_it_down_for_as_long_as_the_server_asks(
    ticking: Page, open_page: OpenPage, watch: Watch
) -> None:
    watch.announce(503, "/status/summary")
    open_page("start")
    stand_still(ticking)
    ticking.route("**/api/v1/status/summary", _refused)
    assert asked(watch, ticking, 20) == 1
    assert asked(watch, ticking, 110) == 0
    ticking.unroute("**/api/v1/status/summary")
    assert asked(watch, ticking, 10) == 1


def _refused(route: Route) -> None:
    body = {"error": "busy", "code": "DATABASE_UNAVAILABLE", "requestId": "r-1"}
    route.fulfill(status=503, headers={"Retry-After": "120"}, body=json.dumps(body))


def test_a_database_that_pauses_is_asked_by_hand_only(
    start_console: StartConsole, ticking: Page, watch: Watch
) -> None:
    server = start_console(database_pauses="true")
    watch.origins.add(base(server))
    ticking.goto(f"{base(server)}/console/start")
    expect(ticking.get_by_text("by hand: the database may sleep")).to_be_visible()
    _settle(ticking)
    assert asked(watch, ticking, 60) == 0


def test_a_database_that_wakes_up_is_asked_until_it_answers(
    start_console: StartConsole, ticking: Page, watch: Watch
) -> None:
    watch.announce(503, "/resources/queues")
    server = start_console(database_pauses="true")
    watch.origins.add(base(server))
    ticking.route("**/api/v1/resources/queues?*", _asleep)
    ticking.goto(f"{base(server)}/console/queues")
    failure = ticking.locator(".failure")
    expect(failure).to_contain_text("takes up to 15 s to wake up")
    expect(failure).to_contain_text(re.compile(r"Asking again in [123] s\."))
    ticking.unroute("**/api/v1/resources/queues?*")
    ticking.clock.run_for(3_000)
    expect(ticking.locator(".empty")).to_contain_text("No queue")
    _settle(ticking)
    assert asked(watch, ticking, 60, "GET /api/v1/resources/queues") == 0


def _asleep(route: Route) -> None:
    body = {"error": "cannot connect to the database", "code": "DATABASE_UNAVAILABLE"}
    route.fulfill(status=503, headers={"Retry-After": "1"}, body=json.dumps(body))


def test_never_more_than_four_requests_are_in_flight(open_page: OpenPage, page: Page) -> None:
    open_page("start")
    most = page.evaluate(
        """async () => {
          const base = document.querySelector('script[type="module"]').src;
          const { get } = await import(base.replace("joined/main.js", "lib/api.js"));
          const real = window.fetch;
          let now = 0, most = 0;
          window.fetch = async (...all) => {
            most = Math.max(most, (now += 1));
            await new Promise((resolve) => setTimeout(resolve, 20));
            try { return await real(...all); } finally { now -= 1; }
          };
          const limits = Array.from({ length: 20 }, (_, n) => n + 1);
          await Promise.all(limits.map((limit) =>
            get("/api/v1/resources/queues", { query: { limit } })));
          window.fetch = real;
          return most;
        }"""
    )
    assert most == 4


def test_alike_requests_are_one(open_page: OpenPage, page: Page, watch: Watch) -> None:
    open_page("start")
    before = watch.calls.count("GET /api/v1/resources/namespaces")
    page.evaluate(
        """async () => {
          const base = document.querySelector('script[type="module"]').src;
          const { get } = await import(base.replace("joined/main.js", "lib/api.js"));
          await Promise.all([1, 2, 3].map(() => get("/api/v1/resources/namespaces")));
        }"""
    )
    assert watch.calls.count("GET /api/v1/resources/namespaces") - before == 1

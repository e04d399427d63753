"""The real server, the real browser, and a page for each test."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.console import browser as chosen
from tests.console.seeds import Seeds
from tests.console.watch import Watch
from tests.local.conftest import LocalServer
from tests.support.databases import Databases

AXE = chosen.ROOT / ".venv/console/node_modules/axe-core/axe.min.js"


class ConsoleServer(LocalServer):
    """A server, with the way to its database."""

    owner_url: str


OpenPage = Callable[..., Page]
StartConsole = Callable[..., ConsoleServer]


@contextmanager
def serving(
    databases: Databases, template: str, folder: Path, **settings: str
) -> Iterator[ConsoleServer]:
    """A server over a database of its own."""
    url = databases.copy(template)
    named = {f"REGENT_{name.upper()}": value for name, value in settings.items()}
    environment = {"REGENT_DATABASE_URL": url, "REGENT_WORKERS": "1", **named}
    server = ConsoleServer(folder, environment, handlers="functions.handlers")
    server.owner_url = url
    try:
        yield server
    finally:
        server.stop()
        databases.give_back(url)


@pytest.fixture(scope="session")
def server(
    databases: Databases, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ConsoleServer]:
    """One open server for all tests of this process: each has queues of its own in it."""
    with serving(databases, template, tmp_path_factory.mktemp("console")) as running:
        yield running


@pytest.fixture
def start_console(databases: Databases, template: str, tmp_path: Path) -> Iterator[StartConsole]:
    """Start a server with other settings, or one in which nothing is yet."""
    started = []

    def start(**settings: str) -> ConsoleServer:
        running = serving(databases, template, tmp_path, **settings)
        started.append(running)
        return running.__enter__()

    yield start
    for running in started:
        running.__exit__(None, None, None)


@pytest.fixture
def seeds(server: ConsoleServer) -> Iterator[Seeds]:
    """The shared server's API."""
    found = Seeds(server.url)
    yield found
    found.close()


@pytest.fixture
def queue() -> str:
    """A queue of this test."""
    return f"shop.{uuid.uuid4().hex[:8]}"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the tests of this room. Its driver runs an event loop in this thread, in
    which tests of other rooms could run none of their own."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(**chosen.options())
        yield launched
        launched.close()


@pytest.fixture
def watch(server: ConsoleServer) -> Iterator[Watch]:
    """Fails the test on what nobody announced."""
    found = Watch({base(server)})
    yield found
    assert found.problems == []


@contextmanager
def profile(browser: Browser, watch: Watch) -> Iterator[BrowserContext]:
    """A fresh one, which is watched."""
    made = browser.new_context(
        locale="en-GB",
        timezone_id="Europe/Berlin",
        viewport={"width": 1280, "height": 900},
    )
    made.set_default_timeout(10_000)
    watch.over(made)
    yield made
    made.close()


@pytest.fixture
def context(browser: Browser, watch: Watch) -> Iterator[BrowserContext]:
    """A fresh profile."""
    with profile(browser, watch) as made:
        yield made


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty tab."""
    return context.new_page()


def base(server: ConsoleServer) -> str:
    """Its address as people type it: a name, because an issuer compares it."""
    return f"http://localhost:{server.port}"


@pytest.fixture
def open_page(page: Page, server: ConsoleServer) -> OpenPage:
    """``open_page("queue", name="orders")`` opens a page of the console from a cold link."""

    def opened(path: str = "", **state: Any) -> Page:
        query = urlencode(state)
        page.goto(f"{base(server)}/console/{path}" + (f"?{query}" if query else ""))
        page.locator("main h1").first.wait_for()
        return page

    return opened


#: axe's rules about colours, which are all that differs between light and dark.
COLOURS = ("color-contrast", "link-in-text-block")


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds in the page, by these rules, or by all of WCAG 2.0 to 2.2, A and AA."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = page.evaluate(
        """(runOnly) => axe.run(document, {runOnly, resultTypes: ['violations']})""",
        {"type": "rule", "values": rules} if rules else {"type": "tag", "values": tags},
    )
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]

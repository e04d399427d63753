"""Slow: how much of a database's connection a tab takes that somebody looks at."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from tests.bench.cpu import processor_seconds
from tests.console.conftest import ConsoleServer, StartConsole, base
from tests.console.seeds import Seeds
from tests.console.test_refresh import replace
from tests.console.watch import Watch

PARTITIONS = 100_000
SHARE = 0.05
#: Long enough for two rounds of usual answers, and for six of cheap ones.
SECONDS = 30
FIRST_VIEW_SECONDS = 3
WIDE = {"name": "wide"}
PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("start", {}),
    ("queues", {}),
    ("queue", WIDE),
    ("queue", WIDE | {"tab": "groups"}),
    ("queue", WIDE | {"tab": "chart"}),
    ("queue", WIDE | {"tab": "why"}),
    ("groups", {}),
    ("groups", {"tab": "late", "seconds": "60"}),
    ("leases", {}),
    ("lag", {}),
    ("jobs", {}),
    ("cost", {}),
    ("dead-letters", {}),
    ("messages", {"queue": "wide"}),
    ("log", {}),
    ("system", {"tab": "database"}),
)


@pytest.fixture
def wide(start_console: StartConsole, watch: Watch) -> ConsoleServer:
    """A server with 100,000 partitions, in each of which a message waits for a group."""
    server = start_console()
    watch.origins.add(base(server))
    seeds = Seeds(server.url)
    seeds.push_to_each("wide", PARTITIONS)
    seeds.pop("wide", "g")
    seeds.close()
    return server


def share(page: Page, server: ConsoleServer, path: str, state: dict[str, str]) -> float:
    """The processor time of the database's processes for each second in view, the first view not
    counted: it is read once."""
    page.goto(f"{base(server)}/console/{path}?{urlencode(state)}")
    page.locator("main h1").first.wait_for()
    page.wait_for_timeout(FIRST_VIEW_SECONDS * 1_000)
    before = processor_seconds(server.owner_url)
    page.wait_for_timeout(SECONDS * 1_000)
    return (processor_seconds(server.owner_url) - before) / SECONDS


@pytest.mark.slow
@pytest.mark.timeout(1_200)
def test_a_visible_tab_takes_a_twentieth_of_a_connection(wide: ConsoleServer, page: Page) -> None:
    found = {f"{path} {state}": share(page, wide, path, state) for path, state in PAGES}
    for name, each in found.items():
        print(f"{each:7.2%}  {name}")
    assert {name: each for name, each in found.items() if each > SHARE} == {}


@pytest.mark.slow
def test_a_tab_that_does_not_wait_for_its_share_is_found(wide: ConsoleServer, page: Page) -> None:
    paced = "Math.max(PACE[pace] * 1000, SHARE * roundMs)"
    replace(page, "joined/main.js", paced, "0")
    assert share(page, wide, "queue", WIDE) > SHARE

"""README's pictures are of today's pages, and pages look as they did when somebody looked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.console import browser as chosen
from tests.console import pictures
from tests.console.conftest import StartConsole, base
from tests.console.seeds import Seeds
from tests.console.watch import Watch

#: Set by ``make pictures``.
MAKES = "REGENT_TEST_MAKES_PICTURES"
TOLERANCE = 0.001
PAGES = {
    "overview": "",
    "partition": "partition?queue=shop.orders&name=customer-150&group=billing",
}
#: Pages that no document shows, in both schemes.
LOOKS = {
    "shell": "start",
    "queue": "queue?name=shop.orders",
    "group": "groups?show=billing&on=shop.orders",
    "dead-letters": "dead-letters",
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MOST_BYTES = 40_000


class Shop(NamedTuple):
    """The address of a console, and the way to its data."""

    address: str
    seeds: Seeds


@pytest.fixture
def shop(start_console: StartConsole, page: Page, watch: Watch) -> Iterator[Shop]:
    """A console over the pictures' data, at the pictures' time."""
    server = start_console(console_label="shop")
    watch.origins.add(base(server))
    seeds = Seeds(server.url)
    pictures.seed(seeds, pictures.PictureClock(server.owner_url))
    page.clock.set_fixed_time(pictures.TAKEN)
    page.set_viewport_size({"width": pictures.WIDTH, "height": pictures.HEIGHT})
    for answers in ("**/api/**", "**/console/config.json"):
        page.route(answers, _without_its_date)
    yield Shop(f"{base(server)}/console/", seeds)
    seeds.close()


def _without_its_date(route: Route) -> None:
    """The page would set its clock by the answer's."""
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    route.fulfill(response=answer, headers=headers)


def taken(page: Page, address: str, scheme: Literal["light", "dark"] = "light") -> bytes:
    """A picture of a page that read all that it shows."""
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    page.locator("main h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    return page.screenshot()


@pytest.mark.skipif(chosen.NAMED in os.environ, reason="another browser has other letters")
def test_the_pictures_show_the_pages_of_today(shop: Shop, page: Page, browser: Browser) -> None:
    desk = browser.new_page()

    def compare(kept: Path, found: bytes) -> None:
        if MAKES in os.environ:
            kept.write_bytes(pictures.png(desk, found))
        part = pictures.differing(desk, kept, found)
        assert part <= TOLERANCE, f"{kept} shows an old page ({part:.2%} differ): make pictures"
        assert kept.stat().st_size <= MOST_BYTES

    for name, path in PAGES.items():
        compare(pictures.FOLDER / f"{name}.png", taken(page, shop.address + path))
    pictures.bury(shop.seeds)
    for name, path in LOOKS.items():
        for scheme in SCHEMES:
            kept = pictures.LOOKS / f"{name}-{scheme}.png"
            compare(kept, taken(page, shop.address + path, scheme))
    page.evaluate("document.querySelector('h1').textContent = 'Other letters'")
    assert pictures.differing(desk, kept, page.screenshot()) > TOLERANCE
    desk.close()

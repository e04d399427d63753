"""README's pictures are of today's pages."""

from __future__ import annotations

import os

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


@pytest.fixture
def shop(start_console: StartConsole, page: Page, watch: Watch) -> str:
    """The address of a console over the pictures' data, at the pictures' time."""
    server = start_console(console_label="shop")
    watch.origins.add(base(server))
    seeds = Seeds(server.url)
    pictures.seed(seeds, pictures.PictureClock(server.owner_url))
    seeds.close()
    page.clock.set_fixed_time(pictures.TAKEN)
    page.set_viewport_size({"width": pictures.WIDTH, "height": pictures.HEIGHT})
    page.emulate_media(color_scheme="light")
    for answers in ("**/api/**", "**/console/config.json"):
        page.route(answers, _without_its_date)
    return f"{base(server)}/console/"


def _without_its_date(route: Route) -> None:
    """The page would set its clock by the answer's."""
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    route.fulfill(response=answer, headers=headers)


def taken(page: Page, address: str) -> bytes:
    """A picture of a page that read all that it shows."""
    page.goto(address)
    page.locator("main table").first.wait_for()
    page.wait_for_load_state("networkidle")
    return page.screenshot()


@pytest.mark.skipif(chosen.NAMED in os.environ, reason="another browser has other letters")
def test_the_pictures_show_the_pages_of_today(shop: str, page: Page, browser: Browser) -> None:
    desk = browser.new_page()
    for name, path in PAGES.items():
        kept = pictures.FOLDER / f"{name}.png"
        found = taken(page, shop + path)
        if MAKES in os.environ:
            kept.write_bytes(pictures.png(desk, found))
        part = pictures.differing(desk, kept, found)
        assert part <= TOLERANCE, f"{kept} shows an old page ({part:.2%} differ): make pictures"
        assert kept.stat().st_size <= 60_000
    page.evaluate("document.querySelector('h1').textContent = 'Another partition'")
    assert pictures.differing(desk, kept, page.screenshot()) > TOLERANCE
    desk.close()

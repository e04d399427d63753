"""A list is where it was, with the row and the message that are open, after a reload and Back."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds
from tests.console.watch import Watch

MIDDLE = 230
#: What the history keeps is written when a scroll has paused.
WAIT = """() => new Promise((done) => {{
  const look = () => {} ? done() : requestAnimationFrame(look);
  look();
}})"""


def top(box: Locator) -> int:
    return round(box.evaluate("(box) => box.scrollTop"))


def scroll(box: Locator, pixels: int) -> None:
    box.evaluate("(box, pixels) => { box.scrollTop = pixels; }", pixels)


def test_a_list_is_where_it_was_with_the_row_that_was_opened(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    items = [{"queue": queue, "partition": f"p{n:03}", "payload": n} for n in range(300)]
    seeds.send("POST", "/push", 201, json={"items": items})
    open_page("queue", name=queue)
    rows = page.get_by_role("region", name=f"Partitions of {queue}")
    for read in ("200 of 300 read", "300 in all."):
        scroll(rows, 100_000)
        expect(page.locator(".foot")).to_contain_text(read)
    scroll(rows, MIDDLE * 32)
    link = rows.get_by_role("link", name=f"p{MIDDLE + 3}", exact=True)
    link.click()
    expect(page.locator("h1")).to_have_text(f"p{MIDDLE + 3}")
    watch.calls.clear()
    page.go_back()
    opened = rows.locator("tr.focused")
    for again in (page.reload, lambda: None):
        expect(opened).to_contain_text(f"p{MIDDLE + 3}")
        expect(link).to_be_in_viewport()
        assert top(rows) == MIDDLE * 32
        expect(rows).to_be_focused()
        again()
    # What lies before the place is not read again.
    pages = [call for call in watch.calls if call.endswith("/resources/partitions")]
    assert len(pages) <= 4
    page.keyboard.press("ArrowDown")
    expect(opened).to_contain_text(f"p{MIDDLE + 4}")
    # Another entry of the history begins at the top.
    page.get_by_label("Name begins with").fill("p0")
    expect(rows.get_by_role("link", name="p000", exact=True)).to_be_visible()
    assert top(rows) == 0
    expect(opened).to_have_count(0)


def test_messages_that_were_read_further_are_there_with_the_open_one(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", *range(100))
    open_page("messages", queue=queue)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".foot")).to_contain_text("100 of 100 shown")
    box = page.get_by_role("region", name="Messages")
    scroll(box, 2_000)
    row = page.get_by_role("table", name="Messages").get_by_role("row").nth(70)
    row.get_by_role("button").first.click()
    panel = page.locator(".panel")
    expect(panel).to_be_visible()
    told = panel.locator("h3").first.inner_text()
    page.evaluate(WAIT.format("history.state?.Messages === 2000"))
    page.reload()
    for _ in range(2):
        expect(page.locator(".foot")).to_contain_text("100 of 100 shown")
        expect(panel.locator("h3").first).to_have_text(told)
        expect(row).to_be_in_viewport()
        assert top(box) == 2_000
        page.get_by_role("link", name="Queues").first.click()
        expect(page.locator("h1")).to_have_text("Queues")
        page.go_back()


def test_the_window_is_where_it_was_and_another_page_begins_at_its_top(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    page.set_viewport_size({"width": 1000, "height": 300})
    open_page()
    page.get_by_role("heading", name="Worst groups").wait_for()
    page.evaluate("scrollTo(0, 250)")
    page.get_by_role("link", name="System", exact=True).evaluate("(link) => link.click()")
    expect(page.locator("h1")).to_have_text("System")
    assert page.evaluate("scrollY") == 0
    page.go_back()
    for again in (page.reload, lambda: None):
        page.evaluate(WAIT.format("scrollY === 250"))
        again()

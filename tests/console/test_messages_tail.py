"""The live tail of a queue: new messages come while somebody looks, and only then."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage, violations
from tests.console.seeds import Seeds
from tests.console.test_refresh import HIDE, asked, stand_still
from tests.console.watch import Watch

CALL = "GET /api/v1/messages"


def ids(page: Page) -> list[str]:
    """The transaction ids in view, from above."""
    return page.get_by_role("table", name="Messages").get_by_role("button").all_inner_texts()


def test_new_messages_come_until_it_is_paused_or_hidden(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    seeds.push(queue, "a", 0, transactionId="old")
    page.clock.install()
    open_page("messages", queue=queue)
    page.get_by_label("Live tail").check()
    assert parse_qs(urlsplit(page.url).query) == {"queue": [queue], "tail": ["true"]}
    status = page.get_by_role("status").filter(has_text="came.")
    expect(status).to_have_text("Following: 0 came.")
    stand_still(page)
    seeds.push(queue, "a", 1, transactionId="new")
    assert asked(watch, page, 20, CALL) == 4
    expect(status).to_have_text("Following: 1 came.")
    assert ids(page) == ["new", "old"]
    page.get_by_role("button", name="Pause").click()
    expect(status).to_have_text("Paused: 1 came.")
    assert asked(watch, page, 60, CALL) == 0
    seeds.push(queue, "a", 2, transactionId="newer")
    page.evaluate(HIDE, True)
    page.get_by_role("button", name="Go on").click()
    assert asked(watch, page, 60, CALL) == 0
    page.evaluate(HIDE, False)
    assert asked(watch, page, 5, CALL) == 1
    expect(status).to_have_text("Following: 2 came.")
    assert ids(page) == ["newer", "new", "old"]
    page.get_by_role("button", name="newer", exact=True).click()
    expect(page.get_by_role("complementary", name="Message")).to_contain_text("Offset2")
    page.clock.resume()
    assert violations(page) == []
    page.get_by_label("Live tail").click()
    expect(status).to_have_count(0)


def test_more_than_a_look_reads_is_said(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    page.clock.install()
    open_page("messages", queue=queue, tail="true")
    expect(page.get_by_text("No message fits")).to_be_visible()
    seeds.push(queue, "a", *range(61))
    page.clock.run_for(20_000)
    expect(page.get_by_text("1 look found nothing but new messages, 60 of them")).to_be_visible()
    expect(page.get_by_role("table", name="Messages").get_by_role("button")).to_have_count(60)


def test_a_tail_needs_one_queue(open_page: OpenPage, page: Page, watch: Watch) -> None:
    open_page("messages", tail="true")
    expect(page.get_by_text("A live tail follows one queue up to now")).to_be_visible()
    assert CALL not in watch.calls
    page.get_by_label("Live tail").click()
    expect(page.get_by_label("Live tail")).to_have_count(0)

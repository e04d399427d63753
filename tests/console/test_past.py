"""The time machine without the lag job: counted minutes, dead letters, and changes between."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.console.conftest import ConsoleServer, OpenPage, violations
from tests.console.seeds import Seeds
from tests.console.test_dead import bury
from tests.console.test_lag import nothing_measured
from tests.support.rows import rows

__all__ = ["nothing_measured"]

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


#: A whole minute hours ago.
THEN = datetime.now(UTC).replace(second=0, microsecond=0) - 5 * HOUR


def counted(server: ConsoleServer, queue: str, at: datetime, pushed: int, depth: int) -> None:
    """What the server counted of a queue in a minute."""
    rows(
        server.owner_url,
        """insert into queen.queue_activity
           select q.id, 'minute', %s, %s, 0, 3, 2, 0, 0, 1, %s, 240
             from queen.queues q where q.name = %s returning queue_id""",
        (at, pushed, depth, queue),
    )


def moved(server: ConsoleServer, table: str, column: str, queue: str, at: datetime) -> None:
    """Rows of a queue as if they had been written at that instant."""
    which = {
        "changes": "queue = %s",
        "dead_letter_queue": """group_id in (select g.id from queen.consumer_groups g
            join queen.queues q on q.id = g.queue_id where q.name = %s)""",
    }[table]
    statement = f"update queen.{table} set {column} = %s where {which} returning 1 as done"
    assert rows(server.owner_url, statement, (at, queue)) != []


def told(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.000Z}"


def test_the_overview_as_of_an_instant_tells_what_was_counted_then(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    seeds.push(queue, "a", 1)
    rows(server.owner_url, "delete from queen.queue_activity")  # other tests count whole days
    counted(server, queue, THEN - 2 * MINUTE, pushed=40, depth=30)
    counted(server, queue, THEN, pushed=2, depth=1_234)
    counted(server, queue, THEN + MINUTE, pushed=500, depth=9)
    open_page(at=told(THEN + MINUTE))
    expect(page.locator("h1")).to_contain_text("Overview as of ")
    expect(page.locator(".figures")).to_contain_text("1,234")
    expect(page.locator(".figures")).to_contain_text("4 m")
    table = page.get_by_role("table", name="Busiest queues of this hour")
    expect(table.get_by_role("row").nth(1).get_by_role("cell")).to_have_text(
        [queue, "1,234", "4 m", "42", "6", "4", "2"]
    )
    page.get_by_role("slider", name="As of").press("ArrowRight")
    cells = table.get_by_role("row").nth(1).get_by_role("cell")
    expect(cells.nth(1)).to_have_text("9")
    expect(cells.nth(3)).to_have_text("542")
    assert f"at={(THEN + 2 * MINUTE):%Y-%m-%dT%H}" in page.url
    assert violations(page) == []
    table.get_by_role("link", name=queue).click()
    expect(page.get_by_role("figure").first).to_contain_text("Messages in each step of 1 min")
    page.get_by_text("As a table").first.click()
    told_then = page.get_by_role("table", name="Messages in each step of 1 min")
    expect(told_then.get_by_role("row").nth(2).get_by_role("cell").nth(1)).to_have_text("500")
    expect(told_then.get_by_role("row")).to_have_count(1 + 61)
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.locator(".empty")).to_contain_text("Minutes are kept for two days")


def test_looking_back_begins_an_hour_ago_and_ends_with_now(open_page: OpenPage, page: Page) -> None:
    open_page()
    page.get_by_role("button", name="Look back…").click()
    expect(page.locator("h1")).to_contain_text("Overview as of ")
    expect(page.get_by_role("slider", name="As of")).to_have_attribute("aria-valuetext", "1 h ago")
    expect(page.get_by_text("Alarms, leases and partitions are not kept here")).to_be_visible()
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.get_by_role("heading", name="Worst groups")).to_be_visible()
    assert "at=" not in page.url


def test_of_what_is_not_kept_the_end_is_told(open_page: OpenPage, page: Page) -> None:
    open_page(at="2026-01-01T03:12:00Z")
    expect(page.locator(".empty")).to_contain_text("The minutes of this hour are not kept")
    expect(page.locator(".empty")).to_contain_text(re.compile(r"They are kept since .* 2 d ago"))


def test_dead_letters_as_of_an_instant_and_the_requests_that_took_some_away(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    bury(seeds, queue, "no account 17", "no account 18")
    moved(server, "dead_letter_queue", "failed_at", queue, THEN - 5 * HOUR)
    bury(seeds, queue, "later")
    letters = seeds.send("GET", "/dlq", params={"queue": queue})["messages"]
    seeds.send("DELETE", f"/dlq/{letters[-1]['id']}")
    open_page("dead-letters", queue=queue, at=told(THEN))
    expect(page.locator("h1")).to_contain_text("Dead letters as of ")
    expect(page.locator(".lead")).to_contain_text("1 dead letter")
    expect(page.get_by_role("table", name="Dead letters by error")).not_to_contain_text("later")
    note = page.get_by_role("region", name="As of then")
    expect(note).to_contain_text("purged or aged out since are not kept")
    expect(note.get_by_role("listitem").first).to_contain_text("purge one")
    assert violations(page) == []
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.locator(".lead")).to_contain_text("2 dead letters")
    open_page("dead-letters", queue=queue, at=told(THEN - 6 * HOUR), last="1h")
    expect(page.get_by_text("No dead letter fits")).to_be_visible()


def test_what_changed_between_two_instants(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    bury(seeds, queue, "no account 17")
    moved(server, "dead_letter_queue", "failed_at", queue, THEN)
    seeds.configure(queue, retryLimit=7)
    moved(server, "changes", "at", queue, THEN)
    open_page(at=told(THEN + HOUR), versus=told(THEN - HOUR))
    dead = page.get_by_role("table", name="Given up in between")
    expect(dead.get_by_role("row").nth(1).get_by_role("cell")).to_have_text(
        ["no account #", "1", "billing", queue]
    )
    changed = page.locator("section").filter(has_text="Changed in between")
    expect(changed.get_by_role("listitem")).to_have_count(1)
    expect(changed).to_contain_text(f"configure {queue}")
    expect(page.get_by_text("the lag job has kept none")).to_be_visible()
    # The earlier of the two is where the time begins, whichever slider has it.
    open_page("lag", at=told(THEN - HOUR), versus=told(THEN + HOUR))
    expect(changed.get_by_role("listitem")).to_have_count(1)
    changed.get_by_role("link", name="all").click()
    expect(page.get_by_role("table", name="Changes").get_by_role("row")).to_have_count(2)
    open_page(at=told(THEN - HOUR), versus=told(THEN - 2 * HOUR))
    expect(changed).to_contain_text("Nobody changed anything.")
    expect(page.get_by_text("No dead letter that is still here.")).to_be_visible()

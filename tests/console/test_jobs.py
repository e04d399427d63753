"""Jobs and retention: what runs, what was deleted, and how far each batch of the archive is."""

from __future__ import annotations

import re
import uuid
from typing import Any

from playwright.sync_api import Page, expect

from tests.console.conftest import ConsoleServer, OpenPage, violations
from tests.console.seeds import STRANGE, Seeds
from tests.support.job_runs import begin, end
from tests.support.owner import execute

STEPS = ["planned", "written", "verified", "committed", "deleted"]


def batch(url: str, queue: str, status: str, *files: tuple[int, int]) -> str:
    """A batch as the job leaves it, planned an hour ago; its id."""
    found = str(uuid.uuid4())
    told = [f'{{"rows": {rows}, "bytes": {size}}}' for rows, size in files]
    execute(
        url,
        b"insert into queen.archive_batches values (%s, 1, %s, 's3://archive/prod', %s, %s,"
        b" queen.now() - interval '1 hour', queen.now() - interval '12 minutes')",
        (found, queue, status, f"[{','.join(told)}]"),
    )
    return found


def deleted(url: str, queue: str, **counts: Any) -> None:
    """What retention notes of a run in the first partition of a queue."""
    execute(
        url,
        b"insert into queen.retention_history select q.id, p.id, now(), %s, %s, %s,"
        b" now() - interval '1 hour' from queen.queues q join queen.partitions p"
        b" on p.queue_id = q.id where q.name = %s",
        (counts["messages"], counts["unread"], counts["archived"], queue),
    )


def test_a_batch_that_is_half_way_shows_its_step(
    open_page: OpenPage, page: Page, queue: str, server: ConsoleServer
) -> None:
    name = f"{queue}/{STRANGE[4]}"
    batch(server.owner_url, name, "committed", (200_000, 1_500_000), (50_000, 400_000))
    batch(server.owner_url, name, "planned")
    open_page("jobs", queue=name)
    table = page.get_by_role("table", name="Batches")
    expect(table.get_by_role("row")).to_have_count(3)
    page.get_by_label("Step of batches").select_option("committed")
    expect(table.get_by_role("row")).to_have_count(2)
    assert "status=committed" in page.url
    cells = table.get_by_role("row").nth(1).get_by_role("cell")
    expect(cells.nth(2).get_by_role("listitem")).to_have_text(STEPS)
    expect(cells.nth(2).locator("[aria-current=step]")).to_have_text("committed")
    expect(cells.nth(2).locator(".done")).to_have_text(STEPS[:4])
    expect(cells.nth(3)).to_have_text("250,000")
    expect(cells.nth(4)).to_have_text("1.9 MB")
    expect(cells.nth(7)).to_have_text(re.compile(r"^12 m( \d+ s)? ago$"))
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.get_by_label("Step of batches").select_option("written")
    expect(page.get_by_text("No batch fits")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    assert "queue=" not in page.url


def test_deletions_are_counted_and_drawn(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    seeds.push(queue, "a")
    open_page("jobs", queue=queue)
    expect(page.get_by_text("Nothing was deleted in this time.")).to_be_visible()
    deleted(server.owner_url, queue, messages=1_200, unread=200, archived=True)
    page.get_by_role("button", name="Refresh").click()
    expect(page.locator(".figures dd")).to_have_text(["1,200", "1,000", "200", "1,200"])
    row = page.get_by_role("table", name="Deleted by queue").get_by_role("row").nth(1)
    expect(row.get_by_role("cell")).to_have_text([queue, "1,200", "200", "1,200"])
    figure = page.locator("figure").filter(has_text="Deleted in each step")
    figure.locator("canvas").wait_for()
    figure.get_by_text("As a table").click()
    drawn = figure.get_by_role("row").filter(has_text="1,200")
    expect(drawn).to_have_count(1)
    expect(drawn.get_by_role("cell").nth(1)).to_have_text("1,000")


def test_each_job_says_what_it_is_for_and_how_it_is_started(
    open_page: OpenPage, page: Page
) -> None:
    open_page("jobs", queue='it\'s "new"')
    schedules = page.get_by_role("table", name="Schedules")
    expect(schedules).to_contain_text("ends leases that ran out")
    expect(schedules.get_by_role("row")).to_have_count(3)
    retention = page.get_by_role("region", name="retention")
    expect(retention).to_contain_text("archives messages whose retention is over")
    expect(retention.locator("pre")).to_contain_text("regent.cli jobs retention --dry-run")
    replay = page.get_by_role("region", name="replay").locator("pre")
    expect(replay).to_contain_text("jobs replay --queue 'it'\\''s \"new\"' --dry-run")
    page.get_by_role("region", name="lag").get_by_role("link", name="lag").click()
    expect(page.get_by_role("heading", name="Lag")).to_be_visible()


def test_runs_of_a_job_are_listed_with_their_verdicts(
    open_page: OpenPage, page: Page, server: ConsoleServer
) -> None:
    execute(server.owner_url, b"delete from queen.job_runs")
    done = begin(server.owner_url, "retention")
    end(server.owner_url, done, summary={"messages deleted": 1_204, "files": "2"})
    execute(server.owner_url, b"update queen.job_runs set started_at = started_at - interval '1 h'")
    failed = begin(server.owner_url, "retention")
    end(server.owner_url, failed, failed=True, error=f"no bucket {STRANGE[4]}")
    begin(server.owner_url, "lag")
    open_page("jobs")
    expect(page.get_by_role("region", name="retention", exact=True)).to_contain_text("failed")
    expect(page.get_by_role("region", name="replay", exact=True)).to_contain_text("No run is known")
    expect(page.get_by_role("table", name="Runs of lag")).to_contain_text("running")
    page.get_by_role("tab", name="retention").click()
    rows = page.get_by_role("table", name="Runs of retention").get_by_role("row")
    expect(rows.nth(1)).to_contain_text(f"no bucket {STRANGE[4]}")
    expect(rows.nth(2)).to_contain_text("messages deleted 1,204 · files 2")
    expect(rows.nth(2).get_by_role("cell").nth(2)).to_have_text("1 h")
    assert "job=retention" in page.url
    page.get_by_role("tab", name="retention").press("ArrowRight")
    expect(page.locator(".empty").filter(has_text="No run of compact is known")).to_be_visible()
    assert violations(page) == []

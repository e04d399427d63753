"""The past of lag: the heat map, lists as of a snapshot, and what changed between two."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.console.conftest import ConsoleServer, OpenPage, violations
from tests.console.seeds import Seeds
from tests.console.test_lag import ids, nothing_measured, seeded, snapshot
from tests.support.lag import partition, rollup

__all__ = ["nothing_measured"]

QUARTER = timedelta(minutes=15)
#: Eleven snapshots; partitions are kept of the last two.
SNAPSHOTS = 11


@pytest.fixture
def measured(seeds: Seeds, queue: str, server: ConsoleServer) -> datetime:
    """Billing falls behind from quarter to quarter, and stalls in the last one: its instant."""
    seeded(seeds, queue)
    group, (odd, plain) = ids(server.owner_url, queue)
    now = datetime.now(UTC).replace(microsecond=0)
    for back in range(SNAPSHOTS):
        counts = [0, 0, 0, back, 0, 2 if back < 2 else 0, 0, 0]
        verdict = "ok" if back else "stalled"
        at = now - back * QUARTER
        behind = 100 - 10 * back
        more = {"histogram": counts, "verdict": verdict, "offset_lag": behind}
        snapshot(server.owner_url, at, queue, **more)
    for back, lag in ((0, 30), (1, 20)):
        for number, seconds in ((plain, 4_000.0), (odd, 30_000.0)):
            partition(
                server.owner_url, now - back * QUARTER, group, number, offset_lag=lag,
                time_lag_seconds=seconds,
                verdict="stalled" if (back, number) == (0, plain) else "ok",
            )  # fmt: skip
    return now


def test_a_cell_of_the_heat_map_leads_to_its_partitions_then(
    open_page: OpenPage, page: Page, measured: datetime, queue: str
) -> None:
    open_page("lag", queue=queue, last="6h")
    heat = page.get_by_role("table", name="Partitions by lag and snapshot")
    row = heat.get_by_role("row").filter(has=page.get_by_role("rowheader", name="1 h to 6 h"))
    expect(row.get_by_role("link")).to_have_count(2)
    expect(row.get_by_role("cell")).to_have_count(SNAPSHOTS)
    row.get_by_role("link").first.click()
    table = page.get_by_role("table", name="Lag of partitions")
    cells = table.get_by_role("row").nth(1).get_by_role("cell")
    expect(cells).to_have_count(10)
    # Of the snapshot before the last one, and of its two partitions the one that waited so long.
    assert cells.all_inner_texts()[4:6] == ["20", "1 h 6 m"]
    expect(page.get_by_label("Waited", exact=True)).to_have_value("5")
    assert "bucket=5" in page.url
    assert "scope=partition" in page.url
    page.get_by_label("Waited", exact=True).select_option("6")
    expect(cells.nth(5)).to_have_text("8 h 20 m")


def test_where_partitions_are_not_kept_a_cell_leads_to_the_groups_then(
    open_page: OpenPage, page: Page, measured: datetime, queue: str
) -> None:
    open_page("lag", queue=queue, last="6h")
    heat = page.get_by_role("table", name="Partitions by lag and snapshot")
    row = heat.get_by_role("row").filter(has=page.get_by_role("rowheader", name="1 m to 10 m"))
    row.get_by_role("link", name="10 partitions, 1 m to 10 m").click()
    cells = page.get_by_role("table", name="Lag of groups").get_by_role("row").nth(1)
    expect(cells.get_by_role("cell").nth(4)).to_have_text("0")
    page.get_by_role("tab", name="Partitions").click()
    expect(page.locator(".empty")).to_contain_text("The partitions of this snapshot are not kept")


def test_the_slider_shows_the_lists_as_they_were(
    open_page: OpenPage, page: Page, measured: datetime, queue: str
) -> None:
    open_page("lag", queue=queue)
    messages = page.get_by_role("table", name="Lag of groups").get_by_role("row").nth(1)
    expect(messages.get_by_role("cell").nth(4)).to_have_text("100")
    slider = page.get_by_role("slider", name="As of")
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(messages.get_by_role("cell").nth(4)).to_have_text("80")
    expect(messages).to_contain_text("ok")
    assert "at=" in page.url
    page.reload()
    expect(messages.get_by_role("cell").nth(4)).to_have_text("80")
    expect(page.locator("h1")).to_have_text("Lag")
    page.get_by_role("button", name="Now").click()
    expect(messages.get_by_role("cell").nth(4)).to_have_text("100")
    assert "at=" not in page.url


def test_what_changed_between_two_snapshots(
    open_page: OpenPage, page: Page, measured: datetime, queue: str, server: ConsoleServer
) -> None:
    old = measured - (SNAPSHOTS - 1) * QUARTER
    names = {"namespace": "shop", "queue_name": f"{queue}.new", "consumer_group": "billing"}
    rollup(server.owner_url, measured, "consumer", **names, offset_lag=7, verdict="stalled")
    open_page("lag")
    page.get_by_role("button", name="What changed").click()
    table = page.get_by_role("table", name="What changed between")
    first, second = table.get_by_role("row").nth(1), table.get_by_role("row").nth(2)
    expect(first.get_by_role("cell")).to_have_text(
        ["billing", queue, "ok", "stalled", "0", "100", "+100"]
    )
    expect(second.get_by_role("cell")).to_have_text(
        ["billing", f"{queue}.new", "not there", "stalled", "0", "7", "+7"]
    )
    assert "versus=" in page.url
    # The earlier of the two is always the one before.
    page.get_by_role("slider", name="Compared with").press("End")
    page.get_by_role("slider", name="As of").press("Home")
    expect(first.get_by_role("cell").nth(6)).to_have_text("+100")
    assert f"{old:%Y-%m-%d}" in page.url
    expect(page.get_by_text("Nothing is kept of partitions at the earlier instant")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.get_by_role("button", name="Compare no more").click()
    expect(table).to_have_count(0)


def test_partitions_that_began_to_fail_between_two_snapshots(
    open_page: OpenPage, page: Page, measured: datetime, queue: str
) -> None:
    open_page("lag", versus=f"{measured - QUARTER:%Y-%m-%dT%H:%M:%SZ}")
    rows = page.get_by_role("table", name="Partitions that began to fail").get_by_role("row")
    expect(rows).to_have_count(2)
    expect(rows.nth(1).get_by_role("cell")).to_have_text(
        ["a", queue, "billing", "stalled", "30", "1 h 6 m"]
    )
    rows.nth(1).get_by_role("link", name="a").click()
    expect(page.get_by_role("heading", name="a", exact=True)).to_be_visible()
    assert "group=billing" in page.url

"""Lag: what the job measured, how old that is, and what there is without it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.console.conftest import ConsoleServer, OpenPage, violations
from tests.console.seeds import STRANGE, Seeds
from tests.support.lag import partition, rollup
from tests.support.owner import execute
from tests.support.rows import rows

HOUR = timedelta(hours=1)
BEHIND: dict[str, Any] = {
    "partitions": 2,
    "lagging_partitions": 2,
    "offset_lag": 1_204,
    "time_lag_p50_seconds": 12.0,
    "time_lag_p95_seconds": 65.0,
    "time_lag_p99_seconds": 120.0,
    "time_lag_max_seconds": 7_320.0,
    "arrival_per_second": 2.5,
    "consumption_per_second": 4.5,
    "seconds_to_drain": 602.0,
    "verdict": "stalled",
    "stalled_partitions": 1,
    "warning_partitions": 1,
}


@pytest.fixture(autouse=True)
def nothing_measured(server: ConsoleServer) -> None:
    """As if the job had not run for other tests."""
    for table in (b"lag_snapshots", b"lag_partitions"):
        execute(server.owner_url, b"delete from queen." + table)


def ids(url: str, queue: str) -> tuple[int, list[int]]:
    """Those of a queue's group, and of its partitions by name."""
    found = rows(
        url,
        "select g.id as group_id, p.id from queen.queues q join queen.consumer_groups g"
        " on g.queue_id = q.id join queen.partitions p on p.queue_id = q.id where q.name = %s"
        " order by p.name",
        (queue,),
    )
    return found[0]["group_id"], [row["id"] for row in found]


def snapshot(url: str, at: datetime, queue: str, **columns: Any) -> None:
    """What the job leaves of group billing on a queue."""
    names = {"namespace": "shop", "queue_name": queue}
    more = BEHIND | columns
    rollup(url, at, "consumer", **names, consumer_group="billing", **more)
    rollup(url, at, "queue", **names, **more)
    rollup(url, at, "system", **more)


def seeded(seeds: Seeds, queue: str) -> None:
    """Group billing has something to do in two partitions; one has a name of markup."""
    for name in ("a", STRANGE[4]):
        seeds.push(queue, name, 1, 2)
    seeds.pop(queue, "billing")


def test_groups_have_verdicts_a_history_and_the_partitions_of_their_tail(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    seeded(seeds, queue)
    now = datetime.now(UTC)
    for ago in (2, 1):
        snapshot(server.owner_url, now - ago * HOUR / 4, queue, time_lag_max_seconds=60.0)
    snapshot(server.owner_url, now, queue)
    group, (odd, plain) = ids(server.owner_url, queue)
    partition(server.owner_url, now, group, plain, offset_lag=4, verdict="stalled")
    partition(server.owner_url, now, group, odd, offset_lag=1_200, verdict="warning")
    open_page("lag", queue=queue)
    expect(page.locator("h1")).to_have_text("Lag")
    expect(page.get_by_role("list", name="Verdicts")).to_have_text("1 stalled1 warning0 ok")
    expect(page.locator(".figures")).to_contain_text("2 of 2")
    expect(page.locator(".figures")).to_contain_text("2.5/s, 4.5/s")
    cells = page.get_by_role("table", name="Lag of groups").get_by_role("row").nth(1)
    expect(cells.get_by_role("cell")).to_have_text(
        [
            *("billing", queue, "stalled", "2 of 2", "1,204", "0"),
            *("1 m 5 s", "2 h 2 m", "2.5", "4.5", "10 m 2 s"),
        ]
    )
    figure = page.locator("figure").filter(has_text="How long messages have waited")
    figure.locator("canvas").wait_for()
    figure.get_by_text("As a table").click()
    told = figure.get_by_role("row")
    expect(told).to_have_count(4)
    expect(told.nth(1).get_by_role("cell")).to_have_text(
        [re.compile(r"^\d{4}-"), "12 s", "1 m 5 s", "2 m", "2 h 2 m"]
    )
    expect(told.nth(2).get_by_role("cell").nth(4)).to_have_text("1 m")

    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []

    page.get_by_role("button", name="billing").click()
    assert "scope=partition" in page.url
    assert "consumerGroup=billing" in page.url
    expect(page.get_by_text(f"Messages: billing on {queue}").first).to_be_visible()
    tail = page.get_by_role("table", name="Lag of partitions").get_by_role("row")
    expect(tail.nth(1).get_by_role("cell").first).to_have_text(STRANGE[4])
    page.get_by_label("Verdict", exact=True).select_option("stalled")
    expect(tail).to_have_count(2)
    page.get_by_role("link", name="Why does a not move?").click()
    expect(page.get_by_role("heading", name="a", exact=True)).to_be_visible()
    assert "group=billing" in page.url
    page.go_back()
    page.get_by_label("Verdict", exact=True).select_option("rewound")
    expect(page.get_by_text("No partition fits")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    expect(tail.nth(1)).to_be_visible()
    page.get_by_role("tab", name="Queues").click()
    expect(page.get_by_role("table", name="Lag of queues")).to_contain_text(queue)


def test_without_the_job_there_are_counts_and_the_way_to_run_it(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    seeded(seeds, queue)
    seeds.send("POST", "/stats/refresh")
    open_page("lag", queue=queue)
    expect(page.get_by_text("The lag job has not run yet")).to_be_visible()
    expect(page.locator(".code")).to_contain_text("-m regent.cli jobs lag")
    counted = page.get_by_role("table", name="Counted lag").get_by_role("row")
    expect(counted).to_have_count(2)
    expect(counted.nth(1)).to_contain_text(queue)
    page.get_by_role("link", name="Late partitions, live").click()
    expect(page.get_by_role("heading", name="Consumer groups")).to_be_visible()

    now = datetime.now(UTC)
    for hours in (2.5, 1.5):
        snapshot(server.owner_url, now - hours * HOUR, queue)
    open_page("lag", queue=queue)
    expect(page.get_by_role("table", name="Lag of groups")).to_contain_text("billing")
    expect(page.locator("h1")).to_have_text("Lag")
    for hours in (1.7, 1.6):
        snapshot(server.owner_url, now - hours * HOUR, queue)
    open_page("lag", queue=queue)
    expect(page.locator("h1")).to_have_text("Lag · the last snapshot is 1 h 30 m old")
    expect(page.get_by_text("has not run for more than two intervals")).to_be_visible()
    expect(counted.nth(1)).to_contain_text(queue)
    expect(page.get_by_role("table", name="Lag of groups")).to_contain_text("billing")

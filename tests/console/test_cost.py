"""Cost: each queue's part, what adds up, and what batches would save."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from infra.costs.tables import WORKLOADS, Workload
from tests.console.conftest import ConsoleServer, OpenPage, violations
from tests.console.seeds import STRANGE, Seeds
from tests.support.costs import count_work
from tests.support.owner import execute

PAGE = (Path(__file__).parents[2] / "docs/run/costs.md").read_text()
#: 1 M a day, one by one.
CASE = WORKLOADS[3]
#: A day of the month before this one.
BEFORE = datetime.now(UTC).replace(day=1) - timedelta(days=1)
MONTH = f"{BEFORE:%Y-%m}"
HOURS = 24 * calendar.monthrange(BEFORE.year, BEFORE.month)[1]


@pytest.fixture(autouse=True)
def nothing_counted(server: ConsoleServer) -> Iterator[None]:
    """As if no other test had asked for anything."""
    execute(server.owner_url, b"delete from queen.request_counts")
    yield
    execute(server.owner_url, b"delete from queen.request_counts")


def table(page: Page, name: str) -> dict[str, list[str]]:
    """The rows of a table, by their first cells."""
    rows = page.get_by_role("table", name=name).locator("tbody tr")
    expect(rows.first).to_be_visible()
    found = [row.locator("td").all_inner_texts() for row in rows.all()]
    return {cells[0]: cells[1:] for cells in found}


def dollars(text: str) -> float:
    return float(re.sub(r"[$,]", "", text))


def figure(page: Page, title: str) -> float:
    found = page.locator(".figures div").filter(has=page.get_by_text(title, exact=True))
    return dollars(found.locator("dd").inner_text())


def of_the_docs(case: Workload) -> dict[str, tuple[str, float]]:
    """The table of a case in docs/run/costs.md."""
    shown = PAGE.partition(f"### {case.name}\n")[2].partition("\n### ")[0]
    lines = [line.split(" | ") for line in shown.splitlines() if line.endswith(" |")]
    return {
        item.removeprefix("| "): (how, dollars(sum_.removesuffix(" |")))
        for item, how, sum_ in lines[1:-1]
    }


def test_a_case_of_the_documents_costs_here_what_it_costs_there(
    open_page: OpenPage, page: Page, server: ConsoleServer, queue: str
) -> None:
    count_work(server.owner_url, CASE, queue, f"{MONTH}-01", HOURS)
    open_page("cost", month=MONTH)
    lines = table(page, "The bill of a month")
    together = lines.pop("Together")
    expected = of_the_docs(CASE)
    assert lines.keys() == expected.keys()
    # The documents' case keeps seven days of messages; this server has next to none.
    stored = expected.pop("Aurora, storage")[1] - dollars(lines["Aurora, storage"][1])
    for item, (arithmetic, cost) in expected.items():
        assert lines[item][0].partition(" = ")[0] == arithmetic.partition(" = ")[0]
        assert dollars(lines[item][1]) == pytest.approx(cost, abs=0.005), item
    assert dollars(together[1]) == figure(page, "A month at this rate")
    told = dollars(PAGE.partition(f"| {CASE.name} | ")[2].partition(" |")[0])
    assert dollars(together[1]) + stored == pytest.approx(told, abs=0.015)


def test_the_parts_of_queues_add_up(
    open_page: OpenPage, page: Page, server: ConsoleServer, queue: str
) -> None:
    count_work(server.owner_url, CASE, queue, f"{MONTH}-01", HOURS)
    count_work(server.owner_url, Workload("", 2_000_000, 100), STRANGE[4], f"{MONTH}-02", HOURS)
    open_page("cost", month=MONTH, batch="50")
    rows = table(page, "Cost of queues")
    assert list(rows)[:2] == [queue, STRANGE[4]]
    assert rows[queue][10] == "1"
    assert rows[STRANGE[4]][10] == "100"
    for cells in rows.values():
        together, _, *parts = [dollars(cell) for cell in cells[:6]]
        assert sum(parts) == pytest.approx(together, abs=0.03)
    used = sum(dollars(cells[0]) for cells in rows.values())
    assert used == pytest.approx(figure(page, "By use"), abs=0.03)
    assert dollars(rows[queue][1]) < dollars(rows[queue][0]) / 20
    assert figure(page, "A month in batches of 50") < figure(page, "A month at this rate") / 2
    fixed = figure(page, "A month at this rate") - figure(page, "By use")
    assert figure(page, "Of it fixed") == pytest.approx(fixed, abs=0.02)


def test_groups_have_their_part(
    open_page: OpenPage, page: Page, server: ConsoleServer, queue: str
) -> None:
    count_work(server.owner_url, CASE, queue, f"{MONTH}-01", HOURS)
    open_page("cost", month=MONTH)
    page.get_by_role("tab", name="Groups").click()
    assert list(table(page, "Cost of groups")) == ["(pushes and others)", "acking", "popping"]
    assert "by=group" in page.url
    page.get_by_label("What if in batches of").select_option("10")
    expect(page.locator(".figures")).to_contain_text("A month in batches of 10")
    page.get_by_label("Month (UTC)").select_option(index=0)
    expect(page.locator(".figures dt").first).to_have_text("This month so far")


@pytest.mark.parametrize("told", [False, True])
def test_of_few_messages_no_price_of_a_million_is_told(
    open_page: OpenPage, page: Page, server: ConsoleServer, queue: str, told: bool
) -> None:
    a_day = 100_000 * 24 / HOURS + (10 if told else -10)
    count_work(server.owner_url, Workload("", round(a_day), 1), queue, f"{MONTH}-01", HOURS)
    open_page("cost", month=MONTH)
    price = page.locator(".figures div").filter(has_text="A million messages")
    words = "not told before 100,000 are counted"
    expect(price.locator("dd")).to_have_text(re.compile(r"^\$[\d,.]+$") if told else words)


def test_it_is_told_what_the_work_of_a_month_costs(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2)
    open_page("cost", month="nonsense")
    expect(page.locator(".lead")).to_contain_text("What the same work would cost on AWS")
    expect(page.locator(".figures")).to_contain_text("This month so far")
    assert violations(page) == []


def test_before_anything_is_counted_it_says_so(open_page: OpenPage, page: Page) -> None:
    def nothing_yet(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "countedSince": None})

    page.route("**/api/v1/costs*", nothing_yet)
    open_page("cost")
    expect(page.locator(".empty")).to_contain_text("No request was counted yet")
    expect(page.locator(".figures")).to_contain_text("This month so far")
    assert violations(page) == []


def test_the_table_is_within_its_page(
    open_page: OpenPage, page: Page, server: ConsoleServer
) -> None:
    for name in STRANGE:
        count_work(server.owner_url, CASE, name, f"{MONTH}-01", HOURS)
    open_page("cost", month=MONTH)
    rows = table(page, "Cost of queues")
    assert len(rows) >= len(STRANGE)
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []

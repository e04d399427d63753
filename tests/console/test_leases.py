"""Leases: who holds what, for how long still, and what may be done about it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds


def held(seeds: Seeds, queue: str, group: str, client: str, **query: object) -> None:
    """A lease of a client that says its name."""
    answer = seeds.client.get(
        f"/pop/queue/{queue}",
        params={"consumerGroup": group, **query},  # type: ignore[dict-item]
        headers={"regent-client": client},
    )
    assert answer.status_code == 200


def test_a_lease_is_told_with_its_holder_and_extended(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2, 3)
    seeds.push(queue, "b", 1)
    held(seeds, queue, "billing", "web-1:4711", batch=3, leaseSeconds=20)
    held(seeds, queue, "billing", "<b>web</b>:1", leaseSeconds=600)
    page.clock.install()
    open_page("leases", queue=queue)
    rows = page.get_by_role("table", name="Leases").get_by_role("row")
    expect(rows).to_have_count(3)
    cells = rows.nth(1).get_by_role("cell")
    expect(cells.nth(1)).to_have_text("a")
    expect(cells.nth(3)).to_have_text("web-1:4711")
    expect(cells.nth(4)).to_have_text("3")
    expect(cells.nth(7)).to_have_text("stuck")
    expect(rows.nth(2).get_by_role("cell").nth(3)).to_have_text("<b>web</b>:1")
    before = cells.nth(6).inner_text()
    page.clock.run_for(2_000)
    assert cells.nth(6).inner_text() != before
    page.get_by_label("Stuck only").check()
    expect(rows).to_have_count(2)
    assert "stuck=true" in page.url
    page.get_by_role("button", name="Extend the lease of a").click()
    expect(page.get_by_text("The lease of a runs until")).to_be_visible()
    expect(page.get_by_text("No lease fits")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    seeds.send("POST", "/stats/refresh")
    open_page("leases", queue=queue)
    used = page.get_by_role("table", name="Utilisation").get_by_role("row").nth(1)
    expect(used).to_contain_text("2 of 2, 100 %")


def test_a_lease_is_released_after_a_look_at_what_that_means(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    held(seeds, queue, "billing", "web-1:4711")
    open_page("leases", consumerGroup="billing", queue=queue)
    page.get_by_role("button", name="Release the lease of a").click()
    dialog = page.get_by_role("dialog", name="Release the lease of a")
    expect(dialog).to_contain_text("web-1:4711 of billing holds 1 message of a")
    dialog.get_by_role("button", name="Give back 1 message").click()
    expect(page.get_by_text("Gave back what billing held of a.")).to_be_visible()
    expect(page.get_by_text("No lease fits")).to_be_visible()
    again = seeds.pop(queue, "billing")
    assert [message["failedAttempts"] for message in again["messages"]] == [0]


def test_the_holder_is_told_where_a_partition_does_not_move(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    held(seeds, queue, "billing", "web-1:4711")
    open_page("partition", queue=queue, name="a", group="billing")
    expect(page.locator(".sentence")).to_contain_text("web-1:4711 has held 1 message since")
    open_page("groups", show="billing", on=queue)
    expect(page.get_by_role("dialog")).to_contain_text("by web-1:4711")

"""Members: their partitions, their silence, and the end of their group."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.seeds import Seeds
from tests.console.watch import Watch


def joined(seeds: Seeds, topic: str, *names: str) -> tuple[str, list[str]]:
    """A topic of four partitions with a record in the first, a group, and its members."""
    seeds.send("POST", "/metadata/topics", 201, json={"topic": topic, "partitions": 4})
    record = {"partition": 0, "value": {"total": 12}}
    seeds.send("POST", "/produce", 201, json={"topic": topic, "messages": [record, record]})
    body = {"topic": topic, "appId": "billing"}
    group = seeds.send("POST", "/metadata/consumer-groups/find-or-create", json=body)["groupId"]
    members = []
    for name in names:
        body = {"groupId": group, "consumerId": name, "sessionTimeoutMs": 1_800_000}
        members.append(seeds.send("POST", "/consumer-group/join", json=body)["memberId"])
    for member in members:
        seeds.send("GET", f"/consumer-group/assignment/{member}")
    return group, members


def named(group: str, member: str) -> dict[str, str]:
    return {"groupId": group, "memberId": member}


def test_each_member_has_its_partitions_and_each_partition_its_lag(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    group, (first, second) = joined(seeds, queue, "worker-1", "worker <2>")
    body = {**named(group, first), "offsets": {"0": 1}}
    seeds.send("POST", "/consumer-group/commit-offsets", json=body)
    open_page("members")
    page.get_by_role("link", name=group, exact=True).click()
    expect(page.locator("h1")).to_have_text(group)
    members = page.get_by_role("table", name=f"Members of {group}").get_by_role("row")
    expect(members.nth(1).get_by_role("cell").nth(0)).to_have_text("worker-1")
    expect(members.nth(1).get_by_role("cell").nth(1)).to_have_text("0\u20131")
    expect(members.nth(2).get_by_role("cell").nth(0)).to_have_text("worker <2>")
    expect(members.nth(2).get_by_role("cell").nth(1)).to_have_text("2\u20133")
    places = page.get_by_role("table", name=f"Partitions of {group}").get_by_role("row")
    expect(places.nth(1).get_by_role("cell")).to_have_text(["0", "worker-1", "1", "2", "1"])
    expect(places.nth(4).get_by_role("cell")).to_have_text(["3", "worker <2>", "0", "0", "0"])

    seeds.send("POST", "/consumer-group/leave", json=named(group, second))
    page.get_by_role("button", name="Refresh").click()
    expect(page.locator(".lead")).to_contain_text("PREPARING REBALANCE")
    places.nth(1).get_by_role("link", name="0", exact=True).click()
    expect(page.locator("h1")).to_have_text("0")


def test_a_group_with_members_is_deleted_by_force_only(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    group, _ = joined(seeds, queue, "worker-1")
    open_page("members", group=group)
    page.get_by_role("button", name="Delete…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 member")
    expect(dialog.get_by_label("force")).to_have_count(0)
    dialog.get_by_label(f"Type the group's name: {group}").fill(group)
    watch.announce(409)
    dialog.get_by_role("button", name="Delete the group and its offsets").click()
    dialog.get_by_label("force").check()
    dialog.get_by_role("button", name="Delete the group and its offsets").click()
    expect(page.get_by_role("heading", name="Members")).to_be_visible()
    seeds.send("GET", f"/metadata/consumer-groups/{group}", 404)


def test_a_member_is_evicted_and_the_generations_tell_it(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    group, (first, second) = joined(seeds, queue, "worker-1", "worker <2>")
    open_page("members", group=group)
    generations = page.get_by_role("table", name=f"Generations of {group}").get_by_role("row")
    expect(generations.nth(1).get_by_role("cell").nth(0)).to_have_text("1")
    expect(generations.nth(1)).to_contain_text("worker-1 joined, worker <2> joined")
    expect(generations.nth(1)).to_contain_text("worker-1: 0\u20131 · worker <2>: 2\u20133")

    page.get_by_role("button", name="Evict worker-1").click()
    dialog = page.get_by_role("dialog", name="Evict worker-1")
    expect(dialog).to_contain_text("worker-1 reads partitions 0\u20131; there 2 records are not")
    expect(dialog).to_contain_text("dealt out anew: worker <2> 0\u20133.")
    button = dialog.get_by_role("button", name="Evict worker-1 from partitions 0\u20131")
    expect(button).to_be_disabled()
    dialog.get_by_label("Type the consumer's name: worker-1").fill("worker-1")
    button.click()
    expect(page.get_by_text("Evicted worker-1, which read partitions 0\u20131.")).to_be_visible()
    seeds.send("POST", "/consumer-group/heartbeat", 404, json=named(group, first))

    seeds.send("GET", f"/consumer-group/assignment/{second}")  # waits for the rebalance
    page.get_by_role("button", name="Refresh").click()
    members = page.get_by_role("table", name=f"Members of {group}").get_by_role("row")
    expect(members).to_have_count(2)
    expect(members.nth(1).get_by_role("cell").nth(1)).to_have_text("0\u20133")
    expect(generations.nth(1).get_by_role("cell").nth(0)).to_have_text("2")
    expect(generations.nth(1)).to_contain_text("worker-1 was evicted")
    expect(generations.nth(2)).to_contain_text("worker-1 joined")


def test_a_topic_that_grew_is_a_reason(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    group, _ = joined(seeds, queue, "worker-1")
    seeds.send("POST", "/metadata/topics", json={"topic": queue, "partitions": 5})
    open_page("members", group=group)
    generations = page.get_by_role("table", name=f"Generations of {group}").get_by_role("row")
    expect(generations.nth(1)).to_contain_text("the topic grew")


def test_nothing_yet_says_how_it_begins(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console()
    watch.origins.add(base(server))
    page.goto(f"{base(server)}/console/members")
    expect(page.get_by_text("No group with members yet")).to_be_visible()
    expect(page.locator("pre")).to_contain_text("/api/v1/metadata/topics")

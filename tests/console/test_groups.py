"""Consumer groups: badges and the dialog of seed 000, the worst first, and what may be done."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.console.conftest import ConsoleServer, OpenPage
from tests.console.seeds import Seeds
from tests.console.watch import Watch
from tests.support.owner import execute

#: Text and background of a badge, as a browser computes them, in light.
COLOURS = {
    "NEW": ("rgb(11, 90, 43)", "rgb(217, 242, 225)"),
    "ALL": ("rgb(23, 63, 156)", "rgb(219, 231, 253)"),
    "TIMESTAMP": ("rgb(103, 73, 0)", "rgb(251, 238, 188)"),
}
PURPLE = ("rgb(61, 31, 120)", "rgb(243, 237, 253)", "rgb(130, 87, 212)")
STYLE = """(of) => {
  const style = getComputedStyle(of);
  return [style.color, style.backgroundColor];
}"""


def row(page: Page, group: str) -> Locator:
    """The row of a group in the list."""
    table = page.get_by_role("table", name="Consumer groups")
    named = page.get_by_role("button", name=group, exact=True)
    return table.get_by_role("row").filter(has=named)


def subscribed(seeds: Seeds, queue: str) -> None:
    """A group for each way to subscribe, and the nameless one, which has no record."""
    seeds.push(queue, "a", 1, 2)
    seeds.pop(queue, "fresh", subscriptionMode="new")
    seeds.pop(queue, "whole")
    seeds.pop(queue, "since", subscriptionFrom="2026-11-18T13:03:00Z")
    seeds.pop(queue, "__QUEUE_MODE__")


def test_badges_and_the_card_say_how_a_group_subscribed(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    subscribed(seeds, queue)
    page.emulate_media(color_scheme="light")
    open_page("groups", queue=queue)
    names = {"fresh": "NEW", "whole": "ALL", "since": "TIMESTAMP"}
    for group, badge in names.items():
        cell = row(page, group).get_by_role("cell").nth(1)
        expect(cell).to_have_text(badge)
        assert tuple(cell.locator(".badge").evaluate(STYLE)) == COLOURS[badge]
    none = row(page, "(no group)").get_by_role("cell")
    expect(none.nth(1)).to_have_text("\u2013")

    row(page, "(no group)").get_by_role("button").click()
    dialog = page.get_by_role("dialog", name="(no group)")
    expect(dialog.get_by_role("table", name=f"Partitions of {queue}")).to_be_visible()
    expect(dialog.get_by_role("region", name="Subscription Info")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()

    texts = {
        "whole": "Gets every message that is kept, from the beginning.",
        "fresh": "Gets messages pushed after ",
        "since": "Gets messages pushed at 2026-11-18 14:03:00 (+01:00) or later.",
    }
    for group, text in texts.items():
        row(page, group).get_by_role("button").click()
        card = page.get_by_role("dialog", name=group).get_by_role(
            "region", name="Subscription Info"
        )
        expect(card).to_contain_text(text)
        expect(card.locator(".badge")).to_have_text(names[group])
        expect(card).to_contain_text("Subscribed At")
        assert "1970" not in card.inner_text()
        border = card.evaluate("(of) => getComputedStyle(of).borderTopColor")
        assert (*card.evaluate(STYLE), border) == PURPLE
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_dialog_is_an_address_and_its_time_ticks(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    seeds.pop(queue, "billing")
    page.clock.install()
    # An answer would tell the server's time, in which no minute has passed.
    page.add_init_script("localStorage.setItem('regent.prefs', '{\"paused\": true}')")
    open_page("groups", queue=queue, show="billing", on=queue)
    dialog = page.get_by_role("dialog", name="billing")
    assert dialog.evaluate("(of) => of.tagName") == "DIALOG"
    time = dialog.locator(".card dd").nth(2)
    expect(time).to_have_text(_seconds())
    before = time.inner_text()
    # The page reckons by the server's clock, of which it learnt with an answer some seconds ago.
    page.clock.run_for(150_000)
    expect(time).to_have_text(re.compile(r"^[12] m"))
    assert time.inner_text() != before
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "show=" not in page.url
    page.go_back()
    expect(dialog).to_be_visible()


def _seconds() -> Any:
    import re

    return re.compile(r"^[\d.]+ s$")


def test_the_worst_group_is_first_with_its_verdict(
    open_page: OpenPage, page: Page, server: ConsoleServer, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2)
    seeds.ack(seeds.pop(queue, "done", batch=2))
    for group in ("idle", "stuck", "slow"):
        seeds.ack(seeds.pop(queue, group))
    since = "now() - interval '10 minutes'"
    execute(
        server.owner_url,
        "update queen.partition_consumers c set leased_at = case g.name when 'idle' then "
        f"{since} else now() end, last_consumed_at = case g.name when 'slow' then"
        f" now() else {since} end, oldest_at = {since}, released_at = {since}"
        " - interval '1 second' from queen.consumer_groups g join queen.queues q"
        f" on q.id = g.queue_id where g.id = c.group_id and q.name = '{queue}'".encode(),
    )
    open_page("groups", queue=queue)
    verdicts = {"idle": "nobody asks", "stuck": "nothing done", "slow": "behind", "done": "ok"}
    for group, verdict in verdicts.items():
        expect(row(page, group).get_by_role("cell").nth(8)).to_have_text(verdict)
    names = page.get_by_role("table").get_by_role("button")
    expect(names).to_have_text(["idle", "slow", "stuck", "done"])
    page.get_by_label("State").select_option("Stable")
    expect(names).to_have_text(["done"])
    page.get_by_label("State").select_option("Paused")
    expect(page.get_by_text("No group fits")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    page.get_by_role("tab", name="Late partitions").click()
    page.get_by_label("Queue", exact=True).fill(queue)
    late = page.get_by_role("table", name="Late partitions").get_by_role("row")
    expect(late).to_have_count(4)
    page.get_by_label("Group", exact=True).fill("idle")
    expect(late).to_have_count(2)
    late.nth(1).get_by_role("link", name="Why does a not move?").click()
    expect(page.locator(".sentence")).to_contain_text("Ready: 1 message waits")


def test_a_pause_is_undone(open_page: OpenPage, page: Page, seeds: Seeds, queue: str) -> None:
    seeds.push(queue, "a", 1)
    seeds.ack(seeds.pop(queue, "billing"), "retry")
    open_page("groups", queue=queue, show="billing", on=queue)
    dialog = page.get_by_role("dialog", name="billing")
    dialog.get_by_role("button", name="Pause").click()
    expect(dialog).to_contain_text("Paused since")
    assert seeds.pop(queue, "billing") is None
    dialog.get_by_role("button", name="Close").click()
    expect(row(page, "billing").get_by_role("cell").nth(8)).to_have_text("paused")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text(f"billing is resumed on {queue}.")).to_be_visible()
    expect(row(page, "billing").get_by_role("cell").nth(8)).to_have_text("ok")
    assert seeds.pop(queue, "billing") is not None


def test_subscriptions_are_listed_by_what_they_cover_changed_and_deleted(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    group = f"g {queue}"
    seeds.push(queue, "a b", 1)
    seeds.pop(queue, group, subscriptionMode="new")
    seeds.pop(queue, group, "a b")
    seeds.client.get("/pop", params={"consumerGroup": group, "namespace": "shop", "task": queue})
    open_page("groups", tab="subscriptions", name=group)
    rows = page.get_by_role("table", name="Subscriptions").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text(f"queues of namespace shop, task {queue}")
    expect(rows.nth(2)).to_contain_text(f"NEWqueue {queue}")
    expect(rows.nth(3)).to_contain_text(f"partition a b of {queue}")
    delete = f"Delete the subscription of {group} to queue {queue}"
    page.get_by_role("button", name=delete, exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Delete the subscription")).to_be_disabled()
    dialog.get_by_label("Type the group's name").fill(group)
    dialog.get_by_role("button", name="Delete the subscription").click()
    expect(page.get_by_text("The group goes on from its cursors")).to_be_visible()
    expect(rows).to_have_count(3)

    open_page("groups", show=group, on=queue)
    page.get_by_role("button", name="Change the start…").click()
    dialog = page.get_by_role("dialog", name=f"Change the start of {group}")
    dialog.get_by_label("Instant").fill("2026-11-18 14:03:00")
    dialog.get_by_role("button", name="Start at 2026-11-18 14:03:00 (+01:00)").click()
    expect(page.get_by_text(f"Changed 2 subscriptions of {group}.")).to_be_visible()
    found = seeds.send("GET", "/subscriptions", params={"consumerGroup": group})["subscriptions"]
    starts = {each["subscriptionTimestamp"] for each in found}
    assert starts == {"2026-11-18T13:03:00.000000Z"}


def test_a_group_of_any_name_opens(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    names = ("a/b c", "<b>'\"", "ünïcode 😀", "x" * 255)
    for name in names:
        seeds.pop(queue, name)
    open_page("groups", queue=queue)
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name=name)).to_be_visible()
        expect(dialog.get_by_role("region", name="Subscription Info")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()


def test_a_seek_does_what_its_preview_says(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2, 3)
    seeds.push(queue, "b", 1)
    seeds.ack(seeds.pop(queue, "billing", "a", batch=2))
    held = seeds.pop(queue, "billing", "b")
    open_page("groups", show="billing", on=queue)
    page.get_by_role("button", name="Seek…").click()
    dialog = page.get_by_role("dialog", name=f"Move billing on {queue}")
    expect(dialog).to_contain_text("Cursors move in 2 partitions.")
    expect(dialog).to_contain_text("2 messages that are not done count as done")
    dialog.get_by_label("To", exact=True).select_option("timestamp")
    expect(dialog.get_by_role("button", name="Move")).to_have_count(0)
    dialog.get_by_label("Instant").fill("2026-11-18 14:03")
    expect(dialog).to_contain_text("2 messages that are done come again, in order.")
    expect(dialog.get_by_label("force")).to_be_visible()
    dialog.get_by_label("To", exact=True).select_option("offset")
    dialog.get_by_label("Offset").fill("1")
    dialog.get_by_label("Partition").fill("a")
    expect(dialog).to_contain_text("The next offset is 1.")
    expect(dialog).to_contain_text("1 message that is done comes again, in order.")
    dialog.get_by_role("button", name="Move in 1 partition").click()
    expect(page.get_by_text(f"Moved billing in 1 partition of {queue}.")).to_be_visible()
    again = seeds.pop(queue, "billing", "a", batch=9)
    assert [message["offset"] for message in again["messages"]] == [1, 2]
    seeds.ack(held)


def test_a_group_is_deleted_by_its_typed_name(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    group = f"g {queue}"
    # The dialog may ask once more before it has left the page.
    watch.announce(404, "/api/v1/consumer-groups/")
    seeds.push(queue, "a", 1)
    seeds.ack(seeds.pop(queue, group))
    open_page("groups", queue=queue, show=group, on=queue)
    page.get_by_role("button", name="Delete everywhere…").click()
    dialog = page.get_by_role("dialog", name=f"Delete {group} on every queue")
    expect(dialog).to_contain_text("This deletes its cursors in 1 partition, 0 dead letters and 1")
    expect(dialog).to_contain_text("subscribes anew, as it asks")
    button = dialog.get_by_role("button", name="Delete the group in 1 partition")
    expect(button).to_be_disabled()
    dialog.get_by_label("Type the group's name").fill(group)
    button.click()
    expect(page.get_by_text(f"Deleted {group} on every queue.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("No group fits")).to_be_visible()
    assert seeds.send("GET", "/resources/groups", params={"queue": queue})["total"] == 0

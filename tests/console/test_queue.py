"""Queue: its facts, its groups, its chart, its options, and what an administrator may do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.console.conftest import ConsoleServer, OpenPage
from tests.console.seeds import Seeds
from tests.console.watch import Watch
from tests.sql.status.test_read_activity import remember


def options(seeds: Seeds, queue: str) -> dict[str, object]:
    found: dict[str, object] = seeds.send("GET", f"/resources/queues/{queue}")["options"]
    return found


def test_the_editor_sends_all_options_and_shows_the_difference(
    open_page: OpenPage, seeds: Seeds, queue: str
) -> None:
    seeds.configure(queue, leaseTime=42, maxSize=7)
    seeds.push(queue, "a", 1, 2)
    page = open_page("queue", name=queue, tab="config")
    page.get_by_label("retryLimit").fill("5")
    expect(page.get_by_text("retryLimit 3 times → 5 times")).to_be_visible()
    page.get_by_label("ttl").fill("60")
    page.get_by_label("maxSize").fill("2")
    page.get_by_label("pendingRetentionSeconds").fill("60")
    page.get_by_role("button", name="Review").click()
    dialog = page.get_by_role("dialog", name=f"Configure {queue}")
    expect(dialog).to_contain_text("It deletes messages that nobody has read, too.")
    expect(dialog.get_by_role("row", name="retryLimit 3 times 5 times")).to_be_visible()
    expect(dialog).to_contain_text("maxSize: the queue holds 2 messages, so pushes are refused")
    dialog.get_by_role("button", name="Change 4 options").click()
    expect(page.get_by_text(f"Configured {queue}.")).to_be_visible()
    found = options(seeds, queue)
    assert (found["leaseTime"], found["maxSize"]) == (42, 2)
    assert (found["retryLimit"], found["pendingRetentionSeconds"]) == (5, 60)


def test_what_is_no_number_is_not_sent(open_page: OpenPage, seeds: Seeds, queue: str) -> None:
    seeds.configure(queue)
    page = open_page("queue", name=queue, tab="config")
    page.get_by_label("leaseTime").fill("soon")
    expect(page.get_by_text("Not a whole number: leaseTime")).to_be_visible()
    expect(page.get_by_role("button", name="Review")).to_be_disabled()


def test_two_who_configure_at_once_lose_nothing(
    open_page: OpenPage, seeds: Seeds, queue: str, watch: Watch
) -> None:
    watch.announce(409, "/configure")
    seeds.configure(queue)
    page = open_page("queue", name=queue, tab="config")
    page.get_by_label("retryLimit").fill("5")
    page.get_by_role("button", name="Review").click()
    change = page.get_by_role("button", name="Change 1 option")
    expect(change).to_be_visible()
    seeds.configure(queue, leaseTime=42)
    change.click()
    expect(page.get_by_role("alert")).to_contain_text("revision")
    found = options(seeds, queue)
    assert (found["leaseTime"], found["retryLimit"]) == (42, 3)
    change.click()
    expect(page.get_by_text(f"Configured {queue}.")).to_be_visible()
    found = options(seeds, queue)
    assert (found["leaseTime"], found["retryLimit"]) == (42, 5)


def test_a_queue_is_cleared_as_previewed_by_its_typed_name_and_by_force_only_after_a_refusal(
    open_page: OpenPage, seeds: Seeds, queue: str, watch: Watch
) -> None:
    watch.announce(409, "/clear")
    seeds.push(queue, "a", 1, 2)
    seeds.ack(seeds.pop(queue, "billing", batch=1))
    page = open_page("queue", name=queue)
    page.get_by_role("button", name="Clear…").click()
    dialog = page.get_by_role("dialog", name=f"Clear queue {queue}")
    expect(dialog).to_contain_text("This deletes 2 messages in 1 partition.")
    expect(dialog).to_contain_text("Not finished: billing 1.")
    expect(dialog.get_by_label("force")).to_have_count(0)
    seeds.pop(queue, "billing")
    button = dialog.get_by_role("button", name="Delete 2 messages")
    dialog.get_by_label("Type the queue's name").fill(queue[:-1])
    expect(button).to_be_disabled()
    dialog.get_by_label("Type the queue's name").press("Enter")
    dialog.get_by_label("Type the queue's name").fill(queue)
    button.click()
    expect(dialog.get_by_role("alert")).to_contain_text("request ")
    expect(dialog).to_contain_text("billing holds 1 partition until ")
    dialog.get_by_label("force").check()
    button.click()
    told = page.locator(".toast").filter(has_text=f"Deleted 2 messages of {queue}.")
    expect(told).to_contain_text("request ")
    assert seeds.send("GET", f"/resources/queues/{queue}")["totals"]["total"] == 0


def test_without_a_preview_there_is_no_button(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    watch.announce(503, "dryRun=true")
    seeds.push(queue, "a")
    refusal = {"error": "pushes are in maintenance", "code": "IN_MAINTENANCE", "requestId": "r-1"}
    page.route("**/*dryRun=true", lambda route: route.fulfill(status=503, json=refusal))
    open_page("queue", name=queue)
    page.get_by_role("button", name="Clear…").click()
    dialog = page.get_by_role("dialog", name=f"Clear queue {queue}")
    expect(dialog).to_contain_text("request r-1")
    expect(dialog.get_by_role("button")).to_have_text(["Try again", "Cancel"])
    expect(dialog.get_by_role("textbox")).to_have_count(0)
    page.unroute("**/*dryRun=true")
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog.get_by_role("button", name="Delete 1 message")).to_be_disabled()


def test_cancel_has_the_focus_and_gives_it_back(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a")
    open_page("queue", name=queue)
    page.get_by_role("button", name="Delete…").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete…")).to_be_focused()


def test_a_deleted_queue_is_gone_and_the_list_is_shown(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    seeds.push(queue, "a")
    open_page("queue", name=queue)
    page.get_by_role("button", name="Delete…").click()
    page.get_by_label("Type the queue's name").fill(queue)
    page.get_by_role("button", name="Delete 1 message and the queue").click()
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()
    watch.announce(404, "/resources/queues/")
    open_page("queue", name=queue)
    gone = page.get_by_role("alert")
    expect(gone).to_contain_text(f"there is no queue {queue}")
    expect(gone.get_by_role("listitem")).to_contain_text(f"delete queue {queue} by nobody named")
    gone.get_by_role("link", name="All queues").click()
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()


def test_pushes_are_stopped_and_allowed(open_page: OpenPage, seeds: Seeds, queue: str) -> None:
    seeds.push(queue, "a")
    page = open_page("queue", name=queue)
    page.get_by_role("button", name="Stop pushes").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop pushes").click()
    expect(page.locator(".facts")).to_contain_text("pushes stopped")
    body = {"items": [{"queue": queue, "payload": 1}]}
    assert seeds.client.post("/push", json=body).status_code == 503
    page.get_by_role("button", name="Allow pushes").click()
    page.get_by_role("dialog").get_by_role("button", name="Allow pushes").click()
    expect(page.locator(".facts")).not_to_contain_text("pushes stopped")
    assert seeds.client.post("/push", json=body).status_code == 201


def test_groups_are_told_with_what_they_have_left(
    open_page: OpenPage, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2, 3)
    seeds.push(queue, "b", 1)
    seeds.ack(seeds.pop(queue, "billing", partition="a", batch=2))
    page = open_page("queue", name=queue, tab="groups")
    row = page.get_by_role("table", name=f"Groups of {queue}").get_by_role("row").nth(1)
    expect(row.get_by_role("cell").nth(0)).to_have_text("billing")
    expect(row.get_by_role("cell").nth(1)).to_have_text("1")
    expect(row.get_by_role("cell").nth(5)).to_have_text("the partitions that it popped")


def test_the_chart_has_its_numbers_as_a_table(
    open_page: OpenPage, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, 2, 3)
    seeds.send("POST", "/stats/refresh")
    page = open_page("queue", name=queue, tab="chart")
    expect(page.locator(".uplot canvas").first).to_be_visible()
    page.get_by_text("As a table").first.click()
    table = page.get_by_role("table", name="Messages in each step of 1 min")
    expect(table.get_by_role("cell", name="3", exact=True)).to_have_count(1)
    expect(table.get_by_role("row").nth(60)).to_be_attached()


def test_a_minute_that_is_not_counted_yet_is_not_drawn_as_nothing(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    seeds.configure(queue)
    before = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(minutes=1)
    remember(server.owner_url, queue, "minute", before, pushed=7, depth=7)
    open_page("queue", name=queue, tab="chart")
    page.get_by_text("As a table").first.click()
    told = page.get_by_role("table", name="Messages in each step of 1 min")
    newest = told.get_by_role("row").nth(1).get_by_role("cell").first.inner_text()
    after = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(minutes=1)
    ended = {f"{each.astimezone(ZoneInfo('Europe/Berlin')):%H:%M}" for each in (before, after)}
    assert newest.split(" ")[1][:5] in ended


def test_without_its_library_a_chart_is_a_table(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    seeds.push(queue, "a", 1)
    seeds.send("POST", "/stats/refresh")
    watch.announce(404, "/vendor/uplot.js")
    page.route("**/vendor/uplot.js", lambda route: route.fulfill(status=404, json={}))
    open_page("queue", name=queue, tab="chart")
    expect(page.get_by_text("The chart did not load.").first).to_be_visible()
    expect(page.get_by_role("table", name="Messages in each step of 1 min")).to_be_visible()

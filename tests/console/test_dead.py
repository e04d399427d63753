"""Dead letters: what dies of what, and the way back: redrive, follow, retry, purge."""

from __future__ import annotations

import json
import re
import subprocess

import psycopg
from playwright.sync_api import Locator, Page, expect

from tests.console.conftest import ConsoleServer, OpenPage
from tests.console.seeds import Seeds


def bury(seeds: Seeds, queue: str, *errors: str, partition: str = "a", **more: object) -> None:
    """A dead letter of group billing for each error."""
    for number, error in enumerate(errors):
        seeds.push(queue, partition, {"n": number}, **more)
        popped = seeds.pop(queue, "billing", **({} if "/" in partition else {"batch": 1}))
        seeds.ack(popped, "dlq", error)


def left(seeds: Seeds, queue: str) -> int:
    found: int = seeds.send("GET", "/dlq", params={"queue": queue})["total"]
    return found


def kinds(page: Page) -> Locator:
    return page.get_by_role("table", name="Dead letters by error")


def test_what_dies_is_told_by_kind_of_error_queue_and_group(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    bury(seeds, queue, "no account 17", "no account 4711", "late")
    bury(seeds, f"{queue}.other", "no account 5")
    open_page("dead-letters", group="billing", queue=queue)
    expect(page.locator(".lead")).to_contain_text("3 dead letters")
    expect(kinds(page).get_by_role("row")).to_have_count(3)
    first = kinds(page).get_by_role("row").nth(1)
    expect(first).to_contain_text("no account #")
    expect(first.get_by_role("button", name="Redrive 2…")).to_be_visible()
    first.get_by_role("button", name="no account #").click()
    expect(page.get_by_text("Errors like no account #")).to_be_visible()
    assert f"fingerprint=no+account+%23&group=billing&queue={queue}" in page.url
    rows = page.get_by_role("table", name="Dead letters", exact=True).get_by_role("row")
    expect(rows).to_have_count(3)
    page.reload()
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="All errors").click()
    expect(rows).to_have_count(4)
    page.get_by_label("Reason").select_option("moved")
    expect(page.get_by_text("No dead letter fits")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    expect(kinds(page)).to_contain_text(f"{queue}.other"[-12:])
    expect(page.get_by_text("To send all that match again, name their queue.")).to_be_visible()


def carry(server: ConsoleServer, slices: int) -> None:
    """What the reclaim does of the last redrive, without waiting for it or for a rate. Those of
    earlier tests rest, or a slice would be theirs."""
    due = (
        "update queen.redrives set next_at = queen.now()"
        " + case when id < (select max(id) from queen.redrives) then interval '1 day'"
        " else interval '0' end"
    )
    with psycopg.connect(server.owner_url, autocommit=True) as owner:
        for _ in range(slices):
            owner.execute(due)
            owner.execute(
                "select queen.carry_redrive(array[gen_random_uuid(), gen_random_uuid()], null, 10)"
            )


def test_a_redrive_goes_on_without_its_tab_has_a_stop_and_is_followed(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    bury(seeds, queue, *[f"no account {number}" for number in range(7)])
    open_page("dead-letters", queue=queue)
    kinds(page).get_by_role("button", name="Redrive 7…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("7 dead letters become 7 new messages")
    expect(dialog).to_contain_text("Every group of the queue gets them again, not only billing.")
    dialog.get_by_label("Messages a second").fill("soon")
    expect(dialog.get_by_text("take whole numbers from 1 on")).to_be_visible()
    dialog.get_by_label("Messages a second").fill("1")
    expect(dialog).to_contain_text("also when this tab is closed.")
    dialog.get_by_role("button", name="Redrive 7 letters").click()
    job = page.get_by_role("region", name=re.compile(r"Redrive \d+")).first
    expect(job).to_contain_text(f"of 7 letters redriven to {queue} · 1/s")
    carry(server, 2)
    page.goto("about:blank")
    open_page("dead-letters", queue=queue)
    expect(job.locator(".badge")).to_have_text("running")
    job.get_by_role("button", name="Stop").click()
    expect(job.locator(".badge")).to_have_text("stopped")
    done = int(re.search(r"(\d) of 7 letters", job.inner_text())[1])  # type: ignore[index]
    assert 2 <= done < 7
    assert left(seeds, queue) == 7 - done
    popped = seeds.pop(queue, "billing", batch=2)
    first, second = ({**popped, "messages": [each]} for each in popped["messages"])
    seeds.ack(first)
    seeds.ack(second, "dlq", "no account, still")
    page.get_by_role("button", name="Refresh").click()
    row = job.get_by_role("table").get_by_role("row").nth(1)
    expect(row).to_contain_text("billing")
    expect(row.get_by_role("cell")).to_have_text(["billing", "1", str(done - 2), "1"])
    expect(kinds(page)).to_contain_text("no account, still")
    job.get_by_role("button", name="Close").click()
    expect(job).to_have_count(0)


def test_a_full_queue_makes_a_redrive_wait_and_says_why(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    bury(seeds, queue, "one", "two", "three")
    seeds.configure(f"{queue}.small", maxSize=2)
    open_page("dead-letters", queue=queue)
    page.locator(".lead ~ .actions").get_by_role("button", name="Redrive 3…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("To the queue").fill(f"{queue}.small")
    dialog.get_by_label("Messages a second").fill("")
    dialog.get_by_role("button", name="Redrive 3 letters").click()
    job = page.get_by_role("region", name=re.compile(r"Redrive \d+")).first
    expect(job).to_be_visible()
    carry(server, 2)
    page.get_by_role("button", name="Refresh").click()
    expect(job.get_by_role("alert")).to_contain_text("It is tried again every ten seconds.")
    expect(job.locator(".badge")).to_have_text("waiting")
    seeds.configure(f"{queue}.small", maxSize=5)
    carry(server, 3)
    page.get_by_role("button", name="Refresh").click()
    expect(job.locator(".badge")).to_have_text("done")
    expect(job).to_contain_text("No group reads the queue that they went to yet.")
    assert left(seeds, queue) == 0
    assert len(seeds.pop(f"{queue}.small", "billing", batch=9)["messages"]) == 3
    job.get_by_role("button", name="Close").click()
    expect(page.get_by_role("region", name=f"Redrive {queue}")).to_have_count(0)


def test_a_letter_is_shown_whole_and_tried_again(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    name = "é/ü '\"<b>🚚" + "x" * 200
    seeds.configure(queue, retryDelay=0, retryLimit=1)
    payload = '{"id": 9007199254740993, "html": "<img src=x onerror=alert(1)>"}'
    item = {"queue": queue, "partition": name, "transactionId": "t<b>1", "payload": "PAYLOAD"}
    seeds.push_text(json.dumps({"items": [item]}).replace('"PAYLOAD"', payload))
    for error in ("no 'first'", "no 'second' <script>"):
        seeds.ack(seeds.pop(queue, "billing"), "failed", error)
    open_page("dead-letters", queue=queue)
    page.get_by_role("button", name="t<b>1").click()
    panel = page.get_by_role("complementary", name="Dead letter")
    expect(panel.get_by_role("region", name="payload")).to_contain_text("9007199254740993")
    expect(panel.get_by_role("region", name="payload")).to_contain_text("<img src=x onerror=")
    expect(panel.get_by_role("region", name="error")).to_have_text("no 'second' <script>")
    attempts = panel.get_by_role("listitem")
    expect(attempts).to_have_count(2)
    expect(attempts.nth(0)).to_contain_text("no 'second' <script>")
    expect(attempts.nth(1)).to_contain_text("no 'first'")
    assert page.locator("main img, main b:not(.lead b), main script").count() == 0
    page.reload()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel.get_by_role("button", name="Copy as curl").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    command = page.evaluate("navigator.clipboard.readText()")
    panel.get_by_role("button", name="Retry").click()
    expect(page.get_by_text("Sent again: a new message at the end of")).to_be_visible()
    expect(page.get_by_text("No dead letter fits")).to_be_visible()
    (again,) = seeds.pop(queue, "billing")["messages"]
    assert again["headers"]["redriven"]["partition"] == name
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=20)
    assert json.loads(done.stdout)["messages"] == 0


def test_letters_are_purged_by_a_typed_word(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    bury(seeds, queue, "no account 1", "no account 2", "late")
    open_page("dead-letters", queue=queue)
    kinds(page).get_by_role("button", name="Purge 2…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(
        "This deletes 2 dead letters with errors like “no account #”, with their payloads."
    )
    button = dialog.get_by_role("button", name="Delete 2 dead letters")
    dialog.get_by_label("Type the word: purge").fill("Purge")
    expect(button).to_be_disabled()
    dialog.get_by_label("Type the word: purge").fill("purge")
    button.click()
    expect(page.get_by_text("Deleted 2 dead letters.")).to_be_visible()
    assert left(seeds, queue) == 1
    page.get_by_role("table", name="Dead letters", exact=True).get_by_role("button").first.click()
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete 1 dead letter").click()
    expect(page.get_by_text("No dead letter fits")).to_be_visible()
    assert left(seeds, queue) == 0


def tab_to(page: Page, name: str) -> None:
    """Go on with the Tab key until a button of this name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == name:
            return
    raise AssertionError(f"Tab does not reach {name}")


def test_letters_are_redriven_with_the_keyboard_alone(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, server: ConsoleServer
) -> None:
    bury(seeds, queue, "no account 17")
    open_page("dead-letters", queue=queue)
    expect(kinds(page)).to_be_visible()
    tab_to(page, "Redrive 1…")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    expect(dialog.get_by_role("button", name="Redrive 1 letter")).to_be_enabled()
    tab_to(page, "Redrive 1 letter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name=re.compile(r"Redrive \d+")).first).to_be_visible()
    assert page.evaluate("document.activeElement.textContent") != ""
    carry(server, 2)
    assert left(seeds, queue) == 0

"""Partition: each reason why it does not move, and the messages that it keeps."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds

Bring = Callable[[Seeds, str], None]


def _ready(seeds: Seeds, queue: str) -> None:
    seeds.push(queue, "a", 1, 2)
    seeds.ack(seeds.pop(queue, "billing"))


def _leased(seeds: Seeds, queue: str) -> None:
    seeds.push(queue, "a", 1)
    seeds.pop(queue, "billing")


def _empty(seeds: Seeds, queue: str) -> None:
    seeds.push(queue, "a", 1)
    seeds.ack(seeds.pop(queue, "billing"))


def _failing(seeds: Seeds, queue: str) -> None:
    seeds.configure(queue, retryDelay=0)
    seeds.push(queue, "a", 1)
    seeds.ack(seeds.pop(queue, "billing"), "failed", "no such account")


def _resting(seeds: Seeds, queue: str) -> None:
    seeds.configure(queue, retryDelay=600_000)
    seeds.push(queue, "a", 1)
    seeds.ack(seeds.pop(queue, "billing"), "failed", "no such account")


def _paused(seeds: Seeds, queue: str) -> None:
    _ready(seeds, queue)
    seeds.send("POST", f"/consumer-groups/billing/queues/{queue}/pause")


def _maintenance(seeds: Seeds, queue: str) -> None:
    _ready(seeds, queue)
    seeds.send("POST", "/system/maintenance/pop", json={"enabled": True, "queue": queue})


def _not_subscribed(seeds: Seeds, queue: str) -> None:
    seeds.push(queue, "a", 1)


def test_offsets_that_are_deleted_are_told(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", *range(5))
    seeds.pop(queue, "billing", autoAck="true")
    seeds.send("POST", "/queues/clear", json={"queue": queue, "partition": "a", "force": True})
    told = page.get_by_text("Deleted up to offset 4: by retention, or by somebody.")
    open_page("messages", queue=queue, partition="a")
    expect(page.get_by_text("No message fits")).to_be_visible()
    expect(told).to_be_visible()
    seeds.push(queue, "a", 6, 7)
    open_page("partition", queue=queue, name="a", around="2")
    expect(told).to_be_visible()
    table = page.get_by_role("table", name="Messages")
    expect(table.get_by_role("row")).to_have_count(3)
    told.get_by_role("link", name="somebody").click()
    expect(page.get_by_role("table", name="Changes")).to_contain_text("clear queue")
    open_page("partition", queue=queue, name="a", around="6")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(told).to_have_count(0)


@pytest.mark.parametrize(
    ("bring", "state", "sentence"),
    [
        (_ready, "ready", "Ready: 1 message waits, and the next pop gets it."),
        (_leased, "leased", "A consumer has held 1 message since"),
        (_empty, "empty", "Nothing is open: all 1 message pushed here are done."),
        (_failing, "failing", "The message at offset 0 failed once, the last time"),
        (_resting, "resting", "a message failed, and is tried again after the retry delay."),
        (_paused, "paused", "The group is paused since"),
        (_maintenance, "maintenance", "Pops of this queue are stopped; 1 message waits."),
        (_not_subscribed, "not subscribed", "The group never popped here."),
    ],
)
def test_each_state_has_its_sentence(  # noqa: PLR0917
    open_page: OpenPage,
    seeds: Seeds,
    queue: str,
    bring: Bring,
    state: str,
    sentence: str,
) -> None:
    bring(seeds, queue)
    try:
        page = open_page("partition", queue=queue, name="a", group="billing")
        expect(page.locator(".sentence .badge")).to_have_text(state)
        expect(page.locator(".sentence")).to_contain_text(sentence)
    finally:
        seeds.send("POST", "/system/maintenance/pop", json={"enabled": False, "queue": queue})


def test_a_lease_ticks_and_its_change_is_seen(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    popped = seeds.pop(queue, "billing")
    page.clock.install()
    open_page("partition", queue=queue, name="a", group="billing")
    expect(page.locator(".sentence")).to_contain_text("Its lease ends in")
    before = page.locator(".sentence").inner_text()
    page.clock.run_for(3_000)
    assert page.locator(".sentence").inner_text() != before
    seeds.ack(popped)
    page.clock.run_for(6_000)
    expect(page.locator(".sentence .badge")).to_have_text("empty")


def test_the_command_of_a_reason_answers_the_same(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "it's a/b", 1)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page("partition", queue=queue, name="it's a/b", group="billing")
    page.get_by_role("button", name="Copy as curl").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    command = page.evaluate("navigator.clipboard.readText()")
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=20)
    answer = json.loads(done.stdout)
    assert (answer["state"], answer["partition"]) == ("not_subscribed", "it's a/b")


def test_a_payload_stays_text_and_its_numbers_exact(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    hostile = "<img src=x onerror=alert(1)>&amp;\\u202e"
    payload = f'{{"id": 9007199254740993, "html": "{hostile}"}}'
    item = (
        f'{{"queue": "{queue}", "partition": "a", "transactionId": "t<b>1", "payload": {payload}}}'
    )
    seeds.push_text(f'{{"items": [{item}]}}')
    open_page("partition", queue=queue, name="a")
    page.get_by_role("button", name="t<b>1").click()
    payload = page.get_by_role("region", name="payload")
    expect(payload).to_contain_text('"id": 9007199254740993')
    expect(payload).to_contain_text("<img src=x onerror=alert(1)>&amp;\u202e")
    assert page.locator("main img, main b").count() == 0
    assert "show=" in page.url
    page.reload()
    expect(payload).to_contain_text("9007199254740993")


def test_a_large_payload_is_shown_in_part_and_then_whole(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", "x" * 4_000_000, transactionId="large")
    open_page("partition", queue=queue, name="a")
    page.get_by_role("button", name="large").click()
    payload = page.get_by_role("region", name="payload")
    expect(payload).to_be_visible()
    assert len(payload.inner_text()) == 64 * 1024
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function("document.querySelector('.payload pre').textContent.length === 4000002")


def test_what_each_group_made_of_a_message(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1, transactionId="order-1")
    seeds.ack(seeds.pop(queue, "billing"))
    seeds.pop(queue, "mailing")
    open_page("partition", queue=queue, name="a")
    expect(page.locator(".why")).to_have_count(2)
    page.get_by_role("button", name="order-1").click()
    panel = page.get_by_role("complementary", name="Message")
    expect(panel).to_contain_text("billing completed")
    expect(panel).to_contain_text("mailing processing")


def test_a_partition_that_is_not_there_is_said(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: object
) -> None:
    seeds.push(queue, "a", 1)
    seeds.pop(queue, "billing")
    watch.announce(404, "/explain")  # type: ignore[attr-defined]
    open_page("partition", queue=queue, name="nowhere")
    expect(page.locator(".why")).to_contain_text("Not there")

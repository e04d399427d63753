"""Traces: a pipeline over its queues, and what was noted."""

from __future__ import annotations

import uuid

from playwright.sync_api import Page, expect

from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds


def test_a_pipeline_is_followed_over_its_queues(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    trace = str(uuid.uuid4())
    for name in (f"{queue} orders", f"{queue} <mails>"):
        seeds.push(name, "ada/1", traceId=trace, transactionId=f"{name} 1")
    seeds.ack(seeds.pop(f"{queue} orders", "billing"))
    popped = seeds.pop(f"{queue} <mails>", "sender")
    message = popped["messages"][0]
    note = {"partitionId": message["partitionId"], "transactionId": message["transactionId"]}
    body = {**note, "data": {"to": "ada"}, "traceNames": [f"{queue} ada"], "eventType": "sent"}
    seeds.send("POST", "/traces", 201, json=body)
    seeds.ack(popped, "failed", "no mail server")

    open_page("traces")
    page.get_by_label("Trace id").fill(trace)
    rows = page.get_by_role("table", name="Messages of the trace").get_by_role("row")
    expect(page.locator(".lead")).to_contain_text("2 messages · 2 queues")
    first, second = rows.nth(1).get_by_role("cell"), rows.nth(2).get_by_role("cell")
    expect(first.nth(1)).to_have_text(f"{queue} orders")
    expect(first.nth(5)).to_contain_text("billing completed")
    expect(second.nth(1)).to_have_text(f"{queue} <mails>")
    expect(second.nth(5)).to_contain_text("sender failed, 1 failure")
    expect(second.nth(6)).to_have_text("sent")
    expect(second.nth(4).get_by_role("img")).to_have_attribute(
        "aria-label", "pushed, 1 note, 1 failure"
    )
    page.reload()
    expect(page.get_by_label("Trace id")).to_have_value(trace)
    second.nth(2).get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("ada/1")

    open_page("traces", name=f"{queue} ada")
    noted = page.get_by_role("table", name=f"Notes under {queue} ada").get_by_role("row")
    expect(noted.nth(1).get_by_role("cell").nth(6)).to_have_text('{"to":"ada"}')


def test_what_is_no_trace_is_said(open_page: OpenPage, page: Page) -> None:
    open_page("traces", id="order-7")
    expect(page.get_by_text("A trace id is a UUID")).to_be_visible()
    page.get_by_label("Trace id").fill(str(uuid.uuid4()))
    expect(page.get_by_text("No message has this trace id")).to_be_visible()

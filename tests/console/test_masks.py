"""Masked payloads: what is hidden is said, and shown to whoever may see it and asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.console.conftest import OpenPage, StartConsole, base, violations
from tests.console.issuer import LoginIssuer, running
from tests.console.seeds import Seeds
from tests.console.watch import Watch

SECRET = "4111-canary"
PAYLOAD = {"card": {"number": SECRET, "name": "Ann"}}


@pytest.fixture
def issuer() -> Iterator[LoginIssuer]:
    """An issuer with a login."""
    with running() as found:
        yield found


@pytest.fixture
def masked(seeds: Seeds, queue: str) -> str:
    """A queue with a masked message, and a dead letter before it."""
    seed(seeds, queue)
    return queue


def seed(seeds: Seeds, queue: str, **options: Any) -> None:
    seeds.configure(queue, **({"maskPaths": ["card.number"]} | options))
    seeds.push(queue, "a", PAYLOAD, transactionId="dead")
    seeds.push(queue, "a", PAYLOAD, transactionId="t")
    seeds.ack(seeds.pop(queue, "billing"), "dlq", "no account")


def looks(seeds: Seeds, queue: str) -> int:
    """How often the audit says that somebody saw what is masked."""
    found = seeds.send("GET", "/audit", params={"what": "reveal"})["changes"]
    return len([note for note in found if note["target"].get("queue") == queue])


def opened(page: Page, name: str) -> Locator:
    page.get_by_role("button", name=name, exact=True).click()
    return page.get_by_role("complementary")


def test_a_masked_message_is_revealed_once_and_by_no_address(
    open_page: OpenPage, page: Page, seeds: Seeds, masked: str
) -> None:
    open_page("messages", queue=masked)
    table = page.get_by_role("table", name="Messages")
    expect(table.get_by_text("masked", exact=True)).to_have_count(2)
    panel = opened(page, "t")
    expect(panel).to_contain_text("masked card.number")
    expect(panel.get_by_role("region", name="payload")).to_contain_text('"***"')
    assert violations(page) == []
    address = page.url
    panel.get_by_role("button", name="Reveal").focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("region", name="payload")).to_contain_text(SECRET)
    expect(panel.get_by_role("button", name="Reveal")).to_have_count(0)
    page.get_by_role("button", name="Refresh").click()
    expect(panel.get_by_role("region", name="payload")).to_contain_text(SECRET)
    assert (page.url, looks(seeds, masked)) == (address, 1)
    page.goto(f"{address}&reveal=true")
    expect(panel.get_by_role("button", name="Reveal")).to_be_visible()
    assert SECRET not in page.content()
    assert looks(seeds, masked) == 1


def test_a_masked_dead_letter_is_revealed(
    open_page: OpenPage, page: Page, seeds: Seeds, masked: str
) -> None:
    open_page("dead-letters", queue=masked)
    panel = opened(page, "dead")
    expect(panel).to_contain_text("masked card.number")
    panel.get_by_role("button", name="Reproduce as test…").click()
    dialog = page.get_by_role("dialog", name="Reproduce as test")
    expect(dialog).to_contain_text("The payload of dead is not all here")
    dialog.get_by_role("button", name="Close").click()
    panel.get_by_role("button", name="Reveal").click()
    expect(panel.get_by_role("region", name="payload")).to_contain_text(SECRET)
    panel.get_by_role("button", name="Reproduce as test…").click()
    expect(dialog.get_by_role("region", name="pytest file")).to_contain_text(SECRET)
    assert "reveal" not in page.url


def test_a_masked_payload_is_neither_copied_nor_reproduced(
    open_page: OpenPage, page: Page, masked: str
) -> None:
    open_page("messages", queue=masked)
    page.get_by_label("Select t", exact=True).check()
    page.get_by_label("Select dead", exact=True).check()
    page.get_by_role("button", name="Reproduce as test…").click()
    dialog = page.get_by_role("dialog", name="Reproduce as test")
    expect(dialog).to_contain_text("The payload of 2 messages is not all here")
    expect(dialog.get_by_role("region")).to_have_count(0)
    assert violations(page) == []
    dialog.get_by_role("button", name="Reveal").click()
    expect(dialog.get_by_role("region", name="pytest file")).to_contain_text(SECRET)
    dialog.get_by_role("button", name="Close").click()
    opened(page, "t").get_by_role("link", name="Edit and push again").click()
    expect(page.get_by_text("The payload is not all here")).to_be_visible()
    expect(page.get_by_label("Payload, any JSON")).to_have_count(0)
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_label("Payload, any JSON")).to_have_value(
        f'{{\n  "card": {{\n    "number": "{SECRET}",\n    "name": "Ann"\n  }}\n}}'
    )
    assert "reveal" not in page.url


def test_who_only_reads_has_no_button(
    start_console: StartConsole, issuer: LoginIssuer, page: Page, watch: Watch
) -> None:
    issuer.role = "read-only"
    server = start_console(**issuer.settings())
    watch.origins |= {base(server), issuer.url}
    seeds = Seeds(server.url)
    seeds.client.headers["authorization"] = issuer.keys.bearer(role="admin")
    seed(seeds, "masked")
    seed(seeds, "hidden", payloads="read-write")
    seeds.close()
    for queue, words in (("masked", "masked card.number"), ("hidden", "The queue hides its")):
        for path, name in (("messages", "t"), ("dead-letters", "dead")):
            page.goto(f"{base(server)}/console/{path}?queue={queue}")
            expect(opened(page, name)).to_contain_text(words)
            expect(page.get_by_role("button", name="Reveal")).to_have_count(0)
            page.get_by_role("button", name="Reproduce as test…").last.click()
            expect(page.get_by_role("dialog")).to_contain_text("is not all here")
            expect(page.get_by_role("button", name="Reveal")).to_have_count(0)
            assert SECRET not in page.content()


def test_masks_are_configured_line_by_line(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.configure(queue, maskPaths=["card.number"])
    open_page("queue", name=queue, tab="config")
    field = page.get_by_label("maskPaths")
    expect(field).to_have_value("card.number")
    expect(page.get_by_role("button", name="Review")).to_be_disabled()
    field.fill("card.number\nitems[].pin")
    page.get_by_label("payloads", exact=True).select_option("read-write")
    page.get_by_role("button", name="Review").click()
    dialog = page.get_by_role("dialog", name=f"Configure {queue}")
    expect(dialog).to_contain_text("card.number, items[].pin")
    dialog.get_by_role("button", name="Change 2 options").click()
    expect(page.get_by_text(f"Configured {queue}.")).to_be_visible()
    options = seeds.send("GET", f"/resources/queues/{queue}")["options"]
    assert options["maskPaths"] == ["card.number", "items[].pin"]
    assert options["payloads"] == "read-write"

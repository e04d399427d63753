"""axe finds nothing on any page, nor in a dialog, in light and in dark."""

from __future__ import annotations

import uuid

import pytest
from playwright.sync_api import Page

from tests.console.conftest import COLOURS, OpenPage, violations
from tests.console.seeds import Seeds

PAGES = (
    "",
    "start",
    "queues",
    "queue",
    "tab groups",
    "tab chart",
    "tab config",
    "tab why",
    "partition",
    "groups",
    "late",
    "subscriptions",
    "group",
    "leases",
    "lag",
    "jobs",
    "cost",
    "audit",
    "dead-letters",
    "members",
    "traces",
    "log",
    "log groups",
    "log types",
    "log scheduled",
    "system",
    "database",
    "me",
    "api",
    "messages",
    "push",
)


def address(name: str, queue: str) -> tuple[str, dict[str, str]]:
    """A page's path and its state."""
    if name in ("database", "me", "api"):
        return "system", {"tab": name}
    if name.startswith("tab "):
        return "queue", {"name": queue, "tab": name.removeprefix("tab ")}
    if name in ("late", "subscriptions"):
        return "groups", {"tab": name, "seconds": "60"}
    if name.startswith("log"):
        tab = name.removeprefix("log").strip() or "messages"
        return "log", {"tab": tab, "group": queue, "type": queue, "show": message_of(queue)}
    if name == "group":
        return "groups", {"show": "billing", "on": queue}
    state = {
        "queue": {"name": queue},
        "partition": {"queue": queue, "name": "a"},
        "messages": {"queue": queue, "status": "failed"},
        "push": {"queue": queue},
        "dead-letters": {"queue": queue, "show": "1"},
    }
    return name, state.get(name, {})


def message_of(queue: str) -> str:
    """The id of this test's message of the log."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, queue))


@pytest.fixture
def seeded(seeds: Seeds, queue: str) -> str:
    """A queue in which colours are to be seen: leased, failing, stopped."""
    seeds.configure(queue, maxSize=3, retryDelay=0)
    seeds.push(queue, "a", 1, 2)
    seeds.pop(queue, "mailing")
    seeds.ack(seeds.pop(queue, "billing", batch=1), "failed", "no such account")
    seeds.ack(seeds.pop(queue, "auditing", batch=2), "dlq", "no such account 17")
    seeds.send("POST", "/stats/refresh")
    logged = {"id": message_of(queue), "type": queue, "payload": {"course": queue}}
    answer = {"type": queue, "payload": {}, "correlationId": logged["id"]}
    seeds.send("POST", "/log/append", 201, json={"messages": [logged, answer]})
    group = {"groupId": queue, "partitionBy": ["course"]}
    seeds.send("POST", "/log/groups", 201, json=group)
    return queue


def is_clean(page: Page, name: str) -> None:
    """The page in view is looked at by all rules in light, and by those about colours in dark."""
    page.emulate_media(color_scheme="light")
    assert violations(page) == [], name
    page.emulate_media(color_scheme="dark")
    assert violations(page, *COLOURS) == [], f"{name} in dark"


def test_axe_finds_nothing(open_page: OpenPage, page: Page, seeded: str) -> None:
    for name in PAGES:
        path, state = address(name, seeded)
        open_page(path, **state)
        page.wait_for_load_state("networkidle")
        is_clean(page, name)


def test_axe_finds_nothing_in_a_message(open_page: OpenPage, page: Page, seeded: str) -> None:
    open_page("messages", queue=seeded, contains="1")
    page.get_by_role("table", name="Messages").get_by_role("button").first.click()
    page.get_by_role("button", name="Reproduce as test…").click()
    page.get_by_role("region", name="pytest file").wait_for()
    is_clean(page, "Reproduce as test")
    page.keyboard.press("Escape")
    page.get_by_label("Payload as").select_option("tree")
    is_clean(page, "a message")


def test_axe_finds_nothing_in_an_eviction(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    """The group's page with its generations, and the dialog."""
    seeds.send("POST", "/metadata/topics", 201, json={"topic": queue, "partitions": 2})
    body = {"topic": queue, "appId": "billing"}
    group = seeds.send("POST", "/metadata/consumer-groups/find-or-create", json=body)["groupId"]
    body = {"groupId": group, "consumerId": "worker-1", "sessionTimeoutMs": 600_000}
    seeds.send("POST", "/consumer-group/join", json=body)
    open_page("members", group=group)
    page.get_by_role("table", name=f"Generations of {group}").wait_for()
    is_clean(page, "a group with members")
    page.get_by_role("button", name="Evict worker-1").click()
    page.get_by_label("Type the consumer's name").wait_for()
    is_clean(page, "Evict…")


def test_axe_finds_nothing_in_scheduled_messages(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    body = {"messages": [{"type": queue, "payload": {"n": 1}}], "at": "2099-01-01T00:00:00Z"}
    batch = seeds.send("POST", "/log/schedule", 201, json=body)["scheduleId"]
    open_page("log", tab="scheduled", batch=batch)
    page.get_by_role("region", name="payload").wait_for()
    is_clean(page, "scheduled messages")


def test_axe_finds_nothing_in_a_dialog(open_page: OpenPage, page: Page, seeded: str) -> None:
    dialogs = [
        ("queue", "Clear…"),
        ("partition", "Seek…"),
        ("queue", "Keys"),
        ("dead-letters", "Redrive 2…"),
        ("dead-letters", "Purge 2…"),
        ("group", "Seek…"),
        ("log groups", "Reset…"),
    ]
    for name, button in dialogs:
        path, state = address(name, seeded)
        open_page(path, **state)
        page.get_by_role("button", name=button).first.click()
        page.get_by_role("dialog").get_by_role("button").first.wait_for()
        is_clean(page, button)
        page.keyboard.press("Escape")


def test_a_page_without_contrast_or_labels_is_noticed(open_page: OpenPage, page: Page) -> None:
    page.emulate_media(color_scheme="light")
    open_page("start")
    add(page, "p", "#cccccc")
    add(page, "input", "")
    found = " ".join(violations(page))
    assert "color-contrast" in found
    assert "label" in found


def test_a_colour_that_only_dark_makes_unreadable_is_noticed(
    open_page: OpenPage, page: Page
) -> None:
    page.emulate_media(color_scheme="light")
    open_page("start")
    add(page, "p", "#333333")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert "color-contrast" in " ".join(violations(page, *COLOURS))


def add(page: Page, tag: str, colour: str) -> None:
    """Plant an element among the page's own."""
    page.evaluate(
        """([tag, colour]) => {
          const made = document.createElement(tag);
          made.style.color = colour;
          if (tag !== "input") made.textContent = "hardly to be read";
          document.querySelector("main").append(made);
        }""",
        [tag, colour],
    )

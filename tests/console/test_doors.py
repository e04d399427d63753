"""What a page of another site may do with an open server of this machine: link to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from tests.console.conftest import ConsoleServer, base
from tests.console.seeds import Seeds
from tests.console.watch import Watch


@pytest.fixture
def elsewhere(server: ConsoleServer, queue: str) -> Iterator[str]:
    """Another site, with a link to the console, a form that pushes, and a frame."""
    html = f"""<!doctype html><title>elsewhere</title>
      <a href="{base(server)}/console/queues?name=linked">open</a>
      <a id="pop" href="{base(server)}/api/v1/pop/queue/{queue}">pop</a>
      <form method="post" enctype="text/plain" action="{base(server)}/api/v1/push">
        <input name='{{"items": [{{"queue": "{queue}", "payload": "' value='"}}]}}'>
        <button>push</button>
      </form>
      <iframe src="{base(server)}/console/"></iframe>"""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None: ...

    site = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=site.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    # A name that every browser finds on this machine, and the server takes for a stranger.
    yield f"http://elsewhere.localhost:{site.server_address[1]}"
    site.shutdown()
    site.server_close()
    thread.join()


def test_a_link_of_another_site_opens_the_console_and_its_form_does_nothing(
    elsewhere: str, page: Page, watch: Watch, seeds: Seeds, queue: str
) -> None:
    watch.origins.add(elsewhere)
    watch.announce(403)
    seeds.push(queue, "a", 1)
    page.goto(elsewhere)
    page.get_by_role("link", name="pop").click()
    expect(page.locator("body")).to_contain_text("pages of other sites may not use this")
    page.go_back()
    page.get_by_role("button", name="push").click()
    expect(page.locator("body")).to_contain_text("may not use this")
    found = seeds.send("GET", f"/resources/queues/{queue}")
    assert (found["totals"]["total"], found["totals"]["processing"]) == (1, 0)
    page.go_back()
    page.get_by_role("link", name="open").click()
    expect(page.get_by_label("Name begins with")).to_have_value("linked")
    watch.forget()


def test_the_console_stands_in_no_frame(elsewhere: str, page: Page, watch: Watch) -> None:
    watch.origins.add(elsewhere)
    watch.announce(403, "/console/")
    page.goto(elsewhere)
    page.wait_for_load_state("networkidle")
    assert page.frames[1].locator("#console").count() == 0
    watch.forget()

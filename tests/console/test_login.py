"""Who may use the console, and where a token may be: in memory, and in requests to the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.console.conftest import StartConsole, base
from tests.console.issuer import LoginIssuer, running
from tests.console.watch import Watch
from tests.local.tokens import SECRET, signed

STORED = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"


@pytest.fixture
def issuer() -> Iterator[LoginIssuer]:
    """An issuer with a login."""
    with running() as found:
        yield found


def test_a_login_comes_back_to_the_deep_link(
    start_console: StartConsole, issuer: LoginIssuer, page: Page, watch: Watch
) -> None:
    server = start_console(**issuer.settings())
    watch.origins |= {base(server), issuer.url}
    page.goto(f"{base(server)}/console/queues?name=shop&task=x")
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()
    assert page.url == f"{base(server)}/console/queues?name=shop&task=x"
    expect(page.locator(".who")).to_contain_text("ann")
    expect(page.locator(".who")).to_contain_text("admin")
    (login,) = issuer.logins
    assert login["response_type"] == "code"
    assert login["code_challenge_method"] == "S256"
    assert login["redirect_uri"] == f"{base(server)}/console/"
    (form,) = issuer.forms
    assert form["grant_type"] == "authorization_code"
    assert set(json.loads(page.evaluate(STORED))[1]) == set()


def test_a_token_is_in_requests_to_the_api_and_nowhere_else(
    start_console: StartConsole, issuer: LoginIssuer, page: Page, watch: Watch
) -> None:
    server = start_console(**issuer.settings())
    watch.origins |= {base(server), issuer.url}
    page.goto(f"{base(server)}/console/start")
    page.get_by_role("button", name="Push", exact=True).click()
    expect(page.get_by_text("Stored as")).to_be_visible()
    sent = [each for each in watch.requests if "authorization" in each.headers]
    token = sent[0].headers["authorization"].removeprefix("Bearer ")
    assert len(token) > 100
    assert {urlsplit(each.url).netloc for each in sent} == {f"localhost:{server.port}"}
    assert all("/api/v1/" in each.url for each in sent)
    token_is_nowhere(page, watch, token)
    expect(page.locator("pre").first).to_contain_text("Bearer $TOKEN")
    assert token not in server.log


def token_is_nowhere(page: Page, watch: Watch, token: str) -> None:
    """In no storage, no address, no text of the page."""
    assert token not in page.evaluate(STORED)
    assert token not in page.content()
    assert [each.url for each in watch.requests if token in each.url] == []


def test_a_token_in_a_link_is_noticed(
    start_console: StartConsole, issuer: LoginIssuer, page: Page, watch: Watch
) -> None:
    server = start_console(**issuer.settings())
    watch.origins |= {base(server), issuer.url}
    page.goto(f"{base(server)}/console/start")
    page.locator("main h1").wait_for()
    page.evaluate("document.querySelector('nav a').href += '?token=secret-token'")
    with pytest.raises(AssertionError):
        token_is_nowhere(page, watch, "secret-token")


def test_a_token_that_ended_is_renewed_once(
    start_console: StartConsole, issuer: LoginIssuer, page: Page, watch: Watch
) -> None:
    issuer.refresh = True
    page.clock.install()
    server = start_console(**issuer.settings())
    watch.origins |= {base(server), issuer.url}
    page.goto(f"{base(server)}/console/start")
    page.locator("main h1").wait_for()
    page.clock.run_for(59 * 60_000)
    page.wait_for_load_state("networkidle")
    assert [form["grant_type"] for form in issuer.forms] == ["authorization_code", "refresh_token"]
    assert len(issuer.logins) == 1


def test_another_logins_answer_is_refused(
    start_console: StartConsole, issuer: LoginIssuer, page: Page, watch: Watch
) -> None:
    server = start_console(**issuer.settings())
    watch.origins |= {base(server), issuer.url}
    page.goto(f"{base(server)}/console/start")
    page.locator("main h1").wait_for()
    page.evaluate(
        """sessionStorage.setItem("regent.login",
             JSON.stringify({ verifier: "v", state: "mine", address: "/console/queues" }))"""
    )
    page.goto(f"{base(server)}/console/?code=stolen&state=other")
    expect(page.get_by_text("The issuer answered another login")).to_be_visible()
    assert len(issuer.forms) == 1
    assert "stolen" not in page.url


def test_a_pasted_token_is_kept_only_when_wanted(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console(jwt_key=SECRET)
    watch.origins.add(base(server))
    watch.announce(401, "/api/v1/session")
    page.goto(f"{base(server)}/console/queues?name=shop")
    page.get_by_label("Token").fill("nonsense")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    token = signed({"sub": "ann", "role": "read-write"})
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_label("Name begins with")).to_have_value("shop")
    token_is_nowhere(page, watch, token)
    page.reload()
    page.get_by_label("Token").fill(token)
    page.get_by_label("Keep it for this tab").check()
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Queues")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.")).to_be_visible()
    assert token not in page.evaluate(STORED)


def test_a_token_without_a_role_is_told_why(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console(jwt_key=SECRET)
    watch.origins.add(base(server))
    watch.announce(403, "/api/v1/session")
    page.goto(f"{base(server)}/console/")
    page.get_by_label("Token").fill(signed({"sub": "ann"}))
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("this needs the role read-only")


def test_who_only_reads_sees_no_action(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console(jwt_key=SECRET)
    watch.origins.add(base(server))
    writer = {"authorization": f"Bearer {signed({'sub': 'bob', 'role': 'admin'})}"}
    items = [{"queue": name, "partition": "a", "payload": 1} for name in ("orders", "dead")]
    pushed = server.client.post("/api/v1/push", json={"items": items}, headers=writer)
    assert pushed.status_code == 201
    popped = server.client.get("/api/v1/pop/queue/orders?consumerGroup=billing", headers=writer)
    assert popped.status_code == 200
    popped = server.client.get("/api/v1/pop/queue/dead", headers=writer)
    message = popped.json()["messages"][0]
    path = f"/api/v1/messages/{message['partitionId']}/{message['transactionId']}/dlq"
    moved = server.client.post(path, json={"force": True}, headers=writer)
    assert moved.status_code == 200
    actions: dict[str, Any] = {}
    partitions: dict[str, Any] = {}
    letters: dict[str, Any] = {}
    for role in ("read-only", "read-write", "admin"):
        page.goto(f"{base(server)}/console/queue?name=orders&tab=config")
        page.get_by_label("Token").fill(signed({"sub": "ann", "role": role}))
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("tab", name="Config").wait_for()
        page.locator(".options").wait_for()
        names = page.locator("main .actions button").all_inner_texts()
        page.get_by_role("tab", name="Partitions").click()
        page.get_by_role("link", name="a", exact=True).click()
        page.get_by_role("table", name="Messages").wait_for()
        moves = page.locator("main .actions button").all_inner_texts()
        partitions[role] = [name for name in moves if name.endswith("…")]
        page.get_by_role("link", name="Leases").click()
        page.get_by_role("table", name="Leases").wait_for()
        names += page.locator("main td button").all_inner_texts()
        page.get_by_role("link", name="Consumer groups").click()
        page.get_by_role("button", name="billing", exact=True).click()
        page.get_by_role("table", name="Partitions of orders").wait_for()
        names += page.locator("dialog .polled button").all_inner_texts()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Try it").first.click()
        page.get_by_role("heading", name="Try it").wait_for()
        # The part with the buttons comes when it is shown.
        page.wait_for_load_state("networkidle")
        actions[role] = names + page.locator("main .actions button").all_inner_texts()
        page.get_by_role("link", name="Dead letters").first.click()
        page.get_by_role("table", name="Dead letters", exact=True).get_by_role("button").click()
        page.get_by_role("heading", name="Error", exact=True).wait_for()
        letters[role] = page.locator("main .actions button").all_inner_texts()
    held = ["Extend", "Release…", "Pause", "Seek…", "Change the start…"]
    gone = ["Delete on this queue…", "Delete everywhere…"]
    steps = ["Push", "Pop", "Done", "It failed"]
    whole = ["Clear…", "Delete…"]
    assert actions == {
        "read-only": [],
        "read-write": ["Review", "Undo", *held, *steps],
        "admin": [
            *("Stop pushes", "Stop pops", *whole, "Review", "Undo"),
            *(*held, *gone, *steps),
        ],
    }
    moves = ["Seek…", "Give up the next message…", "Release the lease…"]
    assert partitions == {"read-only": [], "read-write": moves, "admin": whole + moves}
    assert letters == {
        "read-only": ["Close", "Reproduce as test…"],
        "read-write": ["Redrive 1…", "Close", "Retry", "Copy as curl", "Reproduce as test…"],
        "admin": [
            *("Purge 1…", "Redrive 1…", "Purge 1…", "Close", "Retry", "Delete…", "Copy as curl"),
            "Reproduce as test…",
        ],
    }


def test_a_token_that_is_refused_later_is_asked_for_anew(
    start_console: StartConsole, page: Page, watch: Watch
) -> None:
    server = start_console(jwt_key=SECRET)
    watch.origins.add(base(server))
    token = signed({"sub": "ann", "role": "read-only"})
    page.goto(f"{base(server)}/console/queues?name=shop")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("No queue fits")).to_be_visible()

    watch.announce(403, "/resources/queues")
    refusal = {"error": "this needs the role admin", "code": "FORBIDDEN", "requestId": "r-7"}
    page.route("**/resources/queues?*", lambda route: route.fulfill(status=403, json=refusal))
    page.reload()
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()
    failure = page.get_by_role("alert")
    expect(failure).to_contain_text("Not allowed")
    expect(failure).to_contain_text("this needs the role admin")
    expect(failure).to_contain_text("FORBIDDEN request r-7")
    page.unroute("**/resources/queues?*")

    watch.announce(401, "/api/v1/")
    late = {"error": "the token ended", "code": "UNAUTHORIZED"}
    page.route("**/api/v1/**", lambda route: route.fulfill(status=401, json=late))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The server no longer takes this token.")).to_be_visible()
    page.unroute("**/api/v1/**")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_label("Name begins with")).to_have_value("shop")


def test_a_name_is_in_no_request_to_another_origin(
    start_console: StartConsole, issuer: LoginIssuer, page: Page, watch: Watch
) -> None:
    server = start_console(**issuer.settings())
    watch.origins |= {base(server), issuer.url}
    page.goto(f"{base(server)}/console/queues?name=canary-7261")
    expect(page.get_by_text("No queue fits")).to_be_visible()
    elsewhere = [each for each in watch.requests if issuer.url in each.url]
    assert len(elsewhere) == 2
    assert [each.url for each in elsewhere if "canary" in each.url + str(each.headers)] == []

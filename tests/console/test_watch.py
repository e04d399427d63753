"""The frame of the tests notices what it is there for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.console.conftest import OpenPage
from tests.console.watch import Watch


def _broken(page: Page, statement: str) -> None:
    """Try it, with a statement that runs when the page is loaded."""

    def serve(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{statement}\n{answer.text()}")

    page.route("**/pages/start/page.js", serve)


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("try { document.body.innerHTML = 'x'; } catch {}", "policy: require-trusted-types-for"),
        ("try { new Function('return 1')(); } catch {}", "policy: "),
        ("document.body.setAttribute('style', 'color: red');", "policy: style-src-attr"),
        ("document.head.append(document.createElement('style'));", "policy: style-src-elem"),
        ("new Image().src = 'http://127.0.0.1:9/x.png';", "policy: img-src"),
        ("fetch('http://127.0.0.1:9/').catch(() => {});", "policy: connect-src"),
        ("console.error('something is wrong');", "console: something is wrong"),
        ("console.warn('something is odd');", "console: something is odd"),
        ("setTimeout(() => { throw new Error('not caught'); });", "uncaught: not caught"),
        ("await fetch('/api/v1/resources/queues/nowhere');", "404: GET"),
    ],
)  # fmt: skip
def test_what_a_page_may_not_do_is_noticed(
    open_page: OpenPage, page: Page, watch: Watch, statement: str, problem: str
) -> None:
    _broken(page, statement)
    open_page("start")
    page.wait_for_load_state("networkidle")
    assert any(problem in found for found in watch.problems), watch.problems
    watch.forget()


def test_a_request_to_another_origin_is_noticed(page: Page, watch: Watch) -> None:
    page.route("**/*", lambda route: route.fulfill(status=200, body="elsewhere"))
    page.goto("http://elsewhere.example/")
    assert watch.problems == ["request to another origin: http://elsewhere.example/"]
    watch.forget()


def test_an_announced_refusal_is_no_problem(open_page: OpenPage, page: Page, watch: Watch) -> None:
    watch.announce(404, "/resources/queues/")
    _broken(page, "await fetch('/api/v1/resources/queues/nowhere');")
    open_page("start")
    assert watch.problems == []

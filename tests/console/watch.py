"""What fails a test of a page by itself: nothing of it may happen unless the test announced it."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

#: Violations of the content policy and of Trusted Types, also of what is only reported.
REPORT = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""
#: The browser's own line about an answer, which is judged as an answer.
_OF_AN_ANSWER = "Failed to load resource"


@dataclass
class Watch:
    """Of one context of the browser: all of its pages."""

    #: Where requests may go.
    origins: set[str]
    problems: list[str] = field(default_factory=list)
    #: Every request to the API: its method and path.
    calls: list[str] = field(default_factory=list)
    #: Every request, whole: its address and its headers.
    requests: list[Request] = field(default_factory=list)
    _announced: list[tuple[int, str]] = field(default_factory=list)
    _offline: bool = False

    def over(self, context: BrowserContext) -> None:
        """Begin to watch."""
        context.add_init_script(REPORT)
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("page", lambda page: page.on("pageerror", self._error))

    def announce(self, status: int, part: str = "") -> None:
        """Answers of this status, to requests with this in their address, are expected."""
        self._announced.append((status, part))

    def announce_offline(self) -> None:
        """Requests may find no server."""
        self._offline = True

    def forget(self) -> None:
        """What happened so far was what the test wanted."""
        self.problems.clear()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if message.text.startswith(_OF_AN_ANSWER):
            if "net::" in message.text and not self._offline:
                self.problems.append(f"console: {message.text}")
            return
        self.problems.append(f"console: {message.text}")

    def _error(self, error: object) -> None:
        self.problems.append(f"uncaught: {error}")

    def _request(self, request: Request) -> None:
        scheme, host, path, *_ = urlsplit(request.url)
        if scheme in ("data", "blob"):
            return
        self.requests.append(request)
        if f"{scheme}://{host}" not in self.origins:
            self.problems.append(f"request to another origin: {request.url}")
        elif path.startswith("/api/") or not path.startswith("/console"):
            self.calls.append(f"{request.method} {path}")

    def _response(self, response: Response) -> None:
        if response.status < 400:
            return
        for status, part in self._announced:
            if status == response.status and part in response.url:
                return
        self.problems.append(f"{response.status}: {response.request.method} {response.url}")


def origin(page: Page) -> str:
    """The origin of the page in view."""
    return str(page.evaluate("location.origin"))

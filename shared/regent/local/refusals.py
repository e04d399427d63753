"""What API Gateway would refuse before any Lambda runs, and the form of each refusal."""

import logging
import re
from collections.abc import Mapping

from regent.local.events import Headers, HttpAnswer, error_body

log = logging.getLogger("regent.local.gateway")

MAX_HEAD_BYTES = 10_240  # API Gateway's, request line and headers together
# Compared as a whole: no URL's parser decides which part of `evil.com@localhost` is the name.
_LOCAL = r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?"
_LOCAL_HOST = re.compile(_LOCAL, re.IGNORECASE)
_LOCAL_ORIGIN = re.compile(rf"[a-z][a-z0-9+.-]*://{_LOCAL}", re.IGNORECASE)
_LOCAL_PAGE = re.compile(rf"[a-z][a-z0-9+.-]*://{_LOCAL}(?:[/?#].*)?", re.IGNORECASE)


class Refused(Exception):
    """The request is answered here, without a handler."""

    def __init__(self, status: int, code: str, error: str, headers: Headers | None = None) -> None:
        super().__init__(error)
        self.status = status
        self.code = code
        self.error = error
        self.headers = headers or []


def refuse_strangers(
    headers: Mapping[str, str], *, is_open: bool, opens_page: bool = False
) -> None:
    """Refuse pages of other sites, and other names than this machine's. ``is_open``: no token is
    asked for. ``opens_page``: the request leads to a page of the console, which a link elsewhere
    may open: opening a page changes nothing, and its answer is the browser's alone."""
    host, origin = headers.get("host"), headers.get("origin")
    if host is not None and not _LOCAL_HOST.fullmatch(host):
        # A name that somebody points at this machine, so that his page counts as ours.
        where = (
            "with REGENT_JWT_KEY or REGENT_JWT_ISSUER it serves other names, too"
            if is_open
            else "routes that need no token are for this machine"
        )
        raise Refused(403, "FORBIDDEN", f"this server is localhost, not {host}; {where}")
    if origin is not None:
        if not _LOCAL_ORIGIN.fullmatch(origin):
            raise Refused(403, "FORBIDDEN", f"pages of {origin} may not use this")
        return
    if opens_page and _is_navigation(headers):
        return
    # An image or a link on a page elsewhere: it carries no origin, and a pop is a GET. Old
    # browsers say only where it was.
    referer = headers.get("referer")
    if headers.get("sec-fetch-site") == "cross-site" or (
        referer and not _LOCAL_PAGE.fullmatch(referer)
    ):
        raise Refused(403, "FORBIDDEN", "pages of other sites may not use this")


def leads_to_a_page(method: str, path: str) -> bool:
    """Whether a request is for a page of the console. Its pages are those of any path below it."""
    return method == "GET" and (path in ("/", "/console") or path.startswith("/console/"))


def _is_navigation(headers: Mapping[str, str]) -> bool:
    """Whether a window goes there, and no frame within a page."""
    wanted = ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")
    return all(headers.get(name) == value for name, value in wanted)


def failed(request_id: str, error: Exception) -> HttpAnswer:
    """The answer to a request in whose place an error of ours came; only the log has its cause."""
    log.error("request %s failed", request_id, exc_info=error)
    return refusal(Refused(500, "INTERNAL", "the server failed; its log says why"), request_id)


def refusal(refused: Refused, request_id: str) -> HttpAnswer:
    """A refusal in the one form that errors have."""
    headers = [(b"content-type", b"application/json"), *refused.headers]
    return HttpAnswer(refused.status, headers, error_body(refused.code, refused.error, request_id))

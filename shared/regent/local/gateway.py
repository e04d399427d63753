"""The ASGI application that stands where API Gateway stands in AWS.

A request becomes an event, the Lambda handler answers it in a thread, the answer
becomes HTTP. What API Gateway would refuse before any Lambda runs is refused here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from regent.errors import RegentError
from regent.identifiers import random_uuid
from regent.local.auth import Authorizer, Unauthorized
from regent.local.context import LambdaContext, Lifetime
from regent.local.disk import Disk
from regent.local.events import (
    BadAnswer,
    BadRequest,
    Headers,
    HttpAnswer,
    HttpRequest,
    decode_headers,
    decode_path,
    read_query,
)
from regent.local.issuer import PAUSE_SECONDS, IssuerFailed
from regent.local.lookouts import Lookouts
from regent.local.news import News
from regent.local.refusals import (
    MAX_HEAD_BYTES,
    Refused,
    failed,
    leads_to_a_page,
    refusal,
    refuse_strangers,
)
from regent.local.routes import Match, RouteTable
from regent.local.short_way import ShortWay
from regent.local.threads import HandlerThreads
from regent.local.together import Together
from regent.names import check_path

log = logging.getLogger("regent.local.gateway")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MAX_BODY_BYTES = 10 * 1024 * 1024  # API Gateway's
# A handler that answers at once mostly waits for one statement; more threads than Postgres can
# serve at a time only fight for the interpreter.
QUICK_THREADS = 16
# For what monitors ask, and nothing else.
WATCHING_THREADS = 2
# A long poll sleeps. Each takes a thread, never a database connection.
WAITING_THREADS = 512


class Gateway:
    """One per worker process."""

    def __init__(
        self,
        routes: RouteTable,
        authorizer: Authorizer | None = None,
        news: News | None = None,
        disk: Disk = Disk.SLOW,
    ) -> None:
        self.lifetime = Lifetime()
        #: Writes down what the handlers have counted of their requests.
        self.write_counts: Callable[[], None] = _nothing
        self._routes = routes
        self._authorizer = authorizer
        self._news = news
        self._quick = HandlerThreads("quick", QUICK_THREADS)
        together = Together(self._quick, disk)
        self.lookouts = Lookouts(self._quick, together)
        self.short_way = ShortWay(routes, authorizer, self.lifetime, together, self.lookouts)
        self._watching = HandlerThreads("watching", WATCHING_THREADS)
        self._waiting = HandlerThreads("waiting", WAITING_THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            raise NotImplementedError(scope["type"])
        request_id = random_uuid()
        cors: Headers = []
        try:
            request = _read_head(scope)
            cors = self._cors(request)
            if request.method == "OPTIONS":
                answer = self._preflight(request)
            else:
                answer = await self._answer(request, request_id, receive)
        except Refused as refused:
            answer = refusal(refused, request_id)
        except BadRequest as bad:
            answer = refusal(Refused(400, "BAD_REQUEST", str(bad)), request_id)
        except RegentError as error:
            answer = refusal(Refused(error.status, error.code, error.message), request_id)
        except Exception as error:  # noqa: BLE001 - the log has it, and the client gets an answer
            answer = failed(request_id, error)
        await _send(send, answer, cors)

    async def _answer(self, request: HttpRequest, request_id: str, receive: Receive) -> HttpAnswer:
        match = self._match(request)
        if self._authorizer is not None and match.route.is_public:
            self._refuse_strangers(request)
        claims = await self._claims(request, match)
        body = await _read_body(request, receive)
        query = read_query(request.query)
        route = match.route
        context = LambdaContext(route.function_name, request_id, self.lifetime)

        def call() -> HttpAnswer:
            return match.answer(request, query=query, body=body, claims=claims, context=context)

        if route.waits(query):
            future = self._waiting.run(call)
            await _wait_for_client(future, context, receive)
        else:
            future = (self._watching if route.never_waits else self._quick).run(call)
        try:
            answer: HttpAnswer = await future
        except BadAnswer as bad:
            log.exception("%s answered request %s badly", route.key, request_id)
            raise Refused(500, "INTERNAL", "the handler's answer is malformed") from bad
        finally:
            if route.keeps_news and self._news is not None:
                self._news.tell_all()
        return answer

    def write_counts_aside(self) -> None:
        """Write the counts of requests in a thread, so that no request waits for it."""
        self._quick.run_then(self.write_counts, _log_failure)

    def stop(self) -> None:
        """Let all go that wait."""
        self.lifetime.stopping = True
        self.lookouts.leave_all()
        if self._news is not None:
            self._news.ring_all()

    def _match(self, request: HttpRequest) -> Match:
        method = request.method
        check_path(request.path)
        match = self._routes.find(method, request.path)
        if match is not None and not (request.is_head and match.route.changes):
            return match
        allowed = ", ".join(self._routes.methods(request.path))
        if not allowed:
            raise Refused(404, "NOT_FOUND", f"there is no {method} {request.path}")
        raise Refused(
            405,
            "METHOD_NOT_ALLOWED",
            f"{request.path} takes {allowed}, not {'HEAD' if request.is_head else method}",
            [(b"allow", allowed.encode())],
        )

    async def _claims(self, request: HttpRequest, match: Match) -> dict[str, Any] | None:
        if self._authorizer is None or match.route.is_public:
            return None
        try:
            return await self._authorizer.claims(request.headers.get("authorization"))
        except IssuerFailed as failed:
            # The client's token may be right: it is to try again, not to give up.
            raise Refused(
                503,
                "ISSUER_UNREACHABLE",
                f"the token cannot be checked now: {failed}",
                [(b"retry-after", str(int(PAUSE_SECONDS)).encode())],
            ) from None
        except Unauthorized as unauthorized:
            raise Refused(
                401, "UNAUTHORIZED", str(unauthorized), [(b"www-authenticate", b"Bearer")]
            ) from None

    def _cors(self, request: HttpRequest) -> Headers:
        """Say whether a page of this origin may read the answer; refuse a stranger's page.

        An open queue on localhost must not be open to every web page that its user visits, and
        a page can POST without asking first. With tokens on, a page without one gets nowhere but
        to the public routes, which refuse strangers then as well.
        """
        origin = request.headers.get("origin")
        if self._authorizer is None:
            self._refuse_strangers(request)
        if origin is None:
            return []
        return [
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"access-control-expose-headers", b"*"),
            (b"vary", b"origin"),
        ]

    def _refuse_strangers(self, request: HttpRequest) -> None:
        refuse_strangers(
            request.headers,
            is_open=self._authorizer is None,
            opens_page=leads_to_a_page(request.method, request.path),
        )

    def _preflight(self, request: HttpRequest) -> HttpAnswer:
        wanted = request.headers.get("access-control-request-headers", "content-type,authorization")
        return HttpAnswer(
            204,
            [
                (b"access-control-allow-methods", b"GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS"),
                (b"access-control-allow-headers", wanted.encode("latin-1")),
                (b"access-control-max-age", b"86400"),
            ],
            b"",
        )


def _nothing() -> None:
    """Handlers that count no requests have nothing to write."""


def _log_failure(_: Any, error: Exception | None) -> None:
    if error is not None:
        log.error("counts of requests could not be written", exc_info=error)


def _read_head(scope: Scope) -> HttpRequest:
    raw_headers = scope["headers"]
    raw_path, raw_query = scope["raw_path"], scope["query_string"]
    head_bytes = len(raw_path) + len(raw_query) + sum(len(n) + len(v) for n, v in raw_headers)
    if head_bytes > MAX_HEAD_BYTES:
        raise Refused(431, "HEADERS_TOO_LARGE", f"the head is larger than {MAX_HEAD_BYTES} bytes")
    headers, cookies = decode_headers(raw_headers)
    client = scope["client"]
    return HttpRequest(
        # No handler knows HEAD: it is a GET whose body the HTTP server keeps to itself. So a GET
        # that changes something has none: who looks with HEAD would take a message and lose it.
        method="GET" if scope["method"] == "HEAD" else scope["method"],
        path=decode_path(raw_path),
        query=raw_query.decode("latin-1"),
        headers=headers,
        cookies=cookies,
        protocol=f"HTTP/{scope['http_version']}",
        client_host=client[0] if client else "",
        is_head=scope["method"] == "HEAD",
    )


async def _read_body(request: HttpRequest, receive: Receive) -> bytes:
    too_large = Refused(
        413,
        "REQUEST_TOO_LARGE",
        f"the body is larger than {MAX_BODY_BYTES} bytes",
        [(b"connection", b"close")],  # what is left of the body is not worth reading
    )
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > MAX_BODY_BYTES:
        raise too_large
    message = await receive()
    body: bytes = message.get("body", b"")
    if not message.get("more_body", False):
        return body
    parts, size = [body], len(body)
    while message.get("more_body", False):
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadRequest("the body ended early")
        part = message.get("body", b"")
        size += len(part)
        if size > MAX_BODY_BYTES:
            raise too_large
        parts.append(part)
    return b"".join(parts)


async def _wait_for_client(
    future: "asyncio.Future[Any]", context: LambdaContext, receive: Receive
) -> None:
    """Return when the handler is done; should its client leave first, tell the handler."""
    leaving = asyncio.ensure_future(receive())
    try:
        await asyncio.wait((future, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not future.done():
            context.client_gone = True
            await asyncio.wait((future,))
    finally:
        leaving.cancel()


async def _send(send: Send, answer: HttpAnswer, more_headers: Headers) -> None:
    headers = [*answer.headers, *more_headers]
    if answer.status not in (204, 304):
        headers = [header for header in headers if header[0] != b"content-length"]
        headers.append((b"content-length", str(len(answer.body)).encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    body = b"" if answer.status in (204, 304) else answer.body
    await send({"type": "http.response.body", "body": body})

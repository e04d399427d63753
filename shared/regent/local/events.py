"""HTTP requests as API Gateway events (payload format 2.0), and handlers' answers as HTTP.

Pure functions: no sockets, no threads, no settings.
"""

import base64
import json
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

ACCOUNT_ID = "000000000000"
API_ID = "local"
REGION = "local"
STAGE = "$default"
MAX_QUERY_FIELDS = 1000  # parsing is linear, but nobody means a thousand fields
# As nearly every query is: there is nothing to decode, and to split it takes a tenth of the time.
_PLAIN_QUERY = re.compile(r"[\w.~:-]+=[\w.~:-]*(?:&[\w.~:-]+=[\w.~:-]*)*", re.ASCII)

Headers = list[tuple[bytes, bytes]]


class BadRequest(Exception):
    """The request is not one that API Gateway would pass on; the text says why."""


class BadAnswer(Exception):
    """The handler answered something that API Gateway would refuse; the text says why."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What came over the wire, decoded where API Gateway decodes."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    cookies: list[str]
    protocol: str
    client_host: str
    #: Whether it is a HEAD, of which a handler sees a GET.
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What goes back over the wire."""

    status: int
    headers: Headers
    body: bytes


def decode_path(raw_path: bytes) -> str:
    """Decode percent escapes once, as HTTP APIs do for `rawPath`."""
    try:
        return unquote_to_bytes(raw_path).decode() if b"%" in raw_path else raw_path.decode()
    except UnicodeDecodeError:
        raise BadRequest("the path is not valid UTF-8") from None


def decode_headers(raw: Iterable[tuple[bytes, bytes]]) -> tuple[dict[str, str], list[str]]:
    """Join repeated headers by commas, and take the cookies out: they have their own field."""
    headers: dict[str, str] = {}
    cookies: list[str] = []
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if name == "cookie":
            cookies += [cookie.strip() for cookie in value.split(";") if cookie.strip()]
        elif name in headers:
            headers[name] += "," + value
        else:
            headers[name] = value
    return headers, cookies


def read_query(query: str) -> dict[str, str]:
    """The parameters of a query; what is sent twice is joined by a comma."""
    if not query:
        return {}
    if _PLAIN_QUERY.fullmatch(query) and query.count("&") < MAX_QUERY_FIELDS:
        return _joined([pair.split("=") for pair in query.split("&")])
    try:
        pairs = parse_qsl(
            query, keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_FIELDS
        )
    except UnicodeDecodeError:
        raise BadRequest("the query string is not valid UTF-8") from None
    except ValueError:
        raise BadRequest(f"the query string has more than {MAX_QUERY_FIELDS} fields") from None
    return _joined(pairs)


def _joined(pairs: Iterable[Sequence[str]]) -> dict[str, str]:
    parameters: dict[str, str] = {}
    for name, value in pairs:
        parameters[name] = f"{parameters[name]},{value}" if name in parameters else value
    return parameters


def build_event(
    request: HttpRequest,
    *,
    query: dict[str, str],
    body: bytes,
    route_key: str,
    path_parameters: dict[str, str],
    request_id: str,
    claims: dict[str, Any] | None,
) -> dict[str, Any]:
    """Build the event that API Gateway would hand to the Lambda."""
    headers = request.headers
    now = time.time()
    domain, _, port = headers.get("host", "localhost").partition(":")
    headers["x-forwarded-for"] = request.client_host
    headers["x-forwarded-port"] = port or "80"
    headers["x-forwarded-proto"] = "http"
    context: dict[str, Any] = {
        "accountId": ACCOUNT_ID,
        "apiId": API_ID,
        "domainName": domain,
        "domainPrefix": domain.partition(".")[0],
        "http": {
            "method": request.method,
            "path": request.path,
            "protocol": request.protocol,
            "sourceIp": request.client_host,
            "userAgent": headers.get("user-agent", ""),
        },
        "requestId": request_id,
        "routeKey": route_key,
        "stage": STAGE,
        "time": time.strftime("%d/%b/%Y:%H:%M:%S +0000", time.gmtime(now)),
        "timeEpoch": int(now * 1000),
    }
    if claims is not None:
        context["authorizer"] = {"jwt": {"claims": claims, "scopes": None}}
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": route_key,
        "rawPath": request.path,
        "rawQueryString": request.query,
        "headers": headers,
        "requestContext": context,
        "isBase64Encoded": False,
    }
    if request.cookies:
        event["cookies"] = request.cookies
    if query:
        event["queryStringParameters"] = query
    if path_parameters:
        event["pathParameters"] = path_parameters
    if body:
        event["body"], event["isBase64Encoded"] = _body(body, headers.get("content-type"))
    return event


def read_answer(answer: Any) -> HttpAnswer:
    """Turn what a handler returned into HTTP, inferring what API Gateway infers."""
    if not isinstance(answer, dict) or "statusCode" not in answer:
        body = answer if isinstance(answer, str) else json.dumps(answer)
        return HttpAnswer(200, [(b"content-type", b"application/json")], body.encode())
    try:
        status = int(answer["statusCode"])
        if not 200 <= status <= 599:
            raise ValueError(f"status {status}")
        headers = [
            _header_pair(name, _header_text(value))
            for name, value in (answer.get("headers") or {}).items()
        ]
        headers += [(b"set-cookie", _header(cookie)) for cookie in answer.get("cookies") or ()]
        body = answer.get("body") or ""
        if answer.get("isBase64Encoded"):
            content = base64.b64decode(body, validate=True)
        else:
            content = (body if isinstance(body, str) else json.dumps(body)).encode()
    except (TypeError, ValueError, AttributeError) as error:
        raise BadAnswer(f"{type(error).__name__}: {error}") from error
    return HttpAnswer(status, headers, content)


def error_body(code: str, error: str, request_id: str) -> bytes:
    """A refusal in the one form that errors have."""
    body = {"error": error, "code": code, "requestId": request_id}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _body(body: bytes, content_type: str | None) -> tuple[str, bool]:
    if content_type is None or _is_text(content_type):
        try:
            return body.decode(), False
        except UnicodeDecodeError:
            pass
    return base64.b64encode(body).decode("ascii"), True


def _is_text(content_type: str) -> bool:
    if content_type == "application/json":
        return True
    kind = content_type.partition(";")[0].strip().lower()
    return kind.startswith("text/") or kind.endswith(
        ("/json", "+json", "/xml", "+xml", "/javascript")
    )


def _header_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value)


@lru_cache(1024)
def _header_pair(name: str, value: str) -> tuple[bytes, bytes]:
    return _header(name.lower()), _header(value)


def _header(text: str) -> bytes:
    if "\r" in text or "\n" in text or "\0" in text:
        raise ValueError("a header with a line break")
    return text.encode("latin-1", "replace")

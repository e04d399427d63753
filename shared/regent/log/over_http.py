"""The log of a server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

import httpx

from regent import errors
from regent.errors import DatabaseUnavailable, InvalidRequest, NotFound, RegentError
from regent.limits import MAX_LOG_BATCH, MAX_PAGE
from regent.log.transport import Answer, Wire, json_bytes

#: A claim may have to look through many new messages. API Gateway waits 30 s for it.
_TIMEOUT_SECONDS: Final = 35.0


class UnexpectedAnswer(RegentError):
    """The server at this URL does not speak Regent's HTTP, or its answer has a code that this
    version does not know."""


class HttpTransport:
    """Requests over HTTP. It sends none twice: a caller may repeat its append, and a claim whose
    answer was lost is free again when its lease ends."""

    def __init__(self, url: str, *, token: str | None, client: httpx.Client | None) -> None:
        self._base = url.rstrip("/") + "/api/v1/log"
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"
        self._owned = client is None
        self._client = client or httpx.Client(timeout=_TIMEOUT_SECONDS)

    def append(self, messages: Sequence[Wire], guard: Wire | None) -> Answer:
        body = {"messages": messages} | ({} if guard is None else {"guard": guard})
        return self._call("POST", "/append", body)

    def read(self, conditions: Sequence[Wire], after: int | None, limit: int) -> Answer:
        body = {"conditions": conditions, "afterPosition": after, "limit": limit}
        return self._call("POST", "/read", body)

    def read_partition(
        self,
        attributes: Wire,
        types: Sequence[str],
        after: int | None,
        upto: int | None,
        scope: str,
    ) -> Answer:
        body = {
            "attributes": attributes,
            "handledTypes": types,
            "afterPosition": after,
            "upto": upto,
            "limit": MAX_LOG_BATCH,
            "guardScope": scope,
        }
        return self._call("POST", "/read-partition", body)

    def read_log(self, start: int | None, limit: int, order: str, kind: str | None) -> Answer:
        query = {"from": start, "limit": limit, "order": order, "type": kind}
        return self._call("GET", "/messages", query=query)

    def correlated(self, message_id: str, after: int | None) -> Answer:
        path = f"/messages/{quote(message_id, safe='')}/correlated"
        start = None if after is None else after + 1
        return self._call("GET", path, query={"from": start, "limit": MAX_LOG_BATCH})

    def declare_type(self, kind: str, attributes: Sequence[str] | None) -> None:
        self._call("PUT", f"/types/{quote(kind, safe='')}", {"attributes": attributes})

    def types(self, cursor: str | None) -> Answer:
        return self._call("GET", "/types", query=_page(cursor))

    def register_group(self, group: str, partition_by: Sequence[str] | None) -> None:
        self._call("POST", "/groups", {"groupId": group, "partitionBy": partition_by})

    def group(self, group: str) -> Answer:
        return self._call("GET", _group(group))

    def groups(self, cursor: str | None) -> Answer:
        return self._call("GET", "/groups", query=_page(cursor))

    def stop_group(self, group: str, reason: Any, retry_in_seconds: float | None) -> None:
        body = {"reason": reason, "retryInSeconds": retry_in_seconds}
        self._call("POST", f"{_group(group)}/stop", body)

    def start_group(self, group: str) -> None:
        self._call("POST", f"{_group(group)}/start", {})

    def reset_group(self, group: str) -> int:
        return int(self._call("POST", f"{_group(group)}/reset", {})["offsetsDeleted"])

    def claim(self, group: str, request: Wire) -> Answer | None:
        return self._call("POST", f"{_group(group)}/claim", request) or None

    def ack(self, group: str, request: Wire) -> None:
        self._call("POST", f"{_group(group)}/ack", request)

    def extend(self, group: str, request: Wire) -> str:
        return str(self._call("POST", f"{_group(group)}/extend", request)["claimedUntil"])

    def release(self, group: str, request: Wire) -> None:
        self._call("POST", f"{_group(group)}/release", request)

    def advance(self, group: str, partition: Wire, position: int) -> int:
        body = {"partition": partition, "position": position}
        return int(self._call("POST", f"{_group(group)}/advance", body)["position"])

    def offsets(self, group: str, cursor: str | None) -> Answer:
        return self._call("GET", f"{_group(group)}/offsets", query=_page(cursor))

    def schedule(self, messages: Sequence[Wire], at: datetime) -> str:
        body = {"messages": messages, "at": at.isoformat()}
        return str(self._call("POST", "/schedule", body)["scheduleId"])

    def installed(self) -> bool:
        try:
            self._call("GET", "/messages", query={"limit": 1})
        except NotFound:
            return False  # a server of a version without a log
        return True

    def clear(self) -> None:
        raise InvalidRequest("a log is cleared over its database only, as the owner; for tests")

    def close(self) -> None:
        if self._owned:
            self._client.close()

    def _call(
        self,
        method: str,
        path: str,
        body: Wire | None = None,
        *,
        query: Mapping[str, Any] | None = None,
    ) -> Answer:
        try:
            response = self._client.request(
                method,
                self._base + path,
                content=None if body is None else json_bytes(body),
                params={name: value for name, value in (query or {}).items() if value is not None},
                headers=self._headers,
            )
        except httpx.RequestError as error:
            reason = str(error) or type(error).__name__
            raise DatabaseUnavailable(
                f"{method} {self._base}{path} got no answer: {reason}"
            ) from error
        if response.is_success:
            return _object(response) if response.content else {}
        raise _refusal(response)


def _group(group: str) -> str:
    return f"/groups/{quote(group, safe='')}"


def _page(cursor: str | None) -> dict[str, Any]:
    return {"cursor": cursor, "limit": MAX_PAGE}


def _object(response: httpx.Response) -> Answer:
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise UnexpectedAnswer(f"{response.request.url} answered no JSON object; is this Regent?")
    return body


def _refusal(response: httpx.Response) -> RegentError:
    """The error of Regent's that the answer's code stands for."""
    try:
        said = _object(response)
    except UnexpectedAnswer:
        said = {}
    code = said.get("code") or f"HTTP {response.status_code}"
    # API Gateway's own answers have ``message`` instead of ``error``.
    sentence = str(said.get("error") or said.get("message") or response.reason_phrase)
    kind = _BY_CODE.get(code)
    if kind is None:
        return UnexpectedAnswer(f"{sentence} ({code})", said.get("detail"))
    return kind(sentence, said.get("detail"))


def _tree(kind: type[RegentError]) -> Iterator[type[RegentError]]:
    yield kind
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from _tree(child)


_BY_CODE: Final[Mapping[str, type[RegentError]]] = {kind.code: kind for kind in _tree(RegentError)}

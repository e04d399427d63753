"""The log of a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote, urlencode

from regent.client.core.auth import Auth
from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, json_of
from regent.client.transport import Way, session_to
from regent.errors import InvalidRequest, NotFound
from regent.limits import MAX_APPEND_MESSAGES, MAX_LOG_BATCH, MAX_PAGE
from regent.log.transport import Answer, Wire, json_bytes

#: What may be sent once more on another connection, if a reused one died without an answer. An
#: append has the ids of its messages.
_REPEATABLE: Final = frozenset({"/append", "/read", "/read-partition"})
#: A claim may have to look through many new messages. API Gateway waits 30 s for it.
_TIMEOUT_SECONDS: Final = 35.0


class HttpTransport:
    """Requests over HTTP. It tries none twice: a caller may repeat its append, and a claim whose
    answer was lost is free again when its lease ends."""

    def __init__(
        self,
        url: str,
        *,
        auth: Auth | None = None,
        transport: Way = None,
    ) -> None:
        self._session = session_to(url, auth, transport)

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
        self._change(group, "stop", {"reason": reason, "retryInSeconds": retry_in_seconds})

    def start_group(self, group: str) -> None:
        self._change(group, "start", {})

    def reset_group(self, group: str) -> int:
        return int(self._change(group, "reset", {})["offsetsDeleted"])

    def claim(self, group: str, request: Wire) -> Answer | None:
        return self._change(group, "claim", request) or None

    def ack(self, group: str, request: Wire) -> None:
        self._change(group, "ack", request)

    def extend(self, group: str, request: Wire) -> str:
        return str(self._change(group, "extend", request)["claimedUntil"])

    def release(self, group: str, request: Wire) -> None:
        self._change(group, "release", request)

    def advance(self, group: str, partition: Wire, position: int) -> int:
        body = {"partition": partition, "position": position}
        return int(self._change(group, "advance", body)["position"])

    def offsets(self, group: str, state: str | None, cursor: str | None) -> Answer:
        query = {**_page(cursor), "state": state}
        return self._call("GET", f"{_group(group)}/offsets", query=query)

    def schedule(self, messages: Sequence[Wire], at: datetime) -> str:
        body = {"messages": messages, "at": at.isoformat()}
        return str(self._call("POST", "/schedule", body)["scheduleId"])

    def scheduled(
        self, since: datetime | None, before: datetime | None, cursor: str | None
    ) -> Answer:
        span = {"from": since and since.isoformat(), "to": before and before.isoformat()}
        return self._call("GET", "/scheduled", query={**_page(cursor), **span})

    def read_scheduled(self, schedule: str, start: int) -> Answer:
        query = {"from": start, "limit": MAX_APPEND_MESSAGES}
        return self._call("GET", _scheduled(schedule), query=query)

    def cancel_scheduled(self, schedule: str) -> Answer:
        return self._call("DELETE", _scheduled(schedule))

    def installed(self) -> bool:
        try:
            self._call("GET", "/messages", query={"limit": 1})
        except NotFound:
            return False  # a server of a version without a log
        return True

    def clear(self) -> None:
        raise InvalidRequest("a log is cleared over its database only, as the owner; for tests")

    def close(self) -> None:
        self._session.close()

    def _change(self, group: str, verb: str, request: Wire) -> Answer:
        """The group's name goes into the body: in a path, API Gateway loses its slashes."""
        return self._call("POST", f"/groups/{verb}", {**request, "groupId": group})

    def _call(
        self,
        method: str,
        path: str,
        body: Wire | None = None,
        *,
        query: Mapping[str, Any] | None = None,
    ) -> Answer:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        return self._session.send(
            Operation(
                method,
                f"/api/v1/log{path}?{urlencode(given)}" if given else f"/api/v1/log{path}",
                _object,
                None if body is None else json_bytes(body),
                repeats=method == "GET" or path in _REPEATABLE,
                timeout_seconds=_TIMEOUT_SECONDS,
                retried=False,
            )
        )


def _group(group: str) -> str:
    return f"/groups/{quote(group, safe='')}"


def _scheduled(schedule: str) -> str:
    return f"/scheduled/{quote(schedule, safe='')}"


def _page(cursor: str | None) -> dict[str, Any]:
    return {"cursor": cursor, "limit": MAX_PAGE}


def _object(reply: Reply) -> Answer:
    body = json_of(reply)
    if body is not None and not isinstance(body, dict):
        raise TypeError("no JSON object")
    return body or {}

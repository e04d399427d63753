"""Powertools' HTTP resolver for this house: safe with several threads, with any name in a path, and
with only JSON objects as bodies."""

from __future__ import annotations

import base64
import threading
from collections.abc import Mapping
from typing import Any, TypeVar

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
from aws_lambda_powertools.event_handler.api_gateway import Route
from aws_lambda_powertools.utilities.typing import LambdaContext
from pydantic_core import from_json

from functions.edge.paths import PathRule
from regent.errors import InvalidJson, InvalidRequest, PayloadTooLarge

Event = dict[str, Any]
Answer = dict[str, Any]
T = TypeVar("T")


class InThisThread:
    """An attribute of a resolver with a value of its own in each thread.

    Powertools keeps the event of the request on a class that all resolvers share. On Lambda an
    environment has one request at a time; the local server has many.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, app: Any, owner: type | None = None) -> Any:
        if app is None:
            return self
        values = app.in_this_thread.__dict__
        if self._name == "context":
            values.setdefault("context", {})
        try:
            return values[self._name]
        except KeyError:
            raise AttributeError(self._name) from None

    def __set__(self, app: Any, value: Any) -> None:
        app.in_this_thread.__dict__[self._name] = value


class Resolver(APIGatewayHttpResolver):
    """Routes are written ``/queue/<queue>/partition/<partition>``. A name may hold any character,
    slashes included, because the published clients put names into paths unescaped."""

    current_event: Any = InThisThread()
    lambda_context: Any = InThisThread()
    context: Any = InThisThread()
    processed_stack_frames: Any = InThisThread()

    def __init__(self) -> None:
        self.in_this_thread = threading.local()  # first: super().__init__ sets the context
        super().__init__(enable_validation=True, json_body_deserializer=json_object)

    def resolve(self, event: Mapping[str, Any], context: LambdaContext) -> Answer:
        """Resolve as Powertools does, with the request kept in this thread."""
        self.current_event = self._to_proxy_event(dict(event))
        self.lambda_context = context
        self.processed_stack_frames = []
        try:
            answer: Answer = self._build_response(self._resolve())
            return answer
        finally:
            self.context = {}

    def known_routes(self) -> list[Route]:
        """Every route, those without placeholders first. Powertools has no public way to list
        them."""
        return [*self._static_routes, *self._dynamic_routes]

    @staticmethod
    def _compile_regex(rule: str, base_regex: str = "") -> PathRule:  # noqa: ARG004 - theirs
        """Powertools asks a rule for its groups, for a match, and that for its groupdict."""
        return PathRule(rule)


def with_json_body(event: Mapping[str, Any], max_bytes: int) -> Event:
    """The event with its body as text. It is JSON whatever type the client names (curl says: a
    form)."""
    body = event.get("body")
    if body and event.get("isBase64Encoded"):
        try:
            body = base64.b64decode(body, validate=True).decode()
        except ValueError:
            raise InvalidJson("the body is not valid JSON: it is not UTF-8 text") from None
    if body and not fits(body, max_bytes):
        raise PayloadTooLarge(f"the request is larger than {max_bytes} bytes; send less at once")
    headers = {**(event.get("headers") or {}), "content-type": "application/json"}
    return {**event, "headers": headers, "body": body, "isBase64Encoded": False}


def fits(body: str | bytes, max_bytes: int) -> bool:
    """Whether a body has so many bytes at most."""
    if isinstance(body, bytes):
        return len(body) <= max_bytes
    # A character has at most four bytes, so only a body that may be too large is measured.
    return len(body) * 4 <= max_bytes or len(body.encode()) <= max_bytes


def json_object(body: str | bytes) -> dict[str, Any]:
    """Parse strict JSON: no NaN, no lone surrogates, at most 200 levels deep; and only an
    object."""
    try:
        parsed = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise InvalidJson(f"the body is not valid JSON: {error}") from error
    if not isinstance(parsed, dict):
        raise InvalidRequest(f"the body must be a JSON object, not {_kind(parsed)}")
    return parsed


def _kind(value: object) -> str:
    if value is None:
        return "null"
    kinds = {list: "an array", str: "a string", bool: "a boolean"}
    return kinds.get(type(value), "a number")

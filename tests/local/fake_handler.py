"""A handler whose routes show what the gateway does with requests and with answers."""

import base64
import json
import os
import re
import threading
import time
from collections.abc import Callable
from typing import Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver

from regent.stores.calls import Alone

abandoned: list[str] = []
#: Requests that wait or sleep.
began: list[str] = []


class Resolver(APIGatewayHttpResolver):
    """Placeholders match any text, as the real handlers' do."""

    def known_routes(self) -> list[Any]:
        return [*self._static_routes, *self._dynamic_routes]

    def short_way_of(self, function: Any) -> Any:
        return getattr(function, "short_way", None)

    def answer_at_length(self, event: dict[str, Any], context: Any) -> Any:
        return handler(event, context)

    @staticmethod
    def _compile_regex(rule: str, base_regex: str = "") -> re.Pattern[str]:
        return re.compile(re.sub(r"<(\w+)>", r"(?P<\1>.+)", rule) + r"\Z", re.DOTALL)


app = Resolver()
answers: dict[str, Callable[[dict[str, Any], Any], Any]] = {}


def answers_to(method: str, path: str) -> Callable[[Any], Any]:
    """Add a route, and the function of (event, context) that answers it."""

    def add(function: Any) -> Any:
        getattr(app, method.lower())(path)(function)
        answers[f"{method} {path}".replace("<", "{").replace(">", "}")] = function
        return function

    return add


def handler(event: dict[str, Any], context: Any) -> Any:
    """Answer without Powertools: these tests are about the gateway."""
    return answers[event["routeKey"]](event, context)


@answers_to("GET", "/echo")
@answers_to("POST", "/echo")
@answers_to("GET", "/items/<name>")
def echo(event: dict[str, Any], context: Any) -> Any:
    """Answer the event itself; a plain object is JSON with status 200."""
    return {
        "event": event,
        "context": {
            "function_name": context.function_name,
            "aws_request_id": context.aws_request_id,
            "arn": context.invoked_function_arn,
            "memory": context.memory_limit_in_mb,
            "remaining": context.get_remaining_time_in_millis(),
        },
    }


def shortly(**parts: Any) -> Any:
    """Answer with the parts of a request; with a body it is for the handler."""
    return None if parts["body"] else short_answer(**parts)


async def short_answer(**parts: Any) -> dict[str, Any]:
    """Say which thread answered, and which one carried out the call that was awaited."""
    parts["context"] = parts["context"].function_name
    parts["body"] = parts["body"].decode()
    parts["threads"] = [
        threading.current_thread().name,
        await Alone(lambda: threading.current_thread().name),
    ]
    return {"statusCode": 201, "headers": {"X-Way": "short"}, "body": json.dumps(parts)}


@answers_to("GET", "/short/<name>")
@answers_to("POST", "/short/<name>")
def long(event: dict[str, Any], context: Any) -> Any:
    """Answer what the short way did not."""
    return {"statusCode": 201, "headers": {"X-Way": "long"}, "body": event["body"]}


long.short_way = shortly  # type: ignore[attr-defined]


def home(event: dict[str, Any], context: Any) -> Any:
    """Answer any caller, with its claims."""
    return echo(event, context)


home.is_public = True  # type: ignore[attr-defined]
home.never_waits = True  # type: ignore[attr-defined]
for path in ("/", "/health"):
    answers_to("GET", path)(home)


@answers_to("GET", "/pid")
def pid(event: dict[str, Any], context: Any) -> Any:
    """Say which process answers."""
    method = event["requestContext"]["http"]["method"]
    return {"statusCode": 200, "headers": {"X-Method": method}, "body": str(os.getpid())}


@answers_to("GET", "/full")
def full(event: dict[str, Any], context: Any) -> Any:
    """Answer with everything that an answer may have."""
    return {
        "statusCode": 418,
        "headers": {"Content-Type": "text/plain", "X-Number": 7, "X-Flag": True},
        "cookies": ["a=1; HttpOnly", "b=2"],
        "body": base64.b64encode(b"\x00\xff tea").decode(),
        "isBase64Encoded": True,
    }


@answers_to("GET", "/nothing")
def nothing(event: dict[str, Any], context: Any) -> Any:
    """Answer without a body."""
    return {"statusCode": 204}


@answers_to("GET", "/fail")
def fail(event: dict[str, Any], context: Any) -> Any:
    """Fail as a handler with a bug does."""
    raise RuntimeError("the handler's own secret")


@answers_to("GET", "/exit")
def leave(event: dict[str, Any], context: Any) -> Any:
    """Try to end the process."""
    raise SystemExit(3)


@answers_to("GET", "/malformed")
def malformed(event: dict[str, Any], context: Any) -> Any:
    """Answer what API Gateway refuses."""
    return {"statusCode": 200, "headers": {"x-split": "a\r\nset-cookie: b"}, "body": ""}


@answers_to("GET", "/poll")
def poll(event: dict[str, Any], context: Any) -> Any:
    """Wait as a long poll does."""
    began.append(context.aws_request_id)
    until = time.monotonic() + 15
    while time.monotonic() < until:
        if context.get_remaining_time_in_millis() == 0:
            abandoned.append(context.aws_request_id)
            return {"statusCode": 204}
        time.sleep(0.02)
    return {"statusCode": 200, "body": "waited to the end"}


@answers_to("GET", "/patient")
def patient(event: dict[str, Any], context: Any) -> Any:
    """Wait without being asked to."""
    return poll(event, context)


patient.may_wait = True  # type: ignore[attr-defined]


@answers_to("GET", "/take")
@answers_to("DELETE", "/take")
def take(event: dict[str, Any], context: Any) -> Any:
    """Take something: the answer is the only place where it is then."""
    abandoned.append(context.aws_request_id)
    return {"statusCode": 200, "body": "taken"}


take.changes = True  # type: ignore[attr-defined]


@answers_to("GET", "/slow")
def slow(event: dict[str, Any], context: Any) -> Any:
    """Take half a second."""
    began.append(context.aws_request_id)
    time.sleep(0.5)
    return {"statusCode": 200, "body": "done"}


@answers_to("GET", "/began")
def count_began(event: dict[str, Any], context: Any) -> Any:
    """Say how many polls and slow requests have begun."""
    return len(began)


@answers_to("GET", "/abandoned")
def count_abandoned(event: dict[str, Any], context: Any) -> Any:
    """Say how many polls ended before their time, and how much was taken."""
    return len(abandoned)

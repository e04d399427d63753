"""API Gateway, for the HTTP API that moto keeps."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

import jwt

from regent.local.events import (
    HttpAnswer,
    HttpRequest,
    build_event,
    decode_path,
    read_answer,
    read_query,
)
from tests.rehearsal.cloud import ACCOUNT, REGION, Cloud
from tests.rehearsal.policies import allows, parsed
from tests.rehearsal.requests.functions import Functions
from tests.rehearsal.requests.refusals import NotProvisioned

MAX_BODY_BYTES: Final = 10 * 1024 * 1024
MAX_LINE_AND_HEADERS_BYTES: Final = 10_240
_FUNCTION_ARN: Final = re.compile(r"(arn:[\w-]+:lambda:[\w-]+:\d+:function:[\w-]+(?::[\w$-]+)?)")
_V2: Final = "apigatewayv2"


@dataclass(frozen=True)
class Found:
    """The route of a request, and the values of its placeholders."""

    route: Mapping[str, Any]
    path_parameters: dict[str, str]


class Gateway:
    """One HTTP API, reached at the URL that the stack exports. ``issuers``: the public key of each
    issuer of tokens, which AWS would fetch from there."""

    def __init__(
        self, cloud: Cloud, functions: Functions, url: str, issuers: Mapping[str, Any]
    ) -> None:
        self._cloud = cloud
        self._functions = functions
        self._issuers = issuers
        apis = cloud.call(_V2, "GetApis")["Items"]
        found = [api for api in apis if urlsplit(api["ApiEndpoint"]).hostname == _host(url)]
        own = [each["DomainName"] for each in cloud.call(_V2, "GetDomainNames")["Items"]]
        if _host(url) in own:
            mapped = cloud.call(_V2, "GetApiMappings", DomainName=_host(url))["Items"]
            found = [api for api in apis if api["ApiId"] in {each["ApiId"] for each in mapped}]
        if not found:
            raise NotProvisioned(f"no API answers at {url}")
        self.api_id: str = found[0]["ApiId"]

    def request(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> HttpAnswer:
        """Send a request; the path as it is on the wire, with its query."""
        sent = {"host": f"{self.api_id}.execute-api", **(headers or {})}
        if len(body) > MAX_BODY_BYTES:
            return _refused(413, "Request Entity Too Large")
        size = len(method) + len(path) + sum(len(k) + len(v) for k, v in sent.items())
        if size > MAX_LINE_AND_HEADERS_BYTES:
            return _refused(431, "Request Header Fields Too Large")
        self._check_stage()
        raw_path, _, query = path.partition("?")
        # AWS decodes the path first, and then cuts it at what has become a question mark.
        decoded = decode_path(raw_path.encode()).partition("?")[0]
        found = self.find(method, decoded)
        if found is None:
            return _refused(404, "Not Found")
        claims = self._authorized(found.route, sent)
        if isinstance(claims, HttpAnswer):
            return claims
        event = build_event(
            HttpRequest(method, decoded, query, sent, [], "HTTP/1.1", "192.0.2.1"),
            query=read_query(query),
            body=body,
            route_key=found.route["RouteKey"],
            path_parameters=found.path_parameters,
            request_id="rehearsal-request",
            claims=claims,
        )
        return self._integrated(found, method, event)

    def find(self, method: str, path: str) -> Found | None:
        """The most specific route: word before placeholder before the rest of a path."""
        fitting = []
        for route in self.routes:
            verb, _, pattern = route["RouteKey"].partition(" ")
            if verb not in (method, "ANY"):
                continue
            match = _pattern(pattern).fullmatch(path)
            if match:
                rank = [_rank(step) for step in pattern.strip("/").split("/")]
                fitting.append((rank, verb == "ANY", route["RouteKey"], route, match))
        if not fitting:
            return None
        *_, route, match = min(fitting, key=lambda each: each[:3])
        return Found(route, match.groupdict())

    def function_of(self, route: Mapping[str, Any]) -> str:
        """The ARN of the function that a route leads to."""
        return self._function(self._integration(route))

    @cached_property
    def routes(self) -> list[Mapping[str, Any]]:
        """All routes of the API."""
        items: list[Mapping[str, Any]] = self._cloud.call(_V2, "GetRoutes", ApiId=self.api_id)[
            "Items"
        ]
        return items

    def _check_stage(self) -> None:
        stages = self._cloud.call(_V2, "GetStages", ApiId=self.api_id)["Items"]
        served = [stage for stage in stages if stage["StageName"] == "$default"]
        if not served:
            raise NotProvisioned("the API has no stage $default: its URL answers 404")
        if not served[0].get("AutoDeploy"):
            raise NotProvisioned("the stage $default is not deployed by itself")

    def _authorized(
        self, route: Mapping[str, Any], headers: Mapping[str, str]
    ) -> dict[str, Any] | HttpAnswer | None:
        """A token's claims, None for a route that asks for none, or the refusal."""
        kind = route.get("AuthorizationType", "NONE")
        if kind == "NONE":
            return None
        if kind == "AWS_IAM":
            signed = headers.get("authorization", "").startswith("AWS4-HMAC-SHA256 ")
            return None if signed else _refused(403, "Forbidden")
        authorizer = self._cloud.call(
            _V2, "GetAuthorizer", ApiId=self.api_id, AuthorizerId=route["AuthorizerId"]
        )
        if authorizer["AuthorizerType"] != "JWT":
            raise NotProvisioned(f"{route['RouteKey']} asks for {authorizer['AuthorizerType']}")
        (source,) = authorizer["IdentitySource"]
        name = source.removeprefix("$request.header.").lower()
        token = headers.get(name, "").removeprefix("Bearer ").removeprefix("bearer ")
        trusted = authorizer["JwtConfiguration"]
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._issuers[trusted["Issuer"]],
                algorithms=["RS256"],
                audience=trusted["Audience"],
                issuer=trusted["Issuer"],
                options={"require": ["exp", "iss"]},
            )
        except jwt.InvalidTokenError:
            return _refused(401, "Unauthorized")
        return {key: str(value) for key, value in claims.items()}

    def _integrated(self, found: Found, method: str, event: dict[str, Any]) -> HttpAnswer:
        integration = self._integration(found.route)
        if integration["IntegrationType"] != "AWS_PROXY":
            raise NotProvisioned(f"the integration is {integration['IntegrationType']}")
        if integration.get("PayloadFormatVersion") != "2.0":
            raise NotProvisioned(
                f"the integration hands over events of format"
                f" {integration.get('PayloadFormatVersion')}; the handlers read 2.0"
            )
        function = self._function(integration)
        self._check_may_invoke(function, found.route, method)
        seconds = integration["TimeoutInMillis"] / 1000
        started = time.monotonic()
        answer = self._functions.invoke(function, event, within_seconds=seconds)
        if time.monotonic() - started > seconds:
            return _refused(503, "Service Unavailable")
        return read_answer(answer)

    def _integration(self, route: Mapping[str, Any]) -> Mapping[str, Any]:
        id_ = route.get("Target", "").removeprefix("integrations/")
        integrations = self._cloud.call(_V2, "GetIntegrations", ApiId=self.api_id)["Items"]
        for integration in integrations:
            if integration["IntegrationId"] == id_:
                found: Mapping[str, Any] = integration
                return found
        raise NotProvisioned(f"{route['RouteKey']} leads to no integration: {route.get('Target')}")

    @staticmethod
    def _function(integration: Mapping[str, Any]) -> str:
        found = _FUNCTION_ARN.search(integration.get("IntegrationUri", ""))
        if not found:
            raise NotProvisioned(f"the integration names no function: {integration}")
        return found[1]

    def _check_may_invoke(self, function: str, route: Mapping[str, Any], method: str) -> None:
        """Check, as Lambda does, that the function's own policy lets this route call it."""
        name = function.rpartition(":function:")[2]
        client = self._cloud.client("lambda")
        try:
            policy = self._cloud.call("lambda", "GetPolicy", FunctionName=function)["Policy"]
        except client.exceptions.ResourceNotFoundException:
            raise NotProvisioned(f"API Gateway may not call {name}: nobody may") from None
        path = route["RouteKey"].partition(" ")[2]
        source = f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{self.api_id}/$default/{method}{path}"
        said = [
            each
            for each in parsed(policy)
            if each["Principal"].get("Service") == "apigateway.amazonaws.com"
        ]
        arn_of_function = function.partition(":function:")[0] + f":function:{name}"
        if not allows(said, "lambda:InvokeFunction", arn_of_function, _contexts(source)):
            raise NotProvisioned(f"API Gateway may not call {name} for {source}")


def _contexts(source: str) -> dict[str, str]:
    """moto writes the condition's key in its own case."""
    return {"AWS:SourceArn": source, "aws:SourceArn": source, "AWS:SourceAccount": ACCOUNT}


def _host(url: str) -> str | None:
    return urlsplit(url).hostname


def _pattern(path: str) -> re.Pattern[str]:
    """A route's path as an expression: {name} is a step, {name+} the rest."""
    pieces = re.split(r"\{(\w+)(\+?)\}", path)
    expression = re.escape(pieces[0])
    for name, greedy, text in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        expression += f"(?P<{name}>{'.+' if greedy else '[^/]+'})" + re.escape(text)
    return re.compile(expression)


def _rank(step: str) -> int:
    return 2 if step.endswith("+}") else 1 if step.startswith("{") else 0


def _refused(status: int, words: str) -> HttpAnswer:
    """API Gateway's own answer."""
    text = f'{{"message":"{words}"}}'
    return HttpAnswer(status, [(b"content-type", b"application/json")], text.encode())

"""What API Gateway does around a request: it lets browsers in, counts, writes down, and answers at
an address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.rehearsal.aws import access_logs
from tests.rehearsal.records import Stack
from tests.rehearsal.stories.telling import FUNCTION, LOG_GROUP, Story, choices, named, only

#: What a browser sends beyond what every page may: the token, that the body is JSON, who pops.
SENT: Final = ("authorization", "content-type", "regent-client")
#: Headers of answers that clients read: when to come again, whether there is such a queue, the
#: request's id, where a list goes on.
READ: Final = ("retry-after", "regent-queue", "regent-request-id", "x-next-cursor")
#: Browsers keep the answer to OPTIONS for two hours at most.
TWO_HOURS: Final = 7_200
_PERMISSION: Final = "lambda/permission:Permission"
_OF_THE_API: Final = (
    "route:Route", "stage:Stage", "integration:Integration", "authorizer:Authorizer",
)  # fmt: skip


def other_sites_may_call_if_they_are_listed(stack: Stack) -> Iterator[str]:
    """A console at another address asks first (OPTIONS), for each method and each header. It
    sends a token in a header and no cookies, so nobody needs `credentials`."""
    origins = choices(stack).cors_origins
    api = only(stack, "apigatewayv2/api:Api")
    cors: Mapping[str, Any] = api.inputs.get("corsConfiguration", {})
    if bool(cors) != bool(origins):
        yield f"corsOrigins is {list(origins)}, and the API says {dict(cors)}"
    if not cors:
        return
    routes = stack.resources.of("apigatewayv2/route:Route")
    for method in sorted({each.inputs["routeKey"].partition(" ")[0] for each in routes}):
        for origin in origins:
            if not _may_send(cors, origin, method, SENT):
                yield f"a browser of {origin} may not send a {method} with a token"
        if _may_send(cors, "https://elsewhere.test", method, ()):
            yield f"a browser of any site may send a {method}"
    yield from (f"a page may not read {each}" for each in READ if each not in cors["exposeHeaders"])
    if cors.get("allowCredentials"):
        yield "browsers are invited to send cookies"
    if not 600 <= cors.get("maxAge", 0) <= TWO_HOURS:
        yield f"a browser asks again after {cors.get('maxAge')} seconds"


def _may_send(cors: Mapping[str, Any], origin: str, method: str, headers: tuple[str, ...]) -> bool:
    """API Gateway's answer to OPTIONS."""

    def listed(name: str, value: str) -> bool:
        return value in cors.get(name, []) or "*" in cors.get(name, [])

    return (
        listed("allowOrigins", origin)
        and listed("allowMethods", method)
        and all(listed("allowHeaders", header) for header in headers)
    )


#: A push that took 31 ms, 24 of them in the function.
_PUSH: Final = {
    "requestId": "r-1", "requestTime": "20/Nov/2026:01:00:00 +0000", "httpMethod": "POST",
    "routeKey": "POST /api/v1/push", "status": "201", "responseLatency": "31",
    "integrationLatency": "24", "integration.latency": "24", "integrationStatus": "200",
    "integration.integrationStatus": "200", "integration.status": "201", "responseLength": "512",
    "identity.sourceIp": "192.0.2.7", "authorizer.claims.sub": "ada",
    "identity.userArn": "arn:aws:iam::123456789012:user/ada", "identity.user": "AIDA1",
    "path": "/api/v1/push", "protocol": "HTTP/1.1", "stage": "$default", "requestTimeEpoch": "1",
    "apiId": "a", "accountId": "0", "authorizer.claims.email": "ada@regent.test",
}  # fmt: skip
#: What is known of a call only when it was let in.
_OF_LATER: Final = ("integration", "authorizer", "identity.")
#: A call that the authorizer refused: no function ran.
_REFUSED: Final = {
    **{name: value for name, value in _PUSH.items() if not name.startswith(_OF_LATER)},
    "status": "401", "responseLatency": "3", "responseLength": "26",
    "error.message": "Unauthorized",
    "error.messageString": '"Unauthorized"', "error.responseType": "UNAUTHORIZED",
    "identity.sourceIp": "192.0.2.7",
}  # fmt: skip
#: A call whose function did not answer in time.
_FAILED: Final = {
    **_PUSH, "status": "503", "responseLatency": "29001", "error.message": "Service Unavailable",
    "integrationErrorMessage": "timed out", "integration.error": "timed out",
}  # fmt: skip


def the_access_log_tells_what_happened(stack: Stack) -> Iterator[str]:
    """Who asked when for which route, what came of it, how long it took and where: without a
    path, a query or a header, because they may hold secrets."""
    if not choices(stack).access_log:
        return
    stage = only(stack, "apigatewayv2/stage:Stage")
    settings = stage.inputs["accessLogSettings"]
    mode = choices(stack).auth_mode
    who = {"jwt": "ada", "iam": "arn:aws:iam::123456789012:user/ada", "none": "-"}[mode]
    usual = {
        "requestId": "r-1", "time": "20/Nov/2026:01:00:00 +0000", "method": "POST",
        "route": "POST /api/v1/push", "status": "201", "milliseconds": "31",
        "functionMilliseconds": "24", "functionStatus": "200", "bytes": "512", "ip": "192.0.2.7",
        "error": "-", "functionError": "-", "subject": who,
    }  # fmt: skip
    refused = {
        "status": "401", "milliseconds": "3", "functionMilliseconds": "-", "functionStatus": "-",
        "bytes": "26", "error": "Unauthorized", "subject": "-",
    }  # fmt: skip
    failed = {
        "status": "503", "milliseconds": "29001", "error": "Service Unavailable",
        "functionError": "timed out",
    }  # fmt: skip
    for request, wanted in ((_PUSH, usual), (_REFUSED, refused), (_FAILED, failed)):
        try:
            line = access_logs.line(settings["format"], request)
        except access_logs.UnknownVariable as unknown:
            yield f"the access log names {unknown}, which API Gateway does not have"
            return
        for name, value in {**usual, **wanted}.items():
            if line.get(name) != value:
                yield f"the access log says {name} {line.get(name)!r}, not {value!r}"
    if "\n" in settings["format"]:
        yield "a line of the access log is several lines"


def the_access_log_has_its_place(stack: Stack) -> Iterator[str]:
    """Below /aws/vendedlogs/ API Gateway may write by AWS's own policy. Elsewhere each stack
    adds to one policy of the account, which has little room."""
    if not choices(stack).access_log:
        return
    stage = only(stack, "apigatewayv2/stage:Stage")
    written = stage.inputs["accessLogSettings"]["destinationArn"]
    groups = {each.outputs["arn"]: each for each in stack.resources.of(LOG_GROUP)}
    group = groups.get(written)
    if group is None:
        yield f"the access log goes to {written}, which the stack does not have"
    elif group.outputs["name"] != f"/aws/vendedlogs/apigateway/{stack.prefix}":
        yield f"the access log goes to {group.outputs['name']}"


def requests_are_held_to_what_was_chosen(stack: Stack) -> Iterator[str]:
    """A stack's bill follows its traffic, so the limit is the one that its owner set. Strangers may
    ask for its health, a few times a second."""
    config = choices(stack)
    stage = only(stack, "apigatewayv2/stage:Stage")
    usual = stage.inputs["defaultRouteSettings"]
    limits = (usual.get("throttlingRateLimit"), usual.get("throttlingBurstLimit"))
    if limits != (config.throttle_rate, config.throttle_burst):
        yield f"{limits} requests come through, not {config.throttle_rate, config.throttle_burst}"
    own = {each["routeKey"]: each for each in stage.inputs.get("routeSettings", [])}
    if set(own) != {"GET /health"}:
        yield f"limits of their own have {sorted(own)}, not the health check"
    for settings in (usual, *own.values()):
        if settings.get("detailedMetricsEnabled"):
            yield "each route has metrics of its own: they are paid for, and nobody looks at them"
    for health in own.values():
        for name in ("throttlingRateLimit", "throttlingBurstLimit"):
            if not 1 <= health.get(name, 0) <= 10:
                yield f"a monitor asks each second: {name} of health is {health.get(name)}"


def the_api_speaks_http_to_functions(stack: Stack) -> Iterator[str]:
    """An HTTP API costs a third of a REST API; Lambda is always called by POST, whatever the
    client sent."""
    api = only(stack, "apigatewayv2/api:Api")
    if (api.inputs["protocolType"], api.inputs["name"]) != ("HTTP", stack.prefix):
        yield f"the API is {api.inputs['protocolType']}, called {api.inputs['name']}"
    if api.inputs.get("disableExecuteApiEndpoint"):
        yield "the API does not answer at its own address, which is an output"
    for integration in stack.resources.of("apigatewayv2/integration:Integration"):
        how = (integration.inputs["integrationType"], integration.inputs["integrationMethod"])
        if how != ("AWS_PROXY", "POST"):
            yield f"{integration.label} calls by {how}"
    called = {each.inputs.get("function") for each in stack.resources.of(_PERMISSION)}
    behind = {
        each.outputs["name"] for name, each in named(stack, FUNCTION).items() if name in _api(stack)
    }
    if called != behind:
        yield f"API Gateway may not call {sorted(behind ^ called)}, or what is not its own"
    stage = only(stack, "apigatewayv2/stage:Stage")
    if (stage.inputs.get("name"), stage.inputs.get("autoDeploy")) != ("$default", True):
        yield f"{stage.label} does not answer at the API's address"
    for each in stack.resources.of(*(f"apigatewayv2/{type_}" for type_ in _OF_THE_API)):
        if each.inputs.get("apiId") != api.id:
            yield f"{each.label} belongs to another API"


def _api(stack: Stack) -> set[str]:
    """The functions that answer requests."""
    return {each.name for each in stack.resources.of("apigatewayv2/integration:Integration")}


def names_in_paths_may_hold_slashes(stack: Stack) -> Iterator[str]:
    """API Gateway decodes a slash before it looks for a route. So a name at the end of a path takes
    all that is left of it, and a name in the middle of one takes no slash."""
    for route in stack.resources.of("apigatewayv2/route:Route"):
        _, _, path = route.inputs["routeKey"].partition(" ")
        front, _, end = path.rpartition("/")
        if "+" in front or (end.startswith("{") and not end.endswith("+}")):
            yield f"{path} cuts a name at its first slash"


def tokens_are_asked_of_the_issuer_that_was_chosen(stack: Stack) -> Iterator[str]:
    """The issuer and the audience are those of the configuration, letter by letter; clients send a
    token as `Authorization: Bearer`."""
    config = choices(stack)
    authorizers = stack.resources.of("apigatewayv2/authorizer:Authorizer")
    if len(authorizers) != (config.auth_mode == "jwt"):
        yield f"authMode is {config.auth_mode}, and there are {len(authorizers)} authorizers"
    for authorizer in authorizers:
        inputs = authorizer.inputs
        tokens = inputs.get("jwtConfiguration", {})
        trusted = (tokens.get("issuer"), tuple(tokens.get("audiences", ())))
        if trusted != (config.jwt_issuer, config.jwt_audience):
            yield f"{authorizer.label} trusts {trusted}"
        read = (inputs["authorizerType"], inputs.get("identitySources"))
        if read != ("JWT", ["$request.header.Authorization"]):
            yield f"{authorizer.label} reads {read}"


def an_address_of_ones_own_leads_to_the_api(stack: Stack) -> Iterator[str]:
    """Old clients that speak less than TLS 1.2 are refused, and the certificate is the one that was
    chosen. The whole host leads to the stage that serves."""
    config = choices(stack)
    domains = stack.resources.of("apigatewayv2/domainName:DomainName")
    mappings = stack.resources.of("apigatewayv2/apiMapping:ApiMapping")
    if not len(domains) == len(mappings) == bool(config.domain_name):
        yield f"domainName is {config.domain_name}, and there are {len(mappings)} ways to the API"
        return
    api, stage = only(stack, "apigatewayv2/api:Api"), only(stack, "apigatewayv2/stage:Stage")
    for domain, mapping in zip(domains, mappings, strict=True):
        wanted = {
            "certificateArn": config.certificate_arn,
            "endpointType": "REGIONAL",
            "securityPolicy": "TLS_1_2",
        }
        if domain.inputs["domainNameConfiguration"] != wanted:
            yield f"{domain.label} is {domain.inputs['domainNameConfiguration']}"
        if domain.inputs["domainName"] != config.domain_name:
            yield f"{domain.label} is {domain.inputs['domainName']}"
        led = {key: mapping.inputs.get(key) for key in ("apiId", "domainName", "stage")}
        if led != {"apiId": api.id, "domainName": config.domain_name, "stage": stage.id}:
            yield f"{mapping.label} leads to {led}"
        if mapping.inputs.get("apiMappingKey"):
            yield f"{mapping.label} puts a path before all routes"


STORIES: Final[tuple[Story, ...]] = (
    other_sites_may_call_if_they_are_listed, the_access_log_tells_what_happened,
    the_access_log_has_its_place, requests_are_held_to_what_was_chosen,
    the_api_speaks_http_to_functions, names_in_paths_may_hold_slashes,
    tokens_are_asked_of_the_issuer_that_was_chosen,
    an_address_of_ones_own_leads_to_the_api,
)  # fmt: skip

"""Every route names the role that may call it, and names the one of the contract."""

import pytest

from functions.edge.roles import Role, needs
from functions.handlers import API_MODULES
from tests.support.roles import level, routes_of, wrong_roles

NO_RULE = (
    "no rule says who may call it; look into the contract and add one to RULES in"
    " tests/support/roles.py"
)


def test_every_route_has_the_role_of_the_contract() -> None:
    routes = routes_of(API_MODULES)
    assert len(routes) >= len(API_MODULES)
    assert wrong_roles(routes) == []


def test_a_route_with_no_role_or_a_wrong_one_is_found() -> None:
    def nobody() -> None: ...

    @needs(Role.READ_ONLY)
    def reader() -> None: ...

    assert wrong_roles(
        [
            ("GET", "/api/v1/messages", nobody),
            ("GET", "/api/v1/messages", reader),
            ("GET", "/api/v1/pop/queue/{queue}", reader),
            ("GET", "/api/v2/new", reader),
        ]
    ) == [
        "GET /api/v1/messages: no @needs(Role.…) below its decorator",
        "GET /api/v1/pop/queue/{queue}: needs READ_ONLY, the contract says read-write",
        f"GET /api/v2/new: {NO_RULE}",
    ]


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/", "public"),
        ("GET", "/health", "public"),
        ("GET", "/metrics", "public"),
        ("GET", "/metrics/prometheus", "public"),
        ("GET", "/openapi.json", "public"),
        ("GET", "/api/v1/status/queues/{queue}/messages", "read-only"),
        ("GET", "/api/v1/analytics/queue-lag", "read-only"),
        ("GET", "/api/v1/resources/queues/{queue}", "read-only"),
        ("GET", "/api/v1/messages/{partitionId}/{transactionId}", "read-only"),
        ("GET", "/api/v1/consumer-groups/lagging", "read-only"),
        ("GET", "/api/v1/resources/groups", "read-only"),
        ("GET", "/api/v1/subscriptions", "read-only"),
        ("GET", "/api/v1/dlq", "read-only"),
        ("GET", "/api/v1/traces/names", "read-only"),
        ("POST", "/api/v1/configure", "read-write"),
        ("POST", "/api/v1/push", "read-write"),
        ("GET", "/api/v1/pop", "read-write"),
        ("GET", "/api/v1/pop/queue/{queue}/partition/{partition}", "read-write"),
        ("POST", "/api/v1/ack/batch", "read-write"),
        ("POST", "/api/v1/transaction", "read-write"),
        ("POST", "/api/v1/lease/{lease}/extend", "read-write"),
        ("POST", "/api/v1/traces", "read-write"),
        ("POST", "/api/v1/consumer-groups/{group}/subscription", "read-write"),
        ("POST", "/api/v1/consumer-groups/{group}/queues/{queue}/seek", "read-write"),
        ("DELETE", "/api/v1/messages/{partitionId}/{transactionId}", "read-write"),
        ("POST", "/api/v1/messages/{partitionId}/{transactionId}/retry", "read-write"),
        ("POST", "/api/v1/dlq/redrive", "read-write"),
        ("POST", "/api/v1/dlq/purge", "admin"),
        ("GET", "/api/v1/session", "read-only"),
        ("GET", "/api/v1/system/maintenance", "read-only"),
        ("GET", "/api/v1/system/maintenance/pop", "read-only"),
        ("POST", "/api/v1/system/maintenance", "admin"),
        ("POST", "/api/v1/system/maintenance/pop", "admin"),
        ("DELETE", "/api/v1/resources/queues/{queue}", "admin"),
        ("DELETE", "/api/v1/queues/{queue}/clear", "admin"),
        ("DELETE", "/api/v1/resources/queues/{queue}/partitions/{partition}", "admin"),
        ("DELETE", "/api/v1/consumer-groups/{group}/queues/{queue}", "admin"),
        ("DELETE", "/api/v1/subscriptions/{id}", "admin"),
        ("POST", "/api/v1/stats/refresh", "admin"),
    ],
)
def test_the_rules_say_what_the_contract_says(method: str, path: str, expected: str) -> None:
    assert level(method, path) == expected


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/healthy"),
        ("GET", "/health/api"),
        ("POST", "/health"),
        ("GET", "/openapiXjson"),
        ("GET", "/api/v1/popular"),
        ("GET", "/api/v1/push"),
        ("DELETE", "/api/v1/traces/1"),
    ],
)
def test_the_rules_leave_open_what_the_contract_does_not_say(method: str, path: str) -> None:
    with pytest.raises(LookupError, match="no rule says who may call it"):
        level(method, path)

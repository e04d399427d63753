"""Mistakes that fail a request, and that nothing else notices."""

from __future__ import annotations

from typing import Any, Final

from tests.rehearsal.mutations.planting import (
    Changed,
    Mutation,
    inputs,
    left_out,
    policy,
    text,
    the,
)
from tests.rehearsal.records import Stack

_FUNCTION: Final = "lambda/function:Function"


def _without(action: str) -> Any:
    return policy(
        "install", lambda said: [each for each in said if action not in str(each["Action"])]
    )


def _target_of(route: str, handler: str) -> Any:
    def plant(stack: Stack) -> Changed:
        wrong = the(stack, "apigatewayv2/integration:Integration", handler)
        return inputs("apigatewayv2/route:Route", route, target=f"integrations/{wrong.id}")(stack)

    return plant


MUTATIONS: Final = (
    Mutation(
        "the permission is another API's",
        "request",
        text("lambda/permission:Permission", "push", "sourceArn", "execute-api", "apigateway"),
        "API Gateway may not call",
    ),
    Mutation(
        "no permission at all",
        "request",
        left_out("lambda/permission:Permission", "pop"),
        "nobody may",
    ),
    Mutation(
        "the database lets no function in",
        "request",
        left_out("vpc/securityGroupIngressRule:SecurityGroupIngressRule", "functions-to-database"),
        "no rule lets",
    ),
    Mutation(
        "functions are not let out",
        "request",
        left_out("vpc/securityGroupEgressRule:SecurityGroupEgressRule", "functions-to-database"),
        "no rule lets",
    ),
    Mutation(
        "a function may log in as another user than it does",
        "request",
        text("iam/rolePolicy:RolePolicy", "push", "policy", "/regent_api", "/regent_jobs"),
        "may not rds-db:connect",
    ),
    Mutation(
        "the policy names another cluster",
        "request",
        text("iam/rolePolicy:RolePolicy", "push", "policy", "dbuser:", "dbuser:other-"),
        "may not rds-db:connect",
    ),
    Mutation(
        "the reclaim logs in as a user that may not reclaim",
        "request",
        inputs(_FUNCTION, "reclaim", environment__variables__REGENT_DATABASE_USER="regent_api"),
        "may not rds-db:connect",
    ),
    Mutation(
        "the handler is misspelt",
        "request",
        inputs(_FUNCTION, "push", handler="functions.api.push.handle"),
        "does not start",
    ),
    Mutation(
        "the handler is in no package",
        "request",
        inputs(_FUNCTION, "push", handler="functions.push.handler"),
        "does not start",
    ),
    Mutation(
        "the environment names another database",
        "request",
        inputs(_FUNCTION, "push", environment__variables__REGENT_DATABASE_NAME="postgres"),
        "has no such one",
    ),
    Mutation(
        "the environment names no host that there is",
        "request",
        inputs(_FUNCTION, "push", environment__variables__REGENT_DATABASE_HOST="db.internal"),
        "no database answers",
    ),
    Mutation(
        "the environment names certificates that are not packed",
        "request",
        inputs(_FUNCTION, "push", environment__variables__REGENT_DATABASE_CA="/var/task/ca.pem"),
        "which the package lacks",
    ),
    Mutation(
        "a setting that the handler refuses",
        "request",
        inputs(_FUNCTION, "push", environment__variables__REGENT_AUTH_REQUIRED="yes"),
        "REGENT_AUTH_REQUIRED is 'yes'",
    ),
    Mutation(
        "events of the older format",
        "request",
        inputs("apigatewayv2/integration:Integration", "push", payloadFormatVersion="1.0"),
        "the handlers read 2.0",
    ),
    Mutation(
        "a stage that is in no URL",
        "request",
        inputs("apigatewayv2/stage:Stage", "api", name="prod"),
        "no stage $default",
    ),
    Mutation(
        "an audience that no token has",
        "request",
        inputs("apigatewayv2/authorizer:Authorizer", "jwt", jwtConfiguration__audiences=["other"]),
        "401",
    ),
    Mutation(
        "a route to another handler",
        "request",
        _target_of("POST /api/v1/push", "pop"),
        "404",
    ),
    Mutation(
        "the install may not read the password",
        "request",
        _without("secretsmanager:GetSecretValue"),
        "may not read the secret",
    ),
    Mutation(
        "the install may not decrypt the password",
        "request",
        _without("kms:Decrypt"),
        "may not decrypt",
    ),
    Mutation(
        "no way to the password out of the network",
        "request",
        left_out("ec2/vpcEndpoint:VpcEndpoint", "secretsmanager"),
        "has no endpoint of secretsmanager",
    ),
    Mutation(
        "the schedule calls another function",
        "request",
        text("scheduler/schedule:Schedule", "reclaim", "target", "rehearsal-reclaim\"",
             "rehearsal-push\""),
        "may not call",
    ),
    Mutation(
        "the schedule's role is another service's",
        "request",
        text("iam/role:Role", "scheduler", "assumeRolePolicy", "scheduler.amazonaws.com",
             "events.amazonaws.com"),
        "may not take on",
    ),
    Mutation(
        "a database that does not know that its gateway cuts paths",
        "request",
        inputs(_FUNCTION, "install", environment__variables__REGENT_PLAIN_NAMES="false"),
        "/api/v1/push: 201",
    ),
    Mutation(
        "an alarm for a metric that nobody writes",
        "request",
        inputs("cloudwatch/metricAlarm:MetricAlarm", "oldest-message", metricName="OldestMessage"),
        "no function printed",
    ),
    Mutation(
        "functions that name another stack in their metrics",
        "request",
        inputs(_FUNCTION, "reclaim", environment__variables__REGENT_SERVICE="regent-other"),
        "no function printed",
    ),
)  # fmt: skip

"""Mistakes that AWS would accept, and with which the stack would run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from tests.rehearsal.mutations.planting import (
    Changed,
    Mutation,
    document,
    inputs,
    left_out,
    options,
    policy,
    text,
    the,
)
from tests.rehearsal.records import Stack

_FUNCTION: Final = "lambda/function:Function"
_CLUSTER: Final = "rds/cluster:Cluster"
_SCALING: Final = "serverlessv2ScalingConfiguration"


def _shared_role(stack: Stack) -> Changed:
    pop = the(stack, _FUNCTION, "pop")
    return inputs(_FUNCTION, "push", role=pop.inputs["role"])(stack)


def _untagged(stack: Stack) -> Changed:
    key = the(stack, "kms/key:Key", "data")
    return {key.urn: key.with_inputs(tags=None)}


def _uninstalled(stack: Stack) -> Changed:
    """A function that does not wait for the schema."""
    push = the(stack, _FUNCTION, "push")
    calls = {each.urn for each in stack.resources.of("lambda/invocation:Invocation")}
    return {push.urn: replace(push, needs=push.needs - calls)}


def _early_stage(stack: Stack) -> Changed:
    stage = the(stack, "apigatewayv2/stage:Stage", "api")
    routes = {each.urn for each in stack.resources.of("apigatewayv2/route:Route")}
    return {stage.urn: replace(stage, needs=stage.needs - routes)}


def _open_to_code(said: list[Any]) -> list[Any]:
    return [each for each in said if each["Effect"] != "Deny"]


def _rule(name: str, layer_says: str, plant: Any) -> Mutation:
    return Mutation(name, "rules", plant, layer_says)


MUTATIONS: Final = (
    _rule(
        "a gateway that waits longer than it can",
        "more than 29000",
        inputs("apigatewayv2/integration:Integration", "pop", timeoutMilliseconds=29_500),
    ),
    _rule(
        "a function that outlives its request",
        "gives up before its function does",
        inputs(_FUNCTION, "pop", timeout=60),
    ),
    _rule(
        "a route without a method",
        "is no method and path",
        inputs("apigatewayv2/route:Route", "POST /api/v1/push", routeKey="$default"),
    ),
    _rule(
        "a route that was forgotten",
        "API Gateway lacks POST /api/v1/ack",
        left_out("apigatewayv2/route:Route", "POST /api/v1/ack"),
    ),
    _rule(
        "an old Glue",
        "runs on Glue 5.0",
        inputs("glue/job:Job", "lag", glueVersion="5.0"),
    ),
    _rule(
        "a job without a worker",
        "has 1 workers",
        inputs("glue/job:Job", "lag", numberOfWorkers=1),
    ),
    _rule(
        "a job that is late when Glue has nothing to spare",
        "runs as FLEX; regent/jobs.py says otherwise",
        inputs("glue/job:Job", "lag", executionClass="FLEX"),
    ),
    _rule(
        "large workers of what Glue has to spare",
        "wants G.4X of what Glue has to spare",
        inputs("glue/job:Job", "retention", workerType="G.4X"),
    ),
    _rule(
        "workers that are paid for while they do nothing",
        "pays for all its workers",
        text("glue/job:Job", "retention", "defaultArguments", "--enable-auto", "--disable-auto"),
    ),
    _rule(
        "a job that reads from an instance that is not there",
        ", not from None",
        text("glue/job:Job", "lag", "defaultArguments", '"--service"', '"--reader-host"'),
    ),
    _rule(
        "a job's argument is misspelt",
        "--outputs is no argument",
        text("glue/job:Job", "lag", "defaultArguments", '"--output"', '"--outputs"'),
    ),
    _rule(
        "a job's script is not uploaded",
        "which is not uploaded",
        text("glue/job:Job", "lag", "command", "jobs/lag-", "jobs/lags-"),
    ),
    _rule(
        "Spark's workers may not meet",
        "does not let itself in",
        left_out("vpc/securityGroupIngressRule:SecurityGroupIngressRule", "jobs-from-jobs"),
    ),
    _rule(
        "metrics that do not leave the network",
        "no endpoint leads to monitoring",
        left_out("ec2/vpcEndpoint:VpcEndpoint", "monitoring"),
    ),
    _rule(
        "a rate in the wrong number",
        "does not read 'rate(1 minutes)'",
        inputs("scheduler/schedule:Schedule", "reclaim", scheduleExpression="rate(1 minutes)"),
    ),
    _rule(
        "a rate of seconds",
        "the finest is rate(1 minute)",
        inputs("scheduler/schedule:Schedule", "reclaim", scheduleExpression="rate(30 seconds)"),
    ),
    _rule(
        "a database that shrinks as it grows",
        "scales from 8 to 4 ACU",
        inputs(_CLUSTER, "database", **{f"{_SCALING}__minCapacity": 8}),
    ),
    _rule(
        "a database that takes no tokens",
        "iamDatabaseAuthenticationEnabled",
        inputs(_CLUSTER, "database", iamDatabaseAuthenticationEnabled=False),
    ),
    _rule(
        "a database in the clear",
        "storageEncrypted",
        inputs(_CLUSTER, "database", storageEncrypted=False),
    ),
    _rule(
        "a database without TLS",
        "without TLS",
        text("rds/clusterParameterGroup:ClusterParameterGroup", "database", "parameters",
             "rds.force_ssl", "rds.force_autovacuum_logging_level"),
    ),
    _rule(
        "a database that anybody may delete",
        "protect is False",
        options(_CLUSTER, "database", protect=False),
    ),
    _rule(
        "a public database",
        "has a public address",
        inputs("rds/clusterInstance:ClusterInstance", "database-0", publiclyAccessible=True),
    ),
    _rule(
        "Postgres for everybody",
        "in to Postgres",
        inputs(
            "vpc/securityGroupIngressRule:SecurityGroupIngressRule", "functions-to-database",
            referencedSecurityGroupId=None, cidrIpv4="0.0.0.0/0",
        ),
    ),
    _rule(
        "an archive that goes with the stack",
        "retain_on_delete is False",
        options("s3/bucket:Bucket", "archive", retain_on_delete=False),
    ),
    _rule(
        "a bucket that may become public",
        "may become public",
        inputs("s3/bucketPublicAccessBlock:BucketPublicAccessBlock", "archive",
               restrictPublicBuckets=False),
    ),
    _rule(
        "a bucket without versions",
        "keeps no versions",
        left_out("s3/bucketVersioning:BucketVersioning", "archive"),
    ),
    _rule(
        "a bucket that answers without TLS",
        "answers without TLS",
        text("s3/bucketPolicy:BucketPolicy", "archive", "policy", "Deny", "Allow"),
    ),
    _rule(
        "logs that are kept for ever",
        "is kept for ever",
        inputs("cloudwatch/logGroup:LogGroup", "push", retentionInDays=None),
    ),
    _rule(
        "a log that Lambda makes itself",
        "which Lambda makes",
        inputs(_FUNCTION, "push", loggingConfig__logGroup="/aws/lambda/other"),
    ),
    _rule(
        "a package that is not uploaded",
        "is not uploaded by the stack",
        inputs(_FUNCTION, "push", s3Key="functions/none.zip"),
    ),
    _rule(
        "more ACU than Aurora has",
        "scales from 0.5 to 512 ACU",
        inputs(_CLUSTER, "database", **{f"{_SCALING}__maxCapacity": 512}),
    ),
    _rule(
        "a database in subnets of somebody else",
        "in subnets that are not the stack's",
        inputs(_CLUSTER, "database", dbSubnetGroupName="elsewhere"),
    ),
    _rule(
        "a route that lets everybody in",
        "is NONE, not JWT",
        inputs(
            "apigatewayv2/route:Route", "POST /api/v1/push",
            authorizationType="NONE", authorizerId=None,
        ),
    ),
    _rule("two functions with one role", "shares a role", _shared_role),
    _rule(
        "a role with every action of a service",
        "may s3:*",
        policy("job-lag", lambda said: [*said, {"Effect": "Allow", "Action": "s3:*",
                                                "Resource": "arn:aws:s3:::regent/*"}]),
    ),
    _rule(
        "a role for every function",
        "may lambda:InvokeFunction on everything",
        policy("scheduler", lambda said: [{**each, "Resource": "*"} for each in said]),
    ),
    _rule(
        "another reader of the master password",
        "may read the database's master password",
        policy("push", lambda said: [*said, {
            "Effect": "Allow", "Action": "secretsmanager:GetSecretValue",
            "Resource": "arn:aws:secretsmanager:*:*:secret:rds!*"}]),
    ),
    _rule(
        "a role for every user of the database",
        "may log in as",
        text("iam/rolePolicy:RolePolicy", "push", "policy", "/regent_api", "/*"),
    ),
    _rule(
        "code that may make interfaces",
        "may ec2:CreateNetworkInterface",
        policy("push", _open_to_code),
    ),
    _rule(
        "metrics of any namespace",
        "metrics of any namespace",
        policy("job-lag", lambda said: [
            {k: v for k, v in each.items()
             if k != "Condition" or "cloudwatch:PutMetricData" not in each["Action"]}
            for each in said]),
    ),
    _rule(
        "the scheduler may act for another account",
        "no aws:SourceAccount",
        document("iam/role:Role", "scheduler", "assumeRolePolicy", lambda said: {
            **said, "Statement": [{k: v for k, v in each.items() if k != "Condition"}
                                  for each in said["Statement"]]}),
    ),
    _rule(
        "a permission for every API",
        "invites every API",
        inputs("lambda/permission:Permission", "push", sourceArn=None),
    ),
    _rule(
        "a function for another processor",
        "not on python3.13 and arm64",
        inputs(_FUNCTION, "push", architectures=["x86_64"]),
    ),
    _rule(
        "a password in the environment",
        "is a secret in the open",
        inputs(_FUNCTION, "push",
               environment__variables__REGENT_DATABASE_URL="postgresql://a:b@host/regent"),
    ),
    _rule(
        "a variable that nobody reads",
        "nobody reads REGENT_LONGPOLL_SECONDS",
        inputs(_FUNCTION, "pop", environment__variables__REGENT_LONGPOLL_SECONDS="20"),
    ),
    _rule("a function before its schema", "before the schema is there", _uninstalled),
    _rule("a stage before its routes", "may be deployed before", _early_stage),
    _rule(
        "a reclaim that is retried",
        "retries",
        inputs("lambda/functionEventInvokeConfig:FunctionEventInvokeConfig", "reclaim",
               maximumRetryAttempts=2),
    ),
    _rule(
        "two reclaims at once",
        "may not run 1 times",
        inputs(_FUNCTION, "reclaim", reservedConcurrentExecutions=None),
    ),
    _rule(
        "an install that runs once for ever",
        "nothing says when the SQL changed",
        inputs("lambda/invocation:Invocation", "installed", triggers=None),
    ),
    _rule(
        "an alarm that tells nobody",
        "tells nobody",
        inputs("cloudwatch/metricAlarm:MetricAlarm", "dead-letters", alarmActions=None),
    ),
    _rule(
        "an alarm for another function",
        "which the stack does not have",
        text("cloudwatch/metricAlarm:MetricAlarm", "reclaim-silent", "dimensions",
             "regent-rehearsal-reclaim", "regent-reclaim"),
    ),
    _rule(
        "an alarm for a metric that AWS does not have",
        "which is none",
        inputs("cloudwatch/metricAlarm:MetricAlarm", "database-at-maximum",
               metricName="ACUUtilisation"),
    ),
    _rule(
        "a bucket whose name is one letter too long for some stacks",
        "in stacks with long names",
        inputs("s3/bucket:Bucket", "packages", bucketPrefix="regent-rehearsal-packages2-"),
    ),
    _rule(
        "subnets that do not wait for Lambda's addresses",
        "may be held by Lambda",
        options("ec2/subnet:Subnet", "private-0", delete_timeout="45m"),
    ),
    _rule("a key without tags", "lacks the tags", _untagged),
)  # fmt: skip

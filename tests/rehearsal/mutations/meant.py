"""Mistakes of meaning: AWS takes them, a message still goes through, and the stack does
something else than it was to."""

from __future__ import annotations

from typing import Any, Final

from tests.rehearsal.mutations.planting import (
    Changed,
    Mutation,
    document,
    inputs,
    options,
    policy,
    text,
    the,
)
from tests.rehearsal.records import Stack

_ALARM: Final = "cloudwatch/metricAlarm:MetricAlarm"
_FUNCTION: Final = "lambda/function:Function"
_RULES: Final = "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration"
_PARAMETERS: Final = "rds/clusterParameterGroup:ClusterParameterGroup"
_CLUSTER: Final = "rds/cluster:Cluster"
_STAGE: Final = "apigatewayv2/stage:Stage"
_POP: Final = "GET /api/v1/pop/queue/{queue+}"
_INSTALLER: Final = "--python-modules-installer-option"


def _says(name: str, says: str, plant: Any) -> Mutation:
    return Mutation(name, "stories", plant, says)


def _with_rule(**rule: Any) -> Any:
    """Another rule of the archive's bucket."""

    def plant(stack: Stack) -> Changed:
        rules = the(stack, _RULES, "archive")
        more = {"id": "more", "status": "Enabled", "filter": {"prefix": "archive/"}, **rule}
        return {rules.urn: rules.with_inputs(rules=[*rules.inputs["rules"], more])}

    return plant


def _states(*states: str) -> Any:
    return document(
        "cloudwatch/eventRule:EventRule", "job-failed", "eventPattern",
        lambda said: {**said, "detail": {**said["detail"], "state": list(states)}},
    )  # fmt: skip


def _of_another_job(stack: Stack) -> Changed:
    other = the(stack, "glue/job:Job", "lag").outputs["name"]
    return inputs("glue/trigger:Trigger", "retention", actions=[{"jobName": other}])(stack)


def _to_the_function(stack: Stack) -> Changed:
    function = the(stack, _FUNCTION, "reclaim").outputs["arn"]
    where = {"onFailure": {"destination": function}}
    return inputs(
        "lambda/functionEventInvokeConfig:FunctionEventInvokeConfig", "reclaim",
        destinationConfig=where,
    )(stack)  # fmt: skip


MUTATIONS: Final = (
    _says(
        "an archive that goes after a year", "cannot be read after 366 days",
        _with_rule(expiration={"days": 365}),
    ),
    _says(
        "an archive that has to be thawed", "cannot be read after 366 days",
        _with_rule(transitions=[{"days": 180, "storageClass": "DEEP_ARCHIVE"}]),
    ),
    _says(
        "the archive's rule is about staged files of another folder", "what was staged 31 days ago",
        text(_RULES, "archive", "rules", "archive/_staging/", "_staging/"),
    ),
    _says(
        "a schedule without a question mark", "one of the two days is a question mark",
        inputs("glue/trigger:Trigger", "lag", schedule="cron(0/15 * * * * *)"),
    ),
    _says(
        "a job that is due while it runs", "may run for 10 minutes, and begins each 5",
        inputs("glue/trigger:Trigger", "lag", schedule="cron(0/5 * * * ? *)"),
    ),
    _says("a trigger for another job", "starts ['regent-rehearsal-lag']", _of_another_job),
    _says("a state that Glue does not have", "in which Glue puts no run", _states("FAILURE")),
    _says(
        "a mail for each run that succeeds", "ends as SUCCEEDED",
        _states("FAILED", "TIMEOUT", "ERROR", "SUCCEEDED"),
    ),
    _says(
        "runs that take too long are not heard of", "ends as TIMEOUT", _states("FAILED", "ERROR"),
    ),
    _says(
        "pip looks for an index", "pip looks for an index",
        inputs("glue/job:Job", "lag", **{f"defaultArguments__{_INSTALLER}": None}),
    ),
    _says(
        "the reclaim is silent when it is called", "reclaim-silent rings on a good day",
        inputs(_ALARM, "reclaim-silent", comparisonOperator="GreaterThanOrEqualToThreshold"),
    ),
    _says(
        "silence is no alarm", "the reclaim is not called any more: nothing rings",
        inputs(_ALARM, "reclaim-silent", treatMissingData="notBreaching"),
    ),
    _says(
        "an alarm in seconds on milliseconds", "duration-pop rings on a good day",
        inputs(_ALARM, "duration-pop", threshold=26),
    ),
    _says(
        "an alarm on the mean of the calls", "one call of push takes 27 seconds: nothing rings",
        inputs(_ALARM, "duration-push", statistic="Average"),
    ),
    _says(
        "a share of errors that is no percentage", "two answers in a hundred fail: nothing rings",
        text(_ALARM, "server-errors", "metricQueries", "100 * part", "part"),
    ),
    _says(
        "an alarm that does not say when it is over", "okActions are None",
        inputs(_ALARM, "dead-letters", okActions=None),
    ),
    _says(
        "payloads in the log of the database", "log_parameter_max_length is '-1'",
        inputs(_PARAMETERS, "database", parameters__3__value="-1"),
    ),
    _says(
        "a parameter that there is not", "Aurora has no log_lock_wait",
        inputs(_PARAMETERS, "database", parameters__1__name="log_lock_wait"),
    ),
    _says(
        "logs of another engine", "writes no log 'audit'",
        inputs(_CLUSTER, "database", enabledCloudwatchLogsExports=["audit"]),
    ),
    _says(
        "AWS's updates of the engine are taken back", "takes AWS's updates",
        options(_CLUSTER, "database", ignore_changes=()),
    ),
    _says(
        "an install of thirty seconds", "lambda Function install has 30 seconds",
        inputs(_FUNCTION, "install", timeout=30),
    ),
    _says(
        "a function that is switched off", "has 0 places",
        inputs(_FUNCTION, "configure", reservedConcurrentExecutions=0),
    ),
    _says("failures go to the function that failed", "sends what failed to", _to_the_function),
    _says(
        "a function that is told of another role's words", "jwt_role_prefix is 'regent-'",
        inputs(_FUNCTION, "lag", environment__variables__REGENT_JWT_ROLE_PREFIX="regent-"),
    ),
    _says(
        "a line with a variable that there is not", "which API Gateway does not have",
        text(_STAGE, "api", "accessLogSettings", "$context.responseLatency",
             "$context.latency"),
    ),
    _says(
        "a line with another time", "the access log says milliseconds '24', not '31'",
        text(_STAGE, "api", "accessLogSettings", "$context.responseLatency",
             "$context.integrationLatency"),
    ),
    _says(
        "charts of another region", "is metric of us-east-1",
        text("cloudwatch/dashboard:Dashboard", "dashboard", "dashboardBody", "eu-west-1",
             "us-east-1"),
    ),
    _says(
        "an error budget of the percentage that has to hold", "billing is missed in",
        text("cloudwatch/dashboard:Dashboard", "dashboard", "dashboardBody", "missed0 / 0.01",
             "missed0 / 0.99"),
    ),
    _says(
        "an error budget of a week", "the error budgets are shown as",
        text("cloudwatch/dashboard:Dashboard", "dashboard", "dashboardBody", "-P30D", "-P7D"),
    ),
    _says(
        "the alarm of an objective looks at no objective", "nothing rings, not lag-slo-billing",
        inputs(_ALARM, "lag-slo-billing", dimensions__Objective=None),
    ),
    _says(
        "an alarm that stays when nothing is written", "log-held takes silence for ignore",
        inputs(_ALARM, "log-held", treatMissingData="ignore"),
    ),
    _says(
        "a path that cuts a name", "cuts a name at its first slash",
        inputs("apigatewayv2/route:Route", _POP, routeKey=_POP.replace("+", "")),
    ),
    _says(
        "metrics of each route, which cost more than all others", "each route has metrics",
        inputs(_STAGE, "api", defaultRouteSettings__detailedMetricsEnabled=True),
    ),
    _says(
        "the schema's hash leaves files out", "does not run for another schema",
        inputs("lambda/invocation:Invocation", "installed", triggers__schema="0" * 64),
    ),
    _says(
        "jobs that start before the schema is there", "may run before the schema is there",
        options("glue/job:Job", "lag", needs=frozenset()),
    ),
    _says(
        "a schedule that may not call yet", "may act before its role may do anything",
        options("scheduler/schedule:Schedule", "reclaim", needs=frozenset()),
    ),
    _says(
        "a job that keeps what is in between where it may not", "keeps what is in between in",
        text("glue/job:Job", "lag", "defaultArguments", "/temporary/", "/tmp/"),
    ),
    _says(
        "a job whose log is nobody's", "which the stack did not make",
        text("glue/job:Job", "lag", "defaultArguments", "/aws-glue/regent", "/aws-glue/x"),
    ),
    _says(
        "a role that may call every function", "may call push: True",
        policy("scheduler", lambda said: [
            {**each, "Resource": "arn:aws:lambda:*"} if "lambda" in str(each["Action"]) else each
            for each in said]),
    ),
    _says(
        "a name that every stack has", "is called 'regent-alarms' in every stack",
        inputs("sns/topic:Topic", "alarms", name="regent-alarms"),
    ),
)  # fmt: skip

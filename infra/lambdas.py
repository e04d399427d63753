"""A Lambda function for each handler: its own role, its own log, its own limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pulumi
import pulumi_aws as aws

from functions.handlers import CONSOLE
from infra.config import StackConfig
from infra.database import DATABASE, Postgres
from infra.handlers import FunctionSpec
from infra.network import Network
from infra.package import CA_ON_LAMBDA
from infra.policies import NETWORK_ACTIONS, Statement, role
from infra.stack import Stack
from infra.storage import Storage
from infra.uploads import Uploads
from regent import __version__

RUNTIME = "python3.13"
ARCHITECTURE = "arm64"
#: Lambda sends its traces with the function's role.
_TRACING_ACTIONS = ("xray:PutTelemetryRecords", "xray:PutTraceSegments")


@dataclass(frozen=True)
class Surroundings:
    """Resources that all functions of a stack share."""

    stack: Stack
    network: Network
    postgres: Postgres
    storage: Storage
    uploads: Uploads
    depends_on: Sequence[pulumi.Resource] = field(default_factory=list)


class Function(pulumi.ComponentResource):
    """One function."""

    def __init__(
        self,
        spec: FunctionSpec,
        around: Surroundings,
        *,
        statements: Sequence[Statement] = (),
        environment: dict[str, pulumi.Input[str]] | None = None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("regent:infra:Function", spec.name, None, opts)
        stack = around.stack
        child = pulumi.ResourceOptions(parent=self)
        self.spec = spec
        self.name = spec.name_in(stack.prefix)
        self.log = aws.cloudwatch.LogGroup(
            spec.name,
            name=f"/aws/lambda/{self.name}",
            retention_in_days=stack.config.log_retention_days,
            opts=child,
        )
        encrypts = spec.encrypts and stack.config.encryption
        self.role = role(
            f"{stack.prefix}-{spec.name}",
            "lambda.amazonaws.com",
            [
                *self._own_statements(stack),
                *([around.postgres.may_connect(spec.user)] if spec.user else []),
                *([_may_use_key(around.storage)] if encrypts else []),
                *statements,
            ],
            child,
        )
        self.function = aws.lambda_.Function(
            spec.name,
            name=self.name,
            description=f"Regent: {spec.module}",
            runtime=RUNTIME,
            architectures=[ARCHITECTURE],
            handler=spec.handler,
            role=self.role.arn,
            s3_bucket=around.uploads.functions.bucket,
            s3_key=around.uploads.functions.key,
            source_code_hash=around.uploads.functions_hash,
            layers=[around.uploads.encryption_layer.arn] if encrypts else None,
            memory_size=spec.memory_mb,
            timeout=spec.timeout_seconds,
            reserved_concurrent_executions=(
                spec.at_once if spec.at_once and stack.config.reserve_concurrency else -1
            ),
            environment=aws.lambda_.FunctionEnvironmentArgs(
                variables=_environment(around, spec) | (environment or {})
            ),
            vpc_config=aws.lambda_.FunctionVpcConfigArgs(
                subnet_ids=list(around.network.subnet_ids),
                security_group_ids=[around.network.functions.id],
            ),
            tracing_config=aws.lambda_.FunctionTracingConfigArgs(
                mode="Active" if stack.config.tracing else "PassThrough"
            ),
            logging_config=self._logging(),
            # The only resources that each release changes anyway.
            tags={"Version": __version__},
            opts=pulumi.ResourceOptions(
                parent=self, depends_on=[self.role.policy, *around.depends_on]
            ),
        )
        self.arn = self.function.arn
        self.register_outputs({"arn": self.arn})

    def _logging(self) -> aws.lambda_.FunctionLoggingConfigArgs:
        # As JSON, Lambda leaves its own lines of each request out: they were four tenths of the
        # logs. Lines that are JSON already, as all of ours are, stay as they are.
        return aws.lambda_.FunctionLoggingConfigArgs(
            log_format="JSON",
            system_log_level="WARN",
            application_log_level="INFO",
            log_group=self.log.name,
        )

    def _own_statements(self, stack: Stack) -> list[Statement]:
        function = stack.arn("lambda", f"function:{self.name}")
        return [
            Statement(
                ["logs:CreateLogStream", "logs:PutLogEvents"],
                [pulumi.Output.concat(self.log.arn, ":*")],
            ),
            # X-Ray's actions and those on network interfaces cannot be limited to resources.
            *([Statement(_TRACING_ACTIONS, ["*"])] if stack.config.tracing else []),
            Statement(NETWORK_ACTIONS, ["*"]),
            Statement(
                NETWORK_ACTIONS,
                ["*"],
                effect="Deny",
                condition={"ArnEquals": {"lambda:SourceFunctionArn": function}},
            ),
        ]


def _may_use_key(storage: Storage) -> Statement:
    """For data keys of payloads, which regent/encryption/kms.py names in each call. Archive,
    database and secret have the same key, and nothing of theirs opens with this right."""
    return Statement(
        ["kms:Decrypt", "kms:GenerateDataKey"],
        [storage.key.arn],
        condition={"Null": {"kms:EncryptionContext:regent:data-key": "false"}},
    )


def _environment(around: Surroundings, spec: FunctionSpec) -> dict[str, Any]:
    config = around.stack.config
    variables: dict[str, Any] = {
        "REGENT_DATABASE_HOST": around.postgres.door,
        "REGENT_DATABASE_NAME": DATABASE,
        "REGENT_DATABASE_CA": CA_ON_LAMBDA,
        # A Lambda has one request at a time.
        "REGENT_MAX_CONNECTIONS": "1",
        # The name in logs, metrics and traces tells two stacks of one account apart.
        "REGENT_SERVICE": around.stack.prefix,
    }
    if spec.user:
        variables["REGENT_DATABASE_USER"] = spec.user
    if not config.public_metrics:
        variables["REGENT_PUBLIC_METRICS"] = "false"
    if config.pauses:
        variables["REGENT_DATABASE_PAUSES"] = "true"
    if config.reclaim_rate > 1:
        variables["REGENT_RECLAIM_MINUTES"] = str(config.reclaim_rate)
    if config.use_proxy:
        variables["REGENT_DATABASE_PROXIED"] = "true"
    if config.auth_mode == "jwt":
        variables["REGENT_AUTH_REQUIRED"] = "true"
        if config.jwt_role_claims:
            variables["REGENT_JWT_ROLE_CLAIMS"] = ",".join(config.jwt_role_claims)
            variables["REGENT_JWT_ROLE_PREFIX"] = config.jwt_role_prefix
    if config.encryption and spec.encrypts:
        variables["REGENT_ENCRYPTION_KMS_KEY"] = around.storage.key.arn
    if spec.waits:
        variables["REGENT_LONG_POLL_SECONDS"] = f"{config.long_poll_seconds:g}"
    return variables | _console(config, spec)


def _console(config: StackConfig, spec: FunctionSpec) -> dict[str, str]:
    """What the console's page is told; and that there is none."""
    if config.auth_mode == "iam":
        return {"REGENT_CONSOLE": "false"}
    if spec.module != CONSOLE:
        return {}
    told = {
        "CLIENT_ID": config.console_client_id,
        "AUTHORIZE_URL": config.console_authorize_url,
        "TOKEN_URL": config.console_token_url,
        "LOGOUT_URL": config.console_logout_url,
        "SCOPES": config.console_scopes if config.console_client_id else None,
        "LABEL": config.console_label,
        "TONE": config.console_tone if config.console_tone != "none" else None,
    }
    return {f"REGENT_CONSOLE_{name}": value for name, value in told.items() if value}

"""The schema: `pulumi up` has a function install it from inside the network if the SQL has changed.

It is installed before the functions that use it, and the last release's code works with it
(sql/migrations/README.md says how to write such a migration).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pulumi
import pulumi_aws as aws

from infra.handlers import INSTALL
from infra.lambdas import Function, Surroundings
from infra.policies import Statement
from regent.install import SQL


def sql_checksum(folder: Path = SQL) -> str:
    """The hash of all files of the schema, by name."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.sql")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


class Schema(pulumi.ComponentResource):
    """The install function, and its invocation."""

    def __init__(
        self, name: str, around: Surroundings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("regent:infra:Schema", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        secret = around.postgres.secret_arn
        config = around.stack.config
        bounds = {
            "REGENT_MAX_QUEUES": str(config.max_queues),
            "REGENT_MAX_PARTITIONS": str(config.max_partitions),
            "REGENT_MAX_GROUPS": str(config.max_groups),
            "REGENT_PLAIN_NAMES": "true",
        }
        key = around.storage.key.arn
        self.function = Function(
            INSTALL,
            around,
            statements=[
                Statement(["secretsmanager:GetSecretValue"], [secret]),
                Statement(
                    ["kms:Decrypt"],
                    [key],
                    condition={
                        "StringEquals": {
                            "kms:ViaService": f"secretsmanager.{around.stack.region}.amazonaws.com"
                        }
                    },
                ),
            ],
            # Past the proxy, which only knows roles that this install makes.
            environment={
                "REGENT_DATABASE_SECRET_ARN": secret,
                "REGENT_DATABASE_HOST": around.postgres.host,
                "REGENT_DATABASE_PROXIED": "false",
                **bounds,
            },
            opts=child,
        )
        self.installed = aws.lambda_.Invocation(
            "installed",
            function_name=self.function.function.name,
            input=json.dumps({}),
            # It runs again for another schema or other bounds, and for another database under the
            # same name. One that was replaced is empty; one that was restored may be older than the
            # functions.
            triggers={
                "schema": sql_checksum(),
                "bounds": json.dumps(bounds),
                "database": around.postgres.cluster.cluster_resource_id,
            },
            lifecycle_scope="CREATE_ONLY",
            opts=pulumi.ResourceOptions(parent=self, depends_on=[around.network, around.postgres]),
        )
        self.register_outputs({"report": self.installed.result})

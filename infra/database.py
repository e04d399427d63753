"""Aurora PostgreSQL Serverless v2, and a proxy in front of it if a stack wants one."""

from __future__ import annotations

from collections.abc import Sequence

import pulumi
import pulumi_aws as aws

from infra.network import Network
from infra.policies import Statement, role
from infra.stack import Stack
from infra.storage import Storage

ENGINE = aws.rds.EngineType.AURORA_POSTGRESQL
#: AWS offers a minor version for a year or so. A new cluster takes the present one, and AWS updates
#: it in the maintenance window.
VERSION = "17"
FAMILY = "aurora-postgresql17"
DATABASE = "regent"
MASTER = "regent_master"
#: The roles that log in without a password, with a token of IAM (sql/roles.sql makes them).
API_USER, RECLAIM_USER = "regent_api", "regent_reclaim"
#: The jobs bypass the proxy.
PROXIED_USERS = (API_USER, RECLAIM_USER)
BACKUP_DAYS = 14
#: The second one says why a token was refused, and every login is by token.
LOGS = ["postgresql", "iam-db-auth-error"]
#: A week of Performance Insights costs nothing.
INSIGHTS_DAYS = 7
#: A database that may pause ends connections that nobody uses; functions make new ones.
IDLE_SESSION_MS = 60_000
#: Aurora pauses after this long without a connection; AWS accepts no shorter time.
PAUSE_AFTER_SECONDS = 300


class Postgres(pulumi.ComponentResource):
    """The cluster, the way to reach it, and its name in policies."""

    def __init__(
        self,
        name: str,
        stack: Stack,
        network: Network,
        storage: Storage,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("regent:infra:Postgres", name, None, opts)
        self._stack = stack
        self._network = network
        self._child = pulumi.ResourceOptions(parent=self)
        self.cluster = self._cluster(storage)
        instances = self._instances()
        self.host = self.cluster.endpoint
        self.reader = self.cluster.reader_endpoint
        self.proxy = self._proxy(instances) if stack.config.use_proxy else None
        #: The host that functions connect to: the proxy, if there is one.
        self.door = self.proxy.endpoint if self.proxy else self.host
        self.secret_arn = self.cluster.master_user_secrets[0].secret_arn
        self.register_outputs({"endpoint": self.host})

    def may_connect(self, user: str) -> Statement:
        """Allow a function to log in as one user, at the host that functions connect to."""
        if self.proxy is None:
            return self.may_connect_directly(user)
        # The proxy's name in policies is the end of its ARN: …:db-proxy:prx-0123.
        identifier = self.proxy.arn.apply(lambda arn: arn.rpartition(":")[2])
        return Statement(["rds-db:connect"], [self._user_arn(identifier, user)])

    def may_connect_directly(self, user: str) -> Statement:
        """Allow a login as one user, at the cluster itself."""
        return Statement(
            ["rds-db:connect"], [self._user_arn(self.cluster.cluster_resource_id, user)]
        )

    def _user_arn(self, identifier: pulumi.Input[str], user: str) -> pulumi.Output[str]:
        return self._stack.arn("rds-db", pulumi.Output.format("dbuser:{0}/{1}", identifier, user))

    def _cluster(self, storage: Storage) -> aws.rds.Cluster:
        config = self._stack.config
        subnets = aws.rds.SubnetGroup(
            "database",
            # A subnet group stays in its network. In another network it is another group, and the
            # cluster is replaced with it (which `protect` refuses before anything is changed).
            name=pulumi.Output.format("{0}-{1}", self._stack.prefix, self._network.vpc_id),
            subnet_ids=list(self._network.subnet_ids),
            opts=self._child,
        )
        logs = [
            aws.cloudwatch.LogGroup(
                f"database-{kind}",
                # Aurora would create the log group itself, and keep its logs for ever.
                name=f"/aws/rds/cluster/{self._stack.prefix}/{kind}",
                retention_in_days=config.log_retention_days,
                opts=self._child,
            )
            for kind in LOGS
        ]
        return aws.rds.Cluster(
            "database",
            cluster_identifier=self._stack.prefix,
            engine=ENGINE,
            engine_version=VERSION,
            database_name=DATABASE,
            master_username=MASTER,
            manage_master_user_password=True,
            master_user_secret_kms_key_id=storage.key.key_id,
            iam_database_authentication_enabled=True,
            storage_encrypted=True,
            kms_key_id=storage.key.arn,
            db_subnet_group_name=subnets.name,
            db_cluster_parameter_group_name=self._parameters().name,
            vpc_security_group_ids=[self._network.database.id],
            backup_retention_period=BACKUP_DAYS,
            copy_tags_to_snapshot=True,
            deletion_protection=config.protect,
            skip_final_snapshot=not config.protect,
            final_snapshot_identifier=f"{self._stack.prefix}-final" if config.protect else None,
            # Named in both cases: without the name, a change back would leave the present type.
            storage_type="aurora-iopt1" if config.io_optimized else "aurora",
            enabled_cloudwatch_logs_exports=LOGS,
            database_insights_mode="standard",
            # Now, and not in the next maintenance window.
            apply_immediately=True,
            enable_http_endpoint=config.query_editor,
            preferred_maintenance_window=config.maintenance_window or None,
            preferred_backup_window=config.backup_window or None,
            serverlessv2_scaling_configuration=aws.rds.ClusterServerlessv2ScalingConfigurationArgs(
                min_capacity=config.min_acu,
                max_capacity=config.max_acu,
                seconds_until_auto_pause=PAUSE_AFTER_SECONDS if config.pauses else None,
            ),
            opts=pulumi.ResourceOptions(
                depends_on=logs,
                parent=self,
                protect=config.protect,
                retain_on_delete=config.protect,
                # Do not revert Aurora's own updates of the minor version.
                ignore_changes=["engineVersion"],
            ),
        )

    def _parameters(self) -> aws.rds.ClusterParameterGroup:
        parameter = aws.rds.ClusterParameterGroupParameterArgs
        parameters = [
            # In force from the first start either way. AWS's documents disagree on whether a
            # running database would take it, and AWS refuses to set a static one at once.
            parameter(name="rds.force_ssl", value="1", apply_method="pending-reboot"),
            # Logs each statement that waits long for a lock, and the lock.
            parameter(name="log_lock_waits", value="1"),
            parameter(name="log_min_duration_statement", value="1000"),
            # A statement's parameters are payloads.
            parameter(name="log_parameter_max_length", value="0"),
        ]
        if self._stack.config.pauses:
            parameters.append(parameter(name="idle_session_timeout", value=str(IDLE_SESSION_MS)))
        return aws.rds.ClusterParameterGroup(
            "database",
            family=FAMILY,
            description=f"{self._stack.prefix}: only TLS, and slow statements in the log",
            parameters=parameters,
            opts=self._child,
        )

    def _instances(self) -> list[aws.rds.ClusterInstance]:
        config = self._stack.config
        kept = pulumi.ResourceOptions(
            parent=self, protect=config.protect, retain_on_delete=config.protect
        )
        return [
            aws.rds.ClusterInstance(
                f"database-{index}",
                identifier=f"{self._stack.prefix}-{index}",
                cluster_identifier=self.cluster.id,
                engine=ENGINE,
                instance_class="db.serverless",
                publicly_accessible=False,
                auto_minor_version_upgrade=True,
                performance_insights_enabled=config.insights,
                performance_insights_retention_period=INSIGHTS_DAYS if config.insights else None,
                # The first two scale together, so that a failover finds the same size.
                promotion_tier=min(index, 15),
                # Readers hold no data, and a stack chooses their number.
                opts=kept if index == 0 else self._child,
            )
            for index in range(config.database_instances)
        ]

    def _proxy(self, instances: Sequence[aws.rds.ClusterInstance]) -> aws.rds.Proxy:
        assert self._network.proxy is not None  # noqa: S101 - made by the same choice
        acting = role(
            f"{self._stack.prefix}-proxy",
            "rds.amazonaws.com",
            [self.may_connect_directly(user) for user in PROXIED_USERS],
            self._child,
        )
        proxy = aws.rds.Proxy(
            "proxy",
            name=self._stack.prefix,
            engine_family="POSTGRESQL",
            # Functions log in to the proxy with tokens, and so does the proxy to the database: no
            # secret.
            default_auth_scheme="IAM_AUTH",
            require_tls=True,
            role_arn=acting.arn,
            vpc_subnet_ids=list(self._network.subnet_ids),
            vpc_security_group_ids=[self._network.proxy.id],
            opts=self._child,
        )
        target = aws.rds.ProxyDefaultTargetGroup(
            "proxy",
            db_proxy_name=proxy.name,
            connection_pool_config=aws.rds.ProxyDefaultTargetGroupConnectionPoolConfigArgs(
                max_connections_percent=90,
                # As long as a statement may wait for a connection.
                connection_borrow_timeout=5,
            ),
            opts=self._child,
        )
        aws.rds.ProxyTarget(
            "proxy",
            db_proxy_name=proxy.name,
            target_group_name=target.name,
            db_cluster_identifier=self.cluster.id,
            # AWS refuses a target that is still being made.
            opts=pulumi.ResourceOptions(parent=self, depends_on=instances),
        )
        return proxy

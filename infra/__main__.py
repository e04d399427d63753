"""Everything in a stack, in the order in which one part needs another; `pulumi up` runs this."""

from __future__ import annotations

import pulumi

from infra.account import check_account
from infra.alarms import Alarms
from infra.api import HttpApi
from infra.dashboard import dashboard
from infra.database import Postgres
from infra.glue import GlueJobs
from infra.handlers import api_functions
from infra.lambdas import Function, Surroundings
from infra.network import Network
from infra.schedules import Reclaim
from infra.schema import Schema
from infra.stack import provider, this_stack
from infra.storage import Storage
from infra.uploads import Uploads
from infra.watched import Watched
from regent import __version__

stack = this_stack()
check_account(stack)
here = pulumi.ResourceOptions(providers=[provider(stack)])

network = Network("network", stack, here)
storage = Storage("storage", stack, here)
postgres = Postgres("postgres", stack, network, storage, here)
uploads = Uploads("uploads", stack, storage, here)

before_schema = Surroundings(stack, network, postgres, storage, uploads)
schema = Schema("schema", before_schema, here)
around = Surroundings(stack, network, postgres, storage, uploads, [schema.installed])

functions = {
    spec.name: Function(spec, around, opts=here)
    for spec in api_functions(stack.config.auth_mode, stack.config.waiting_concurrency)
}
api = HttpApi("api", stack, functions, here)
reclaim = Reclaim("reclaim", around, here)
jobs = GlueJobs("jobs", around, here)

watched = Watched(
    stack=stack,
    functions=functions,
    reclaim=reclaim.function,
    schedules=reclaim.schedules,
    api=api.api,
    cluster=postgres.cluster,
    jobs=jobs,
)
alarms = Alarms("alarms", watched, here)
page = dashboard(watched, pulumi.ResourceOptions(parent=alarms))

pulumi.export("apiUrl", api.url)
pulumi.export("domainTarget", api.domain_target)
pulumi.export("databaseEndpoint", postgres.host)
pulumi.export("databaseCluster", postgres.cluster.cluster_identifier)
pulumi.export("alarmsTopic", alarms.topic.arn)
pulumi.export("archiveBucket", storage.archive.bucket)
pulumi.export(
    "dashboardUrl",
    pulumi.Output.format(
        "https://{0}.console.aws.amazon.com/cloudwatch/home?region={0}#dashboards/dashboard/{1}",
        stack.region,
        page.dashboard_name,
    ),
)
pulumi.export(
    "functionNames",
    {name: each.function.name for name, each in functions.items()}
    | {"reclaim": reclaim.function.function.name, "install": schema.function.function.name},
)
pulumi.export("glueJobNames", {name: job.name for name, job in jobs.jobs.items()})
pulumi.export("databaseSecretArn", pulumi.Output.secret(postgres.secret_arn))
pulumi.export("version", __version__)

"""The rooms, by name: what API Gateway and EventBridge may call.

The local server, the packaging and the Pulumi program all read these lists, so a handler that is
not named here does not exist anywhere. A route itself is written once, in its room.
"""

from collections.abc import Mapping

# A request goes to the first room that has its route.
API_ROOMS: tuple[str, ...] = (
    "functions.api.push",
    "functions.api.pop",
    "functions.api.ack",
    "functions.api.lease",
    "functions.api.transaction",
    "functions.api.topics",
    "functions.api.member_groups",
    # Before the rooms of /api/v1/consumer-groups/{group}: two of its routes are aliases there.
    "functions.api.members",
    "functions.api.configure",
    # What hangs on a partition before what hangs on its queue: a name may hold slashes.
    "functions.api.partitions",
    "functions.api.queues",
    "functions.api.overview",
    "functions.api.messages",
    "functions.api.traces",
    "functions.api.groups",
    "functions.api.subscriptions",
    "functions.api.seek",
    "functions.api.pause",
    "functions.api.dlq",
    "functions.api.maintenance",
    "functions.api.status",
    "functions.api.analytics",
    "functions.api.lag",
    "functions.api.metrics",
    "functions.api.log",
    "functions.api.log_types",
    "functions.api.log_groups",
    "functions.api.health",
    "functions.api.openapi",
)

# name -> (module, seconds between two runs on one machine)
SCHEDULES: Mapping[str, tuple[str, float]] = {
    "reclaim": ("functions.schedules.reclaim", 10.0),
}

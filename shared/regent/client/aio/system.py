"""Looking at a server and steering it: what the entry object has besides queues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from regent.client.aio.dead_letters import AsyncRedrive
from regent.client.aio.groups import AsyncGroup
from regent.client.aio.lists import AsyncLists
from regent.client.aio.pages import AsyncPages
from regent.client.aio.session import AsyncSession
from regent.client.core.checks import check_uuid
from regent.client.core.later import Later

if TYPE_CHECKING:
    from uuid import UUID

    from regent.client.core import operations_admin as operations
    from regent.client.core import operations_jobs, operations_queue
    from regent.client.core.rows_admin import Health, MessageMoved, Switches, TraceRow
    from regent.client.core.rows_queue import MessageDetail
else:
    operations = Later(".operations_admin")
    operations_queue = Later(".operations_queue")
    operations_jobs = Later(".operations_jobs")

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AsyncMaintenance:
    """The switches that stop pushes and pops, for all queues or for one."""

    session: AsyncSession

    async def _switch(
        self, what: Literal["pushes", "pops"], queue: str | None, *, stopped: bool
    ) -> Switches:
        named = self.session.options.queue_name(queue)
        return await self.session.send(operations.switch_maintenance(what, named, stopped=stopped))

    async def show(self) -> Switches:
        """Which switches are on."""
        return await self.session.send(operations.read_maintenance())

    async def stop_pushes(self, queue: str | None = None) -> Switches:
        """Refuse pushes: InMaintenance."""
        return await self._switch("pushes", queue, stopped=True)

    async def allow_pushes(self, queue: str | None = None) -> Switches:
        """Take pushes again."""
        return await self._switch("pushes", queue, stopped=False)

    async def stop_pops(self, queue: str | None = None) -> Switches:
        """Let pops find nothing. What is leased goes on, and acks are taken."""
        return await self._switch("pops", queue, stopped=True)

    async def allow_pops(self, queue: str | None = None) -> Switches:
        """Let pops find something again."""
        return await self._switch("pops", queue, stopped=False)


class AsyncSystem(AsyncLists):
    """The things of which there is one. What has no row of its own is JSON as it came."""

    def group(self, name: str) -> AsyncGroup:
        """A consumer group, over all of its queues."""
        return AsyncGroup(self._session, name)

    def redrive(self, redrive_id: str) -> AsyncRedrive:
        """A redrive that the server carries, by its id."""
        return AsyncRedrive(self._session, redrive_id)

    @property
    def maintenance(self) -> AsyncMaintenance:
        """The switches that stop pushes and pops."""
        return AsyncMaintenance(self._session)

    async def unsubscribe(self, subscription_id: str) -> None:
        """Delete a subscription, so that the group's next pop can subscribe otherwise."""
        await self._session.send(operations.delete_subscription(subscription_id))

    async def partition(self, partition_id: str) -> Json:
        """One partition by its id: docs/http/resources.md."""
        found: Json = await self._session.send(operations.read_partition(partition_id))
        return found

    async def explain(self, partition_id: str, group: str | None = None) -> Json:
        """Why the partition of this id does not move for a group: docs/http/resources.md."""
        found: Json = await self._session.send(operations.explain_partition(partition_id, group))
        return found

    async def explain_queue(self, queue: str, group: str | None = None) -> Json:
        """Which partitions do not move for a group, and why: docs/http/resources.md."""
        named = self._session.options.queue_name(queue)
        found: Json = await self._session.send(operations.explain_queue(named, group))
        return found

    async def pipeline(self, trace_id: str | UUID, *, limit: int | None = None) -> Json:
        """The messages of a trace over all queues, with each group's state of them and what was
        noted about them: docs/http/traces.md."""
        check_uuid("trace_id", trace_id)
        found: Json = await self._session.send(operations.read_pipeline(str(trace_id), limit))
        return found

    async def message(
        self, partition_id: str, transaction_id: str, *, reveal: bool = False
    ) -> MessageDetail:
        """One message, with its payload as JSON and what each group made of it. ``reveal``: with
        what is masked in it, for those who may write; it is noted in the audit."""
        return await self._session.send(
            operations_queue.read_message(partition_id, transaction_id, reveal=reveal)
        )

    async def delete_message(self, partition_id: str, transaction_id: str) -> MessageMoved:
        """Delete a message: no group waits for it any more."""
        return await self._session.send(operations.delete_message(partition_id, transaction_id))

    async def redrive_message(
        self, partition_id: str, transaction_id: str, group: str | None = None
    ) -> MessageMoved:
        """Redrive the dead letters of one message, of all groups or of one."""
        return await self._session.send(
            operations.retry_message(partition_id, transaction_id, group)
        )

    async def bury_message(
        self,
        partition_id: str,
        transaction_id: str,
        *,
        group: str | None = None,
        error: str | None = None,
        force: bool = False,
    ) -> MessageMoved:
        """Make a dead letter of a message. ``force``: also when a consumer holds it."""
        return await self._session.send(
            operations.bury_message(partition_id, transaction_id, group, error, force=force)
        )

    def message_traces(
        self, partition_id: str, transaction_id: str, *, limit: int | None = None
    ) -> AsyncPages[TraceRow]:
        """What was noted about a message, the oldest first."""
        listing = operations.list_traces(partition_id, transaction_id)
        return AsyncPages(self._session, listing, limit)

    async def status(
        self,
        *,
        queue: str | None = None,
        namespace: str | None = None,
        task: str | None = None,
        live: bool = False,
    ) -> Json:
        """How queues stand together: docs/http/status.md."""
        query = {
            "queue": self._named(queue),
            "namespace": namespace,
            "task": task,
            "live": live or None,
        }
        found: Json = await self._session.send(operations.read_status(query))
        return found

    async def queue_status(self, queue: str, *, live: bool = False) -> Json:
        """How one queue stands, with its first partitions."""
        named = self._session.options.queue_name(queue)
        found: Json = await self._session.send(operations.read_queue_status(named, live=live))
        return found

    async def overview(self, *, live: bool = False) -> Json:
        """The whole system: docs/http/resources.md."""
        found: Json = await self._session.send(operations.read_overview(live=live))
        return found

    async def summary(self) -> Json:
        """What is worst now, and the alarms that ring: docs/http/status.md."""
        found: Json = await self._session.send(operations.read_summary())
        return found

    async def caller(self) -> Json:
        """Who calls, as the server sees it, and what answers: docs/http/auth.md."""
        found: Json = await self._session.send(operations.read_session())
        return found

    async def activity(
        self,
        *,
        interval: str = "hour",
        queue: str | None = None,
        namespace: str | None = None,
        task: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Json:
        """What happened when: docs/http/status.md."""
        query = {
            "interval": interval,
            "queue": self._named(queue),
            "namespace": namespace,
            "task": task,
            "from": since,
            "to": until,
        }
        found: Json = await self._session.send(operations.read_activity(query))
        return found

    async def chart(
        self,
        name: operations.Chart,
        *,
        queue: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Any:
        """One of the charts of the console: docs/http/status.md."""
        query = {"queue": self._named(queue), "from": since, "to": until}
        return await self._session.send(operations.read_chart(name, query))

    async def costs(
        self,
        *,
        by: Literal["queue", "group"] = "queue",
        since: datetime | None = None,
        until: datetime | None = None,
        batch: int | None = None,
    ) -> Json:
        """What each queue or group costs on AWS, computed from the requests that were counted on
        whole days: docs/http/costs.md. ``batch``: also what batches of this size would cost."""
        query = {"by": by, "from": since, "to": until, "batch": batch}
        found: Json = await self._session.send(operations.read_usage(query))
        return found

    async def jobs(self) -> Json:
        """The Spark jobs, each with its last run: docs/http/status.md."""
        found: Json = await self._session.send(operations_jobs.list_jobs())
        return found

    async def lag_heatmap(
        self,
        *,
        scope: str = "system",
        namespace: str | None = None,
        queue: str | None = None,
        group: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Json:
        """How many partitions had which lag, in each snapshot of the lag job: docs/http/lag.md."""
        query = {
            "scope": scope,
            "namespace": namespace,
            "queue": self._named(queue),
            "consumerGroup": group,
            "from": since,
            "to": until,
        }
        found: Json = await self._session.send(operations_jobs.read_lag_heatmap(query))
        return found

    async def refresh(self) -> Json:
        """Count now what is else counted once a minute."""
        found: Json = await self._session.send(operations.count_activity())
        return found

    async def metrics(self) -> Json:
        """Sums over all queues, and what the process that answers uses."""
        found: Json = await self._session.send(operations.read_metrics())
        return found

    async def prometheus(self) -> str:
        """What Prometheus scrapes, as text."""
        return await self._session.send(operations.read_prometheus())

    async def health(self) -> Health:
        """Whether the server and its database answer."""
        return await self._session.send(operations.read_health())

"""The lists of a server: what the entry object shows row by row."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from regent.client.core.later import Later
from regent.client.sync.dead_letters import DeadLetters
from regent.client.sync.pages import Pages
from regent.client.sync.session import Session

if TYPE_CHECKING:
    from regent.client.core import operations_admin as operations
    from regent.client.core import (
        operations_audit,
        operations_dead_letters,
        operations_jobs,
        operations_queue,
    )
    from regent.client.core.rows_admin import (
        ArchiveBatch,
        ChangeRow,
        GroupRow,
        JobRun,
        LabelRow,
        LagPartition,
        LagPoint,
        LagRow,
        LagSnapshot,
        LatePartition,
        LeaseRow,
        QueueStatusRow,
        SubscriptionRow,
        TraceName,
        TraceRow,
    )
    from regent.client.core.rows_dead_letters import RedriveRow
    from regent.client.core.rows_queue import MessageRow, QueueRow
else:
    operations_audit = Later(".operations_audit")
    operations_dead_letters = Later(".operations_dead_letters")
    operations = Later(".operations_admin")
    operations_queue = Later(".operations_queue")
    operations_jobs = Later(".operations_jobs")


class Lists:
    """Rows are those of docs/http, with names in snake_case."""

    _session: Session

    def _named(self, queue: str | None) -> str | None:
        return self._session.options.queue_name(queue)

    def queues(
        self,
        *,
        namespace: str | None = None,
        task: str | None = None,
        name: str | None = None,
        contains: str | None = None,
        sort: str | None = None,
        live: bool = False,
        limit: int | None = None,
    ) -> Pages[QueueRow]:
        """Queues by name; those of a namespace or task, those whose names begin with ``name``.
        ``sort``: those with most of it first, as docs/http/resources.md lists."""
        query = {
            "namespace": namespace,
            "task": task,
            "name": self._named(name or "") or None,
            "contains": contains,
            "sort": sort,
            "live": live or None,
        }
        return Pages(self._session, operations.list_queues(query), limit)

    def namespaces(self, *, limit: int | None = None) -> Pages[LabelRow]:
        """The namespaces of queues."""
        return Pages(self._session, operations.list_labels("namespaces"), limit)

    def tasks(self, *, limit: int | None = None) -> Pages[LabelRow]:
        """The tasks of queues."""
        return Pages(self._session, operations.list_labels("tasks"), limit)

    def groups(
        self,
        *,
        queue: str | None = None,
        namespace: str | None = None,
        name: str | None = None,
        live: bool = False,
        limit: int | None = None,
    ) -> Pages[GroupRow]:
        """A row for each group on each queue; those whose names begin with ``name``."""
        query = {
            "queue": self._named(queue),
            "namespace": namespace,
            "name": name,
            "live": live or None,
        }
        return Pages(self._session, operations.list_groups(query), limit)

    def subscriptions(
        self, *, group: str | None = None, queue: str | None = None, limit: int | None = None
    ) -> Pages[SubscriptionRow]:
        """How groups subscribed."""
        query = {"consumerGroup": group, "queue": self._named(queue)}
        return Pages(self._session, operations.list_subscriptions(query), limit)

    def leases(
        self,
        *,
        queue: str | None = None,
        group: str | None = None,
        stuck: bool = False,
        limit: int | None = None,
    ) -> Pages[LeaseRow]:
        """Who holds what, those that end first first. ``stuck``: only those that are late."""
        query = {"queue": self._named(queue), "consumerGroup": group, "stuck": stuck or None}
        return Pages(self._session, operations.list_leases(query), limit)

    def messages(
        self,
        *,
        queue: str | None = None,
        partition: str | None = None,
        namespace: str | None = None,
        task: str | None = None,
        group: str | None = None,
        status: str | None = None,
        trace_id: str | None = None,
        transaction_id: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        payloads: bool = False,
        reveal: bool = False,
        order: operations_queue.Order | None = None,
        after_offset: int | None = None,
        limit: int | None = None,
    ) -> Pages[MessageRow]:
        """Messages that are kept, as ``queue(…).messages`` lists those of one queue."""
        listing = operations_queue.list_messages(
            {
                "queue": self._named(queue),
                "partition": partition,
                "namespace": namespace,
                "task": task,
            },
            group=group,
            status=status,
            trace_id=trace_id,
            transaction_id=transaction_id,
            since=since,
            until=until,
            payloads=payloads,
            reveal=reveal,
            order=order,
            after_offset=after_offset,
        )
        return Pages(self._session, listing, limit)

    def dead_letters(
        self,
        *,
        queue: str | None = None,
        group: str | None = None,
        partition: str | None = None,
        namespace: str | None = None,
        task: str | None = None,
        reason: str | None = None,
        fingerprint: str | None = None,
        error: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        transaction_id: str | None = None,
        trace_id: str | None = None,
        limit: int | None = None,
    ) -> DeadLetters:
        """What groups gave up on: to be listed, counted, redriven or purged."""
        letters = operations_dead_letters.Letters(
            queue=self._named(queue),
            group=group,
            partition=partition,
            namespace=namespace,
            task=task,
            reason=reason,
            fingerprint=fingerprint,
            error=error,
            since=since,
            until=until,
            transaction_id=transaction_id,
            trace_id=trace_id,
        )
        return DeadLetters(self._session, letters, limit)

    def redrives(self, *, limit: int | None = None) -> Pages[RedriveRow]:
        """Redrives that the server carries, and the newest thousand that ended, the newest
        first."""
        return Pages(self._session, operations_dead_letters.list_redrives(), limit)

    def traces(
        self, name: str, *, reveal: bool = False, limit: int | None = None
    ) -> Pages[TraceRow]:
        """What was noted under a name, the oldest first. ``reveal``: with what is masked in
        payloads, for those who may write; it is noted in the audit."""
        listing = operations.list_traces_by_name(name, reveal=reveal)
        return Pages(self._session, listing, limit)

    def trace_names(self, *, limit: int | None = None) -> Pages[TraceName]:
        """The names under which something was noted."""
        return Pages(self._session, operations.list_trace_names(), limit)

    def queue_statuses(
        self, *, namespace: str | None = None, task: str | None = None, limit: int | None = None
    ) -> Pages[QueueStatusRow]:
        """Queues with their lag."""
        query = {"namespace": namespace, "task": task}
        return Pages(self._session, operations.list_queue_status(query), limit)

    def lag(
        self,
        *,
        scope: str = "consumer",
        namespace: str | None = None,
        queue: str | None = None,
        group: str | None = None,
        verdict: str | None = None,
        at: datetime | None = None,
        limit: int | None = None,
    ) -> Pages[LagRow]:
        """How far behind groups were when the lag job looked last (until ``at``), furthest
        first."""
        query = {
            "scope": scope,
            "namespace": namespace,
            "queue": self._named(queue),
            "consumerGroup": group,
            "verdict": verdict,
            "at": at,
        }
        return Pages(self._session, operations_jobs.list_lag(query), limit)

    def lag_partitions(
        self,
        *,
        queue: str | None = None,
        group: str | None = None,
        verdict: str | None = None,
        at: datetime | None = None,
        limit: int | None = None,
    ) -> Pages[LagPartition]:
        """In which partitions they were behind."""
        query = {"queue": self._named(queue), "consumerGroup": group, "verdict": verdict, "at": at}
        return Pages(self._session, operations_jobs.list_lag_partitions(query), limit)

    def lag_history(
        self,
        *,
        scope: str = "system",
        namespace: str | None = None,
        queue: str | None = None,
        group: str | None = None,
        since: datetime | None = None,
        limit: int | None = None,
    ) -> Pages[LagPoint]:
        """One thing in every snapshot of the lag job, the newest first."""
        query = {
            "scope": scope,
            "namespace": namespace,
            "queue": self._named(queue),
            "consumerGroup": group,
            "from": since,
        }
        return Pages(self._session, operations_jobs.list_lag_history(query), limit)

    def lag_snapshots(self, *, limit: int | None = None) -> Pages[LagSnapshot]:
        """The snapshots that are kept, the newest first: the instants for ``at``."""
        return Pages(self._session, operations_jobs.list_lag_snapshots(), limit)

    def job_runs(self, job: str, *, limit: int | None = None) -> Pages[JobRun]:
        """When a Spark job (`lag`, `retention`, `replay`) ran, and what came of it, the newest
        run first."""
        return Pages(self._session, operations_jobs.list_job_runs(job), limit)

    def archive_batches(
        self, *, queue: str | None = None, status: str | None = None, limit: int | None = None
    ) -> Pages[ArchiveBatch]:
        """What the retention job archives together, the newest first. ``status``: only batches
        that are so far."""
        query = {"queue": self._named(queue), "status": status}
        return Pages(self._session, operations_jobs.list_archive_batches(query), limit)

    def changes(
        self,
        *,
        who: str | None = None,
        what: str | None = None,
        queue: str | None = None,
        since: datetime | None = None,
        limit: int | None = None,
    ) -> Pages[ChangeRow]:
        """Who changed what, the newest first. ``what``: how the name of the action begins."""
        query = {"who": who, "what": what, "queue": self._named(queue), "from": since}
        return Pages(self._session, operations_audit.list_changes(query), limit)

    def late_partitions(
        self,
        *,
        min_lag_seconds: float = 3600,
        group: str | None = None,
        queue: str | None = None,
        limit: int = 1000,
    ) -> list[LatePartition]:
        """Partitions in which a group has not completed a message that is so old."""
        query = {
            "minLagSeconds": min_lag_seconds,
            "consumerGroup": group,
            "queue": self._named(queue),
            "limit": limit,
        }
        return self._session.send(operations.list_late_partitions(query))

"""A consumer group, over all of its queues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from regent.client.aio.pages import AsyncPages
from regent.client.aio.session import AsyncSession
from regent.client.core.later import Later

if TYPE_CHECKING:
    from regent.client.core import operations_admin as operations
    from regent.client.core import operations_members
    from regent.client.core.rows_admin import Steered, SubscriptionRow
    from regent.client.core.rows_members import Evicted, GenerationRow, MemberRow
else:
    operations = Later(".operations_admin")
    operations_members = Later(".operations_members")


@dataclass(frozen=True, slots=True)
class AsyncGroup:
    """A consumer group. What it does on one queue is ``queue(…).group(…)``."""

    session: AsyncSession
    name: str

    async def show(self, queue: str | None = None, *, live: bool = False) -> Mapping[str, Any]:
        """Its queues with their partitions, as docs/http/groups.md has them."""
        named = self.session.options.queue_name(queue)
        found: Mapping[str, Any] = await self.session.send(
            operations.read_group(self.name, named, live=live)
        )
        return found

    async def pause(self) -> Steered:
        """Let its pops find nothing, on queues that it will come to as well."""
        return await self.session.send(operations.pause(self.name, None))

    async def resume(self) -> Steered:
        """Let its pops find something again."""
        return await self.session.send(operations.resume(self.name, None))

    async def delete(
        self, *, keep_subscriptions: bool = False, force: bool = False, dry_run: bool = False
    ) -> Steered:
        """Delete its cursors, failed attempts and dead letters. ``force``: also while it holds
        messages or has members. ``dry_run``: only say what would happen."""
        operation = operations.delete_group(
            self.name, None, keep_subscriptions=keep_subscriptions, force=force, dry_run=dry_run
        )
        return await self.session.send(operation)

    def subscriptions(self, *, limit: int | None = None) -> AsyncPages[SubscriptionRow]:
        """How it subscribed."""
        listing = operations.list_subscriptions({"consumerGroup": self.name})
        return AsyncPages(self.session, listing, limit)

    async def start_from(self, at: datetime) -> None:
        """Where it starts in partitions and queues that it does not follow yet."""
        await self.session.send(operations.move_subscription(self.name, at))

    async def members(self) -> list[MemberRow]:
        """Who is in the group of a topic, ``G_<topic>_<group_id>``, and reads which partitions."""
        return await self.session.send(operations_members.list_members(self.name))

    def generations(self, *, limit: int | None = None) -> AsyncPages[GenerationRow]:
        """The rebalances of such a group, the newest first: what led to each, and who got what."""
        return AsyncPages(self.session, operations_members.list_generations(self.name), limit)

    async def evict(self, member_id: str, *, dry_run: bool = False) -> Evicted:
        """End a membership as if its session had expired: others get its partitions, and the
        consumer may join again. ``dry_run``: only say what would happen."""
        operation = operations_members.evict_member(self.name, member_id, dry_run=dry_run)
        return await self.session.send(operation)

"""Operations about the members of a topic's group, for those who look after it."""

from __future__ import annotations

from regent.client.core.operation import Operation, api, json_of
from regent.client.core.operations_queue import reads
from regent.client.core.paging import Listing
from regent.client.core.rows import row
from regent.client.core.rows_members import Evicted, GenerationRow, MemberRow


def list_members(group: str) -> Operation[list[MemberRow]]:
    """Who is in a group."""
    return Operation(
        "GET",
        api("metadata", "consumer-groups", group),
        lambda reply: [row(MemberRow, raw) for raw in json_of(reply)["members"]],
    )


def list_generations(group: str) -> Listing[GenerationRow]:
    """What led to each rebalance of a group."""
    return Listing(
        ("metadata", "consumer-groups", group, "generations"), "generations", GenerationRow, {}
    )


def evict_member(group: str, member: str, *, dry_run: bool) -> Operation[Evicted]:
    """End a membership. A repeat would find no member and not say what it had."""
    words = ("metadata", "consumer-groups", group, "members", member)
    target = api(*words, dryRun=True if dry_run else None)
    return Operation("DELETE", target, reads(Evicted), repeats=dry_run)

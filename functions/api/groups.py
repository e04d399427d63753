"""GET, DELETE /api/v1/consumer-groups…, GET /api/v1/resources/groups: who consumes what, and how
far behind."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import listed
from functions.edge.roles import Role, needs
from functions.forms.counted import LiveQuery
from functions.forms.groups import (
    GroupAnswer,
    GroupOnQueueAnswer,
    GroupsAnswer,
    GroupState,
    LaggingAnswer,
    by_queue,
    late_partition,
    on_each_queue,
    over_their_queues,
    standing,
)
from functions.forms.preview import DryRunQuery, Previewed, previewed
from functions.stores import groups, settings
from regent.errors import GroupHasMembers, GroupNotFound, LeaseLive, QueueNotFound
from regent.limits import MAX_DELAY_SECONDS, MAX_PAGE
from regent.names import GroupName, Label, QueueName, Text
from regent.paging import Listing, Page, decode_cursor, encode_cursor
from regent.rows import Row, camel
from regent.stores.groups import Deleted, Filters
from regent.stores.queue_types import QUEUE_MODE

app = Api()
handler = app.handler
groups()

#: How late a partition must be to be listed as lagging, if the caller does not say.
DEFAULT_MIN_LAG_SECONDS: Final = 3_600
_NEXT: Final = "X-Next-Cursor"
#: The lists that cursors belong to.
_BY_QUEUE: Final = "groups"
_BY_GROUP: Final = "groups by name"
_OF_GROUP: Final = "queues of a group"
_BY_LAG: Final = "groups by lag"
_BY_NAME: Final = "groups by queue and name"

Limit = Annotated[int, Field(ge=1, le=MAX_PAGE)]
Reply = Response[Any]


class GroupsQuery(LiveQuery):
    """The groups, each once for each of its queues or once altogether. ``name`` is how a group's
    name begins; ``cursor`` is the header X-Next-Cursor of an answer."""

    by: Literal["queue", "group"] = "queue"
    queue: QueueName | None = None
    namespace: Label = ""
    name: Label = ""
    limit: Limit = MAX_PAGE
    cursor: Text | None = None


class StandingsQuery(LiveQuery):
    """The groups to list; ``name`` is how their names begin. ``sort=lag``: the group whose oldest
    open message is oldest comes first."""

    queue: QueueName | None = None
    namespace: Label = ""
    name: Label = ""
    state: GroupState | None = None
    sort: Literal["name", "lag"] = "name"
    limit: Limit = 100
    cursor: Text | None = None


class GroupQuery(LiveQuery):
    """The queue of a group, or all of them; ``limit``: partitions, shared among the queues."""

    queue: QueueName | None = None
    limit: Limit = MAX_PAGE
    cursor: Text | None = None


class LaggingQuery(BaseModel):
    """How late the partitions are, of which group, and how many of them."""

    minLagSeconds: Annotated[int, Field(ge=0, le=MAX_DELAY_SECONDS)] = DEFAULT_MIN_LAG_SECONDS
    consumerGroup: GroupName | None = None
    queue: QueueName | None = None
    limit: Limit = MAX_PAGE


class DeleteQuery(DryRunQuery):
    """``force``: also while consumers hold messages."""

    deleteMetadata: bool = True
    force: bool = False


class DeleteGroupAnswer(Previewed):
    """What was deleted. ``nextPop`` says where the group's next pop will start."""

    success: bool
    consumerGroup: str
    queueName: str | None = None
    deletedPartitions: int
    deadLettersDeleted: int
    metadataDeleted: bool
    subscriptionsDeleted: int
    nextPop: str


@app.get(
    "/api/v1/consumer-groups/lagging",
    summary="List partitions in which groups are late",
    responses=described("The oldest message first", list[LaggingAnswer]) | errors(),
)
@needs(Role.READ_ONLY)
def list_late_partitions(query: Annotated[LaggingQuery, Query()]) -> Reply:
    """Partitions in which a group has not completed a message that was pushed so long ago."""
    found = groups().list_late_partitions(
        query.minLagSeconds, query.consumerGroup, query.queue, query.limit
    )
    return answer(200, [late_partition(row) for row in found.rows])


@app.get(
    "/api/v1/consumer-groups",
    summary="List consumer groups",
    responses=described(f"By name; the header {_NEXT} is there when more follow", list[GroupAnswer])
    | errors(),
)
@needs(Role.READ_ONLY)
def list_groups(query: Annotated[GroupsQuery, Query()]) -> Reply:
    """Each group on each queue, or with ``by=group`` each group once: lag, state, subscription. On
    large queues, lag and state are those of the last count unless ``live=true``."""
    filters = Filters(query.queue, query.namespace or None, query.name or None, query.live)
    if query.by == "group":
        found = groups().list_groups_by_name(filters, _page(query, _BY_GROUP, str))
        return _reply(_BY_GROUP, found, over_their_queues(found.rows))
    found = groups().list_groups(filters, _page(query, _BY_QUEUE, str, str))
    return _reply(_BY_QUEUE, found, on_each_queue(found.rows))


@app.get(
    "/api/v1/resources/groups",
    summary="List consumer groups with what they did last",
    responses=described("A page of groups, each on each of its queues", GroupsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_standings(query: Annotated[StandingsQuery, Query()]) -> Reply:
    """Each group on each queue, the worst first if asked: lag, state, subscription, when it was
    last handed something and when it last completed something. On large queues, the numbers are
    those of the last count unless ``live=true``."""
    filters = Filters(query.queue, query.namespace or None, query.name or None, query.live)
    by_lag = query.sort == "lag"
    order = _BY_LAG if by_lag else _BY_NAME
    page = _page(query, order, int, str, str)
    found = groups().list_standings(filters, page, state=query.state, by_lag=by_lag)
    return answer(200, listed("groups", found, page, standing, order=order))


@app.get(
    "/api/v1/consumer-groups/<group>",
    summary="Show a consumer group",
    responses=described(
        f"Its queues, 100 at most; the header {_NEXT} is there when more follow",
        dict[str, GroupOnQueueAnswer],
    )
    | errors(QueueNotFound, GroupNotFound),
)
@needs(Role.READ_ONLY)
def read_group(group: Annotated[GroupName, Path()], query: Annotated[GroupQuery, Query()]) -> Reply:
    """A group by queue and partition: cursors, lag, leases, counts. Of large queues, lag and state
    are those of the last count unless ``live=true``; the partitions are always of now."""
    page = _page(query, _OF_GROUP, str)
    found = groups().read_group(group, query.queue, page, live=query.live)
    return _reply(_OF_GROUP, found, by_queue(found.rows))


@app.delete(
    "/api/v1/consumer-groups/<group>/queues/<queue>",
    summary="Delete a consumer group on one queue",
    responses=described("It is gone, whether it was there or not", DeleteGroupAnswer)
    | errors(LeaseLive, GroupHasMembers),
)
@needs(Role.ADMIN)
@app.audited
def delete_group_on_queue(
    group: Annotated[GroupName, Path()],
    queue: Annotated[QueueName, Path()],
    query: Annotated[DeleteQuery, Query()],
) -> Reply:
    """Delete a group's cursors and dead letters on a queue, and unless ``deleteMetadata=false``
    its subscription to it."""
    gone, more = _gone(group, queue, query)
    return answer(200, _deleted(group, queue, query, gone, _next_on_queue(gone)) | more)


@app.delete(
    "/api/v1/consumer-groups/<group>",
    summary="Delete a consumer group",
    responses=described("It is gone, whether it was there or not", DeleteGroupAnswer)
    | errors(LeaseLive, GroupHasMembers),
)
@needs(Role.ADMIN)
@app.audited
def delete_group(
    group: Annotated[GroupName, Path()], query: Annotated[DeleteQuery, Query()]
) -> Reply:
    """Delete a group's cursors and dead letters on every queue, and unless ``deleteMetadata=false``
    its subscriptions."""
    gone, more = _gone(group, None, query)
    return answer(200, _deleted(group, None, query, gone, _next_anywhere(gone)) | more)


def _gone(group: str, queue: str | None, query: DeleteQuery) -> tuple[Deleted, Row]:
    """What was deleted; or what would be, and what only a dry run tells."""
    records = query.deleteMetadata
    if not query.dryRun:
        return groups().delete_group(group, queue, records=records, force=query.force), {}
    mode = settings().default_subscription_mode if group != QUEUE_MODE else "all"
    rows = groups().preview_delete_group(group, queue, records=records, default_mode=mode)
    return Deleted(*(rows[0][camel(name)] for name in Deleted._fields)), previewed(rows)


def _page(query: GroupsQuery | GroupQuery | StandingsQuery, name: str, *kinds: type) -> Page:
    after = decode_cursor(name, query.cursor, kinds) if query.cursor else None
    return Page(query.limit, 0, after)


def _reply(name: str, found: Listing, body: Any) -> Reply:
    """An answer that has no room for a cursor: it travels in a header."""
    reply = answer(200, body)
    if found.next_key is not None:
        reply.headers[_NEXT] = encode_cursor(name, found.next_key)
    return reply


def _deleted(group: str, queue: str | None, query: DeleteQuery, gone: Deleted, then: str) -> Row:
    return {
        "success": True,
        "consumerGroup": group,
        **({} if queue is None else {"queueName": queue}),
        "deletedPartitions": gone.partitions,
        "deadLettersDeleted": gone.dead_letters,
        "metadataDeleted": query.deleteMetadata,
        "subscriptionsDeleted": gone.subscriptions,
        "nextPop": then,
    }


_ANEW: Final = "subscribes anew, as it asks: to all messages that are kept unless it says otherwise"


def _next_on_queue(gone: Deleted) -> str:
    if gone.next_mode is None:
        return f"The group's next pop {_ANEW}."
    if gone.next_mode == "all":
        return "The group's next pop starts at the first message that is kept, as recorded."
    return (
        "The group's next pop starts at the first message since"
        f" {gone.next_timestamp}, as recorded."
    )


def _next_anywhere(gone: Deleted) -> str:
    if not gone.subscriptions_kept:
        return f"The group's next pop of a queue {_ANEW}."
    return "The group's next pop of a queue starts there as its subscription says."

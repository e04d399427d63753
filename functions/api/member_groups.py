"""…/metadata/consumer-groups: the groups whose partitions are assigned to members."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field, model_validator

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.preview import DryRunQuery, in_a_dry_run
from functions.stores import members
from regent.errors import (
    BoundReached,
    GroupHasMembers,
    GroupIdTaken,
    PayloadTooLarge,
    UnknownGroup,
    UnknownMember,
    UnknownTopic,
)
from regent.limits import MAX_NAME_LENGTH, MAX_PAGE
from regent.names import Name, QueueName, Text
from regent.paging import Page, decode_cursor
from regent.rows import Row
from regent.stores.members import MemberId

app = Api(repeats_code=True)
handler = app.handler
members()

#: The coordinator is the database: there is no broker to find.
_BROKER_ID: Final = 0
#: The list of generations, in answers and cursors.
_HISTORY: Final = "generations"
#: With one of them in it, a group's path would be a route about another group.
_WORDS_OF_PATHS: Final = ("/queues/", "/members/", "/generations/")


class GroupRequest(BaseModel):
    """An application that reads a topic."""

    topic: QueueName
    appId: Name

    @model_validator(mode="after")
    def _check_group_id(self) -> GroupRequest:
        group = f"G_{self.topic}_{self.appId}"
        if len(group) > MAX_NAME_LENGTH:
            raise ValueError(
                f"the group's id, G_<topic>_<appId>, would have {len(group)} characters,"
                f" more than {MAX_NAME_LENGTH}"
            )
        for word in _WORDS_OF_PATHS:
            if word in f"{group}/":
                raise ValueError(f"the group's id, G_<topic>_<appId>, may not contain {word}")
        return self


class MemberGroupQuery(BaseModel):
    """Whether the group stays when its last member leaves."""

    onEmpty: Literal["keep", "delete"] = "keep"


class MemberGroupsQuery(BaseModel):
    """A page of the list: ``limit`` groups, after the one with this id."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = MAX_PAGE
    after: Text | None = None


class DeleteMemberGroupQuery(BaseModel):
    """``force``: delete it with its members. ``brokerId`` is accepted for the clients and
    ignored."""

    force: bool = False
    brokerId: Text | None = None


class GenerationsQuery(BaseModel):
    """A page of the history, the newest generation first."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 20
    cursor: Text | None = None


class FoundGroupAnswer(BaseModel):
    """The group's id, and where to reach its coordinator: here."""

    groupId: str
    groupLeaderBrokerId: int
    groupLeaderUrl: str
    created: bool


class MemberGroupAnswer(BaseModel):
    """A group. Instants in milliseconds since 1970."""

    groupId: str
    topic: str
    appId: str
    groupLeaderBrokerId: int
    groupLeaderUrl: str
    createdAt: int
    lastModifiedAt: int
    state: str
    generation: int
    memberCount: int


class MemberAnswer(BaseModel):
    """A member, and what it has been assigned."""

    memberId: str
    consumerId: str
    partitions: list[int]
    lastHeartbeat: int
    joinedAt: int
    sessionTimeoutMs: int


class GroupDescription(MemberGroupAnswer):
    """A group with its members, in the order in which ranges are assigned."""

    members: list[MemberAnswer]


class DeletedGroupAnswer(BaseModel):
    """The group is gone."""

    deleted: bool
    groupId: str


class MembershipChange(BaseModel):
    """What set off a rebalance: ``joined``, ``left``, ``expired`` (a session), ``evicted``, or
    ``grew``, which is the topic's and has no consumer."""

    change: Literal["joined", "left", "expired", "evicted", "grew"]
    consumerId: str | None
    at: int


class OwnerAnswer(BaseModel):
    """A member that has partitions."""

    consumerId: str
    partitions: list[int]


class GenerationAnswer(BaseModel):
    """A generation. ``changes`` are the first of ``changeCount``. The one to come has no
    ``rebalancedAt`` yet, and no members."""

    generation: int
    changes: list[MembershipChange]
    changeCount: int
    rebalancedAt: int | None
    memberCount: int | None
    members: list[OwnerAnswer] | None


class GenerationsAnswer(BaseModel):
    """A page of generations."""

    generations: list[GenerationAnswer]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class EvictedAnswer(BaseModel):
    """The member is gone; others get its partitions. A dry run also says who would have what then,
    and how many records of its partitions are not committed."""

    evicted: bool
    groupId: str
    memberId: str
    consumerId: str
    partitions: list[int]
    membersLeft: int
    dryRun: bool = Field(default_factory=in_a_dry_run)
    uncommitted: int = Field(default_factory=in_a_dry_run)
    assignment: list[OwnerAnswer] = Field(default_factory=in_a_dry_run)


@app.post(
    "/api/v1/metadata/consumer-groups/find-or-create",
    summary="Find or create a group",
    responses=described("The group", FoundGroupAnswer)
    | errors(UnknownTopic, GroupIdTaken, BoundReached, PayloadTooLarge),
)
@needs(Role.READ_WRITE)
def find_or_create(
    request: Annotated[GroupRequest, Body()], query: Annotated[MemberGroupQuery, Query()]
) -> Response[Any]:
    """The group of an application on a topic. A new one starts at the first record kept."""
    group = members().register_group(
        request.topic, request.appId, delete_when_empty=query.onEmpty == "delete"
    )
    body = {"groupId": group["groupId"], **_leader(), "created": group["created"]}
    return answer(200, body)


@app.get(
    "/api/v1/metadata/consumer-groups",
    summary="List the groups with members",
    responses=described("An array of them, by id", list[MemberGroupAnswer]) | errors(),
)
@needs(Role.READ_ONLY)
def list_groups(query: Annotated[MemberGroupsQuery, Query()]) -> Response[Any]:
    """Groups that were found or created, whether or not anybody is in them."""
    page = Page(query.limit, 0, None if query.after is None else (query.after,))
    return answer(200, [_group(row) for row in members().list_member_groups(page).rows])


@app.get(
    "/api/v1/metadata/consumer-groups/<group>/generations",
    summary="List a group's generations",
    responses=described("A page of generations", GenerationsAnswer) | errors(UnknownGroup),
)
@needs(Role.READ_ONLY)
def list_generations(
    group: Annotated[Name, Path()], query: Annotated[GenerationsQuery, Query()]
) -> Response[Any]:
    """What led to each rebalance, when it came, and who had which partitions then. The last hundred
    are kept."""
    after = decode_cursor(_HISTORY, query.cursor, (int,)) if query.cursor else None
    page = Page(query.limit, 0, after)
    found = members().list_generations(group, page)
    return answer(200, listed(_HISTORY, found, page, _generation))


@app.get(
    "/api/v1/metadata/consumer-groups/<group>",
    summary="Describe a group",
    responses=described("The group and its members", GroupDescription) | errors(UnknownGroup),
)
@needs(Role.READ_ONLY)
def describe_group(group: Annotated[Name, Path()]) -> Response[Any]:
    """Its state, its generation, who is in it, and what each member reads."""
    (row,) = members().list_member_groups(group=group).rows
    every = [
        {name: member[name] for name in MemberAnswer.model_fields} for member in row["members"]
    ]
    return answer(200, _group(row) | {"members": every})


@app.delete(
    "/api/v1/metadata/consumer-groups/<group>/members/<member>",
    summary="Evict a member",
    responses=described("It is gone", EvictedAnswer) | errors(UnknownGroup, UnknownMember),
)
@needs(Role.ADMIN)
@app.audited
def evict_member(
    group: Annotated[Name, Path()],
    member: Annotated[MemberId, Path()],
    query: Annotated[DryRunQuery, Query()],
) -> Response[Any]:
    """End a membership as if its session had expired. The consumer is told so by its next request,
    and may join again."""
    named = {"groupId": group, "memberId": member}
    if not query.dryRun:
        return answer(200, {"evicted": True, **named, **members().evict_member(group, member)})
    preview = members().preview_evict_member(group, member)
    return answer(200, {"evicted": False, **named, **preview, "dryRun": True})


@app.delete(
    "/api/v1/metadata/consumer-groups/<group>",
    summary="Delete a group",
    responses=described("It is gone", DeletedGroupAnswer) | errors(UnknownGroup, GroupHasMembers),
)
@needs(Role.ADMIN)
@app.audited
def delete_member_group(
    group: Annotated[Name, Path()], query: Annotated[DeleteMemberGroupQuery, Query()]
) -> Response[Any]:
    """Delete a group with its committed offsets. Refused while it has members, unless forced."""
    members().delete_member_group(group, force=query.force)
    return answer(200, {"deleted": True, "groupId": group})


def _generation(row: Row) -> Row:
    return {
        "generation": row["generation"],
        "changes": [
            {name: each[name] for name in MembershipChange.model_fields} for each in row["changes"]
        ],
        "changeCount": row["changeCount"],
        "rebalancedAt": row["rebalancedAtMs"],
        "memberCount": row["memberCount"],
        "members": row["members"],
    }


def _leader() -> dict[str, Any]:
    """The coordinator's address is this API's own, so a client that follows it comes back here."""
    event = app.current_event
    host = event.headers.get("host") or event.request_context.get("domainName") or ""
    return {"groupLeaderBrokerId": _BROKER_ID, "groupLeaderUrl": host}


def _group(row: Row) -> dict[str, Any]:
    return {
        "groupId": row["groupId"],
        "topic": row["topic"],
        "appId": row["appId"],
        **_leader(),
        "createdAt": row["createdAtMs"],
        "lastModifiedAt": row["lastModifiedAtMs"],
        "state": row["state"],
        "generation": row["generation"],
        "memberCount": row["memberCount"],
    }

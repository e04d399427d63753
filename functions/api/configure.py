"""POST /api/v1/configure: make a queue, or replace its options."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Query
from pydantic import BaseModel, ConfigDict, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.forms.configure import OPTION_COLUMNS, GivenOptions, Options
from functions.forms.preview import DryRunQuery, in_a_dry_run
from functions.stores import encryption, queues, resources
from regent.errors import (
    BoundReached,
    EncryptionUnavailable,
    PartitionsFixed,
    PayloadTooLarge,
    QueueChanged,
)
from regent.limits import MAX_COUNT
from regent.names import Label, QueueName
from regent.numbers import WHOLE
from regent.rows import Row, as_json_rows
from regent.stores.queue_types import Configured

app = Api()
handler = app.handler
queues()
resources()


#: Options and labels, by their columns.
_NAMES: Final = {
    **{column: name for name, column in OPTION_COLUMNS.items()},
    "fixed_partitions": "partitions",
    "namespace": "namespace",
    "task": "task",
}


class ConfigureRequest(BaseModel):
    """A queue, its labels, and all of its options. ``ifRevision``: change it only if that is still
    its revision."""

    model_config = ConfigDict(extra="allow")

    queue: QueueName
    namespace: Label | None = None
    task: Label | None = None
    options: GivenOptions = GivenOptions()
    ifRevision: Annotated[int, Field(strict=True, ge=1, le=MAX_COUNT), WHOLE] | None = None


class OptionChange(BaseModel):
    """An option, or a label, that would change."""

    option: str
    before: int | bool | str | list[str] | None
    after: int | bool | str | list[str] | None


class OptionEffect(BaseModel):
    """Messages that the group has not done, and that are older than the option then allows."""

    option: Literal["ttl", "maxWaitTimeSeconds", "pendingRetentionSeconds"]
    group: str
    messages: int


class ConfigureAnswer(BaseModel):
    """The queue as it is now, or in a dry run as it would be: its ids and its revision are null
    where it would be made. ``ignoredOptions``: names that we do not know: a typo shows.
    ``warnings``: sentences on options that contradict each other. ``atLeast``: there is more than
    the dry run looked at."""

    configured: bool
    queueId: str | None
    partitionId: str | None
    queue: str
    namespace: str | None
    task: str | None
    options: Options
    #: It grows with each change of options or labels.
    revision: int | None
    ignoredOptions: list[str]
    warnings: list[str]
    dryRun: bool = Field(default_factory=in_a_dry_run)
    atLeast: bool = Field(default_factory=in_a_dry_run)
    changes: list[OptionChange] = Field(default_factory=in_a_dry_run)
    effects: list[OptionEffect] = Field(default_factory=in_a_dry_run)


@app.post(
    "/api/v1/configure",
    summary="Make or configure a queue",
    responses=described("The queue as it is now", ConfigureAnswer)
    | errors(PartitionsFixed, BoundReached, QueueChanged, EncryptionUnavailable, PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@app.audited
def configure(
    request: Annotated[ConfigureRequest, Body()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Make the queue when it is missing. An option that is not given goes back to its default."""
    options = request.options
    columns = {column: getattr(options, name) for name, column in OPTION_COLUMNS.items()}
    found, more = _previewed(request, columns) if query.dryRun else _configured(request, columns)
    return answer(
        200,
        {
            "configured": not query.dryRun,
            "queueId": found["queueId"],
            "partitionId": found["partitionId"],
            "queue": request.queue,
            "namespace": found["namespace"] or None,
            "task": found["task"] or None,
            "options": {
                **{name: getattr(options, name) for name in OPTION_COLUMNS},
                "partitions": found["partitions"] or None,
            },
            "revision": found["revision"],
            "ignoredOptions": sorted({*(request.model_extra or ()), *(options.model_extra or ())}),
            "warnings": options.warnings(),
            **more,
        },
    )


def _configured(request: ConfigureRequest, columns: dict[str, Any]) -> tuple[Row, Row]:
    """The queue as it is now."""
    configured = queues().configure(
        request.queue,
        namespace=request.namespace,
        task=request.task,
        partitions=request.options.partitions,
        options=columns,
        if_revision=request.ifRevision,
    )
    (row,) = as_json_rows(Configured._fields, [configured])
    return row, {}


def _previewed(request: ConfigureRequest, columns: dict[str, Any]) -> tuple[Row, Row]:
    """The queue as it would be, and what only a dry run tells."""
    if request.options.encryptionEnabled:
        encryption().require()
    row = resources().preview_configure(
        request.queue,
        (request.namespace, request.task),
        request.options.partitions,
        columns,
        request.ifRevision,
    )
    changes = [
        {"option": name, "before": change["before"], "after": change["after"]}
        for change in row["changes"]
        if (name := _NAMES.get(change["column"]))
    ]
    effects = [
        {
            "option": _NAMES[effect["column"]],
            "group": effect["consumerGroup"],
            "messages": effect["messages"],
        }
        for effect in row["effects"]
    ]
    told = {"dryRun": True, "atLeast": row["atLeast"], "changes": changes, "effects": effects}
    return row, told

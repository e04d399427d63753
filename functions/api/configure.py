"""POST /api/v1/configure: make a queue, or replace its options."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, ConfigDict, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.forms.configure import OPTION_COLUMNS, GivenOptions, Options
from functions.stores import queues
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

app = Api()
handler = app.handler
queues()


class ConfigureRequest(BaseModel):
    """A queue, its labels, and all of its options. ``ifRevision``: change it only if that is still
    its revision."""

    model_config = ConfigDict(extra="allow")

    queue: QueueName
    namespace: Label | None = None
    task: Label | None = None
    options: GivenOptions = GivenOptions()
    ifRevision: Annotated[int, Field(strict=True, ge=1, le=MAX_COUNT), WHOLE] | None = None


class ConfigureAnswer(BaseModel):
    """The queue as it is now. ``ignoredOptions``: names that we do not know: a typo shows.
    ``warnings``: sentences on options that contradict each other."""

    configured: bool
    queueId: str
    partitionId: str
    queue: str
    namespace: str | None
    task: str | None
    options: Options
    #: It grows with each change of options or labels.
    revision: int
    ignoredOptions: list[str]
    warnings: list[str]


@app.post(
    "/api/v1/configure",
    summary="Make or configure a queue",
    responses=described("The queue as it is now", ConfigureAnswer)
    | errors(PartitionsFixed, BoundReached, QueueChanged, EncryptionUnavailable, PayloadTooLarge),
)
@needs(Role.READ_WRITE)
def configure(request: Annotated[ConfigureRequest, Body()]) -> Response[Any]:
    """Make the queue when it is missing. An option that is not given goes back to its default."""
    options = request.options
    configured = queues().configure(
        request.queue,
        namespace=request.namespace,
        task=request.task,
        partitions=options.partitions,
        options={column: getattr(options, name) for name, column in OPTION_COLUMNS.items()},
        if_revision=request.ifRevision,
    )
    return answer(
        200,
        {
            "configured": True,
            "queueId": str(configured.queue_id),
            "partitionId": str(configured.partition_id),
            "queue": request.queue,
            "namespace": configured.namespace or None,
            "task": configured.task or None,
            "options": {
                **{name: getattr(options, name) for name in OPTION_COLUMNS},
                "partitions": configured.partitions or None,
            },
            "revision": configured.revision,
            "ignoredOptions": sorted({*(request.model_extra or ()), *(options.model_extra or ())}),
            "warnings": options.warnings(),
        },
    )

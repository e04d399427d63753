"""POST /api/v1/configure: make a queue, or replace its options."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, ConfigDict

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.forms.configure import OPTION_COLUMNS, GivenOptions, Options
from functions.stores import queues
from regent.errors import BoundReached, EncryptionUnavailable, PartitionsFixed, PayloadTooLarge
from regent.names import Label, QueueName

app = Api()
handler = app.handler
queues()


class ConfigureRequest(BaseModel):
    """A queue, its labels, and all of its options."""

    model_config = ConfigDict(extra="allow")

    queue: QueueName
    namespace: Label | None = None
    task: Label | None = None
    options: GivenOptions = GivenOptions()


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
    ignoredOptions: list[str]
    warnings: list[str]


@app.post(
    "/api/v1/configure",
    summary="Make or configure a queue",
    responses=described("The queue as it is now", ConfigureAnswer)
    | errors(PartitionsFixed, BoundReached, EncryptionUnavailable, PayloadTooLarge),
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
            "ignoredOptions": sorted({*(request.model_extra or ()), *(options.model_extra or ())}),
            "warnings": options.warnings(),
        },
    )

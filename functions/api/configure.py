"""POST /api/v1/configure: make a queue, or replace its options."""

from __future__ import annotations

from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, ConfigDict, Field, model_validator

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.stores import queues
from regent.errors import EncryptionUnavailable, PartitionsFixed, PayloadTooLarge
from regent.limits import (
    MAX_COUNT,
    MAX_DELAY_SECONDS,
    MAX_FIXED_PARTITIONS,
    MAX_LEASE_SECONDS,
)
from regent.names import Label, QueueName

app = Api()
handler = app.handler
queues()

_Seconds = Annotated[int, Field(ge=0, le=MAX_DELAY_SECONDS)]
_Milliseconds = Annotated[int, Field(ge=0, le=MAX_LEASE_SECONDS * 1000)]
_Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]


class Options(BaseModel):
    """A queue's options; one that is not given has its default."""

    model_config = ConfigDict(strict=True, extra="allow")

    leaseTime: Annotated[int, Field(ge=1, le=MAX_LEASE_SECONDS)] = 300
    retryLimit: _Count = 3
    retryDelay: _Milliseconds = 1000
    retryDelayMax: _Milliseconds = 0
    priority: Annotated[int, Field(ge=-MAX_COUNT, le=MAX_COUNT)] = 0
    delayedProcessing: _Seconds = 0
    windowBuffer: _Seconds = 0
    maxSize: _Count = 0
    ttl: _Seconds = 0
    maxWaitTimeSeconds: _Seconds = 0
    retentionEnabled: bool = False
    retentionSeconds: _Seconds = 0
    completedRetentionSeconds: _Seconds = 0
    encryptionEnabled: bool = False
    deadLetterQueue: bool = False
    dlqAfterMaxRetries: bool = False
    partitions: Annotated[int, Field(ge=1, le=MAX_FIXED_PARTITIONS)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _null_is_default(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value is not None}

    @model_validator(mode="after")
    def _age_allows_a_pop(self) -> Options:
        """A message that grows too old before it may be taken would never be taken."""
        waits = max(self.delayedProcessing, self.windowBuffer)
        for name in ("ttl", "maxWaitTimeSeconds"):
            age = getattr(self, name)
            if 0 < age <= waits:
                raise ValueError(
                    f"{name} is {age} s, but no message is handed out before it is {waits} s old"
                    " (delayedProcessing, windowBuffer): none would ever be"
                )
        return self


#: The options' columns, where the seeds' SQL has another word than the seeds' HTTP.
OPTION_COLUMNS: Final = {
    "leaseTime": "lease_time",
    "retryLimit": "retry_limit",
    "retryDelay": "retry_delay",
    "retryDelayMax": "retry_delay_max",
    "priority": "priority",
    "delayedProcessing": "delayed_processing",
    "windowBuffer": "window_buffer",
    "maxSize": "max_queue_size",
    "ttl": "ttl",
    "maxWaitTimeSeconds": "max_wait_time_seconds",
    "retentionEnabled": "retention_enabled",
    "retentionSeconds": "retention_seconds",
    "completedRetentionSeconds": "completed_retention_seconds",
    "encryptionEnabled": "encryption_enabled",
    "deadLetterQueue": "dead_letter_queue",
    "dlqAfterMaxRetries": "dlq_after_max_retries",
}


class ConfigureRequest(BaseModel):
    """A queue, its labels, and all of its options."""

    model_config = ConfigDict(extra="allow")

    queue: QueueName
    namespace: Label | None = None
    task: Label | None = None
    options: Options = Options()


class ConfigureAnswer(BaseModel):
    """The queue as it is now. ``ignoredOptions``: names that we do not know: a typo shows."""

    configured: bool
    queueId: str
    partitionId: str
    queue: str
    namespace: str | None
    task: str | None
    options: Options
    ignoredOptions: list[str]


@app.post(
    "/api/v1/configure",
    summary="Make or configure a queue",
    responses=described("The queue as it is now", ConfigureAnswer)
    | errors(PartitionsFixed, EncryptionUnavailable, PayloadTooLarge),
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
        },
    )

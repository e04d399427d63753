"""A queue's options: as they are configured, and as queues and messages are shown with them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from regent.limits import (
    MAX_COUNT,
    MAX_DELAY_SECONDS,
    MAX_FIXED_PARTITIONS,
    MAX_LEASE_SECONDS,
    MAX_MASK_PATHS,
)
from regent.names import MaskPath
from regent.numbers import WHOLE

_Seconds = Annotated[int, Field(ge=0, le=MAX_DELAY_SECONDS), WHOLE]
_Milliseconds = Annotated[int, Field(ge=0, le=MAX_LEASE_SECONDS * 1000), WHOLE]
_Count = Annotated[int, Field(ge=0, le=MAX_COUNT), WHOLE]


class Options(BaseModel):
    """A queue's options; one that is not given has its default."""

    model_config = ConfigDict(strict=True, extra="allow")

    leaseTime: Annotated[int, Field(ge=1, le=MAX_LEASE_SECONDS), WHOLE] = 300
    retryLimit: _Count = 3
    retryDelay: _Milliseconds = 1000
    retryDelayMax: _Milliseconds = 0
    priority: Annotated[int, Field(ge=-MAX_COUNT, le=MAX_COUNT), WHOLE] = 0
    delayedProcessing: _Seconds = 0
    windowBuffer: _Seconds = 0
    maxSize: _Count = 0
    ttl: _Seconds = 0
    maxWaitTimeSeconds: _Seconds = 0
    retentionEnabled: bool = False
    retentionSeconds: _Seconds = 0
    completedRetentionSeconds: _Seconds = 0
    pendingRetentionSeconds: _Seconds = 0
    deadLetterRetentionSeconds: _Seconds = 0
    encryptionEnabled: bool = False
    deadLetterQueue: bool = False
    dlqAfterMaxRetries: bool = False
    payloads: Literal["all", "read-write", "none"] = "all"
    maskPaths: Annotated[list[MaskPath], Field(max_length=MAX_MASK_PATHS)] = []
    partitions: Annotated[int, Field(ge=1, le=MAX_FIXED_PARTITIONS), WHOLE] | None = None

    @model_validator(mode="before")
    @classmethod
    def _null_is_default(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value is not None}

    def warnings(self) -> list[str]:
        """Sentences on options that together hand out nothing. They are taken all the same: a
        published client's own tests configure them."""
        waits = max(self.delayedProcessing, self.windowBuffer)
        ages = {"ttl": "expires", "maxWaitTimeSeconds": "becomes a dead letter"}
        return [
            f"{name} is {age} s, but no message is handed out before it is {waits} s old"
            f" (delayedProcessing, windowBuffer), so every message {fate}: raise {name}"
            for name, fate in ages.items()
            if 0 < (age := getattr(self, name)) <= waits
        ]


def _or_null(schema: dict[str, Any]) -> None:
    for name, option in schema["properties"].items():
        if "anyOf" not in option:
            shown = {each: option.pop(each) for each in ("title", "default")}
            schema["properties"][name] = {"anyOf": [option, {"type": "null"}], **shown}


class GivenOptions(Options):
    """The options of a queue, as a request gives them; null means the default."""

    model_config = ConfigDict(json_schema_extra=_or_null)


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
    "pendingRetentionSeconds": "pending_retention_seconds",
    "deadLetterRetentionSeconds": "dead_letter_retention_seconds",
    "encryptionEnabled": "encryption_enabled",
    "deadLetterQueue": "dead_letter_queue",
    "dlqAfterMaxRetries": "dlq_after_max_retries",
    "payloads": "payloads",
    "maskPaths": "mask_paths",
}

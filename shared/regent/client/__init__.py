"""The Python client. These are the names for topics and groups with members, and for the errors of
both; the names for queues are imported from ``regent`` itself.

Names are imported on first use, because a program that only pushes needs few of them.
"""

from __future__ import annotations

#: What type checkers take for true; ``typing`` itself would cost eight milliseconds.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from regent.client.api import RecordMetadata
    from regent.client.config import ConsumerConfig
    from regent.client.consumer import Consumer
    from regent.client.errors import (
        AlreadyAnswered,
        ConcurrentUse,
        InvalidConfig,
        InvalidPayload,
        JoinFailed,
        Misused,
        PartlyPushed,
        SchemaMismatch,
        UnexpectedAnswer,
        Unreachable,
    )
    from regent.client.producer import Producer
    from regent.client.records import ConsumerRecord, ConsumerRecords
    from regent.client.simple_consumer import SimpleConsumer
    from regent.errors import (
        NotAllowed,
        OffsetOutOfRange,
        RegentError,
        StaleAssignment,
        Unavailable,
        UnknownGroup,
        UnknownMember,
        UnknownPartition,
        UnknownTopic,
    )

__all__ = [
    "AlreadyAnswered",
    "ConcurrentUse",
    "Consumer",
    "ConsumerConfig",
    "ConsumerRecord",
    "ConsumerRecords",
    "InvalidConfig",
    "InvalidPayload",
    "JoinFailed",
    "Misused",
    "NotAllowed",
    "OffsetOutOfRange",
    "PartlyPushed",
    "Producer",
    "RecordMetadata",
    "RegentError",
    "SchemaMismatch",
    "SimpleConsumer",
    "StaleAssignment",
    "Unavailable",
    "UnexpectedAnswer",
    "UnknownGroup",
    "UnknownMember",
    "UnknownPartition",
    "UnknownTopic",
    "Unreachable",
]

#: The module of each name.
_HOMES = {
    "AlreadyAnswered": "regent.client.errors",
    "ConcurrentUse": "regent.client.errors",
    "Consumer": "regent.client.consumer",
    "ConsumerConfig": "regent.client.config",
    "ConsumerRecord": "regent.client.records",
    "ConsumerRecords": "regent.client.records",
    "InvalidConfig": "regent.client.errors",
    "InvalidPayload": "regent.client.errors",
    "JoinFailed": "regent.client.errors",
    "Misused": "regent.client.errors",
    "NotAllowed": "regent.errors",
    "OffsetOutOfRange": "regent.errors",
    "PartlyPushed": "regent.client.errors",
    "Producer": "regent.client.producer",
    "RecordMetadata": "regent.client.api",
    "RegentError": "regent.errors",
    "SchemaMismatch": "regent.client.errors",
    "SimpleConsumer": "regent.client.simple_consumer",
    "StaleAssignment": "regent.errors",
    "Unavailable": "regent.errors",
    "UnexpectedAnswer": "regent.client.errors",
    "UnknownGroup": "regent.errors",
    "UnknownMember": "regent.errors",
    "UnknownPartition": "regent.errors",
    "UnknownTopic": "regent.errors",
    "Unreachable": "regent.client.errors",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - see the module's docstring

    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)

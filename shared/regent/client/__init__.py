"""The Python client of topics and groups with members, over HTTP. These are its public names."""

from __future__ import annotations

from regent.client.api import RecordMetadata
from regent.client.config import ConsumerConfig
from regent.client.consumer import Consumer
from regent.client.errors import (
    ClientError,
    ConcurrentUse,
    InvalidConfig,
    InvalidRecord,
    JoinFailed,
    Misused,
    NotAllowed,
    OffsetOutOfRange,
    Refused,
    StaleAssignment,
    Unavailable,
    UnexpectedAnswer,
    UnknownGroup,
    UnknownMember,
    UnknownPartition,
    UnknownTopic,
    Unreachable,
)
from regent.client.producer import Producer
from regent.client.records import ConsumerRecord, ConsumerRecords
from regent.client.simple_consumer import SimpleConsumer

__all__ = [
    "ClientError",
    "ConcurrentUse",
    "Consumer",
    "ConsumerConfig",
    "ConsumerRecord",
    "ConsumerRecords",
    "InvalidConfig",
    "InvalidRecord",
    "JoinFailed",
    "Misused",
    "NotAllowed",
    "OffsetOutOfRange",
    "Producer",
    "RecordMetadata",
    "Refused",
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

"""…/metadata/topics, produce and records: queues with numbered partitions, read by offset."""

from __future__ import annotations

from time import monotonic
from typing import Annotated, Any

import orjson
from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field

from functions.edge.counting import POP, PUSH, counted, counts
from functions.edge.http import Api, answer, errors
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.edge.waiting import holds, look_again, tell, tells
from functions.stores import members
from regent.errors import (
    BoundReached,
    OffsetOutOfRange,
    PartitionsFixed,
    PayloadTooLarge,
    QueueFull,
    UnknownTopic,
)
from regent.limits import MAX_FIXED_PARTITIONS, MAX_OFFSET, MAX_POP_BATCH, MAX_PUSH_ITEMS
from regent.names import QueueName
from regent.numbers import WHOLE
from regent.stores.calls import Alone
from regent.stores.members import Record, Records, RecordToStore

app = Api(repeats_code=True)
handler = app.handler
members()


class TopicRequest(BaseModel):
    """A topic, and how many partitions it is to have."""

    topic: QueueName
    partitions: Annotated[int, Field(strict=True, ge=1, le=MAX_FIXED_PARTITIONS), WHOLE]


class TopicAnswer(BaseModel):
    """A topic. The instant is in milliseconds since 1970."""

    topic: str
    partitions: int
    createdAt: int


class MadeTopicAnswer(TopicAnswer):
    """``created``: false if the topic was there before."""

    created: bool


class TopicPartitionAnswer(BaseModel):
    """A partition keeps the offsets from logStartOffset to highWatermark - 1."""

    partition: int
    logStartOffset: int
    highWatermark: int


class TopicDescription(TopicAnswer):
    """A topic with its partitions."""

    offsets: list[TopicPartitionAnswer]


class TopicsAnswer(BaseModel):
    """Topics, by name."""

    topics: list[TopicAnswer]
    total: int
    pagination: Pagination
    nextCursor: str | None


class DeletedTopicAnswer(BaseModel):
    """The topic is gone."""

    deleted: bool
    topic: str


class ProduceRequest(BaseModel):
    """Records for one topic; stored all or none."""

    topic: QueueName
    messages: Annotated[list[RecordToStore], Field(min_length=1, max_length=MAX_PUSH_ITEMS)]


class ProducedAnswer(BaseModel):
    """The place of a record. ``duplicate``: its transactionId was there already, at this place."""

    partition: int
    offset: int
    timestamp: int
    duplicate: bool


class ProduceAnswer(BaseModel):
    """One result for each record, in order."""

    topic: str
    results: list[ProducedAnswer]


class RecordsQuery(BaseModel):
    """The first offset to read, how much to read, and how long to wait for a first record."""

    topic: QueueName
    partition: Annotated[int, Field(ge=0, lt=MAX_FIXED_PARTITIONS)]
    offset: Annotated[int, Field(ge=0, lt=MAX_OFFSET + 1)]
    maxRecords: Annotated[int, Field(ge=1, le=MAX_POP_BATCH)] = 500
    maxWaitMs: Annotated[float, Field(ge=0)] = 0


class RecordAnswer(BaseModel):
    """A record. The timestamp is in milliseconds since 1970: the producer's own, or that of the
    push."""

    topic: str
    partition: int
    offset: int
    key: str | None
    value: Any
    timestamp: int
    headers: dict[str, Any] | None
    #: Only on a record whose key is not here; ``value`` is null then.
    decryptionError: str | None = None


class RecordsAnswer(BaseModel):
    """Records in order; ``nextOffset`` is the offset to read on from."""

    records: list[RecordAnswer]
    highWatermark: int
    logStartOffset: int
    nextOffset: int


@app.post(
    "/api/v1/metadata/topics",
    summary="Make a topic, or let it grow",
    responses={
        200: {
            "description": "It was there, with at most as many partitions",
            "content": {"application/json": {"model": MadeTopicAnswer}},
        },
        201: {
            "description": "It was made",
            "content": {"application/json": {"model": MadeTopicAnswer}},
        },
        **errors(PartitionsFixed, BoundReached, PayloadTooLarge),
    },
)
@needs(Role.READ_WRITE)
@app.audited
def create_topic(request: Annotated[TopicRequest, Body()]) -> Response[Any]:
    """A queue whose partitions are numbered from 0. Their number can grow and never shrink."""
    made = members().create_topic(request.topic, request.partitions)
    body = {
        "topic": request.topic,
        "partitions": made["partitions"],
        "createdAt": made["createdAtMs"],
        "created": made["created"],
    }
    return answer(201 if made["created"] else 200, body)


@app.get(
    "/api/v1/metadata/topics",
    summary="List the topics",
    responses={
        200: {
            "description": "A page of them, by name",
            "content": {"application/json": {"model": TopicsAnswer}},
        },
        **errors(),
    },
)
@needs(Role.READ_ONLY)
def list_topics(query: Annotated[PageQuery, Query()]) -> Response[Any]:
    """Every queue with a fixed number of partitions."""
    page = query.page("topics", str)
    return answer(200, listed("topics", members().list_topics(page), page, _topic))


@app.get(
    "/api/v1/metadata/topics/<topic>",
    summary="Describe a topic",
    responses={
        200: {
            "description": "The topic, and where each partition begins and ends",
            "content": {"application/json": {"model": TopicDescription}},
        },
        **errors(UnknownTopic),
    },
)
@needs(Role.READ_ONLY)
def describe_topic(topic: Annotated[QueueName, Path()]) -> Response[Any]:
    """Its partitions, and the offsets that each of them keeps."""
    (row,) = members().list_topics(topic=topic).rows
    return answer(200, _topic(row) | {"offsets": row["offsets"]})


@app.delete(
    "/api/v1/metadata/topics/<topic>",
    summary="Delete a topic",
    responses={
        200: {
            "description": "It is gone",
            "content": {"application/json": {"model": DeletedTopicAnswer}},
        },
        **errors(UnknownTopic),
    },
)
@needs(Role.ADMIN)
@app.audited
def delete_topic(topic: Annotated[QueueName, Path()]) -> Response[Any]:
    """Delete a topic with its records, its groups, their members and their offsets."""
    members().delete_topic(topic)
    return answer(200, {"deleted": True, "topic": topic})


@app.post(
    "/api/v1/produce",
    summary="Store records in a topic",
    responses={
        201: {
            "description": "Where each record is, in order",
            "content": {"application/json": {"model": ProduceAnswer}},
        },
        **errors(UnknownTopic, QueueFull, PayloadTooLarge),
    },
)
@needs(Role.READ_WRITE)
@tells
@counts
def produce(request: Annotated[ProduceRequest, Body()]) -> Response[Any]:
    """A record goes to the partition that it names; else to the partition of its key, which is
    always the same (the CRC-32 of the key's UTF-8 bytes, modulo the number of partitions); else the
    partitions take turns."""
    app.check_payloads(
        [{"queue": request.topic, "payload": record["value"]} for record in request.messages]
    )
    produced = members().produce(request.topic, request.messages, app.subject)
    tell(request.topic)
    results = [result._asdict() for result in produced]
    response = answer(201, {"topic": request.topic, "results": results})
    return counted(response, app.call, (PUSH, [request.topic] * len(results)))


@app.get(
    "/api/v1/consumer-group/records",
    summary="Read records by offset",
    responses={
        200: {
            "description": "Records, or none when the end is reached",
            "content": {"application/json": {"model": RecordsAnswer}},
        },
        **errors(UnknownTopic, OffsetOutOfRange),
    },
)
@needs(Role.READ_WRITE)
@holds
@counts
async def read_records(query: Annotated[RecordsQuery, Query()]) -> Response[Any]:
    """Read records without a lease and without a group. Reading changes nothing, and delays do not
    apply."""

    def look() -> Records:
        return members().read_records(query.topic, query.partition, query.offset, query.maxRecords)

    began = monotonic()
    found = await look_again(app, query.maxWaitMs / 1000, Alone(look), _has_records, query.topic)
    body = {
        "records": [_record(record, query) for record in found.records],
        "highWatermark": found.high_watermark,
        "logStartOffset": found.log_start_offset,
        "nextOffset": found.next_offset,
    }
    return counted(
        answer(200, body),
        app.call,
        (POP, [query.topic] * len(found.records)),
        at=query.topic,
        waited_seconds=monotonic() - began if query.maxWaitMs else 0,
    )


def _has_records(found: Records) -> bool:
    return bool(found.records)


def _topic(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "topic": row["topic"],
        "partitions": row["partitions"],
        "createdAt": row["createdAtMs"],
    }


def _record(record: Record, query: RecordsQuery) -> dict[str, Any]:
    body = {
        "topic": query.topic,
        "partition": query.partition,
        "offset": record.offset,
        "key": record.key,
        # JSON already: it is passed through as text, without parsing.
        "value": orjson.Fragment(record.value),
        "timestamp": record.timestamp,
        "headers": record.headers,
    }
    if record.decryption_error is not None:
        body["decryptionError"] = record.decryption_error
    return body

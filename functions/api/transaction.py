"""POST /api/v1/transaction: pushes, acks, commits and an append that happen together, or not."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, Field, StrictBool, model_validator

from functions.edge.counting import ACK, NOWHERE, PUSH, counted, counts
from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.waiting import LOG, tell, tells
from functions.forms.ack import AckItem, refusal
from functions.forms.log import LogGuard, LogMessage
from functions.forms.push import PushItem, stored_items
from functions.stores import queues
from regent.errors import (
    BoundReached,
    ConcurrentAppend,
    InvalidRequest,
    MemberConflict,
    OffsetBeyondHead,
    PayloadTooLarge,
    QueueFull,
    RegentError,
    TransactionKeyTaken,
    TransactionRefused,
    UnknownGroup,
    UnknownMember,
)
from regent.identifiers import hashed
from regent.limits import (
    MAX_APPEND_MESSAGES,
    MAX_POP_PARTITIONS,
    MAX_PUSH_ITEMS,
    MAX_TRANSACTION_OPERATIONS,
)
from regent.names import GroupName, Label, Name, Text, UuidText
from regent.stores.log import Appended, LogAppend
from regent.stores.members import Generation, MemberId, Offsets
from regent.stores.queue import Transacted
from regent.stores.queue_types import Ack, OffsetCommit, Pushed, TransactionKey

app = Api(known_fields=PushItem.__annotations__)
handler = app.handler
queues()

#: What can be wrong with an ack, a push or an append.
_REFUSED: Final = (TransactionRefused, QueueFull, BoundReached, ConcurrentAppend)
#: What can be wrong with a commit of offsets.
_COMMIT_REFUSED: Final = (MemberConflict, OffsetBeyondHead, UnknownGroup, UnknownMember)
#: Of an operation that nothing was wrong with.
_ROLLED_BACK: Final = "rolled back"


class AckOperation(AckItem):
    """A verdict. In a transaction ``failed`` goes to the dead letters at once."""

    type: Literal["ack"]
    consumerGroup: GroupName | Label | None = None

    def verdict(self, group: str | None) -> Ack:
        """As the store takes it."""
        verdict = super().verdict(group)
        if verdict["status"] == "failed":
            verdict["status"] = "dlq"
        return verdict


class PushOperation(BaseModel):
    """Messages to store."""

    type: Literal["push"]
    items: Annotated[list[PushItem], Field(min_length=1)]


class CommitOperation(BaseModel):
    """Up to where a member has read: the next offset of each partition."""

    type: Literal["commit"]
    groupId: Name
    memberId: MemberId
    offsets: Offsets
    generation: Generation | None = None
    force: StrictBool = False

    def commit(self) -> OffsetCommit:
        """As the store takes it."""
        return {
            "group": self.groupId,
            "member_id": self.memberId,
            "offsets": self.offsets,
            "generation": self.generation,
            "force": self.force,
        }


class AppendOperation(BaseModel):
    """Messages for the event log; its guard is the whole transaction's."""

    type: Literal["append"]
    messages: Annotated[list[LogMessage], Field(min_length=1, max_length=MAX_APPEND_MESSAGES)]
    guard: LogGuard | None = None

    def append(self) -> LogAppend:
        """As the store takes it."""
        messages = [message.new() for message in self.messages]
        app.check_payloads(messages)
        if self.guard is None:
            return LogAppend(messages)
        conditions = [condition.model_dump() for condition in self.guard.conditions]
        return LogAppend(messages, conditions, self.guard.lastPosition)


Operation = Annotated[
    AckOperation | PushOperation | CommitOperation | AppendOperation, Field(discriminator="type")
]


#: Refused unless it is empty, in words of its own.
Rider = Annotated[list[Any], Field(json_schema_extra={"maxItems": 0})]


class TransactionRequest(BaseModel):
    """Operations in order, and leases that must be live for any of them to happen."""

    operations: Annotated[
        list[Operation], Field(min_length=1, max_length=MAX_TRANSACTION_OPERATIONS)
    ]
    requiredLeases: Annotated[list[Text], Field(max_length=MAX_POP_PARTITIONS)] = []
    #: Made anew for each transaction: under it the transaction may be sent again.
    transactionKey: UuidText | None = None
    kv: Rider = []
    timers: Rider = []

    @model_validator(mode="after")
    def _append_once(self) -> TransactionRequest:
        """Two appends would take their locks in two orders, and could wait for each other."""
        if sum(isinstance(operation, AppendOperation) for operation in self.operations) > 1:
            raise ValueError("operations: one append at most; put all messages into it")
        return self

    @model_validator(mode="after")
    def _refuse_riders(self) -> TransactionRequest:
        """Half a transaction is none: what we do not do is refused, never dropped."""
        for rider in ("kv", "timers"):
            if getattr(self, rider):
                raise ValueError(f"{rider} is not offered here")
        return self


class OperationAnswer(BaseModel):
    """What became of an ack, of a commit, of an append, or of one item of a push."""

    index: int
    type: str
    success: bool
    transactionId: str | None = None
    groupId: str | None = None
    memberId: str | None = None
    status: str | None = None
    messageId: str | None = None
    partitionId: str | None = None
    queueName: str | None = None
    error: str | None = None
    dlq: bool | None = None
    positions: list[int] | None = None
    lastPosition: int | None = None


class TransactionAnswer(BaseModel):
    """success: false means that nothing has changed. ``repeated``: it had happened before, under
    its key, and this is the answer of then."""

    transactionId: str
    success: bool
    repeated: bool = False
    error: str | None = None
    code: str | None = None
    detail: dict[str, Any] | None = None
    results: list[OperationAnswer]


@app.post(
    "/api/v1/transaction",
    summary="Push, ack, commit and append, all or nothing",
    responses=described(
        "One result per ack, commit, append and pushed item, in order", TransactionAnswer
    )
    | errors(PayloadTooLarge, TransactionKeyTaken),
)
@needs(Role.READ_WRITE)
@tells
@counts
def transaction(request: Annotated[TransactionRequest, Body()]) -> Response[Any]:
    """One Postgres transaction over all operations; rolled back when one is refused."""
    key = _key(request, app.subject)
    items = [
        item
        for op in request.operations
        if isinstance(op, PushOperation)
        for item in stored_items(op.items)
    ]
    if len(items) > MAX_PUSH_ITEMS:
        raise InvalidRequest(f"the pushes hold {len(items)} items, more than {MAX_PUSH_ITEMS}")
    app.check_payloads(items)
    acks = [op.verdict(op.consumerGroup) for op in request.operations if isinstance(op, AckItem)]
    commits = [op.commit() for op in request.operations if isinstance(op, CommitOperation)]
    appends = [op.append() for op in request.operations if isinstance(op, AppendOperation)]
    body: dict[str, Any] = {"transactionId": key.key if key else str(uuid.uuid4())}
    body["success"] = True
    try:
        done = queues().transaction(
            items,
            acks,
            request.requiredLeases,
            app.subject,
            commits,
            append=appends[0] if appends else None,
            key=key,
        )
    except (*_REFUSED, *_COMMIT_REFUSED) as error:
        refused = _refused(acks, error)
        first = refused[min(refused)] if refused else error.message
        body |= {"success": False, "error": first, "code": error.code}
        if isinstance(error, ConcurrentAppend):
            body["detail"] = dict(error.detail or {})
        return answer(200, {**body, "results": _results(request, _rolled_back(refused, error))})
    if done.repeated:
        body["repeated"] = True
    else:
        acked = {each.queue for each in done.acked if each.queue}
        tell(*{each.queue for each in done.pushed}, *acked)
        if done.appended:
            tell(LOG)
    return counted(
        answer(200, {**body, "results": _results(request, _done(done))}),
        app.call,
        (PUSH, [each.queue for each in done.pushed]),
        (ACK, [each.queue for each in done.acked]),
        group=acks[0]["group"] if acks else NOWHERE,
    )


def _key(request: TransactionRequest, producer: str | None) -> TransactionKey | None:
    """The key, and a hash of everything else that makes this transaction what it is."""
    if request.transactionKey is None:
        return None
    rest = request.model_dump_json(exclude={"transactionKey"})
    return TransactionKey(request.transactionKey.lower(), hashed(f"{producer or ''}\0{rest}"))


@dataclass(frozen=True, kw_only=True)
class _Outcome:
    """What became of the operations: stored and judged in their order, or rolled back."""

    pushed: Iterator[Pushed | None]
    #: Whether the message became a dead letter, or why the ack did not happen.
    acked: Iterator[tuple[bool, str | None]]
    appended: Appended | None = None
    error: RegentError | None = None


def _done(done: Transacted) -> _Outcome:
    judged = ((ack.dead, None) for ack in done.acked)
    return _Outcome(pushed=iter(done.pushed), acked=judged, appended=done.appended)


def _refused(acks: Sequence[Ack], error: RegentError) -> dict[int, str]:
    """The acks that were refused, by their number in the transaction, and why."""
    detail = error.detail or {}
    holders = detail.get("holders", {})
    return {
        int(number): refusal(code, acks[int(number)]["group"], holders.get(number))
        for number, code in detail.get("refused", {}).items()
    }


def _rolled_back(refused: Mapping[int, str], error: RegentError) -> _Outcome:
    judged = ((False, refused.get(number, _ROLLED_BACK)) for number in itertools.count())
    return _Outcome(pushed=itertools.repeat(None), acked=judged, error=error)


def _results(request: TransactionRequest, outcome: _Outcome) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = []
    for operation in request.operations:
        match operation:
            case AckOperation():
                results.append(_acked(len(results), operation, *next(outcome.acked)))
            case PushOperation():
                for place, item in enumerate(operation.items):
                    stored = next(outcome.pushed)
                    # Items that were rolled back have always been counted twice from the second
                    # one of a push on: 0, 2, 4 …
                    index = len(results) + (place if stored is None else 0)
                    results.append(_pushed(index, item, stored))
            case CommitOperation():
                results.append(_committed(len(results), operation, outcome.error))
            case AppendOperation():
                results.append(_appended(len(results), outcome.appended, outcome.error))
    return results


def _acked(index: int, operation: AckOperation, dead: bool, error: str | None) -> dict[str, Any]:
    return {
        "index": index,
        "type": "ack",
        "success": error is None,
        "transactionId": operation.transactionId,
        "error": error,
        "dlq": dead,
    }


def _pushed(index: int, item: PushItem, stored: Pushed | None) -> dict[str, Any]:
    if stored is None:
        return {
            "index": index,
            "type": "push",
            "success": False,
            "transactionId": item.get("transactionId") or "",
            "queueName": item["queue"],
            "error": _ROLLED_BACK,
        }
    return {
        "index": index,
        "type": "push",
        "success": True,
        "transactionId": stored.transaction_id,
        "messageId": stored.message_id,
        "partitionId": str(stored.partition_id),
        "queueName": stored.queue,
        "status": "duplicate" if stored.duplicate else "queued",
    }


def _committed(index: int, operation: CommitOperation, error: RegentError | None) -> dict[str, Any]:
    return {
        "index": index,
        "type": "commit",
        "success": error is None,
        "groupId": operation.groupId,
        "memberId": operation.memberId,
        "error": _sentence(error, error is not None and _is_about(error, operation)),
    }


def _appended(index: int, appended: Appended | None, error: RegentError | None) -> dict[str, Any]:
    return {
        "index": index,
        "type": "append",
        "success": error is None,
        "positions": appended and appended.positions,
        "lastPosition": appended and appended.last_position,
        "error": _sentence(error, isinstance(error, ConcurrentAppend)),
    }


def _sentence(error: RegentError | None, is_cause: bool) -> str | None:
    """Why an operation did not happen: it was refused itself, or another one was."""
    if error is None:
        return None
    return error.message if is_cause else _ROLLED_BACK


def _is_about(error: RegentError, operation: CommitOperation) -> bool:
    """Whether it was this commit that was refused; what the error names says so."""
    named = error.detail or {}
    return (
        isinstance(error, _COMMIT_REFUSED)
        and named.get("groupId", operation.groupId) == operation.groupId
        and named.get("memberId", operation.memberId) == operation.memberId
    )

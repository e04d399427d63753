"""Messages on their way: what a program hands in becomes the items of a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from regent.client.core.checks import (
    check_count,
    check_name,
    check_number,
    check_text,
    check_uuid,
)
from regent.client.core.ids import new_id
from regent.client.core.operation import json_text
from regent.client.core.payloads import BASE64, ENCODING_HEADER, Codec, Encoded, Json, encoded
from regent.client.core.tracing import NO_CONTEXT, Context
from regent.client.errors import InvalidPayload, Misused
from regent.errors import PayloadTooLarge, RegentError
from regent.limits import MAX_DELAY_SECONDS, MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from uuid import UUID

#: The bytes behind an item; and those of the longest number of a partition before them.
_CLOSING: Final = len("}")
_LONGEST_CLOSING: Final = len(',"partition":"999"}')

PartitionBy = str | Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A payload for ``push_many`` or a writer, with what belongs to it alone."""

    payload: Any
    _: KW_ONLY
    partition: str | None = None
    key: str | None = None
    transaction_id: str | None = None
    trace_id: str | UUID | None = None
    delay_seconds: float | None = None
    headers: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Pushed:
    """Where a message is. ``duplicate``: its transaction id was there already, so it was not
    stored again. ``depth`` and ``remaining`` are told by queues with a maximum size."""

    id: str
    transaction_id: str
    partition_id: str | None
    duplicate: bool
    depth: int | None = None
    remaining: int | None = None


@dataclass(slots=True)
class Draft:
    """An item on its way: its JSON without the closing brace, so that a partition can be added."""

    queue: str
    head: str
    transaction_id: str
    key: str | None
    #: The one that the program has named; then it is in ``head``, too.
    partition: str | None
    #: The bytes of the whole item, with room for the number of a partition.
    size: int
    #: The number of the partition that the client chose.
    number: int | None = None

    @property
    def json(self) -> str:
        """The item as it travels."""
        if self.number is None:
            return self.head + "}"
        return f'{self.head},"partition":"{self.number}"}}'


@dataclass(frozen=True, slots=True)
class Form:
    """How the messages of one queue are written."""

    queue: str
    codec: Codec[Any] | None
    json: Json
    partition: str | None = None
    partition_by: PartitionBy | None = None
    spread: int | None = None
    #: How each item begins.
    _begin: str = field(init=False, repr=False, default="")
    #: The member of an item that names the form's own partition.
    _place: str = field(init=False, repr=False, default="")

    def __post_init__(self) -> None:
        if self.partition is not None:
            check_name("partition", self.partition)
            object.__setattr__(self, "_place", _place(self.partition))
        begin = f'{{"queue":{json_text(self.queue)},"transactionId":'
        object.__setattr__(self, "_begin", begin)

    def draft(self, message: Outgoing, context: Context = NO_CONTEXT) -> Draft:
        """An item; raises InvalidPayload, PayloadTooLarge or Misused when it cannot be sent."""
        payload, is_base64 = self._written(message.payload)
        transaction_id = message.transaction_id
        if transaction_id is None:
            transaction_id = new_id()
            transaction_json = f'"{transaction_id}"'
        else:
            check_name("transaction_id", transaction_id)
            transaction_json = json_text(transaction_id)
        partition = message.partition
        if partition is None:
            partition = self._partition_for(message.payload)
        else:
            check_name("partition", partition)
        if message.delay_seconds is not None:
            check_number("delay_seconds", message.delay_seconds, 0, MAX_DELAY_SECONDS)
            if partition is None:
                raise Misused(
                    "delay_seconds without a partition: a delayed message holds back all that is"
                    " behind it, and without a partition that is everybody's; name one for it"
                )
        more = f',"payload":{payload}{_more(message, context, is_base64=is_base64)}'
        return self._made(transaction_id, transaction_json, partition, more, message.key)

    def plain(self, payload: Any, context: Context = NO_CONTEXT) -> Draft:
        """The item of a payload with which nothing travels, as with nearly all."""
        written, is_base64 = self._written(payload)
        if is_base64 or context is not NO_CONTEXT:
            return self.draft(Outgoing(payload), context)
        transaction_id = new_id()
        partition = self._partition_for(payload)
        return self._made(
            transaction_id, f'"{transaction_id}"', partition, f',"payload":{written}', None
        )

    def _written(self, payload: Any) -> Encoded:
        written = encoded(payload, self.codec, self.json)
        text = written[0]
        # No character has more than four bytes.
        if len(text) > MAX_MESSAGE_BYTES // 4 and len(text.encode()) > MAX_MESSAGE_BYTES:
            raise PayloadTooLarge(
                f"a payload for queue {self.queue} has {len(text.encode())} bytes; a message takes"
                f" at most {MAX_MESSAGE_BYTES}, so keep it elsewhere and push where it is"
            )
        return written

    def _made(
        self,
        transaction_id: str,
        transaction_json: str,
        partition: str | None,
        more: str,
        key: str | None,
    ) -> Draft:
        if partition is None and self.spread is not None:
            partition = str(crc32(transaction_id.encode()) % self.spread)
        if partition is None:
            place = ""
        else:
            place = self._place if partition is self.partition else _place(partition)
        head = f"{self._begin}{transaction_json}{place}{more}"
        try:
            size = len(head) if head.isascii() else len(head.encode())
        except UnicodeEncodeError as error:
            raise InvalidPayload(
                f"a name or a header of a message for queue {self.queue!r} cannot be sent: {error}"
            ) from error
        size += _CLOSING if place else _LONGEST_CLOSING
        return Draft(self.queue, head, transaction_id, key, partition, size)

    def _partition_for(self, payload: Any) -> str | None:
        """The one that the form names, or finds in the payload."""
        if self.partition is None and self.partition_by is not None:
            return self._partition_of(payload)
        return self.partition

    def _partition_of(self, payload: Any) -> str:
        by = self.partition_by
        try:
            if isinstance(by, str):
                value = payload[by] if isinstance(payload, Mapping) else getattr(payload, by)
            else:
                value = by(payload) if by is not None else None
        except (LookupError, AttributeError, TypeError) as error:
            raise InvalidPayload(
                f"partition_by is {by!r}, and a payload of type {type(payload).__name__} has no"
                f" such value: {error!r}"
            ) from error
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            raise InvalidPayload(
                f"partition_by gave {value!r}; a partition's name is a text or a whole number"
            )
        return str(value)


def _place(partition: str) -> str:
    return f',"partition":{json_text(partition)}'


def form_of(
    queue: str,
    codec: Codec[Any] | None,
    json: Json,
    partition_by: PartitionBy | None,
    spread: int | None,
) -> Form:
    """The arguments of a queue."""
    if partition_by is not None and spread is not None:
        raise Misused("partition_by and spread both choose the partition; give one of them")
    check_name("name", queue)
    if spread is not None:
        check_count("spread", spread, 1)
    return Form(queue, codec, json, partition_by=partition_by, spread=spread)


@dataclass(slots=True)
class Drafts:
    """Items of push_many. ``each`` has an error in the place of one that cannot be sent."""

    each: list[Draft | RegentError]

    @property
    def whole(self) -> list[Draft]:
        """All of them; there is no error among them when they were made strictly."""
        return [draft for draft in self.each if isinstance(draft, Draft)]


def several(items: Iterable[Any]) -> list[Any]:
    """The argument of push_many. What can be walked through, and is one payload, is refused."""
    if isinstance(items, str | bytes | Mapping):
        raise Misused(
            f"push_many takes many payloads, and got one of type {type(items).__name__}; push()"
            " stores one"
        )
    return list(items)


def drafts(
    form: Form, items: Sequence[Any], *, strict: bool, context: Context = NO_CONTEXT
) -> Drafts:
    """Payloads, or ``Outgoing``, as items. ``strict``: raise the first error."""
    each: list[Draft | RegentError] = []
    for item in items:
        try:
            if isinstance(item, Outgoing):
                each.append(form.draft(item, context))
            else:
                each.append(form.plain(item, context))
        except (InvalidPayload, PayloadTooLarge) as error:
            if strict:
                raise
            each.append(error)
    return Drafts(each)


def _more(message: Outgoing, context: Context, *, is_base64: bool) -> str:
    """The optional members of an item. None of them is the common case."""
    headers = message.headers
    if headers is not None and not isinstance(headers, Mapping):
        raise Misused(f"headers is {headers!r}; it takes a mapping of names to JSON values")
    if message.key is not None:
        check_text("key", message.key)
    if message.trace_id is not None:
        check_uuid("trace_id", message.trace_id)
    trace_id = context.trace_id if message.trace_id is None else message.trace_id
    if context.headers is not None:
        headers = {**context.headers, **(headers or {})}
    if is_base64:
        headers = {**(headers or {}), ENCODING_HEADER: BASE64}
    if (
        headers is None
        and message.key is None
        and trace_id is None
        and message.delay_seconds is None
    ):
        return ""
    given = {
        "key": message.key,
        "traceId": None if trace_id is None else str(trace_id),
        "delaySeconds": message.delay_seconds,
        "headers": None if headers is None else dict(headers),
    }
    try:
        return "".join(
            f',"{name}":{json_text(value)}' for name, value in given.items() if value is not None
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidPayload(f"key or headers of a message are no JSON: {error}") from error

"""CloudEvents as messages, in their binary mode: the data is the payload, and each attribute is a
header, named and written as the binding for HTTP has them. So a bridge may copy headers both ways.

    queue.push_many([CloudEvent(id="7", source="/shop", type="order.placed", data={…}).outgoing()])
    event = CloudEvent.of(message)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self
from urllib.parse import quote, unquote

from regent.client.core.messages import MessageFields
from regent.client.core.outgoing import Outgoing
from regent.client.errors import InvalidPayload
from regent.limits import MAX_NAME_LENGTH

if TYPE_CHECKING:
    from regent.client.records import ConsumerRecord

__all__ = ["CloudEvent"]

PREFIX: Final = "ce-"
CONTENT_TYPE: Final = "content-type"
PARTITION_KEY: Final = "partitionkey"
VERSION: Final = "1.0"
REQUIRED: Final = ("id", "source", "type")
_OPTIONAL: Final = ("dataschema", "subject", "time")
#: The attributes that are fields, and the words that are no attribute's.
_TAKEN: Final = frozenset({*REQUIRED, *_OPTIONAL, "specversion", "datacontenttype", "data"})
#: Printable ASCII but for the quote and the percent sign. A blank is written as %20.
_AS_IT_IS: Final = "".join(map(chr, range(0x21, 0x7F))).replace('"', "").replace("%", "")
_TIME: Final = re.compile(
    r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)
_FORBIDDEN: Final = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")
_BROKEN: Final = re.compile("%(?![0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class CloudEvent:
    """An event. Attributes are texts, because headers are: ``time`` is one of RFC 3339, and
    extensions are written as their specification has them."""

    _: KW_ONLY
    id: str
    source: str
    type: str
    #: Any JSON value, or bytes.
    data: Any = None
    datacontenttype: str | None = None
    dataschema: str | None = None
    subject: str | None = None
    time: str | None = None
    extensions: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extensions", MappingProxyType(dict(self.extensions)))
        for name in REQUIRED:
            if not getattr(self, name):
                _refuse(name, getattr(self, name), "it takes a text that is not empty")
        for name, value in [*self._attributes(), ("datacontenttype", self.datacontenttype)]:
            if value is not None:
                _check(name, value)
        if self.time is not None and not _TIME.fullmatch(self.time):
            _refuse("time", self.time, "it takes an instant such as 2026-04-05T17:31:00Z")
        for name in self.extensions:
            if not re.fullmatch("[a-z0-9]+", name) or name in _TAKEN:
                raise InvalidPayload(
                    f"{name!r} cannot be an extension of a CloudEvent: a name has lower-case"
                    f" letters and digits, and is none of {', '.join(sorted(_TAKEN))}"
                )
        if self.extensions.get(PARTITION_KEY) == "":
            _refuse(PARTITION_KEY, "", "it takes a text that is not empty")

    @property
    def transaction_id(self) -> str:
        """Made of ``source`` and ``id``, which are the event's alone: pushed again into its
        partition, the event is stored once."""
        joined = f"{encoded(self.source)} {encoded(self.id)}"
        if len(joined) <= MAX_NAME_LENGTH:
            return joined
        from uuid import NAMESPACE_URL, uuid5  # noqa: PLC0415 - for long names only

        return str(uuid5(NAMESPACE_URL, joined))

    @property
    def key(self) -> str | None:
        """The extension ``partitionkey``."""
        return self.extensions.get(PARTITION_KEY)

    def headers(self) -> dict[str, str]:
        """What goes beside the data: also with a producer of topics, or with HTTP."""
        written = {f"{PREFIX}specversion": VERSION}
        for name, value in self._attributes():
            if value is not None:
                written[PREFIX + name] = encoded(value)
        if self.datacontenttype is not None:
            written[CONTENT_TYPE] = self.datacontenttype
        return written

    def outgoing(
        self,
        *,
        partition: str | None = None,
        trace_id: str | None = None,
        delay_seconds: float | None = None,
    ) -> Outgoing:
        """A message for ``push_many`` or a writer."""
        return Outgoing(
            self.data,
            partition=partition,
            key=self.key,
            transaction_id=self.transaction_id,
            trace_id=trace_id,
            delay_seconds=delay_seconds,
            headers=self.headers(),
        )

    @classmethod
    def of(cls, message: MessageFields[Any] | ConsumerRecord) -> Self:
        """The event that a message or a topic's record is. Raises InvalidPayload if it is none."""
        data = message.payload if isinstance(message, MessageFields) else message.value
        return cls.read(message.headers, data, message.key)

    @classmethod
    def read(cls, headers: Mapping[str, Any], data: Any, key: str | None = None) -> Self:
        """The event of headers and data, in which order and case they came. A ``key`` stands for
        a ``partitionkey`` that is not there."""
        low = {name.lower(): value for name, value in headers.items()}
        found = {
            name.removeprefix(PREFIX): decoded(name, value)
            for name, value in low.items()
            if name.startswith(PREFIX)
        }
        if missing := [name for name in ("specversion", *REQUIRED) if not found.get(name)]:
            raise InvalidPayload(
                "the message is no CloudEvent: there is no header"
                f" {' and no header '.join(PREFIX + name for name in missing)}"
            )
        if (version := found.pop("specversion")) != VERSION:
            _refuse("specversion", version, f"this client reads {VERSION}")
        if "datacontenttype" in found:
            raise InvalidPayload(
                f"the message has a header {PREFIX}datacontenttype; in a CloudEvent of the binary"
                f" mode, {CONTENT_TYPE} says it"
            )
        known = {name: found.pop(name) for name in (*REQUIRED, *_OPTIONAL) if name in found}
        if key and PARTITION_KEY not in found:
            found[PARTITION_KEY] = key
        content_type = low.get(CONTENT_TYPE)
        return cls(
            **known,
            data=data,
            datacontenttype=None if content_type is None else str(content_type),
            extensions=found,
        )

    def _attributes(self) -> Iterator[tuple[str, str | None]]:
        """All but ``specversion`` and ``datacontenttype``."""
        for name in (*REQUIRED, *_OPTIONAL):
            yield name, getattr(self, name)
        yield from self.extensions.items()


def encoded(value: str) -> str:
    """A text as a header's value: printable ASCII, and all else by its UTF-8 bytes."""
    return quote(value, safe=_AS_IT_IS)


def decoded(name: str, value: object) -> str:
    """The text of a header's value. Older senders quote it instead."""
    text = str(value)
    if len(text) >= 2 and text[0] == text[-1] == '"':
        text = re.sub(r"\\(.)", r"\1", text[1:-1])
    try:
        if _BROKEN.search(text):
            raise ValueError("a percent sign stands alone")
        return unquote(text, errors="strict")
    except ValueError as error:
        raise InvalidPayload(
            f"the header {name} of a CloudEvent is {text!r}, which is not percent-encoded UTF-8:"
            f" {error}"
        ) from error


def _check(name: str, value: object) -> None:
    if not isinstance(value, str):
        _refuse(name, value, "it takes a text")
    if found := _FORBIDDEN.search(value):
        _refuse(name, value, f"it takes no control character and no half character: {found[0]!r}")


def _refuse(name: str, value: object, takes: str) -> NoReturn:
    raise InvalidPayload(f"{name} of a CloudEvent is {value!r}; {takes}")

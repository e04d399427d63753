"""Messages of the log: each type is declared once, as a class, and found again by its name."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeAlias
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from regent.errors import InvalidJson, InvalidRequest, PayloadTooLarge, RegentError
from regent.identifiers import message_ids
from regent.limits import MAX_APPEND_MESSAGES, MAX_MESSAGE_BYTES, MAX_NAME_LENGTH
from regent.log.checks import NAME, checked
from regent.log.conditions import Condition
from regent.log.transport import json_bytes


class UnreadableMessage(RegentError):
    """A stored message does not fit the class that is declared for its type."""


def _new_id() -> UUID:
    return uuid.UUID(next(message_ids()))


_classes: Final[dict[str, MessageClass]] = {}


def _register(name: str, cls: MessageClass) -> None:
    if not 1 <= len(name) <= MAX_NAME_LENGTH or "\0" in name:
        raise TypeError(
            f"{cls.__name__}: a type is a text of 1 to {MAX_NAME_LENGTH} characters without NUL,"
            f" not {name!r}"
        )
    there = _classes.get(name)
    # A notebook cell that runs again, or a module that is loaded again, declares its class again.
    if there is not None and _place(there) != _place(cls):
        raise TypeError(
            f"{_place(cls)}: the type {name!r} is already declared, by {_place(there)}; one class"
            " for each type"
        )
    _classes[name] = cls


def _place(cls: MessageClass) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _check_fields(cls: MessageClass) -> None:
    """Refuses fields that change or hide the fields that every message has."""
    for name, field in cls.model_fields.items():
        own = Message.model_fields.get(name)
        if own is None:
            taken = name in ("type", "payload") or field.alias in Message.model_fields
        else:
            taken = repr(field) != repr(own)
        if taken:
            word = field.alias or name
            raise TypeError(
                f"{_place(cls)}: every message has its own {word}; name the field otherwise, and"
                f' keep the name in the payload with Field(serialization_alias="{word}")'
            )


def _payload_fields(cls: MessageClass) -> dict[str, str]:
    """The class's field for each attribute of the payload."""
    return {
        field.serialization_alias or name: name
        for name, field in cls.model_fields.items()
        if name not in Message.model_fields and not field.exclude
    }


class Message(BaseModel):
    """A fact that happened. A message type is a class with the attributes of its payload::

        class CourseCreated(Message, type="course.created"):
            course_name: str

    To give a payload an attribute with a name that every message has (``id``), name the field
    otherwise, with ``Field(serialization_alias="id")``. A class without a type is a base for
    others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    #: The class of each type that was declared.
    registry: ClassVar[Mapping[str, MessageClass]] = MappingProxyType(_classes)
    #: The type of this class's messages; "" for a class without one.
    message_type: ClassVar[str] = ""
    #: The names of the payload's attributes, in the order in which they were declared.
    payload_attribute_names: ClassVar[tuple[str, ...]] = ()

    #: Made by the client: a message that is appended twice is stored once.
    id: UUID = Field(default_factory=_new_id)
    metadata: dict[str, Any] = Field(default_factory=dict)
    #: The message that led to this one.
    causation_id: UUID | None = None
    #: The first message of the conversation that this one belongs to; by default, this message.
    correlation_id: UUID | None = Field(default_factory=lambda fields: fields["id"])
    #: When the message was appended, and its place in the log; None until then.
    created_at: datetime | None = None
    position: int | None = None

    def __init_subclass__(cls, type: str | None = None, **options: Any) -> None:  # noqa: A002
        """For type checkers; pydantic calls the method below when the fields are known."""
        super().__init_subclass__(**options)

    @classmethod
    def __pydantic_init_subclass__(
        cls,
        type: str | None = None,  # noqa: A002 - the word of the declaration
        **options: Any,
    ) -> None:
        super().__pydantic_init_subclass__(**options)
        _check_fields(cls)
        cls.payload_attribute_names = tuple(_payload_fields(cls))
        cls.message_type = type or ""
        if type is not None:
            _register(type, cls)

    @property
    def type(self) -> str:
        """The type's name."""
        if not self.message_type:
            raise TypeError(
                f"{self.__class__.__name__} is declared without a type, as a base for others; a"
                f' message needs one: class …({self.__class__.__name__}, type="…")'
            )
        return self.message_type

    @property
    def payload(self) -> dict[str, Any]:
        """The message's own attributes, in JSON's types."""
        fields = set(_payload_fields(self.__class__).values())
        return self.model_dump(mode="json", by_alias=True, include=fields)

    @classmethod
    def to_conditions(cls, /, **attributes: Any) -> tuple[Condition, ...]:
        """A condition for each of these attributes that the class declares, and for no other."""
        return tuple(
            Condition(cls.message_type, {name: value})
            for name, value in cls._declared(attributes).items()
        )

    @classmethod
    def to_exact_conditions(cls, /, **attributes: Any) -> tuple[Condition, ...]:
        """One condition with all of these attributes that the class declares; none if it declares
        none of them."""
        declared = cls._declared(attributes)
        return (Condition(cls.message_type, declared),) if declared else ()

    def caused_by(self, cause: Message) -> Self:
        """A copy of this message as one that ``cause`` led to, in the conversation of ``cause``."""
        return self.model_copy(
            update={
                "causation_id": cause.id,
                "correlation_id": cause.correlation_id or cause.id,
            }
        )

    def __repr_args__(self) -> list[tuple[str | None, Any]]:
        """The message's own attributes, and its position."""
        said = {name: getattr(self, field) for name, field in _payload_fields(type(self)).items()}
        return [*said.items(), *([] if self.position is None else [("position", self.position)])]

    def __str__(self) -> str:
        return repr(self)

    def __hash__(self) -> int:
        return hash(self.id)

    @classmethod
    def _declared(cls, attributes: Mapping[str, Any]) -> dict[str, Any]:
        return {n: attributes[n] for n in cls.payload_attribute_names if n in attributes}


MessageClass: TypeAlias = type[Message]


class GenericMessage(Message):
    """A message of a type that has no class, with its payload as it is."""

    # Excluded from the payload: they are not attributes.
    generic_type: str = Field(alias="type", exclude=True)
    generic_payload: dict[str, Any] = Field(alias="payload", exclude=True)

    @property
    def type(self) -> str:
        """The type's name."""
        return self.generic_type

    @property
    def payload(self) -> dict[str, Any]:
        """The payload, in JSON's types."""
        return self.generic_payload

    def __repr_args__(self) -> list[tuple[str | None, Any]]:
        return [("type", self.type), ("payload", self.payload), *super().__repr_args__()]


def message_from(stored: Mapping[str, Any]) -> Message:
    """A stored message as an instance of its type's class. Leaves attributes out that the class
    does not have: the class may have had them when the message was appended."""
    envelope = {
        "id": stored["id"],
        "metadata": stored["metadata"] or {},
        "causation_id": stored["causationId"],
        "correlation_id": stored["correlationId"],
        "created_at": stored["createdAt"],
        "position": stored["position"],
    }
    kind, payload = _classes.get(stored["type"]), stored["payload"]
    if kind is None:
        return GenericMessage(type=stored["type"], payload=payload, **envelope)
    fields = _payload_fields(kind).items()
    try:
        said = {field: payload[name] for name, field in fields if name in payload}
        return kind(**envelope, **said)
    except ValidationError as error:
        raise UnreadableMessage(
            f"the message at position {stored['position']} is no {kind.__name__}, which is declared"
            f" for {stored['type']}: {_first_problem(error)}",
            {"position": stored["position"], "id": stored["id"], "type": stored["type"]},
        ) from error


def wire(message: Message) -> dict[str, Any]:
    """A message in the form in which it is sent to be appended."""
    payload = message.payload
    try:
        size = len(json_bytes(payload))
        json_bytes(message.metadata)
    except (TypeError, ValueError) as error:
        raise InvalidJson(f"the message {message.id} cannot be sent as JSON: {error}") from error
    if size > MAX_MESSAGE_BYTES:
        raise PayloadTooLarge(
            f"the payload of the message {message.id} is {size} bytes, more than"
            f" {MAX_MESSAGE_BYTES}",
            {"id": str(message.id), "bytes": size, "maxBytes": MAX_MESSAGE_BYTES},
        )
    return {
        "id": str(message.id),
        "type": checked("type", NAME, message.type),
        "payload": payload,
        "metadata": message.metadata or None,
        "causationId": _text(message.causation_id),
        "correlationId": _text(message.correlation_id),
    }


def messages_wire(messages: Message | Sequence[Message]) -> list[dict[str, Any]]:
    """One message or several, in the form in which they are sent."""
    every = [messages] if isinstance(messages, Message) else messages
    if len(every) > MAX_APPEND_MESSAGES:
        raise InvalidRequest(
            f"{len(every)} messages are more than {MAX_APPEND_MESSAGES} at once; append them in"
            " parts"
        )
    return [wire(message) for message in every]


def type_names(handled: Sequence[MessageClass | str]) -> list[str]:
    """The names of types, which are given as classes or names."""
    return [type_name(each) for each in handled]


def type_name(handled: MessageClass | str) -> str:
    """The name of a type, which is given as a class or name."""
    if isinstance(handled, str):
        return handled
    if not handled.message_type:
        raise TypeError(f"{handled.__name__} is declared without a type; nothing is stored as one")
    return handled.message_type


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    return f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"


def _text(value: UUID | None) -> str | None:
    return None if value is None else str(value)

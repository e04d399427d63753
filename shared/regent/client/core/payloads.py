"""Payloads: what a program hands in, what travels as JSON, and what a program gets back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from regent.client.core.operation import json_text
from regent.client.errors import InvalidConfig, InvalidPayload

T = TypeVar("T")

#: A message with this header has base64 in its payload: JSON knows no bytes.
ENCODING_HEADER: Final = "content-encoding"
BASE64: Final = "base64"


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """Two functions: from a payload to what travels (any JSON value, or bytes), and back."""

    encode: Callable[[T], Any]
    decode: Callable[[Any], T]


class Json(NamedTuple):
    """How JSON is written and read: both as text."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


STANDARD_JSON: Final = Json(json_text, json.loads)


def json_pair(given: Any) -> Json:
    """The argument ``json``: a pair of functions such as ``(dumps, loads)``. The first may return
    bytes, as faster libraries do."""
    if given is None:
        return STANDARD_JSON
    if not isinstance(given, tuple) or len(given) != 2 or not all(map(callable, given)):
        raise InvalidConfig(f"json is {given!r}; it takes a pair of functions, (dumps, loads)")
    dumps, loads = given

    def write(value: Any) -> str:
        written = dumps(value)
        return written.decode() if isinstance(written, bytes) else str(written)

    return Json(write, loads)


#: A payload as JSON, and whether that is base64 of bytes.
Encoded = tuple[str, bool]


def encoded(payload: Any, codec: Codec[Any] | None, form: Json) -> Encoded:
    """A payload as it travels; raises InvalidPayload when it cannot."""
    try:
        value = payload if codec is None else codec.encode(payload)
        if isinstance(value, bytes | bytearray | memoryview):
            return f'"{_base64(bytes(value))}"', True
        text = form.write(value)
        if not text.isascii():
            text.encode()  # half of a surrogate pair shows here
    except InvalidConfig:
        raise
    except Exception as error:
        raise InvalidPayload(
            f"a payload of type {type(payload).__name__} cannot be sent: {error}"
        ) from error
    return text, False


def decoded(data: Any, headers: Mapping[str, Any] | None, codec: Codec[T] | None) -> Any:
    """The payload of a popped message; raises InvalidPayload when its codec refuses it."""
    if headers and headers.get(ENCODING_HEADER) == BASE64 and isinstance(data, str):
        data = _bytes(data)
    if codec is None:
        return data
    try:
        return codec.decode(data)
    except InvalidConfig:
        raise
    except Exception as error:
        raise InvalidPayload(f"the payload is not what was expected: {error}") from error


def codec_for(payload: Any) -> Codec[Any] | None:
    """The argument ``payload`` of a queue: nothing, a codec, or a type that pydantic takes."""
    if payload is Any or payload is None:
        return None
    if isinstance(payload, Codec):
        return payload
    return _Typed(payload).codec()


class _Typed:
    """A type, whose adapter is made on first use: pydantic takes 60 ms to import."""

    def __init__(self, payload: Any) -> None:
        self._type = payload
        self._adapter: Any = None

    def codec(self) -> Codec[Any]:
        return Codec(self._encode, self._decode)

    def _encode(self, payload: Any) -> Any:
        adapter = self._ready()
        # ``warnings="error"``: what is not of the type is refused here, not at the consumer.
        return adapter.dump_python(payload, mode="json", by_alias=True, warnings="error")

    def _decode(self, data: Any) -> Any:
        return self._ready().validate_python(data)

    def _ready(self) -> Any:
        if self._adapter is None:
            try:
                from pydantic import TypeAdapter  # noqa: PLC0415 - only where a type is given
            except ImportError:
                raise InvalidConfig(
                    f"payload is {self._type!r}, which needs pydantic: install it, or pass a Codec"
                    " with two functions"
                ) from None
            try:
                self._adapter = TypeAdapter(self._type)
            except Exception as error:
                raise InvalidConfig(
                    f"payload is {self._type!r}, of which pydantic can make nothing: {error}"
                ) from error
        return self._adapter


def _base64(data: bytes) -> str:
    import binascii  # noqa: PLC0415 - for bytes only

    return binascii.b2a_base64(data, newline=False).decode()


def _bytes(text: str) -> Any:
    """The bytes, or the text as it is when it is no base64."""
    import binascii  # noqa: PLC0415 - for bytes only

    try:
        return binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        return text

"""What of a payload somebody may see who looks at messages, and takes none.

A queue says who sees its payloads, and which parts of them nobody does. A mask is a path such as
``card.number`` or ``items[].pin``. It fails closed: an array on its way is looked through, with
``[]`` or without, and any other value that stands in its way is masked whole.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple

#: What stands in the place of a masked value.
MASK: Final = "***"
#: The path of a payload that is hidden as a whole: no path of a queue is.
WHOLE: Final = "*"
_NAME: Final = r"(?:[^.*\[\]\\\u0000]|\\[.*\[\]\\])+"
#: ECMA's as well as Python's.
PATH: Final = rf"^(?:(?:\[\])+|{_NAME}(?:\[\])*)(?:\.{_NAME}(?:\[\])*)*$"
_SEGMENT: Final = re.compile(_NAME)
_ESCAPED: Final = re.compile(r"\\(.)")
#: Marks numbers on their way through Python, which has no words for all of them.
_NUMBER: Final = f"number {secrets.token_hex(8)} "
_MARKED: Final = re.compile(rf'"{_NUMBER}([-+.0-9eE]+)"')


class Sight(NamedTuple):
    """What the caller may see: payloads of queues that say so, and what is masked of them."""

    #: Values of the option `payloads` of queues whose payloads the caller sees.
    payloads: tuple[str, ...] = ("all",)
    #: Whether masks do not count.
    reveals: bool = False

    def words(self) -> list[str]:
        """As SQL takes it (messages/_fitting_places.sql)."""
        return [*self.payloads, *(["reveal"] if self.reveals else [])]


_present: ContextVar[Sight] = ContextVar("sight", default=Sight())  # noqa: B039 - a tuple


def present_sight() -> Sight:
    """What the caller of the present request may see; whoever does not say sees the least."""
    return _present.get()


@contextmanager
def seeing(sight: Sight) -> Iterator[None]:
    """Whatever is read meanwhile is shown to somebody who may see that much."""
    token = _present.set(sight)
    try:
        yield
    finally:
        _present.reset(token)


def shown(payload: str, queue_payloads: str, paths: Sequence[str]) -> tuple[str, list[str]]:
    """A payload of a queue with these options, as the caller may see it, and what is masked of
    it."""
    sight = present_sight()
    if queue_payloads not in sight.payloads:
        return "null", [WHOLE]
    if sight.reveals or not paths:
        return payload, []
    value = json.loads(payload, parse_float=_marked, parse_int=_marked)
    masked = []
    for path in paths:
        value, found = _masked(value, _names(path))
        if found:
            masked.append(path)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _MARKED.sub(r"\1", text), masked


def _names(path: str) -> list[str]:
    return [_ESCAPED.sub(r"\1", name) for name in _SEGMENT.findall(path)]


def _masked(value: Any, names: Sequence[str]) -> tuple[Any, bool]:
    """A value without what is at these names, and whether anything was there."""
    if names and isinstance(value, list):
        parts = [_masked(each, names) for each in value]
        return [part for part, _ in parts], any(found for _, found in parts)
    if names and value is None:
        return None, False
    if not names or not isinstance(value, dict):
        return MASK, True
    name, *rest = names
    if name not in value:
        return value, False
    value[name], found = _masked(value[name], rest)
    return value, found


def _marked(number: str) -> str:
    return _NUMBER + number

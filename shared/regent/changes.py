"""What the audit knows of the change that a request asks for, and how a statement notes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString

from regent.identifiers import random_uuid
from regent.limits import MAX_AUDITED_BYTES, MAX_AUDITED_VALUE_LENGTH


@dataclass(frozen=True, slots=True)
class Change:
    """Who asks for which change of what, and in which request."""

    subject: str | None
    action: str
    #: Names, by their kind: the queue, the partition, the group.
    target: Mapping[str, str]
    parameters: Mapping[str, Any]
    request_id: str
    #: All statements of the request belong to one row.
    id: str = field(default_factory=random_uuid)

    def columns(self) -> tuple[str | None, ...]:
        """As the statement takes them (``noting``)."""
        words = json.dumps(dict(self.target)), json.dumps(_shortened(self.parameters))
        return (self.id, self.subject, self.action, *words, self.request_id)


_present: ContextVar[Change | None] = ContextVar("change", default=None)

#: The result of a change is an argument of what notes it. So it is noted after the change, in one
#: statement with it. The last line asks for the note whether or not rows come back.
_BEFORE: Final = "with done as materialized ("
_BETWEEN: Final = (
    "), noted as materialized (select queen.note_change(%s::uuid, %s, %s, %s::jsonb, %s::json, %s,"
    " (select "
)
_AFTER: Final = ")) as told) select d.* from done d where (select n.told is not null from noted n)"


def present_change() -> Change | None:
    """The change that the present request asks for; None: nobody wants it noted."""
    return _present.get()


@contextmanager
def noting(change: Change | None) -> Iterator[None]:
    """Whatever changes something meanwhile notes it as this; None: it notes nothing."""
    token = _present.set(change)
    try:
        yield
    finally:
        _present.reset(token)


def noting_unless(own: bool) -> AbstractContextManager[None]:
    """Note what is changed meanwhile, unless it is a consumer's own work."""
    return noting(None if own else present_change())


def noted(statement: LiteralString, result: LiteralString) -> LiteralString:
    """The statement, with a note of what it changed. ``result``: columns and perhaps conditions of
    a query of its rows, ``done``, that makes one JSON object, or null where nothing changed."""
    return _BEFORE + statement + _BETWEEN + result + _AFTER


def _shortened(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, or, where they are very long, their beginnings."""
    if len(json.dumps(dict(parameters))) <= MAX_AUDITED_BYTES:
        return dict(parameters)
    return {name: _beginning(value) for name, value in parameters.items()}


def _beginning(value: Any) -> Any:
    text = json.dumps(value)
    if len(text) <= MAX_AUDITED_VALUE_LENGTH:
        return value
    return f"{text[:MAX_AUDITED_VALUE_LENGTH]}… ({len(text)} characters)"

"""The time of a chart, as a query asks for it: ``from`` and ``to``."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, Field, WithJsonSchema

from functions.edge.instants import Instant
from regent.errors import InvalidRequest
from regent.rows import instant
from regent.stores.status import Span

#: The years that both Postgres and Python can date, in any time zone, with the widest step added.
_YEARS: Final = range(1970, 9000)


_Dated = Annotated[
    Instant,
    WithJsonSchema(
        {"type": "string", "format": "date-time", "pattern": "^(19[7-9][0-9]|[2-8][0-9]{3})-"}
    ),
]


class SpanQuery(BaseModel):
    """Instants (ISO 8601; without a zone: UTC). The default is from an hour ago until now."""

    from_: Annotated[_Dated | None, Field(alias="from")] = None
    to: _Dated | None = None

    def span(self) -> Span:
        """The time that was asked for; refused if it ends before it begins."""
        for name, moment in (("from", self.from_), ("to", self.to)):
            if moment and moment.year not in _YEARS:
                raise InvalidRequest(
                    f"{name} is {instant(moment)}; it takes an instant from 1970 to 8999",
                    {name: instant(moment)},
                )
        if self.from_ and self.to and self.from_ > self.to:
            raise InvalidRequest(
                f"from ({instant(self.from_)}) is later than to ({instant(self.to)})",
                {"from": instant(self.from_), "to": instant(self.to)},
            )
        return Span(self.from_, self.to)


class TimeRange(BaseModel):
    """The time that was asked for, in full."""

    from_: Annotated[str, Field(alias="from")]
    to: str

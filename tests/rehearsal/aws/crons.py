"""When a schedule of Glue's is due (AWS Glue guide, "Cron expressions for jobs and crawlers").

Six fields in UTC: minutes, hours, day of the month, month, day of the week, year. One of the two
days has to be a question mark.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

_MONTHS: Final = (
    "JAN",
    "FEB",
    "MAR",
    "APR",
    "MAY",
    "JUN",
    "JUL",
    "AUG",
    "SEP",
    "OCT",
    "NOV",
    "DEC",
)
_DAYS: Final = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")


class NotACron(Exception):
    """Glue refuses the expression; the text says why."""


class Field(NamedTuple):
    """What one of the six takes."""

    name: str
    least: int
    most: int
    #: Words for the first numbers.
    words: tuple[str, ...] = ()

    def number(self, text: str) -> int:
        """A number, or a word for one."""
        if text.upper() in self.words:
            return self.words.index(text.upper()) + self.least
        if not text.isdigit():
            raise NotACron(f"{text!r} is no value of {self.name}")
        return int(text)

    def values(self, text: str) -> frozenset[int]:
        """All numbers that a text like `MON-FRI` or `0/15` means."""
        found: set[int] = set()
        for part in text.split(","):
            body, slash, step = part.partition("/")
            if body == "*" or (body == "?" and "day" in self.name):
                low, high = self.least, self.most
            else:
                begin, _, end = body.partition("-")
                low = self.number(begin)
                high = self.most if slash and not end else self.number(end or begin)
            is_sound = self.least <= low <= high <= self.most
            if not is_sound or (slash and not (step.isdigit() and int(step))):
                raise NotACron(
                    f"{part!r} is no value of {self.name}, from {self.least} to {self.most}"
                )
            found |= set(range(low, high + 1, int(step) if slash else 1))
        return frozenset(found)


FIELDS: Final = (
    Field("minutes", 0, 59),
    Field("hours", 0, 23),
    Field("the day of the month", 1, 31),
    Field("the month", 1, 12, _MONTHS),
    Field("the day of the week", 1, 7, _DAYS),
    Field("the year", 1970, 2199),
)
#: The least time between two starts.
LEAST_MINUTES: Final = 5


@dataclass(frozen=True)
class Cron:
    """An expression that Glue takes."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    years: frozenset[int]

    def due(self, begin: dt.datetime, end: dt.datetime) -> Iterator[dt.datetime]:
        """The starts from ``begin`` up to ``end``."""
        day = begin.replace(hour=0, minute=0, second=0, microsecond=0)
        while day < end:
            if self._on(day):
                for hour in sorted(self.hours):
                    for minute in sorted(self.minutes):
                        at = day.replace(hour=hour, minute=minute)
                        if begin <= at < end:
                            yield at
            day += dt.timedelta(days=1)

    def _on(self, day: dt.datetime) -> bool:
        weekday = day.isoweekday() % 7 + 1  # Sunday is 1
        return (
            day.day in self.days
            and day.month in self.months
            and weekday in self.weekdays
            and day.year in self.years
        )


def read(expression: str) -> Cron:
    """Read ``cron(0/15 * * * ? *)``."""
    inside = re.fullmatch(r"cron\((.+)\)", expression)
    fields = inside[1].split(" ") if inside else []
    if len(fields) != len(FIELDS):
        raise NotACron(f"{expression!r} is not cron(…) with six fields")
    if (fields[2] == "?") == (fields[4] == "?"):
        raise NotACron(f"{expression!r}: one of the two days is a question mark, and one is not")
    return Cron(*(field.values(text) for text, field in zip(fields, FIELDS, strict=True)))

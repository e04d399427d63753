"""Conditions, which a read asks for, and guards, which protect an append."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from regent.log import checks
from regent.log.checks import NAME, checked
from regent.names import Scalar

#: ``broad``: a condition for each attribute that a type has. Another student's enrolment in the
#: same course conflicts. ``exact``: one condition with all attributes. The other student's
#: enrolment does not conflict.
GuardScope = Literal["broad", "exact"]


@dataclass(frozen=True, slots=True)
class Condition:
    """Messages of a type that have all of these attributes; all messages of the type if there are
    none.

    A list of conditions matches the messages that match any of them.
    """

    type: str
    attrs: Mapping[str, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked("a condition's type", NAME, self.type)
        object.__setattr__(self, "attrs", checks.attributes("a condition", self.attrs))

    def wire(self) -> dict[str, Any]:
        """The form in which it is sent."""
        return {"type": self.type, "attrs": self.attrs}


@dataclass(frozen=True, slots=True)
class Guard:
    """An append with this guard fails if a message after the position matches a condition."""

    conditions: tuple[Condition, ...]
    last_position: int

    def wire(self) -> dict[str, Any]:
        """The form in which it is sent."""
        return {
            "conditions": [condition.wire() for condition in self.conditions],
            "lastPosition": checked("last_position", checks.POSITION, self.last_position),
        }


def conditions_from(answered: Sequence[Mapping[str, Any]]) -> tuple[Condition, ...]:
    """Conditions from an answer of a log."""
    return tuple(Condition(each["type"], each["attrs"]) for each in answered)

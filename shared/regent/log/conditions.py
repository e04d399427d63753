"""What a read asks for, and what an append must not have missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from regent.log import checks
from regent.log.checks import NAME, checked
from regent.names import Scalar

#: ``broad``: a condition for each attribute that a type has; another student's enrolment in the
#: same course conflicts. ``exact``: one condition with all of them; it does not.
GuardScope = Literal["broad", "exact"]


@dataclass(frozen=True, slots=True)
class Condition:
    """Messages of a type that have all of these attributes; of the type alone when it names none.

    A list of conditions means any of them.
    """

    type: str
    attrs: Mapping[str, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked("a condition's type", NAME, self.type)
        object.__setattr__(self, "attrs", checks.attributes("a condition", self.attrs))

    def wire(self) -> dict[str, Any]:
        """As it travels."""
        return {"type": self.type, "attrs": self.attrs}


@dataclass(frozen=True, slots=True)
class Guard:
    """Fail if a message that matches one of these was appended after that position."""

    conditions: tuple[Condition, ...]
    last_position: int

    def wire(self) -> dict[str, Any]:
        """As it travels."""
        return {
            "conditions": [condition.wire() for condition in self.conditions],
            "lastPosition": checked("last_position", checks.POSITION, self.last_position),
        }


def conditions_from(answered: Sequence[Mapping[str, Any]]) -> tuple[Condition, ...]:
    """Conditions as a log answers them."""
    return tuple(Condition(each["type"], each["attrs"]) for each in answered)

"""The guard for a decision about a partition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regent.log.conditions import Condition, Guard, GuardScope, conditions_from
from regent.log.messages import Message, MessageClass


def guard_of(
    answered: Mapping[str, Any],
    handled_types: Sequence[MessageClass | str],
    attributes: Mapping[str, Any],
    scope: GuardScope,
) -> Guard:
    """Builds the guard from the message classes, which know their attributes before any message was
    appended. For a type without a class it takes the log's conditions, which come from the
    attributes that were declared or seen."""
    found: list[Condition] = []
    known = conditions_from(answered["conditions"])
    for handled in dict.fromkeys(handled_types):
        kind = Message.registry.get(handled) if isinstance(handled, str) else handled
        if kind is None:
            found += (condition for condition in known if condition.type == handled)
        elif scope == "exact":
            found += kind.to_exact_conditions(**attributes)
        else:
            found += kind.to_conditions(**attributes)
    return Guard(tuple(found), answered["lastPosition"])

"""Objectives of lag: for how long messages may wait, and how often that has to hold.

A stack's config key `lagSlo`, which the reclaim gets as `REGENT_LAG_SLO`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from pydantic.alias_generators import to_camel

from regent.limits import MAX_OBJECTIVE_SECONDS, MAX_OBJECTIVES
from regent.names import Name, QueueName

#: A name is a part of an alarm's name, and a dimension of metrics.
ObjectiveName = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
]


class Objective(BaseModel):
    """The oldest open message of these groups waits for ``seconds`` at most, in ``percent`` of the
    minutes of a month. Without a queue in all queues; without a group for all groups."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel)

    queue: QueueName | None = None
    consumer_group: Name | None = None
    seconds: Annotated[int, Field(ge=1, le=MAX_OBJECTIVE_SECONDS)]
    percent: Annotated[float, Field(ge=50, lt=100)] = 99.0


Objectives = Annotated[dict[ObjectiveName, Objective], Field(max_length=MAX_OBJECTIVES)]
_OBJECTIVES: Final[TypeAdapter[dict[str, Objective]]] = TypeAdapter(Objectives)


def read_objectives(text: str) -> Mapping[str, Objective]:
    """Those of a setting's text; none if it is empty."""
    return _OBJECTIVES.validate_json(text) if text else {}


def as_text(objectives: dict[str, Objective]) -> str:
    """The text of a setting."""
    return _OBJECTIVES.dump_json(objectives, by_alias=True, exclude_none=True).decode()

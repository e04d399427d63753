"""The switches of maintenance, as several answers show them."""

from __future__ import annotations

from pydantic import BaseModel


class QueueSwitches(BaseModel):
    """A queue whose own switch is on."""

    queue: str
    push: bool
    pop: bool

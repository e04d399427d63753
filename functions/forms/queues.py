"""How many messages a queue has, and the sums of many queues."""

from __future__ import annotations

from pydantic import BaseModel


class MessageCounts(BaseModel):
    """Messages that are kept, and those left to do for the slowest group of each partition."""

    total: int
    pending: int
    processing: int

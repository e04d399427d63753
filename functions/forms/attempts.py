"""A failed attempt, as messages, dead letters and explanations tell it."""

from __future__ import annotations

from pydantic import BaseModel


class Attempt(BaseModel):
    """When a message failed, and the first 300 characters of the reason."""

    at: str
    error: str

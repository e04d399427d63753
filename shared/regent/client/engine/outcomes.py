"""What a handler may raise, and what becomes of the message then."""

from __future__ import annotations

from dataclasses import dataclass

from regent.client.core.acking import Status, failure_text
from regent.client.core.checks import check_number
from regent.limits import MAX_DELAY_SECONDS


class DeadLetter(Exception):
    """Raised by a handler: nobody shall get this message again. It is a dead letter, and its
    partition goes on."""


class Retry(Exception):
    """Raised by a handler: not now. The message is given back, with those behind it in its
    partition, and no attempt is counted."""

    def __init__(self, *reasons: object, delay_seconds: float | None = None) -> None:
        super().__init__(*reasons)
        if delay_seconds is not None:
            check_number("delay_seconds", delay_seconds, 0, MAX_DELAY_SECONDS)
        self.delay_seconds = delay_seconds


@dataclass(frozen=True, slots=True)
class Failure:
    """The verdict on the first message that a lane did not complete."""

    status: Status
    error: str | None = None
    delay_seconds: float | None = None
    #: The handler had all of the lane's messages at once, so nobody knows which one is at fault.
    is_whole: bool = False


def failure_of(error: BaseException, *, is_whole: bool = False) -> Failure:
    """What an exception of a handler says about its message, or about its lane."""
    if isinstance(error, Retry):
        return Failure("retry", delay_seconds=error.delay_seconds)
    return Failure("failed", failure_text(error), is_whole=is_whole)

"""Waiting in a handler: a long poll sleeps between its looks, and ends in time for its answer."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from functions.edge.http import Api
from functions.stores import settings

Function = TypeVar("Function", bound=Callable[..., Any])
T = TypeVar("T")

#: A long poll first looks again soon, then less often.
_FIRST_LOOK_SECONDS: Final = 0.01
_LAST_LOOK_SECONDS: Final = 0.25
#: The part of a Lambda's time that is left for the answer itself.
_ANSWER_MILLISECONDS: Final = 1_000


def may_wait(function: Function) -> Function:
    """Mark a route that takes seconds whatever its query says, for the local server's choice of
    thread: it sleeps, or goes on in many statements."""
    function.may_wait = True  # type: ignore[attr-defined]
    return function


def never_waits(function: Function) -> Function:
    """Mark a route that monitors ask: the local server has threads that are for such routes only,
    so that no crowd of other requests makes it look dead."""
    function.never_waits = True  # type: ignore[attr-defined]
    return function


class Patience:
    """For how long the present request may still wait."""

    def __init__(self, app: Api, seconds: float) -> None:
        self._context = app.call.context
        self._deadline = monotonic() + min(seconds, settings().long_poll_seconds)

    def wait(self, seconds: float) -> bool:
        """Sleep for this long, or until the request's time is up. False: give up, because the time
        is up or the client is gone."""
        left = self._deadline - monotonic()
        if left <= 0:
            return False
        sleep(min(seconds, left))
        remaining: int = self._context.get_remaining_time_in_millis()
        return remaining >= _ANSWER_MILLISECONDS


def look_again(app: Api, seconds: float, look: Callable[[], T | None]) -> T | None:
    """Look again and again until something is there.

    Looking costs a few index probes. LISTEN would pin a proxy's connection.
    """
    patience = Patience(app, seconds)
    pause = _FIRST_LOOK_SECONDS
    while patience.wait(pause):
        pause = min(pause * 1.5, _LAST_LOOK_SECONDS)
        if (found := look()) is not None:
            return found
    return None

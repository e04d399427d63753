"""Waiting in a handler: a long poll waits between its looks, and ends in time for its answer.

On Lambda it sleeps. The local server hands in its news (``use_news``): a handler that has made
something available tells for whom, and looks that wait for it follow at once.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, Final, Protocol, Self, TypeVar

from aws_lambda_powertools.utilities.typing import LambdaContext

from functions.edge.http import Api
from functions.stores import queue_calls, settings
from regent.stores.calls import Call
from regent.stores.looking import Looking, Watch
from regent.stores.queue_types import Lease, Source

Function = TypeVar("Function", bound=Callable[..., Any])
T = TypeVar("T")

#: A long poll first looks again soon, then less often.
_FIRST_LOOK_SECONDS: Final = 0.01
_LAST_LOOK_SECONDS: Final = 0.25
#: The part of a Lambda's time that is left for the answer itself.
_ANSWER_MILLISECONDS: Final = 1_000
#: What a look waits for that waits for the event log.
LOG: Final = "the event log"


def may_wait(function: Function) -> Function:
    """Mark a route that takes seconds whatever its query says, for the local server's choice of
    thread: it sleeps, or goes on in many statements."""
    function.may_wait = True  # type: ignore[attr-defined]
    return function


def holds(function: Function) -> Function:
    """Mark a route that may hold its request until there is something to answer with. On AWS a
    function of their own answers such routes: with a limit, consumers that wait leave places for
    the other routes of the handler."""
    function.holds = True  # type: ignore[attr-defined]
    return function


def never_waits(function: Function) -> Function:
    """Mark a route that monitors ask: the local server has threads that are for such routes only,
    so that no crowd of other requests makes it look dead."""
    function.never_waits = True  # type: ignore[attr-defined]
    return function


def tells(function: Function) -> Function:
    """Mark a route that tells its news itself, or has none. After any other route that is no GET,
    the local server has everybody look who waits."""
    function.tells = True  # type: ignore[attr-defined]
    return function


class News(Protocol):
    """What the local server knows of news."""

    #: A request whose client hung up does not go on waiting, and what it took is given back.
    notices_hang_ups: bool

    def has_client(self, context: LambdaContext) -> bool:
        """Whether somebody still waits for the answer to this request, as far as it is known."""

    def watch(self, *about: str) -> Watch:
        """A watch for news about these queues, or about any."""

    def tell(self, *about: str) -> None:
        """Something was committed in these queues that may be there for somebody who waits."""


class _Sleeping:
    """Nobody tells news: the next look comes soon, then less often."""

    def __init__(self) -> None:
        self._pause = _FIRST_LOOK_SECONDS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was begun."""

    def wait(self, seconds: float) -> None:
        """Looking costs a few index probes. LISTEN would pin a proxy's connection."""
        sleep(min(self._pause, seconds))
        self._pause = min(self._pause * 1.5, _LAST_LOOK_SECONDS)


class _NoNews:
    """On Lambda an environment knows nothing of the others, nor of its client."""

    notices_hang_ups = False

    def has_client(self, _: LambdaContext) -> bool:
        """Nobody knows."""
        return True

    def watch(self, *_: str) -> Watch:
        """A watch that only sleeps."""
        return _Sleeping()

    def tell(self, *_: str) -> None:
        """Nobody listens."""


_news: News = _NoNews()


def use_news(news: News) -> None:
    """Hear of news, and tell them."""
    global _news  # noqa: PLW0603 - a process has one, from its start on
    _news = news


def tell(*about: str) -> None:
    """Tell that something was committed in these queues, perhaps for somebody who waits."""
    _news.tell(*about)


async def if_wanted(app: Api, lease: Lease, source: Source, group: str) -> Lease:
    """What a pop took, if its client is still there. Else it is given back, as far as that is
    noticed. A client that hangs up later than this finds what it lost by its key."""
    if not lease.id or _news.has_client(app.call.context):
        return lease
    await queue_calls().release(lease.id, source, group)
    tell(*{message.queue for message in lease.messages})
    return Lease("", [])


class Patience:
    """For how long the present request may still wait."""

    def __init__(self, app: Api, seconds: float) -> None:
        self._context = app.call.context
        self._deadline = monotonic() + min(seconds, settings().long_poll_seconds)

    def left(self) -> float:
        """Seconds, 0 when its time is up."""
        return max(0.0, self._deadline - monotonic())

    def may_look(self) -> bool:
        """Whether there is time for a look and an answer, and a client."""
        remaining: int = self._context.get_remaining_time_in_millis()
        return remaining >= _ANSWER_MILLISECONDS

    def wait(self, seconds: float) -> bool:
        """Sleep for this long, or until the request's time is up. False: give up, because the time
        is up or the client is gone."""
        if (left := self.left()) <= 0:
            return False
        sleep(min(seconds, left))
        return self.may_look()


async def look_again(
    app: Api,
    seconds: float,
    look: Call[T],
    is_enough: Callable[[T], bool],
    *about: str,
    later: Call[T] | None = None,
) -> T:
    """Look, and look again as long as that is not enough and the request may wait. ``about``: the
    queues whose news may change what it finds; without any, all news may. ``later``: the looks
    after the first, where a repetition of the request may have come meanwhile. A server that
    notices hang-ups has no request that waits beside its repetition."""
    patience = Patience(app, seconds)
    again = look if later is None or _news.notices_hang_ups else later
    with _news.watch(*about) as watch:
        found = await look
        if not is_enough(found):
            found = await Looking(again, found, is_enough=is_enough, watch=watch, patience=patience)
        return found

"""When a request is sent again: after which outcomes, after which pause, and for how long."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from regent.client.core.address import Address
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.core.operation import Operation, refusal, understood
from regent.client.core.own_name import with_own_name
from regent.client.errors import InvalidConfig, UnexpectedAnswer, Unreachable
from regent.errors import QueueFull, RegentError, Unavailable

A = TypeVar("A")

#: Of the time of a call, so much may go into opening a connection.
CONNECT_SECONDS: Final = 5.0
#: One try. API Gateway answers after 30 s at the latest, and our own handlers before that.
TRY_SECONDS: Final = 35.0
#: An answer to a long poll that is on its way when its time is up may take so much longer.
POLL_GRACE_SECONDS: Final = 5.0
#: A try of a call whose time is up already.
_SHORTEST_SECONDS: Final = 0.001
_BUSY: Final = frozenset({408, 429, 502, 503, 504})
#: With these codes nothing was carried out, so even what must not happen twice may be sent again.
_NOT_DONE: Final = frozenset(
    {
        "BUSY",
        "IN_MAINTENANCE",
        "ISSUER_UNREACHABLE",
        "KEY_SERVICE_UNAVAILABLE",
        "REQUEST_TIMEOUT",
        "TOO_MANY_CONNECTIONS",
    }
)


@dataclass(frozen=True, kw_only=True)
class RetryPolicy:
    """How often a request is sent again. A pause doubles from the first to the longest, and takes
    a random half off. ``stock`` bounds all retries of a client together: one is taken for each
    retry, and every ten successes put one back, so an outage is not multiplied by its clients."""

    first_pause_seconds: float = 0.1
    longest_pause_seconds: float = 5.0
    stock: int = 100
    successes_for_one: int = 10

    def __post_init__(self) -> None:
        if not 0 < self.first_pause_seconds <= self.longest_pause_seconds:
            raise InvalidConfig(
                f"first_pause_seconds is {self.first_pause_seconds} and longest_pause_seconds"
                f" {self.longest_pause_seconds}; the first is more than 0, and at most the second"
            )
        if self.stock < 0 or self.successes_for_one < 1:
            raise InvalidConfig(
                f"stock is {self.stock} and successes_for_one {self.successes_for_one}; they take"
                " 0 or more, and 1 or more"
            )


class Budget:
    """The retries that a client has left. Threads share it."""

    def __init__(self, policy: RetryPolicy) -> None:
        # Counted in successes, so that ten tenths are one.
        self._price = policy.successes_for_one
        self._most = policy.stock * self._price
        self._stock = self._most
        self._lock = threading.Lock()

    def earn(self) -> None:
        """A request succeeded."""
        if self._stock < self._most:
            with self._lock:
                self._stock = min(self._most, self._stock + 1)

    def spend(self) -> bool:
        """Take one retry; False when none is left."""
        with self._lock:
            if self._stock < self._price:
                return False
            self._stock -= self._price
            return True


def surely_not_done(error: RegentError) -> bool:
    """Whether a request that came to this error was not carried out."""
    if isinstance(error, Unreachable):
        return not error.sent
    return error.code in _NOT_DONE or not isinstance(error, Unavailable | UnexpectedAnswer)


def random_fraction() -> float:
    """From 0 to 1, for pauses. The module ``random`` would cost five milliseconds of import."""
    return int.from_bytes(os.urandom(4), "big") / 2**32


class Attempts(Generic[A]):
    """The tries of one call. The session sends what ``request`` says and tells ``after`` what came
    of it, until that has the result or raises."""

    __slots__ = (
        "_budget",
        "_operation",
        "_pause",
        "_policy",
        "_random",
        "began",
        "deadline",
        "maybe_done",
        "result",
        "unauthorized",
    )

    result: A

    def __init__(
        self,
        operation: Operation[A],
        policy: RetryPolicy,
        budget: Budget,
        *,
        now: float,
        timeout_seconds: float,
        random: Callable[[], float] = random_fraction,
    ) -> None:
        self._operation = operation
        self._policy = policy
        self._budget = budget
        self._random = random
        self._pause = policy.first_pause_seconds
        within = operation.timeout_seconds
        if within is None:
            within = timeout_seconds
        if operation.wait_seconds > 0:
            within = operation.wait_seconds + POLL_GRACE_SECONDS
        self.deadline = now + within
        self.began = now
        #: An earlier try may have been carried out.
        self.maybe_done = False
        #: The token was refused, and a newer one is to be asked for.
        self.unauthorized = False

    def request(
        self, headers: tuple[tuple[str, str], ...], address: Address, now: float
    ) -> HttpRequest:
        """What is to be sent now."""
        self.began = now
        operation = self._operation
        target = operation.target
        if operation.poll is not None:
            left = min(operation.wait_seconds, max(0.0, self.deadline - POLL_GRACE_SECONDS - now))
            target = operation.poll(left, self.maybe_done)
        return HttpRequest(
            operation.method,
            address.prefix + target,
            with_own_name(headers) if operation.is_named else headers,
            (operation.body_again if self.maybe_done else None) or operation.body,
            # A pool that sends it once more would send what does not say that it is a repeat.
            operation.repeats and (self.maybe_done or not operation.marks_repeats),
            address.origin,
        )

    def time_left(self, now: float) -> float:
        """For how long the answer to this try is waited for."""
        left = self.deadline + self._operation.overrun_seconds - now
        return min(max(left, _SHORTEST_SECONDS), TRY_SECONDS)

    def after(
        self, outcome: Reply | Unreachable, now: float, *, renewable: bool = False
    ) -> float | None:
        """None: ``result`` is there. A number: pause so long, then send again. Or it raises.

        ``renewable``: the token comes from a function, which can be asked once more.
        """
        if isinstance(outcome, Unreachable):
            # What is raised in the end is about all tries, not about the last one alone.
            self.maybe_done = outcome.sent = self.maybe_done or outcome.sent
            if outcome.final or (self.maybe_done and not self._operation.repeats):
                raise outcome
            return self._next_pause(outcome, now)
        outcome.repeated = outcome.repeated or self.maybe_done
        outcome.sent_at = self.began
        if self._operation.takes(outcome.status):
            self.result = understood(self._operation, outcome)
            self._budget.earn()
            return None
        error = refusal(self._operation, outcome)
        if outcome.status == 401 and renewable and not self.unauthorized:
            self.unauthorized = True
            return 0.0
        if not self._is_worth_another(error, outcome.status):
            raise error
        self.maybe_done = self.maybe_done or error.code not in _NOT_DONE
        return self._next_pause(error, now)

    def _is_worth_another(self, error: RegentError, status: int) -> bool:
        if isinstance(error, QueueFull):
            return self._operation.waits_for_room
        gateways = status == 500 and error.code == "HTTP_500"
        if status not in _BUSY and not gateways:
            return False
        return self._operation.repeats or error.code in _NOT_DONE

    def _next_pause(self, error: RegentError, now: float) -> float:
        """The pause before the next try: those who were refused together must not come back
        together, nor earlier than they were asked to."""
        asked = error.retry_after_seconds
        if asked is not None:
            pause = asked * (1 + 0.2 * self._random())
        else:
            pause = self._pause * (0.5 + 0.5 * self._random())
            self._pause = min(self._pause * 2, self._policy.longest_pause_seconds)
        late = now + pause >= self.deadline
        if late or not self._operation.retried or not self._budget.spend():
            raise error
        return pause


#: What a plan asks for: an operation to send, or seconds to wait.
Step = Operation[Any] | float

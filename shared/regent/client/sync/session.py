"""What every handle of a client goes through: one operation, or a plan of several."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, TypeVar

from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation
from regent.client.core.options import Options
from regent.client.core.retry import Attempts, Step
from regent.client.drivers.blocking import asked, pause, transport_to
from regent.client.drivers.protocols import Transport
from regent.client.errors import Misused, Unreachable
from regent.errors import RegentError

if TYPE_CHECKING:
    from regent.client.engine.blocking import Consumers

A = TypeVar("A")


class Session:
    """Sends operations, and again where that is due. All handles of a client share one."""

    def __init__(self, options: Options, transport: Transport | None = None) -> None:
        self.options = options
        self._closed = False
        self._passed = transport
        self._consumers: Consumers | None = None
        #: What its requests go through; sessions may share it.
        self.transport: Transport = transport or transport_to(options)

    def send(self, operation: Operation[A]) -> A:
        """Carry out an operation; its result, or the error that it came to."""
        options = self.options
        clock = options.clock
        authorization = options.authorization
        attempts: Attempts[A] = Attempts(
            operation,
            options.retry,
            options.budget(operation),
            now=clock(),
            timeout_seconds=options.timeout_seconds,
        )
        while True:
            if self._closed:
                raise Misused("the client is closed")
            request = attempts.request(options.headers, options.address, clock())
            outcome: Reply | Unreachable
            try:
                if authorization is not None:
                    given = asked(authorization, request, again=attempts.unauthorized)
                    request.headers += authorization.headers(given)
                outcome = self.transport.exchange(request, attempts.time_left(clock()))
            except Unreachable as error:
                outcome = error
            renewable = authorization is not None and authorization.renewable
            seconds = attempts.after(outcome, clock(), renewable=renewable)
            if seconds is None:
                return attempts.result
            if seconds > 0:
                pause(seconds)

    def run(self, plan: Generator[Step, Any, A]) -> A:
        """Carry out what a plan asks for, step by step, and tell it what came of each."""
        try:
            step = next(plan)
            while True:
                if isinstance(step, float):
                    pause(step)
                    step = plan.send(None)
                    continue
                try:
                    answer = self.send(step)
                except RegentError as error:
                    step = plan.throw(error)
                else:
                    step = plan.send(answer)
        except StopIteration as done:
            result: A = done.value
            return result

    def hang_up(self) -> None:
        """Nobody wants to wait any longer: have waiting polls answered, where that is possible.
        Over HTTP they are waited for, because a server may not notice."""
        hang_up = getattr(self.transport, "hang_up", None)
        if hang_up is not None:
            hang_up()

    @property
    def consumers(self) -> Consumers:
        """What consumes in the background. Its import waits for a program that does."""
        if self._consumers is None:
            from regent.client.engine.blocking import Consumers  # noqa: PLC0415

            self._consumers = Consumers(self, self.options, self._passed)
        return self._consumers

    def end(self) -> None:
        """End what runs in the background."""
        consumers, self._consumers = self._consumers, None
        if consumers is not None:
            consumers.close()

    def close(self) -> None:
        """End what runs in the background, send nothing more, and close the connections. A
        transport that was passed in stays open."""
        self.end()
        self._closed = True
        if self._passed is None:
            self.transport.close()

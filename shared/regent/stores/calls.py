"""Calls of a store that are prepared, but not carried out yet.

A handler awaits a call. Whoever runs the handler decides how it is carried out: at once, in the
handler's thread, as on Lambda; or together with calls of other requests, as on one machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Generator, Hashable, Sequence
from typing import Any, Generic, Self, TypeVar

T = TypeVar("T")
#: A handler on its way: it awaits calls, and ends with an answer.
Steps = Coroutine["Call[Any]", Any, T]


class Call(Generic[T]):
    """One call, valid and complete: to carry it out takes nothing of its request."""

    #: Calls with the same key may be carried out by one statement. None: this one goes alone.
    key: Hashable | None = None
    #: Its part of what one statement may take.
    messages = 1
    length = 0
    #: When calls that travelled together are sent again one by one, those with the same lane keep
    #: their order.
    lane: Hashable = None
    #: What it is about. If it fails, other calls about the same do not travel with it for a while.
    about: Collection[Hashable] = ()

    def carry_out(self) -> T:
        """Carry it out by itself."""
        raise NotImplementedError

    def next_due(self) -> float | None:
        """In how many seconds it may find more without anybody's doing, if that is known."""
        return None

    def has_changed(self, result: T) -> bool:  # noqa: ARG002 - for those that sometimes look only
        """Whether a call that returned this has changed anything, and so waited for the disk."""
        return True

    @classmethod
    def carry_out_together(cls, calls: Sequence[Self]) -> Sequence[T]:
        """Carry out calls with the same key by one statement: what each of them returns. Fewer
        results: the calls behind are not carried out yet, and are to be sent again."""
        raise NotImplementedError

    def __await__(self) -> Generator[Call[T], T, T]:
        return (yield self)


class Alone(Call[T]):
    """Anything that a handler has to wait for, as a call that travels with no other."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work

    def carry_out(self) -> T:
        """Do it."""
        return self._work()


def carried_out(steps: Steps[T]) -> T:
    """Run a handler to its end, each of its calls at once and by itself."""
    try:
        call = steps.send(None)
        while True:
            try:
                result = call.carry_out()
            except Exception as error:  # noqa: BLE001 - the handler is told
                call = steps.throw(error)
            else:
                call = steps.send(result)
    except StopIteration as end:
        answer: T = end.value
        return answer

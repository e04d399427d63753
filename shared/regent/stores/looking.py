"""A call that is made again and again until it finds something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self, TypeVar

from regent.stores.calls import Call

T = TypeVar("T")


class Patience(Protocol):
    """For how long a request may wait."""

    def left(self) -> float:
        """Seconds, 0 when its time is up."""

    def may_look(self) -> bool:
        """Whether there is time for a look and an answer, and somebody to answer."""


class Watch(Protocol):
    """Hears of news from the moment on in which it is entered."""

    def __enter__(self) -> Self:
        """Begin, before the first look: then no news falls between the two."""

    def __exit__(self, *error: object) -> None:
        """Hear no more."""

    def wait(self, seconds: float) -> None:
        """Wait for news, or until it is time to look without any; no longer than this."""


class Looking(Call[T]):
    """A look that found too little, and goes on."""

    def __init__(
        self,
        look: Call[T],
        found: T,
        *,
        is_enough: Callable[[T], bool],
        watch: Watch,
        patience: Patience,
    ) -> None:
        self.look = look
        #: What the last look found.
        self.found = found
        self.is_enough = is_enough
        self.watch = watch
        self.patience = patience

    def carry_out(self) -> T:
        """Look in this thread until that is enough, or the time is up."""
        while (left := self.patience.left()) > 0:
            self.watch.wait(left)
            if not self.patience.may_look():
                break
            self.found = self.look.carry_out()
            if self.is_enough(self.found):
                break
        return self.found

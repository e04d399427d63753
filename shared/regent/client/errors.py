"""The errors that only a client raises. Those that a server answers with are ``regent.errors``.

Both are one tree: ``except regent.errors.RegentError`` catches everything that Regent raises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regent.errors import Conflict, Invalid, RegentError


class InvalidConfig(RegentError, ValueError, family=True):
    """No client, consumer or producer can be made with these properties."""


class InvalidPayload(Invalid, ValueError, family=True):
    """A payload that cannot be sent, or one that is not of the type that the queue was given."""


class Misused(RegentError, RuntimeError, family=True):
    """A call that does not fit: its arguments contradict each other, or the client is closed."""


class Unreachable(RegentError, family=True):
    """No answer came, however often it was tried. If ``sent`` is true, the server may have carried
    the request out all the same."""

    def __init__(self, message: str, *, sent: bool = True, final: bool = False) -> None:
        super().__init__(message)
        self.sent = sent
        #: Another try would meet the same: a certificate that is not trusted.
        self.final = final


class SchemaMismatch(RegentError, family=True):
    """A database has no schema of Regent, or one that is too far from this release."""


class UnexpectedAnswer(RegentError, family=True):
    """The server at this URL does not speak Regent's HTTP."""


class AlreadyAnswered(Conflict, family=True):
    """The message has another verdict of the same lease."""


class PartlyPushed(RegentError, family=True):
    """Some of many messages were stored, and some were not."""

    def __init__(
        self, message: str, results: Sequence[Any], failures: Mapping[int, RegentError]
    ) -> None:
        super().__init__(message)
        #: For each message in its place: the ``Pushed``, or None.
        self.results = results
        #: The error of each message that was not stored, by its place.
        self.failures = failures


class ConcurrentUse(Misused, family=True):
    """A consumer was called from a second thread while the first one was in it."""


class JoinFailed(RegentError, family=True):
    """A consumer could not become a member of its group; the cause says why."""

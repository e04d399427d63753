"""The client's errors, one small tree: refusals of the server, requests that got no answer, and
mistakes of the program that uses the client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ClientError(Exception):
    """Everything that this package raises on purpose."""


class InvalidConfig(ClientError, ValueError):
    """No consumer or producer can be made with these properties."""


class InvalidRecord(ClientError, ValueError):
    """A record that cannot be sent: its value, key or headers are no JSON."""


class Misused(ClientError, RuntimeError):
    """A call that does not fit the state: polling before subscribing, or after closing."""


class ConcurrentUse(Misused):
    """A consumer was called from a second thread while the first one was in it."""


class Unreachable(ClientError):
    """No answer came, however often it was tried. The server may have carried the request out."""


class UnexpectedAnswer(ClientError):
    """What answers at this URL does not speak Regent's HTTP."""


class JoinFailed(ClientError):
    """A consumer could not become a member of its group; the cause says why."""


class Refused(ClientError):
    """The server said no, with a code for programs and a sentence for people."""

    def __init__(
        self,
        message: str,
        status: int,
        code: str,
        detail: Mapping[str, Any],
        request_id: str | None = None,
    ) -> None:
        super().__init__(f"{message} ({code})")
        self.status = status
        self.code = code
        self.detail = detail
        self.request_id = request_id


class Unavailable(Refused):
    """The server had no time or no room, and still had none after the retries."""

    #: The pause that the server asked for.
    retry_after_seconds: float | None = None


class NotAllowed(Refused):
    """No token, one that is not valid, or one whose role does not suffice."""


class UnknownTopic(Refused):
    """There is no topic of that name."""


class UnknownPartition(Refused):
    """The topic has no partition of that number."""


class UnknownGroup(Refused):
    """The group is not there: it was deleted."""


class UnknownMember(Refused):
    """The member left or sent no heartbeat in time: it has to join again."""


class StaleAssignment(Refused):
    """The group was rebalanced since: another member may own the partitions to commit now."""


class OffsetOutOfRange(Refused):
    """The partition does not keep that offset any more, or does not have it yet."""

    @property
    def log_start_offset(self) -> int:
        """The first offset that can be read."""
        return int(self.detail["logStartOffset"])


#: The refusals that a program may want to tell apart.
BY_CODE: Mapping[str, type[Refused]] = {
    "UNKNOWN_TOPIC": UnknownTopic,
    "UNKNOWN_PARTITION": UnknownPartition,
    "UNKNOWN_GROUP": UnknownGroup,
    "UNKNOWN_MEMBER_ID": UnknownMember,
    "ILLEGAL_GENERATION": StaleAssignment,
    "NOT_OWNER": StaleAssignment,
    "OFFSET_OUT_OF_RANGE": OffsetOutOfRange,
    "UNAUTHORIZED": NotAllowed,
    "FORBIDDEN": NotAllowed,
}

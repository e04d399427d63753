"""The one tree of errors: a code for programs, an HTTP status, and a sentence for people.

SQL raises a SQLSTATE of our own class (RG…); ``database.py`` turns it into one of these classes,
and the HTTP edge turns the class into a status. Nothing ever looks into the text of an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

#: The classes that SQL raises, by SQLSTATE; SQL sends their sentence and detail along.
RAISED: Final[dict[str, type[RegentError]]] = {}


class RegentError(Exception):
    """Something that the caller can read, act on, or retry."""

    #: The code that clients read; if a class does not set it, its name: ``QUEUE_FULL`` of
    #: QueueFull.
    code: ClassVar[str] = "INTERNAL"
    status: ClassVar[int] = 500
    #: Seconds after which a retry makes sense; sent as Retry-After.
    retry_after_seconds: ClassVar[int | None] = None
    #: Further headers of the answer.
    headers: ClassVar[Mapping[str, str]] = {}
    #: The SQLSTATE that SQL raises. It belongs to this class alone, so a subclass does not inherit
    #: it.
    sqlstate: ClassVar[str | None] = None

    def __init_subclass__(cls, sqlstate: str | None = None) -> None:
        super().__init_subclass__()
        cls.sqlstate = sqlstate
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).upper()
        if sqlstate is not None and RAISED.setdefault(sqlstate, cls) is not cls:
            other = RAISED[sqlstate].__name__
            raise TypeError(f"{cls.__name__} and {other} have the same SQLSTATE, {sqlstate}")

    def __init__(self, message: str, detail: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class InvalidRequest(RegentError):
    """The request does not have the form that the route wants."""

    status = 400


class InvalidJson(InvalidRequest):
    """The body is not JSON, or holds what JSON text in Postgres cannot: NUL, infinite numbers."""


class NotFound(RegentError):
    """No such route, or no such thing."""

    status = 404


class QueueNotFound(NotFound, sqlstate="RG006"):
    """There is no queue of that name."""


class PartitionNotFound(NotFound, sqlstate="RG007"):
    """The queue has no partition of that name."""


class GroupNotFound(NotFound, sqlstate="RG008"):
    """No consumer group of that name is there."""


class MessageNotFound(NotFound, sqlstate="RG009"):
    """There is no such message: it was never pushed, or it was deleted."""


class DeadLetterNotFound(NotFound):
    """No group has given up on that message, or its dead letter was redriven or purged."""


class SubscriptionNotFound(NotFound, sqlstate="RG015"):
    """There is no subscription with that id."""


class Unauthorized(RegentError):
    """No token, or one that is not valid."""

    status = 401
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": "Bearer"}


class Forbidden(RegentError):
    """The token is valid, and its role may not do this."""

    status = 403


class UnknownGroup(NotFound, sqlstate="RG101"):
    """No group with members has that id."""


class UnknownMember(NotFound, sqlstate="RG102"):
    """That member left, or its session ended: it has to join again."""

    code = "UNKNOWN_MEMBER_ID"


class UnknownTopic(NotFound, sqlstate="RG106"):
    """There is no topic of that name: no queue with a fixed number of partitions."""


class OffsetBeyondHead(InvalidRequest, sqlstate="RG110"):
    """An offset above the next one that the partition will give out."""


class MemberConflict(RegentError):
    """A request of a member that the group's present state does not allow."""

    status = 409


class IllegalGeneration(MemberConflict, sqlstate="RG103"):
    """The group was rebalanced since: the member has to fetch its assignment."""


class NotOwner(MemberConflict, sqlstate="RG104"):
    """A partition that is not assigned to the member."""


class OffsetRewind(MemberConflict, sqlstate="RG105"):
    """An offset below the committed one, without `force`."""


class GroupHasMembers(MemberConflict, sqlstate="RG107"):
    """A group's partitions are assigned to its members: it cannot be popped or deleted."""


class GroupIsLeased(MemberConflict, sqlstate="RG108"):
    """A pop holds a lease for the group: nobody can join before that ends."""


class GroupIdTaken(MemberConflict, sqlstate="RG111"):
    """Another topic and application have the same group id."""


class GroupFull(MemberConflict, sqlstate="RG112"):
    """A group has as many members as it may have."""


class OffsetOutOfRange(RegentError, sqlstate="RG109"):
    """An offset that the partition does not keep any more, or does not have yet."""

    status = 416


class ConcurrentAppend(RegentError, sqlstate="RG030"):
    """A message that the guard excludes was appended meanwhile; nothing was."""

    status = 409


class ClaimLost(RegentError, sqlstate="RG031"):
    """The claim ran out, or another worker has it: what it says moves nothing."""

    status = 409


class LogGroupNotFound(NotFound, sqlstate="RG032"):
    """The log has no group of that name."""


class PositionBeyondEnd(InvalidRequest, sqlstate="RG033"):
    """A position that the log has not reached."""


class LogMessageNotFound(NotFound, sqlstate="RG034"):
    """The log has no message with that id."""


class TooManyAttributes(InvalidRequest, sqlstate="RG035"):
    """A message with more attributes, or a type with more sets of them, than the log can index."""


class ConditionsTooWide(InvalidRequest, sqlstate="RG036"):
    """The conditions fit more sets of attributes than one statement may look through."""


class PayloadTooLarge(RegentError):
    """A request or a message over its limit."""

    status = 413


class QueueFull(RegentError, sqlstate="RG001"):
    """A queue with a maximum size has no room for all of a request's messages; none was stored."""

    status = 429
    retry_after_seconds = 1


class BoundReached(RegentError, sqlstate="RG016"):
    """As many queues, partitions or groups as the settings allow; nothing was made or stored."""

    status = 409


class UnknownPartition(InvalidRequest, sqlstate="RG002"):
    """A queue with a fixed number of partitions has no partition of that name."""


class MixedPartitions(InvalidRequest, sqlstate="RG003"):
    """A request names every partition of a queue and leaves the choice of one open as well."""


class PartitionsFixed(RegentError, sqlstate="RG005"):
    """The number of a queue's partitions is fixed when it is made and can only grow."""

    status = 409


class InMaintenance(RegentError, sqlstate="RG012"):
    """Pushes are switched off, for all queues or for one of the request's; nothing was stored."""

    status = 503
    retry_after_seconds = 30


class LeaseLive(RegentError, sqlstate="RG013"):
    """A consumer holds what this would change under its hands; `force` does it all the same."""

    status = 409


class AlreadyCompleted(RegentError, sqlstate="RG027"):
    """The group is done with that message: it is completed or expired."""

    status = 409


class EncryptionRequired(RegentError, sqlstate="RG004"):
    """A queue that stores ciphertext only was sent plain text: ``Queues.push`` encrypts it then."""

    status = 500


class EncryptionUnavailable(RegentError):
    """Encryption was asked for without a key, or the key that a message needs is lost."""

    status = 400


class KeyServiceUnavailable(EncryptionUnavailable):
    """KMS does not answer, or has too much to do; a push stored nothing."""

    status = 503
    retry_after_seconds = 5


class BatchIncomplete(RegentError, sqlstate="RG040"):
    """The files of an archive's batch hold fewer messages than its ranges: a reader lost some."""


class TransactionRefused(RegentError, sqlstate="RG011"):
    """A transaction was rolled back because one of its parts was refused."""

    status = 409


class InvalidLease(TransactionRefused, sqlstate="RG010"):
    """A lease that a transaction requires has ended."""


class DatabaseForbidden(RegentError):
    """The role that Regent logs in with lacks a right: it was not installed for this role."""


class Busy(RegentError):
    """The database gave up waiting, or kept meeting other transactions. Nothing was changed."""

    status = 503
    retry_after_seconds = 1


class DiskFull(RegentError):
    """The database has no room left on its disk. Nothing was stored."""

    status = 507
    retry_after_seconds = 30


class DatabaseUnavailable(RegentError):
    """The database cannot be reached, or the connection broke while it was working.

    In the second case what was sent may have happened. Sending it again is safe: messages have
    transaction ids, and a repeated ack is recognised.
    """

    status = 503
    retry_after_seconds = 1

    def __init__(
        self, message: str, detail: Mapping[str, Any] | None = None, *, words: str | None = None
    ) -> None:
        super().__init__(message, detail)
        #: What the driver or AWS says. It names hosts, users and paths: a program's own log and
        #: its operator see it, a client over HTTP does not.
        self.words = words

    def __str__(self) -> str:
        return self.message if self.words is None else f"{self.message}: {self.words}"


#: Postgres's own errors, in our words.
_GONE = "the database is shutting down or starting"
_SHORT = "the database is short of memory or of another resource; try again, with less at a time"
POSTGRES: Mapping[str, tuple[type[RegentError], str]] = {
    "22P02": (InvalidJson, "a payload holds a number that is too large for JSON"),
    "22003": (InvalidJson, "a payload holds a number that is too large for JSON"),
    "22P05": (InvalidJson, "a payload holds the NUL character, which cannot be stored"),
    "40001": (Busy, "other transactions were in the way three times; try again"),
    "40P01": (Busy, "other transactions were in the way three times; try again"),
    "55P03": (Busy, "another transaction held what this one needs for too long; try again"),
    "57014": (Busy, "the database took too long; try again"),
    "42501": (
        DatabaseForbidden,
        (
            "the database role may not do this ({}); log in as a role that the install granted"
            " rights to, or install as the role that made regent_owner"
        ),
    ),
    "53000": (Busy, _SHORT),
    "53100": (
        DiskFull,
        "the database's disk is full, and nothing was stored; make room on it, then send it again",
    ),
    "53200": (Busy, "the database has no room for more locks; try again, with less at a time"),
    "53300": (DatabaseUnavailable, "the database has no connection left"),
    "53400": (Busy, _SHORT),
    "57P01": (DatabaseUnavailable, _GONE),
    "57P02": (DatabaseUnavailable, _GONE),
    "57P03": (DatabaseUnavailable, _GONE),
    "57P04": (DatabaseUnavailable, "the database was dropped while it was in use"),
    "57P05": (DatabaseUnavailable, "the database closed a connection that was idle"),
}

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
#: The classes that answers carry, by code: a client raises what the server raised.
CODES: Final[dict[str, type[RegentError]]] = {}


class RegentError(Exception):
    """Something that the caller can read, act on, or retry."""

    #: The code that clients read: if a class does not set it, its name. A family has none of its
    #: own; an error with a code that this version does not know is raised as its family.
    code: str = "INTERNAL"
    status: int = 500
    #: Seconds after which a retry makes sense; sent as Retry-After.
    retry_after_seconds: float | None = None
    #: Of an error that came over HTTP: the id under which the server's log has the request.
    request_id: str | None = None
    #: Further headers of the answer.
    headers: ClassVar[Mapping[str, str]] = {}
    #: The SQLSTATE that SQL raises. It is this class's alone: a subclass does not inherit it.
    sqlstate: ClassVar[str | None] = None

    def __init_subclass__(cls, sqlstate: str | None = None, family: bool = False) -> None:
        super().__init_subclass__()
        cls.sqlstate = sqlstate
        if "code" not in vars(cls) and not family:
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).upper()
        if cls.__module__ == __name__ and not family and CODES.setdefault(cls.code, cls) is not cls:
            raise TypeError(f"{cls.__name__} and {CODES[cls.code].__name__} have the same code")
        if sqlstate is not None and RAISED.setdefault(sqlstate, cls) is not cls:
            other = RAISED[sqlstate].__name__
            raise TypeError(f"{cls.__name__} and {other} have the same SQLSTATE, {sqlstate}")

    def __init__(self, message: str, detail: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


CODES[RegentError.code] = RegentError


class Invalid(RegentError, family=True):
    """The request cannot be carried out as it is; sent again, it is refused again."""

    status = 400


class NotAllowed(RegentError, family=True):
    """No token, one that is not valid, or one whose role does not suffice."""

    status = 403


class Conflict(RegentError, family=True):
    """The present state of things does not allow the request."""

    status = 409


class TooLarge(RegentError, family=True):
    """A request or a message over its limit."""

    status = 413


class Unavailable(RegentError, family=True):
    """No time or no room at the moment: the same request may be carried out later."""

    status = 503


class InvalidRequest(Invalid):
    """The request does not have the form that the route wants."""


class InvalidJson(InvalidRequest):
    """The body is not JSON, or holds what JSON text in Postgres cannot: NUL, infinite numbers."""


class NotFound(RegentError):
    """No such route, or no such thing."""

    status = 404


class StaleRelease(NotFound):
    """No such file, or a file of a release of the console that is not served any more."""


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


class RedriveNotFound(NotFound, sqlstate="RG039"):
    """There is no redrive with that id, or it ended long ago."""


class SubscriptionNotFound(NotFound, sqlstate="RG015"):
    """There is no subscription with that id."""


class NotSubscribed(Conflict, sqlstate="RG014"):
    """A group would have to be subscribed to take what comes next, which only a pop does."""


class Unauthorized(NotAllowed):
    """No token, or one that is not valid."""

    status = 401
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": "Bearer"}


class Forbidden(NotAllowed):
    """The token is valid, and its role may not do this."""


class UnknownGroup(NotFound, sqlstate="RG101"):
    """No group with members has that id."""


class UnknownMember(NotFound, sqlstate="RG102"):
    """That member left, was evicted, or its session ended: it has to join again."""

    code = "UNKNOWN_MEMBER_ID"


class UnknownTopic(NotFound, sqlstate="RG106"):
    """There is no topic of that name: no queue with a fixed number of partitions."""


class OffsetBeyondHead(InvalidRequest, sqlstate="RG110"):
    """An offset above the next one that the partition will give out."""


class MemberConflict(Conflict):
    """A request of a member that the group's present state does not allow."""


class StaleAssignment(MemberConflict, family=True):
    """The group was rebalanced since: another member may own the partitions by now."""


class IllegalGeneration(StaleAssignment, sqlstate="RG103"):
    """The group was rebalanced since: the member has to fetch its assignment."""


class NotOwner(StaleAssignment, sqlstate="RG104"):
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

    @property
    def log_start_offset(self) -> int:
        """The first offset that can be read."""
        return int((self.detail or {})["logStartOffset"])


class ConcurrentAppend(Conflict, sqlstate="RG030"):
    """A message that the guard excludes was appended meanwhile; nothing was."""


class ClaimLost(Conflict, sqlstate="RG031"):
    """The claim ran out, or another worker has it: what it says moves nothing."""


class LogGroupNotFound(NotFound, sqlstate="RG032"):
    """The log has no group of that name."""


class PositionBeyondEnd(InvalidRequest, sqlstate="RG033"):
    """A position that the log has not reached."""


class LogMessageNotFound(NotFound, sqlstate="RG034"):
    """The log has no message with that id."""


class ScheduleNotFound(NotFound, sqlstate="RG041"):
    """No messages are scheduled under that id: they were appended or cancelled, or never there."""


class TooManyAttributes(InvalidRequest, sqlstate="RG035"):
    """A message with more attributes, or a type with more sets of them, than the log can index."""


class ConditionsTooWide(InvalidRequest, sqlstate="RG036"):
    """The conditions fit more sets of attributes than one statement may look through."""


class NameNotPlain(InvalidRequest, sqlstate="RG037"):
    """A new name that no path could name on this installation; nothing was made."""


class PayloadTooLarge(TooLarge):
    """A request or a message over its limit."""


class QueueFull(Unavailable, sqlstate="RG001"):
    """A queue with a maximum size has no room for all of a request's messages; none was stored."""

    status = 429
    retry_after_seconds = 1


class BoundReached(Conflict, sqlstate="RG016"):
    """As many queues, partitions or groups as the settings allow; nothing was made or stored."""


class TooManyRedrives(Conflict, sqlstate="RG038"):
    """As many redrives run as may at once; nothing was begun."""


class UnknownPartition(InvalidRequest, sqlstate="RG002"):
    """A queue with a fixed number of partitions has no partition of that name."""


class MixedPartitions(InvalidRequest, sqlstate="RG003"):
    """A request names every partition of a queue and leaves the choice of one open as well."""


class TransactionKeyTaken(Conflict, sqlstate="RG017"):
    """A transaction brings the key of another one, which happened; nothing was changed."""


class PartitionsFixed(Conflict, sqlstate="RG005"):
    """The number of a queue's partitions is fixed when it is made and can only grow."""


class QueueChanged(Conflict, sqlstate="RG018"):
    """A queue has another revision than the request says: somebody configured or deleted it."""


class InMaintenance(Unavailable, sqlstate="RG012"):
    """Pushes are switched off, for all queues or for one of the request's; nothing was stored."""

    retry_after_seconds = 30


class LeaseLive(Conflict, sqlstate="RG013"):
    """A consumer holds what this would change under its hands; `force` does it all the same."""


class AlreadyCompleted(Conflict, sqlstate="RG027"):
    """The group is done with that message: it is completed or expired."""


class EncryptionRequired(RegentError, sqlstate="RG004"):
    """A queue that stores ciphertext only was sent plain text: ``Queues.push`` encrypts it then."""


class EncryptionUnavailable(Invalid):
    """Encryption was asked for without a key, or the key that a message needs is lost."""


class KeyServiceUnavailable(EncryptionUnavailable, Unavailable):
    """KMS does not answer, or has too much to do; a push stored nothing."""

    status = 503
    retry_after_seconds = 5


class BatchIncomplete(RegentError, sqlstate="RG040"):
    """The files of an archive's batch hold fewer messages than its ranges: a reader lost some."""


class TransactionRefused(Conflict, sqlstate="RG011"):
    """A transaction was rolled back because one of its parts was refused."""


class LeaseLost(Conflict, family=True):
    """A lease has ended: somebody else may have its messages."""

    #: The partitions in which it has ended, where a client can tell.
    partitions: tuple[str, ...] = ()


class InvalidLease(TransactionRefused, LeaseLost, sqlstate="RG010"):
    """A lease that a transaction requires has ended."""


class BadRequest(Invalid):
    """The request cannot be read at all: its path, its headers."""


class MethodNotAllowed(RegentError):
    """The route has other methods."""

    status = 405


class RequestTimeout(Unavailable):
    """A request did not arrive in time; nothing of it was carried out."""

    status = 408


class RequestTooLarge(TooLarge):
    """A request that is too large to be read."""


class HeadersTooLarge(RegentError):
    """Request line and headers that are too long to be read."""

    status = 431


class TooManyConnections(Unavailable):
    """A process of the local server has as many connections as its open files allow."""


class IssuerUnreachable(Unavailable):
    """The local server cannot check a token, because the issuer does not answer."""


class DatabaseForbidden(RegentError):
    """The role that Regent logs in with lacks a right: it was not installed for this role."""


class Busy(Unavailable):
    """The database gave up waiting, or kept meeting other transactions. Nothing was changed."""

    retry_after_seconds = 1


class DiskFull(Unavailable):
    """The database has no room left on its disk. Nothing was stored."""

    status = 507
    retry_after_seconds = 30


class DatabaseUnavailable(Unavailable):
    """The database cannot be reached, or the connection broke while it was working. Then what was
    sent may have happened; sending it again is safe: messages have transaction ids, and a repeated
    ack is recognised."""

    retry_after_seconds = 1

    def __init__(
        self, message: str, detail: Mapping[str, Any] | None = None, *, words: str | None = None
    ) -> None:
        super().__init__(message, detail)
        #: What the driver or AWS says. It names hosts and users: a log sees it, a client does not.
        self.words = words

    def __str__(self) -> str:
        return self.message if self.words is None else f"{self.message}: {self.words}"

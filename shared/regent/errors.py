"""The one tree of errors: a code for programs, an HTTP status, and a sentence for people.

SQL raises a SQLSTATE of our own class (RG…); ``database.py`` turns it into one of these classes,
and the HTTP edge turns the class into a status. Nothing ever looks into the text of an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class RegentError(Exception):
    """Something that the caller can read, act on, or retry."""

    code: ClassVar[str] = "INTERNAL"
    status: ClassVar[int] = 500
    #: Seconds after which a retry makes sense; sent as Retry-After.
    retry_after_seconds: ClassVar[int | None] = None
    #: Further headers of the answer.
    headers: ClassVar[Mapping[str, str]] = {}

    def __init__(self, message: str, detail: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class InvalidRequest(RegentError):
    """The request does not have the form that the route wants."""

    code = "INVALID_REQUEST"
    status = 400


class InvalidJson(InvalidRequest):
    """The body is not JSON, or holds what JSON text in Postgres cannot: NUL, infinite numbers."""

    code = "INVALID_JSON"


class NotFound(RegentError):
    """No such route, or no such thing."""

    code = "NOT_FOUND"
    status = 404


class QueueNotFound(NotFound):
    """There is no queue of that name."""

    code = "QUEUE_NOT_FOUND"


class PartitionNotFound(NotFound):
    """The queue has no partition of that name."""

    code = "PARTITION_NOT_FOUND"


class GroupNotFound(NotFound):
    """No consumer group of that name is there."""

    code = "GROUP_NOT_FOUND"


class MessageNotFound(NotFound):
    """There is no such message: it was never pushed, or it was deleted."""

    code = "MESSAGE_NOT_FOUND"


class DeadLetterNotFound(NotFound):
    """No group has given up on that message, or its dead letter was redriven or purged."""

    code = "DEAD_LETTER_NOT_FOUND"


class SubscriptionNotFound(NotFound):
    """There is no subscription with that id."""

    code = "SUBSCRIPTION_NOT_FOUND"


class Unauthorized(RegentError):
    """No token, or one that is not valid."""

    code = "UNAUTHORIZED"
    status = 401
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": "Bearer"}


class Forbidden(RegentError):
    """The token is valid, and its role may not do this."""

    code = "FORBIDDEN"
    status = 403


class UnknownGroup(NotFound):
    """No group with members has that id."""

    code = "UNKNOWN_GROUP"


class UnknownMember(NotFound):
    """That member left, or its session ended: it has to join again."""

    code = "UNKNOWN_MEMBER_ID"


class UnknownTopic(NotFound):
    """There is no topic of that name: no queue with a fixed number of partitions."""

    code = "UNKNOWN_TOPIC"


class OffsetBeyondHead(InvalidRequest):
    """An offset above the next one that the partition will give out."""

    code = "OFFSET_BEYOND_HEAD"


class MemberConflict(RegentError):
    """A request of a member that the group's present state does not allow."""

    code = "MEMBER_CONFLICT"
    status = 409


class IllegalGeneration(MemberConflict):
    """The group was rebalanced since: the member has to fetch its assignment."""

    code = "ILLEGAL_GENERATION"


class NotOwner(MemberConflict):
    """A partition that is not assigned to the member."""

    code = "NOT_OWNER"


class OffsetRewind(MemberConflict):
    """An offset below the committed one, without `force`."""

    code = "OFFSET_REWIND"


class GroupHasMembers(MemberConflict):
    """A group's partitions are assigned to its members: it cannot be popped or deleted."""

    code = "GROUP_HAS_MEMBERS"


class GroupIsLeased(MemberConflict):
    """A pop holds a lease for the group: nobody can join before that ends."""

    code = "GROUP_IS_LEASED"


class GroupIdTaken(MemberConflict):
    """Another topic and application have the same group id."""

    code = "GROUP_ID_TAKEN"


class GroupFull(MemberConflict):
    """A group has as many members as it may have."""

    code = "GROUP_FULL"


class OffsetOutOfRange(RegentError):
    """An offset that the partition does not keep any more, or does not have yet."""

    code = "OFFSET_OUT_OF_RANGE"
    status = 416


class ConcurrentAppend(RegentError):
    """A message that the guard excludes was appended meanwhile; nothing was."""

    code = "CONCURRENT_APPEND"
    status = 409


class ClaimLost(RegentError):
    """The claim ran out, or another worker has it: what it says moves nothing."""

    code = "CLAIM_LOST"
    status = 409


class LogGroupNotFound(NotFound):
    """The log has no group of that name."""

    code = "LOG_GROUP_NOT_FOUND"


class PositionBeyondEnd(InvalidRequest):
    """A position that the log has not reached."""

    code = "POSITION_BEYOND_END"


class LogMessageNotFound(NotFound):
    """The log has no message with that id."""

    code = "LOG_MESSAGE_NOT_FOUND"


class TooManyAttributes(InvalidRequest):
    """A message with more attributes, or a type with more sets of them, than the log can index."""

    code = "TOO_MANY_ATTRIBUTES"


class PayloadTooLarge(RegentError):
    """A request or a message over its limit."""

    code = "PAYLOAD_TOO_LARGE"
    status = 413


class QueueFull(RegentError):
    """A queue with a maximum size has no room for all of a request's messages; none was stored."""

    code = "QUEUE_FULL"
    status = 429
    retry_after_seconds = 1


class UnknownPartition(InvalidRequest):
    """A queue with a fixed number of partitions has no partition of that name."""

    code = "UNKNOWN_PARTITION"


class MixedPartitions(InvalidRequest):
    """A request names every partition of a queue and leaves the choice of one open as well."""

    code = "MIXED_PARTITIONS"


class PartitionsFixed(RegentError):
    """The number of a queue's partitions is fixed when it is made and can only grow."""

    code = "PARTITIONS_FIXED"
    status = 409


class InMaintenance(RegentError):
    """Pushes are switched off, for all queues or for one of the request's; nothing was stored."""

    code = "IN_MAINTENANCE"
    status = 503
    retry_after_seconds = 30


class LeaseLive(RegentError):
    """A consumer holds what this would change under its hands; `force` does it all the same."""

    code = "LEASE_LIVE"
    status = 409


class AlreadyCompleted(RegentError):
    """The group is done with that message: it is completed or expired."""

    code = "ALREADY_COMPLETED"
    status = 409


class EncryptionRequired(RegentError):
    """A queue that stores ciphertext only was sent plain text: ``Queues.push`` encrypts it then."""

    code = "ENCRYPTION_REQUIRED"
    status = 500


class EncryptionUnavailable(RegentError):
    """Encryption was asked for without a key, or the key that a message needs is lost."""

    code = "ENCRYPTION_UNAVAILABLE"
    status = 400


class KeyServiceUnavailable(EncryptionUnavailable):
    """KMS does not answer, or has too much to do; a push stored nothing."""

    code = "KEY_SERVICE_UNAVAILABLE"
    status = 503
    retry_after_seconds = 5


class TransactionRefused(RegentError):
    """A transaction was rolled back because one of its parts was refused."""

    code = "TRANSACTION_REFUSED"
    status = 409


class InvalidLease(TransactionRefused):
    """A lease that a transaction requires has ended."""

    code = "INVALID_LEASE"


class DatabaseForbidden(RegentError):
    """The role that Regent logs in with lacks a right: it was not installed for this role."""

    code = "DATABASE_FORBIDDEN"


class Busy(RegentError):
    """The database gave up waiting, or kept meeting other transactions. Nothing was changed."""

    code = "BUSY"
    status = 503
    retry_after_seconds = 1


class DatabaseUnavailable(RegentError):
    """The database cannot be reached, or the connection broke while it was working.

    In the second case what was sent may have happened. Sending it again is safe: messages have
    transaction ids, and a repeated ack is recognised.
    """

    code = "DATABASE_UNAVAILABLE"
    status = 503
    retry_after_seconds = 1


#: What the SQL raises: these carry their own sentence and detail.
RAISED: Mapping[str, type[RegentError]] = {
    "RG001": QueueFull,
    "RG002": UnknownPartition,
    "RG003": MixedPartitions,
    "RG004": EncryptionRequired,
    "RG005": PartitionsFixed,
    "RG006": QueueNotFound,
    "RG007": PartitionNotFound,
    "RG008": GroupNotFound,
    "RG009": MessageNotFound,
    "RG010": InvalidLease,
    "RG011": TransactionRefused,
    "RG012": InMaintenance,
    "RG013": LeaseLive,
    "RG014": DeadLetterNotFound,
    "RG015": SubscriptionNotFound,
    "RG027": AlreadyCompleted,
    "RG101": UnknownGroup,
    "RG102": UnknownMember,
    "RG103": IllegalGeneration,
    "RG104": NotOwner,
    "RG105": OffsetRewind,
    "RG106": UnknownTopic,
    "RG107": GroupHasMembers,
    "RG108": GroupIsLeased,
    "RG109": OffsetOutOfRange,
    "RG110": OffsetBeyondHead,
    "RG111": GroupIdTaken,
    "RG112": GroupFull,
    "RG030": ConcurrentAppend,
    "RG031": ClaimLost,
    "RG032": LogGroupNotFound,
    "RG033": PositionBeyondEnd,
    "RG034": LogMessageNotFound,
    "RG035": TooManyAttributes,
}

#: What Postgres itself says, in our words.
_GONE = "the database is shutting down or starting"
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
    "53200": (Busy, "the database has no room for more locks; try again, with less at a time"),
    "53300": (DatabaseUnavailable, "the database has no connection left"),
    "57P01": (DatabaseUnavailable, _GONE),
    "57P02": (DatabaseUnavailable, _GONE),
    "57P03": (DatabaseUnavailable, _GONE),
}
